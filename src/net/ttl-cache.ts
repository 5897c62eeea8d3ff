/** Caches answers for a while; simultaneous queries for the same key are made only once. */
export interface TtlCache<T> {
  get: (key: string, ask: () => Promise<{ value: T; keepMs: number }>) => Promise<T>
}

interface Entry<T> {
  answer: Promise<T>
  /** Infinite while the query is running. */
  until: number
}

/** Above this number of entries, expired ones are removed. */
const MANY_ENTRIES = 1_000

/** @param maxEntries the oldest entry is removed when one more would not fit. */
export function createTtlCache<T>(maxEntries: number): TtlCache<T> {
  const entries = new Map<string, Entry<T>>()
  let tidyAt = MANY_ENTRIES
  return {
    get: (key, ask) => {
      const kept = entries.get(key)
      if (kept !== undefined && kept.until > performance.now()) return kept.answer
      const entry: Entry<T> = { answer: open(), until: Infinity }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > tidyAt) tidy()
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? key)
      return entry.answer

      async function open(): Promise<T> {
        try {
          const { value, keepMs } = await ask()
          entry.until = performance.now() + keepMs
          return value
        } catch (error) {
          entries.delete(key)
          throw error
        }
      }
    },
  }

  function tidy(): void {
    const now = performance.now()
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
    tidyAt = Math.max(MANY_ENTRIES, 2 * entries.size)
  }
}
