import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

const SET = `insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`
const MERGE = `insert into settings as s (name, value) values ($1, $2)
  on conflict (name) do update set value = s.value || excluded.value`

/** Facts about this installation that it generated itself, such as the key of its hashes. */
export const createSettingsStore = (pool: Pool) => ({
  /** Runs `work` while no other process runs any under the same lock. */
  exclusively: async <T>(lock: 'firstAccount', work: () => Promise<T>): Promise<T> =>
    inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS[lock]])
      return work()
    }),

  /** Waits for the lock and keeps it until the caller's transaction ends (`pool.inOne`). */
  lock: async (lock: 'firstAccount'): Promise<void> => {
    await pool.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS[lock]])
  },

  /** The stored value; null when there is none. */
  get: (name: string): Promise<unknown> => valueOf(pool, name),

  set: async (name: string, value: unknown): Promise<void> => {
    await pool.query(SET, [name, JSON.stringify(value)])
  },

  /** Sets a value, and some members of another stored object, whose others stay: both or neither. */
  setWithin: (name: string, value: unknown, object: string, members: object): Promise<void> =>
    inTransaction(pool, async (client) => {
      await client.query(SET, [name, JSON.stringify(value)])
      await client.query(MERGE, [object, JSON.stringify(members)])
    }),

  /** The stored value, or `made` if none was stored before. */
  getOrSet: async (name: string, made: string): Promise<string> => {
    const text = 'insert into settings (name, value) values ($1, $2) on conflict do nothing'
    await pool.query(text, [name, JSON.stringify(made)])
    return String(await valueOf(pool, name))
  },
})

async function valueOf(pool: Pool, name: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>('select value from settings where name = $1', [name])
  return rows[0]?.value ?? null
}
