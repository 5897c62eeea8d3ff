import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import type { Tables } from '../backup/tables.ts'

/** Facts about this installation that it made itself, such as the key of its hashes. */
export const createSettingsStore = (kysely: Kysely<Tables>, pool: Pool) => ({
  /** Runs `work` while no other process does under the same number. */
  exclusively: async <T>(lock: number, work: () => Promise<T>): Promise<T> =>
    inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [lock])
      return work()
    }),

  /** The stored value; null when there is none. */
  get: async (name: string): Promise<unknown> =>
    (await kysely.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null,

  set: async (name: string, value: unknown): Promise<void> => {
    const row = { name, value: JSON.stringify(value) }
    await kysely
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
      .execute()
  },

  /** The stored value, or `made` when nobody stored one before. */
  getOrSet: async (name: string, made: string): Promise<string> => {
    await kysely
      .insertInto('settings')
      .values({ name, value: JSON.stringify(made) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await kysely.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
    return String(row.value)
  },
})
