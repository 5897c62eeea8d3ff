import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { namesCreated, placeOf } from './backup-tables.ts'
import type { SavedTable, SavedTables } from './backup-tables.ts'
import { LEDGER, readMigrations } from '../migrate.ts'
import type { Migration } from '../migrate.ts'
import { unhurriedClient } from '../unhurried-client.ts'
import { errorText, StorageError } from '../storage-error.ts'
import { RESTORING } from '../unfinished-restore.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

const OCCUPIED = `select nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in (current_schema(), 'pgboss') and relkind in ('r', 'p', 'v') and relname <> '${RESTORING}'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  limit 1`

/** What happens during a restore besides filling tables. */
export interface RestoreSteps {
  /** Called with each table once its rows are in. */
  progress: (table: SavedTable) => void
  /** Stores what the tables are useless without, just before they are committed. */
  keepBeside: () => unknown
}

/**
 * Fills an empty database from the files of a backup, in one transaction: all or nothing. Until it is complete, a mark in the
 * database keeps servers from starting on it.
 * @param connectionString of the role that will own the tables.
 * @throws StorageError when the database is not empty, or the backup comes from a newer Quarry.
 */
export async function restoreTables(
  connectionString: string,
  dir: string,
  saved: SavedTables,
  { progress, keepBeside }: RestoreSteps,
): Promise<void> {
  const migrations = await migrationsOf(saved)
  const client = await unhurriedClient(connectionString, 'quarry restore')
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrating])
    await checkEmpty(client)
    await client.query(`create table if not exists ${RESTORING} (started_at timestamptz not null default now())`)
    await client.query('begin')
    await client.query(LEDGER)
    for (const migration of migrations) await apply(client, migration)
    const version = await makeQueue(client)
    // Jobs are left out if their tables have another version; the work they stood for is found again. Tables of others, which
    // earlier versions put into backups, are left out too.
    const ours = new Set(namesCreated(migrations))
    const tables = saved.tables.filter(({ schema, name }) =>
      schema === 'public' ? ours.has(name) : version === saved.queueVersion,
    )
    for (const table of tables.toReversed()) await client.query(`delete from ${placeOf(client, table)}`)
    for (const table of tables) {
      await fill(client, dir, table)
      progress(table)
    }
    for (const { name, last } of saved.sequences)
      await client.query('select setval(to_regclass($1), $2)', [client.escapeIdentifier(name), last])
    await client.query(`drop table ${RESTORING}`)
    keepBeside()
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end().catch(() => {})
  }
}

/** The first known migrations, up to the state of the backup; later ones are applied at the next start. */
async function migrationsOf(saved: SavedTables): Promise<Migration[]> {
  const known = readMigrations()
  for (const [index, { name, checksum }] of saved.migrations.entries()) {
    const ours = known[index]
    if (ours?.name !== name || ours.checksum !== checksum)
      throw new StorageError(
        `The backup has migration ${name}, which this Quarry does not know: restore it with the Quarry that made it or a newer one.`,
      )
  }
  return known.slice(0, saved.migrations.length)
}

async function checkEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(OCCUPIED)
  if (rows[0] === undefined) return
  throw new StorageError(
    `The database is not empty (${rows[0].name}): restore into an empty one, such as another QUARRY_DATA_DIR.`,
  )
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Creates pg-boss's tables, within this transaction instead of its own. @returns their version. */
async function makeQueue(client: Client): Promise<number> {
  const plan = getConstructionPlans('pgboss', { createSchema: false })
  await client.query('create schema if not exists pgboss')
  await client.query(plan.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''))
  await client.query('set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version ?? 0
}

/** Fills a table without its triggers, which did their work when the rows were first written. */
async function fill(client: Client, dir: string, table: SavedTable): Promise<void> {
  const name = placeOf(client, table)
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  await client.query(`alter table ${name} disable trigger user`)
  const rows = client.query(copyFrom(`copy ${name} (${columns}) from stdin`))
  await pipeline(createReadStream(join(dir, table.file)), createGunzip(), rows).catch((cause: unknown) => {
    throw new StorageError(
      `${table.file} of the backup was not restored (${errorText(cause)}), and nothing was kept.`,
      {
        cause,
      },
    )
  })
  await client.query(`alter table ${name} enable trigger user`)
  if (rows.rowCount !== table.rows)
    throw new StorageError(`${table.file} of the backup holds ${rows.rowCount} rows instead of ${table.rows}.`)
}
