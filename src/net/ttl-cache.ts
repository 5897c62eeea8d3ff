/** Answers that may be used again for a while; a question asked twice at once is asked once. */
export interface TtlCache<T> {
  get: (key: string, ask: () => Promise<{ value: T; keepMs: number }>) => Promise<T>
}

interface Entry<T> {
  answer: Promise<T>
  /** Unknown while the question is open. */
  until: number
}

/** From so many entries on, those whose time is over leave. */
const MANY_ENTRIES = 1_000

/** @param maxEntries the oldest entry leaves when one more would not fit. */
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
