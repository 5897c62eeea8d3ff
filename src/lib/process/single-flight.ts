/**
 * Merges identical questions asked at the same time into one; nothing is kept after the answer. When it fails, those that
 * joined it ask for themselves.
 */
export type SingleFlight<T> = (key: string, ask: () => Promise<T>) => Promise<T>

export function createSingleFlight<T>(): SingleFlight<T> {
  const open = new Map<string, Promise<T>>()
  return (key, ask) => {
    const known = open.get(key)
    if (known !== undefined) return known.catch(ask)
    const answer = ask().finally(() => open.delete(key))
    open.set(key, answer)
    return answer
  }
}
