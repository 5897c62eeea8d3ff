import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { SingleFlight } from './single-flight.ts'

interface Flight<T> {
  /** What the next answer waits for: the end of the one in progress, or of this turn of the event loop. */
  before: Promise<unknown>
  /** Shared by all who have asked since; null if nobody has. */
  next: Promise<T> | null
}

/**
 * Merges identical questions like a single flight, but no answer is older than its question: those asked in one turn of the
 * event loop, or while one is being answered, share the next answer, so that each caller finds what it wrote before. When that
 * fails, they ask for themselves.
 */
export function createFreshFlight<T>(): SingleFlight<T> {
  const open = new Map<string, Flight<T>>()

  function start(key: string, ask: () => Promise<T>): Promise<T> {
    const answer = ask()
    const flight: Flight<T> = { before: answer, next: null }
    open.set(key, flight)
    const end = (): void => {
      if (flight.next === null) open.delete(key)
    }
    answer.then(end, end)
    return answer
  }

  return (key, ask) => {
    const flight = open.get(key) ?? { before: endOfTurn(), next: null }
    if (flight.next !== null) return flight.next.catch(ask)
    const begin = (): Promise<T> => start(key, ask)
    flight.next = flight.before.then(begin, begin)
    open.set(key, flight)
    return flight.next
  }
}
