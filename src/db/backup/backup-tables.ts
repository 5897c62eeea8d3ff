import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMigrations } from '../migrate.ts'
import type { Migration } from '../migrate.ts'
import { StorageError } from '../storage-error.ts'
import { unhurriedClient } from '../unhurried-client.ts'

/** One table of a backup: its rows as COPY writes them (text format), gzipped. */
export interface SavedTable {
  /** `public` stands for the schema of Quarry's tables, whatever its name there. */
  schema: 'public' | 'pgboss'
  name: string
  columns: string[]
  file: string
  rows: number
  /** Checksum of the file. */
  sha256: string
}

export interface SavedTables {
  /** Names and checksums of the migrations that created the tables. */
  migrations: { name: string; checksum: string }[]
  /** Version of pg-boss's tables; null if there were none. */
  queueVersion: number | null
  /** Ordered so that a table comes after those it refers to. */
  tables: SavedTable[]
  sequences: { name: string; last: string }[]
}

interface FoundTable {
  schema: 'public' | 'pgboss'
  name: string
  columns: string[]
}

const LIGHT = 1

/** Of the two schemas, the second may have any name: the first one of the search path. */
const SCHEMA = `case nspname when 'pgboss' then nspname else 'public' end`

/**
 * All of Quarry's tables without generated columns; $1 the names that its migrations create, because others may keep tables beside
 * them. Excludes what is only collected for moving to several nodes, and whatever of the job queue can be recreated.
 */
const TABLES = `select ${SCHEMA} as schema, relname as name, array(select attname::text from pg_attribute a
    where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition
    and (nspname = current_schema() and relname = any($1) and relname not in ('schema_migrations', 'page_addresses') or nspname = 'pgboss' and relname in ('queue', 'schedule', 'job'))
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by ${SCHEMA} desc, relname`

const REFERENCES = `select a.relname as name, b.relname as target from pg_constraint
  join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid where contype = 'f' and a.oid <> b.oid`

const SEQUENCES = `select sequencename as name, last_value::text as last from pg_sequences
  where schemaname = current_schema() and last_value is not null and exists (
    select from pg_depend d join pg_class t on t.oid = d.refobjid and d.refclassid = 'pg_class'::regclass
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and t.relname = any($1)
      and d.objid = format('%I.%I', schemaname, sequencename)::regclass)`

const HAS_QUEUE = `select to_regclass('pgboss.version') is not null as has`

/**
 * Writes every table into `dir` as of one moment, while others keep reading and writing.
 * @param progress called with each table once it is written.
 */
async function saveTables(
  connectionString: string,
  dir: string,
  progress: (table: SavedTable) => void,
): Promise<SavedTables> {
  const client = await unhurriedClient(connectionString, 'quarry backup')
  try {
    await client.query('begin isolation level repeatable read read only')
    const list = async <T extends object>(text: string, values?: unknown[]) =>
      (await client.query<T>(text, values)).rows
    const names = namesCreated(readMigrations())
    const found = inOrder(
      await list<FoundTable>(TABLES, [names]),
      await list<{ name: string; target: string }>(REFERENCES),
    )
    if (!found.some(({ schema }) => schema === 'public'))
      throw new StorageError("The database has none of Quarry's tables.")
    const migrations = await list<SavedTables['migrations'][number]>(
      'select name, checksum from schema_migrations order by name',
    )
    const [{ has } = { has: false }] = await list<{ has: boolean }>(HAS_QUEUE)
    const queue = has ? await list<{ version: number }>('select version from pgboss.version') : []
    const tables: SavedTable[] = []
    for (const table of found) {
      const saved = await saveTable(client, dir, table)
      tables.push(saved)
      progress(saved)
    }
    // Sequences are not part of the snapshot: because they are read last, none is behind the rows.
    const sequences = await list<SavedTables['sequences'][number]>(SEQUENCES, [names])
    await client.query('commit')
    return { migrations, queueVersion: queue[0]?.version ?? null, tables, sequences }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Depth first; a circular reference, which the schema does not have, would be cut where it closes. */
function inOrder(tables: FoundTable[], references: { name: string; target: string }[]): FoundTable[] {
  const targets = Map.groupBy(references, ({ name }) => name)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<FoundTable>()
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const table = byName.get(name)
    if (table === undefined || seen.has(name)) return
    seen.add(name)
    for (const { target } of targets.get(name) ?? []) visit(target)
    ordered.add(table)
  }
  for (const { name } of tables) visit(name)
  return [...ordered]
}

/** Ended jobs are left out: they only record the past, and are deleted after a day. */
const WAITING_JOBS = ` where state < 'completed'`

async function saveTable(client: Client, dir: string, table: FoundTable): Promise<SavedTable> {
  const { schema, name, columns } = table
  const file = `${schema}.${name}.copy.gz`
  const quoted = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const from = `${placeOf(client, table)}${schema === 'pgboss' && name === 'job' ? WAITING_JOBS : ''}`
  const rows = client.query(copyTo(`copy (select ${quoted} from ${from}) to stdout`))
  const sum = new Summing()
  const out = createWriteStream(join(dir, file), { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(rows, createGzip({ level: LIGHT }), sum, out)
  return { schema, name, columns, file, rows: rows.rowCount, sha256: sum.digest() }
}

/** The name of a table in a statement: those of Quarry are found by the search path. */
export const placeOf = (client: Client, { schema, name }: Pick<SavedTable, 'schema' | 'name'>): string =>
  `${schema === 'pgboss' ? 'pgboss.' : ''}${client.escapeIdentifier(name)}`

const CREATED = /\bcreate (?:unlogged )?table (?:if not exists )?(\w+)|\brename to (\w+)/gi

/** Every name that a table of Quarry has or ever had. */
export const namesCreated = (migrations: readonly Migration[]): string[] => [
  ...new Set(
    migrations.flatMap(({ sql }) => Array.from(sql.matchAll(CREATED), ([, made, named]) => made ?? named ?? '')),
  ),
]

export const createBackupStore = (connectionString: string) => ({
  /** See `saveTables`. */
  save: (dir: string, progress: (table: SavedTable) => void) => saveTables(connectionString, dir, progress),
})

/** Passes bytes on and computes their checksum. */
class Summing extends Transform {
  readonly #hash = createHash('sha256')

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk)
    done(null, chunk)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}
