import type { Logger } from 'pino'
import type { SavedTables } from './backup/backup-tables.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { bringForward, migrate } from './migrate.ts'
import { ROLES } from './postgres/postgres-access.ts'
import { restoreTables } from './backup/restore-tables.ts'
import type { RestoreSteps } from './backup/restore-tables.ts'
import { checkPlanning } from './through-pooler.ts'
import { unhurriedClient } from './unhurried-client.ts'

export interface StorageOptions {
  dataDir: string
  /** Null: Quarry's own server in `dataDir`. */
  databaseUrl: string | null
  /** The role that owns the tables, if the role of `databaseUrl` may only read and write rows. */
  databaseOwnerUrl: string | null
  /** Bypasses the pooler of `databaseUrl`; null if there is none. */
  directDatabaseUrl: string | null
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export interface Storage {
  /** Where the data is, in words for people; never contains a password. */
  place: string
  /** For the pool: the URL of a role that needs only rows. */
  connectionString: string
  /** Bypasses the pooler, if one is in front. */
  directConnectionString?: string
  /** Its tables are spread over several nodes. */
  isDistributed: boolean
  /** For what only the owner of the tables may do, such as restoring a backup. */
  ownerConnectionString: string
  /** Why Quarry's own server is not running; see `EmbeddedPostgres`. */
  absence?: () => string | null
  /** Close your own connections first. */
  close: () => Promise<void>
}

/**
 * Starts Quarry's own server unless another is configured, and brings the tables up to date.
 * @throws StorageError with one sentence for the operator.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, databaseUrl, databaseOwnerUrl, directDatabaseUrl, log } = options
  if (databaseUrl !== null) {
    const direct = directDatabaseUrl ?? databaseUrl
    const owner = databaseOwnerUrl ?? direct
    const poolRole = databaseOwnerUrl === null ? {} : { poolRole: await roleOf(direct) }
    const { isDistributed } = await bringForward({ connectionString: owner, log, ...poolRole })
    if (isDistributed && directDatabaseUrl !== null) await checkPlanning(databaseUrl)
    return {
      place: placeOf(databaseUrl),
      connectionString: databaseUrl,
      isDistributed,
      ...(directDatabaseUrl !== null && { directConnectionString: directDatabaseUrl }),
      ownerConnectionString: owner,
      close: () => Promise.resolve(),
    }
  }
  const server = await startEmbeddedPostgres({ dataDir, log })
  try {
    await migrate({ connectionString: server.urls.owner, log, poolRole: ROLES.pool })
  } catch (error) {
    await server.stop()
    throw error
  }
  const close = async () => void (await server.stop())
  const place = `Quarry's own PostgreSQL in ${server.dir}`
  const { pool: connectionString, owner: ownerConnectionString } = server.urls
  const absence = () => server.absence()
  return { place, connectionString, ownerConnectionString, isDistributed: false, absence, close }
}

/**
 * Fills an empty installation from the tables of a backup; see `restoreTables`.
 * @throws StorageError with one sentence for the operator.
 */
export async function restoreStorage(
  { dataDir, databaseUrl, databaseOwnerUrl, directDatabaseUrl, log }: StorageOptions,
  dir: string,
  saved: SavedTables,
  steps: RestoreSteps,
): Promise<void> {
  if (databaseUrl !== null)
    return restoreTables(databaseOwnerUrl ?? directDatabaseUrl ?? databaseUrl, dir, saved, steps)
  const server = await startEmbeddedPostgres({ dataDir, log })
  try {
    await restoreTables(server.urls.owner, dir, saved, steps)
  } finally {
    await server.stop()
  }
}

function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  const host = searchParams.get('host') ?? `${hostname}:${port || 5432}`
  return `PostgreSQL at ${host}, database ${pathname.slice(1)}`
}

async function roleOf(connectionString: string): Promise<string> {
  const client = await unhurriedClient(connectionString, 'quarry role')
  try {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end().catch(() => {})
  }
}
