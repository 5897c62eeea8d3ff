import { DatabaseError } from 'pg'
import type { Database } from '../../../src/db/database.ts'

/** SQLSTATE */
const LOCK_NOT_AVAILABLE = '55P03'
/** Less than the time after which the PostgreSQL of tests looks for deadlocks and ends one of the statements. */
const PATIENCE_MS = 20

/**
 * Empties tables, and those that refer to them, beside a running server: its jobs lock tables in another order, so
 * whoever waits too long gives way and begins again.
 */
export async function emptyTables({ pool }: Pick<Database, 'pool'>, ...tables: string[]): Promise<void> {
  for (;;) {
    try {
      await pool.query(
        `set local lock_timeout = ${PATIENCE_MS}; truncate ${tables.join(', ')} restart identity cascade`,
      )
      return
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
    }
  }
}
