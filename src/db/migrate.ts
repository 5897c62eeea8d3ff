import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { grantPoolRights } from './pool-rights.ts'
import { checkNotRestoring } from './unfinished-restore.ts'
import { errorText, StorageError } from './storage-error.ts'
import { unhurriedClient } from './unhurried-client.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { distributeNewTables } from './distribute.ts'
import { distributedTables, leftBehind } from './distributed-tables.ts'
import { splitStatements } from './split-statements.ts'
import { errorCode } from '../lib/text/error-code.ts'

export interface MigrateOptions {
  connectionString: string
  log: Pick<Logger, 'info'>
  /** The role a running Quarry uses, if it does not own the tables. */
  poolRole?: string
  /** Directory of numbered plain SQL files, `001_accounts.sql`. */
  dir?: string
  /** For the command that resumes moving tables to several nodes after an interruption. */
  mayBeHalfMoved?: boolean
}

export interface Migrated {
  /** The names of the files applied now. */
  applied: string[]
  /** Its tables are spread over several nodes. */
  isDistributed: boolean
}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{3}_[a-z0-9_]+\.sql$/
/** Oldest major version that the statements support. */
const MIN_SERVER_VERSION = 15

/** The file waits for a lock only a quarter of the time after which a deadlock would end a process. */
const GIVE_WAY = `select set_config('lock_timeout', (setting::integer / 4)::text, true) from pg_settings
  where name = 'deadlock_timeout'`
/** lock_not_available, deadlock_detected (PostgreSQL, appendix A) */
const IS_LOCKED: ReadonlySet<string> = new Set(['55P03', '40P01'])
/** insufficient_privilege (appendix A) */
const MAY_NOT = '42501'
/** read_only_sql_transaction */
const READ_ONLY = '25006'
/** The last attempt waits as long as it takes. */
const MAX_ATTEMPTS = 60
const PAUSE_MS = 500

export const LEDGER = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/** Like `bringForward`. @returns the names of the files applied now. */
export const migrate = async (options: MigrateOptions): Promise<string[]> => (await bringForward(options)).applied

/**
 * Brings the database to the newest schema by applying, each in its own transaction, the files it has not seen.
 * @throws StorageError when an applied file has changed or is missing, or a file fails.
 */
export async function bringForward({
  connectionString,
  log,
  poolRole,
  dir = MIGRATIONS_DIR,
  mayBeHalfMoved = false,
}: MigrateOptions): Promise<Migrated> {
  const migrations = readMigrations(dir)
  const client = await unhurriedClient(connectionString, 'quarry migrate')
  try {
    const version = await checkServer(client)
    await checkNotRestoring(client) // a restore holds the lock for as long as it takes
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrating])
    await checkNotRestoring(client)
    await client.query(LEDGER)
    const moved = await distributedTables(client)
    const isDistributed = moved.size > 0
    if (isDistributed && !mayBeHalfMoved && (await leftBehind(client, moved)).length > 0) throw halfMoved()
    const waiting = await findWaiting(client, migrations)
    for (const migration of waiting) await apply(client, migration, isDistributed)
    if (isDistributed && waiting.length > 0 && !mayBeHalfMoved) await distributeNewTables(client, moved)
    await makeQueueSchema(client)
    if (poolRole !== undefined) await grantPoolRights(client, poolRole, version)
    const names = waiting.map(({ name }) => name)
    if (names.length > 0) log.info({ to: names.at(-1), files: names.length }, 'Database schema migrated.')
    return { applied: names, isDistributed }
  } catch (error) {
    throw errorCode(error) === MAY_NOT ? needsOwner(error) : errorCode(error) === READ_ONLY ? readOnly(error) : error
  } finally {
    await client.end().catch(() => {})
  }
}

/** All migrations of this version of Quarry, ordered by number. */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const odd = names.find((name) => !FILE_NAME.test(name))
  if (odd !== undefined) throw new StorageError(`Migration ${odd} needs a name such as 001_accounts.sql.`)
  // Synchronous: each start and each command reads them, and a hundred small files read with promises take six times as long.
  return names.map((name) => {
    const sql = readFileSync(join(dir, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

const needsOwner = (cause: unknown): StorageError =>
  new StorageError(
    `The role may not create tables in the database (${errorText(cause)}): let the role in DATABASE_URL own the database, or name its owner in QUARRY_DATABASE_OWNER_URL.`,
    { cause },
  )

const readOnly = (cause: unknown): StorageError =>
  new StorageError(
    `The database can only be read (${errorText(cause)}): name the primary server in DATABASE_URL, and see that default_transaction_read_only is off.`,
    { cause },
  )

interface Server {
  version: string
  encoding: string
  schema: string | null
  /** Where Quarry's tables are; null if there are none. */
  home: string | null
}

const SERVER = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  current_schema() as schema, (select relnamespace::regnamespace::text from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.oid = to_regclass('schema_migrations') and attname = 'checksum') as home`

/** @returns the server's major version. */
async function checkServer(client: Client): Promise<number> {
  const { rows } = await client.query<Server>(SERVER)
  const { version = '', encoding = '', schema = null, home = null } = rows[0] ?? {}
  const major = Number.parseInt(version, 10)
  if (major < MIN_SERVER_VERSION)
    throw new StorageError(`The database is PostgreSQL ${version}: Quarry needs ${MIN_SERVER_VERSION} or newer.`)
  if (schema === null)
    throw new StorageError(
      'The search_path of the database or role names no schema that exists and may be used: set it to one, such as public.',
    )
  // Otherwise an empty installation would be created in front of the one that is there.
  if (home !== null && home !== schema)
    throw new StorageError(
      `Quarry's tables are in the schema ${home}, but the search_path of the database or role names ${schema} first: set it to begin with ${home}.`,
    )
  // Sites write in every script; without an encoding, the database would not know capital letters beyond ASCII.
  if (home === null && encoding !== 'UTF8')
    throw new StorageError(
      `The encoding of the database is ${encoding}: create one with "encoding 'UTF8' template template0".`,
    )
  return major
}

/** The job queue fills the schema itself; a role that may not create schemas needs an existing one. */
async function makeQueueSchema(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_namespace where nspname = 'pgboss'`)
  if (rowCount === 0) await client.query('create schema pgboss')
}

async function findWaiting(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  for (const [index, applied] of rows.entries()) {
    const file = migrations[index]
    if (file?.name !== applied.name) throw missing(applied.name, file?.name)
    if (file.checksum !== applied.checksum) {
      throw new StorageError(
        `Migration ${file.name} was changed after it was applied: restore it and put the change into a new file.`,
      )
    }
  }
  return migrations.slice(rows.length)
}

/** The applied files must be the first ones: a new file must not sort before them. */
function missing(applied: string, file: string | undefined): StorageError {
  if (file !== undefined && file < applied) {
    return new StorageError(
      `Migration ${file} sorts before ${applied}, which is already applied: give it the next number.`,
    )
  }
  return new StorageError(
    `The database has migration ${applied}, which this Quarry does not know: use the Quarry that applied it or a newer one.`,
  )
}

const halfMoved = (): StorageError =>
  new StorageError(
    'Tables are missing on the nodes, because moving them was interrupted or this version spreads more of them: run quarry db distribute again (or quarry db undistribute to move all back).',
  )

/**
 * Servers of the last release keep running meanwhile. If one of them has a table locked, the file releases all its locks before
 * the two could deadlock, and starts over a moment later.
 */
async function apply(client: Client, migration: Migration, isDistributed: boolean): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration, { isDistributed, givesWay: attempt < MAX_ATTEMPTS })
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (attempt < MAX_ATTEMPTS && error instanceof DatabaseError && IS_LOCKED.has(error.code ?? '')) {
        await sleep(PAUSE_MS)
        continue
      }
      const text = `Migration ${migration.name} failed (${errorText(error)}): the database is unchanged.`
      throw new StorageError(text, { cause: error })
    }
  }
}

/** On several nodes, a file is executed statement by statement: Citus refuses foreign keys in a text with several statements. */
async function applyOnce(
  client: Client,
  { name, sql, checksum }: Migration,
  { isDistributed, givesWay }: { isDistributed: boolean; givesWay: boolean },
): Promise<void> {
  await client.query('begin')
  if (givesWay) await client.query(GIVE_WAY)
  if (isDistributed) await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  for (const text of isDistributed ? splitStatements(sql) : [sql]) await client.query(text)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  await client.query('commit')
}
