import type { Pool } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { answerTogether } from '../../lib/process/answer-together.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import { countedWindows } from './counted-windows.ts'
import type { CountedWindows } from './counted-windows.ts'
import { rememberingFull, windowsInDatabase, windowsInMemory } from './sliding-windows.ts'
import type { TakePlace } from './sliding-windows.ts'

/** Counts requests in named windows: in memory for one node, or in PostgreSQL for several (`speed_windows`, `speed_slides`). */
export interface RateCounter {
  /**
   * Adds one to the window `key`, which is forgotten after `lengthMs`, and returns the new count. A window known to be above
   * `most` is not counted further.
   */
  count: (key: string, lengthMs: number, most: number) => Promise<number>
  /** The current count of a window. */
  counted: (key: string, lengthMs: number) => Promise<number>
  take: TakePlace
}

/** The counter itself never refuses: limits are up to the core. */
const UNBOUNDED = 1_000_000_000
/** How long a full window is remembered, so that refusals need no statement. */
const FULL_KEPT_MS = MINUTE_MS
const MAX_FULL = 10_000
/**
 * A shared window is one row with the time of each request. Limits that an operator has raised beyond this would make it larger than
 * the work it guards, so each process keeps such windows alone; the hour, which is one number, stays shared.
 */
const MOST_SHARED = 2_000

/**
 * @param pool counts in the database; null counts in this process only.
 * @param usesDatabaseClock see `windowsInDatabase`
 */
export function createRateCounter(pool: Pool | null, usesDatabaseClock: boolean): RateCounter {
  const windows = pool === null ? countedInMemory() : countedWindows(pool)
  /** Each would have to wait for the row of its window anyway. */
  const countOne = answerTogether(async (lengths: readonly number[], key) => {
    const by = lengths.length
    const count = await windows.add(key, by, lengths[0] ?? 0)
    return lengths.map((_, at) => count - by + at + 1)
  })
  const full = createTtlMap<number>(FULL_KEPT_MS, MAX_FULL)
  return {
    count: async (key, lengthMs, most) => {
      const known = full.get(key)
      if (known !== undefined && known > most) return known
      const count = await countOne(key, lengthMs)
      if (count > most) full.set(key, count)
      return count
    },
    counted: windows.counted,
    take: pool === null ? windowsInMemory() : shortWindowsIn(pool, usesDatabaseClock),
  }
}

function countedInMemory(): CountedWindows {
  const counters = new Map<number, RateLimiterMemory>()
  const counterOf = (lengthMs: number): RateLimiterMemory => {
    const known = counters.get(lengthMs)
    if (known !== undefined) return known
    const made = new RateLimiterMemory({ points: UNBOUNDED, duration: lengthMs / 1_000, keyPrefix: '' })
    counters.set(lengthMs, made)
    return made
  }
  return {
    add: async (key, count, lengthMs) => (await counterOf(lengthMs).consume(key, count)).consumedPoints,
    counted: async (key, lengthMs) => (await counterOf(lengthMs).get(key))?.consumedPoints ?? 0,
  }
}

function shortWindowsIn(pool: Pool, usesDatabaseClock: boolean): TakePlace {
  const [shared, own] = [rememberingFull(windowsInDatabase(pool, usesDatabaseClock)), windowsInMemory()]
  return (key, window, now) => (window.limit > MOST_SHARED ? own : shared)(key, window, now)
}
