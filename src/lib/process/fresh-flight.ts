import type { SingleFlight } from './single-flight.ts'

interface Flight<T> {
  answer: Promise<T>
  /** Shared by all who asked while the answer was on its way. */
  next: Promise<T> | null
}

/**
 * Merges identical questions like a single flight, but no answer is older than its question: those asked while one is being
 * answered share the next answer, so that each caller finds what it wrote before. When that fails, they ask for themselves.
 */
export function createFreshFlight<T>(): SingleFlight<T> {
  const open = new Map<string, Flight<T>>()

  function start(key: string, ask: () => Promise<T>): Promise<T> {
    const flight: Flight<T> = { answer: ask(), next: null }
    open.set(key, flight)
    const end = (): void => {
      if (flight.next === null) open.delete(key)
    }
    flight.answer.then(end, end)
    return flight.answer
  }

  return (key, ask) => {
    const flight = open.get(key)
    if (flight === undefined) return start(key, ask)
    if (flight.next !== null) return flight.next.catch(ask)
    const begin = (): Promise<T> => start(key, ask)
    flight.next = flight.answer.then(begin, begin)
    return flight.next
  }
}
