/** A map that forgets: entries expire, and the oldest ones are dropped when it is full. */
export interface TtlMap<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T) => void
}

/** @param keptMs how long an entry lives, by the monotonic clock of the process. */
export function createTtlMap<T>(keptMs: number, maxEntries: number): TtlMap<T> {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    get: (key) => {
      const entry = entries.get(key)
      return entry !== undefined && entry.until > performance.now() ? entry.value : undefined
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, { value, until: performance.now() + keptMs })
      if (entries.size <= maxEntries) return
      for (const oldest of entries.keys()) {
        entries.delete(oldest)
        return
      }
    },
  }
}
