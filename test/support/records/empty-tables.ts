import { DatabaseError } from 'pg'
import type { Pool } from 'pg'
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
export async function emptyTables(
  { pool, isDistributed }: Pick<Database, 'pool' | 'isDistributed'>,
  ...tables: string[]
): Promise<void> {
  const statements = isDistributed ? [truncating(tables)] : await deleting(pool, tables)
  for (;;) {
    try {
      return await inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = ${PATIENCE_MS}`)
        for (const statement of statements) await client.query(statement)
      })
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE)) throw error
    }
  }
}

const truncating = (tables: readonly string[]): string => `truncate ${tables.join(', ')} restart identity cascade`

/** The same for a few rows, at a fiftieth of the work: no file is replaced, and no connection reads the catalogue again. */
async function deleting(pool: Pick<Pool, 'query'>, tables: readonly string[]): Promise<readonly string[]> {
  const key = tables.join()
  const known = statementsFor.get(key)
  if (known !== undefined) return known
  const { rows } = await pool.query<{ name: string }>(REFERRING, [tables])
  const all = rows.map(({ name }) => name)
  const names = all.map((name) => `'${name}'::regclass`).join(', ')
  const statements = [
    `set local session_replication_role = replica; lock table ${all.join(', ')} in access exclusive mode`,
    all.map((name) => `delete from ${name}`).join('; '),
    `select setval(d.objid::regclass, s.seqstart, false) from pg_depend d join pg_sequence s on s.seqrelid = d.objid
      where d.refclassid = 'pg_class'::regclass and d.refobjid in (${names})`,
  ]
  statementsFor.set(key, statements)
  return statements
}

/** By the tables: their schema is the same in every database of the tests. */
const statementsFor = new Map<string, readonly string[]>()

const REFERRING = `
  with recursive emptied (id) as (
    select name::regclass::oid from unnest($1::text[]) name
    union
    select c.conrelid from pg_constraint c join emptied on c.confrelid = emptied.id where c.contype = 'f')
  select id::regclass::text as name from emptied order by 1`
