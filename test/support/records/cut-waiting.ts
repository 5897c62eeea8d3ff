import { Client } from 'pg'
import type { Pool } from 'pg'
import { expect } from 'vitest'

/**
 * Holds a lock that others then wait for, on a separate connection.
 * @param lock takes the lock, in a transaction
 */
export async function holding(connectionString: string, lock: string): Promise<Client> {
  const holder = new Client({ connectionString })
  await holder.connect()
  await holder.query(`begin; ${lock}`)
  return holder
}

/** Terminates the connection of the one statement that waits for the holder, as if its process had been killed there. */
export async function cutWaiting(pool: Pool, holder: Client, statement: string): Promise<void> {
  const cut = `select pg_terminate_backend(pid) as cut from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like $1 || '%'`
  // Not on the holder's connection: within a transaction, the view shows only what it showed first.
  await expect.poll(async () => (await pool.query(cut, [statement])).rows).toEqual([{ cut: true }])
  await holder.query('rollback')
  await holder.end()
}
