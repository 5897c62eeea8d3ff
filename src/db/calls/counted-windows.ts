import type { Pool } from 'pg'

/** Windows that count requests, for all processes on a database. */
export interface CountedWindows {
  /** Adds to a window, which is over `lengthMs` after its first request. @returns the new count */
  add: (key: string, count: number, lengthMs: number) => Promise<number>
  /** The current count. */
  counted: (key: string, lengthMs: number) => Promise<number>
}

/** Epoch milliseconds by the database's clock: of two machines, the one that is ahead would begin a window anew. */
const NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint'

/** Requests that meet may see the time in another order than they are counted. */
const MEET_MS = 60_000
/** A window that ends later than one that begins now was begun by a clock that was set back since, and is over as well. */
const IS_OPEN = `w.expire > excluded.expire - $3::bigint and w.expire <= excluded.expire + ${MEET_MS}`
/** $1 key, $2 how many, $3 length in milliseconds. */
const ADD = `insert into speed_windows as w (key, points, expire) values ($1::text, $2::integer, ${NOW} + $3::bigint)
  on conflict (key) do update set points = excluded.points + case when ${IS_OPEN} then w.points else 0 end,
    expire = case when ${IS_OPEN} then w.expire else excluded.expire end
  returning points`
const COUNTED = `select points from speed_windows where key = $1::text and expire > ${NOW}`
const SWEEP = `delete from speed_windows where expire < ${NOW} - $1::bigint`
const SWEEP_EVERY_MS = 5 * 60_000
/** How long those that are over stay. */
const KEPT_MS = 60 * 60_000

export function countedWindows(pool: Pool): CountedWindows {
  let sweepAt = performance.now() + SWEEP_EVERY_MS
  return {
    add: async (key, count, lengthMs) => {
      if (performance.now() >= sweepAt) {
        sweepAt = performance.now() + SWEEP_EVERY_MS
        await pool.query(SWEEP, [KEPT_MS])
      }
      const statement = { name: 'speed-windows', text: ADD, values: [key, count, lengthMs] }
      return (await pool.query<{ points: number }>(statement)).rows[0]?.points ?? count
    },

    counted: async (key) => (await pool.query<{ points: number }>(COUNTED, [key])).rows[0]?.points ?? 0,
  }
}
