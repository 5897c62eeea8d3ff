import { answerTogether } from './answer-together.ts'
import type { SingleFlight } from './single-flight.ts'

/**
 * Merges identical questions like a single flight, but no answer is older than its question: those asked in one turn of the
 * event loop, or while one is being answered, share the next answer, so that each caller finds what it wrote before. When that
 * fails, the others ask for themselves.
 */
export const createFreshFlight = <T>(): SingleFlight<T> =>
  answerTogether<() => Promise<T>, T>(async ([ask, ...others]) => {
    const shared = (ask as () => Promise<T>)()
    await shared.catch(() => undefined)
    return [shared, ...others.map((other) => shared.catch(other))]
  })
