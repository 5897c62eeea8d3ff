import { DatabaseError } from 'pg'
import { inTransaction } from '../../../src/db/database.ts'
import type { Database } from '../../../src/db/database.ts'

/** SQLSTATE */
const LOCK_NOT_AVAILABLE = '55P03'
/** Less than the time after which the PostgreSQL of tests looks for deadlocks and ends one of the statements. */
const PATIENCE_MS = 20

/**
 * Empties tables, and those that refer to them, beside a running server: its jobs lock tables in another order, so
 * whoever waits too long gives way and begins again. A statement at a time: Citus passes the whole text of a setting on.
 */
export async function emptyTables({ pool }: Pick<Database, 'pool'>, ...tables: string[]): Promise<void> {
  for (;;) {
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = ${PATIENCE_MS}`)
        await client.query(`truncate ${tables.join(', ')} restart identity cascade`)
      })
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
    }
  }
}
