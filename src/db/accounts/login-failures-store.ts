import type { Pool } from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { inTransaction } from '../database.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'

/** Whose failures are counted, and since when. */
export interface FailureSubject {
  /** A keyed hash. */
  subject: Buffer
  since: Date
  /** Until when its failures are kept, if longer than a day. */
  until?: Date
}

export interface FailureCount {
  failures: number
  lastAt: Date | null
}

/** One row per minute: counts over any longer time are sums. */
const WINDOW_MS = MINUTE_MS

/** What a clock that was ahead wrote counts, but nobody waits for that moment to come. */
const COUNT = `select coalesce(sum(failures), 0)::integer as failures, max(last_at) filter (where last_at <= $3) as "lastAt"
  from login_failures where subject = $1 and window_start >= $2`

const SUM = `select coalesce(sum(failures), 0)::integer as failures from login_failures where subject = $1 and window_start >= $2`

const ADD = `insert into login_failures as f (subject, window_start, failures, last_at) values ($1, $2, 1, $3)
  on conflict (subject, window_start) do update set failures = f.failures + 1, last_at = excluded.last_at`

const TAKE_BACK = `update login_failures set failures = failures - 1
  where subject = $1 and window_start = $2 and failures > 0`

/** Wrong passwords and codes, counted by keyed hashes of who tried. */
export const createLoginFailuresStore = (pool: Pool) => ({
  /**
   * Counts an attempt as failed before it is made, unless `refusal` refuses it because of the counts so far: no simultaneous
   * attempt slips through.
   * @returns the refusal; null when the attempt may be made
   */
  take: <Refusal>(
    subjects: readonly FailureSubject[],
    now: Date,
    refusal: (counts: FailureCount[]) => Refusal | null,
  ): Promise<Refusal | null> =>
    inTransaction(pool, async (client) => {
      for (const key of subjects.map(({ subject }) => subject.readInt32BE()).toSorted((a, b) => a - b))
        await client.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.loginTry, key])
      const counts: FailureCount[] = []
      for (const { subject, since } of subjects)
        counts.push((await client.query<FailureCount>(COUNT, [subject, windowOf(since), now])).rows[0] ?? NONE)
      const refused = refusal(counts)
      if (refused !== null) return refused
      for (const { subject, until } of subjects) await client.query(ADD, [subject, windowOf(until ?? now), now])
      return null
    }),

  count: async (subject: Buffer, since: Date): Promise<number> =>
    (await pool.query<{ failures: number }>(SUM, [subject, windowOf(since)])).rows[0]?.failures ?? 0,

  /** Uncounts the attempt of that moment, which did not fail. */
  takeBack: async (subjects: readonly FailureSubject[], at: Date): Promise<void> => {
    for (const { subject, until } of subjects) await pool.query(TAKE_BACK, [subject, windowOf(until ?? at)])
  },

  /** Forgets all failures of a subject. */
  clear: async (subject: Buffer): Promise<void> => {
    await pool.query('delete from login_failures where subject = $1', [subject])
  },

  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from login_failures where window_start < $1', [before])
  },
})

const NONE: FailureCount = { failures: 0, lastAt: null }

const windowOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / WINDOW_MS) * WINDOW_MS)
