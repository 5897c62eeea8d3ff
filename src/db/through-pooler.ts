import { Client } from 'pg'
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { SESSION_SETTINGS } from './session-settings.ts'
import { errorText, StorageError } from './storage-error.ts'

/**
 * A pooler such as PgBouncer, in transaction mode, reassigns a connection after each transaction. Named prepared statements
 * would be left behind on it, so none is named. It accepts no settings when connecting either: the operator assigns them to the
 * role or the pooler (`POOLER_SETTINGS`).
 */
export function throughPooler(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...[first, ...rest]: unknown[]) => query(unnamed(first), ...rest)) as PoolClient['query']
  })
}

/**
 * How statements are planned. Each is written for one plan (an index named by its conditions): planning every call again would
 * cost more than most of them take. With several nodes, the values decide which node is queried, and what a transaction sets
 * applies there too.
 */
export const planning = (isDistributed: boolean): Record<string, string> =>
  isDistributed
    ? { plan_cache_mode: 'auto', 'citus.propagate_set_commands': 'local' }
    : { plan_cache_mode: 'force_generic_plan' }

/** What every session behind a pooler must be set to; without a pooler, the pool sets it. */
const POOLER_SETTINGS = {
  default_transaction_isolation: SESSION_SETTINGS.default_transaction_isolation,
  lock_timeout: SESSION_SETTINGS.lock_timeout,
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
} as const

/** Returns the statements that set what a session behind the pooler lacks. */
export async function missingSettings(pool: Pool, isDistributed: boolean): Promise<string[]> {
  const missing: string[] = []
  const settings = { ...planning(isDistributed), ...POOLER_SETTINGS }
  for (const [name, wanted] of Object.entries(settings)) {
    const { rows } = await pool.query<{ is: string }>('select current_setting($1) as is', [name])
    if (rows[0]?.is !== wanted) missing.push(`set ${name} = '${wanted}'`)
  }
  return missing
}

const CONNECT_WITHIN_MS = 10_000

/**
 * With plans that fit any values, nodes refuse nearly every statement: a server that starts should not leave it to its callers
 * to find out.
 * @param connectionString of the pooler in front of several nodes
 * @throws StorageError if its sessions are not set for them
 */
export async function checkPlanning(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS })
  client.on('error', () => {}) // the statement fails as well
  try {
    await client.connect()
    const { rows } = await client.query<{ is: string }>(`select current_setting('plan_cache_mode') as is`)
    if (rows[0]?.is === planning(true)['plan_cache_mode']) return
  } catch (cause) {
    throw new StorageError(`The pooler does not answer (${errorText(cause)}): check DATABASE_URL.`, { cause })
  } finally {
    await client.end().catch(() => {})
  }
  const wanted = Object.entries(planning(true)).map(([name, value]) => `set ${name} = '${value}'`)
  throw new StorageError(
    `The database is spread over several nodes, and sessions of the pooler in front of it are not set for that: its connect_query needs ${wanted.join('; ')}. See docs/scale.md.`,
  )
}

const PLACE = 'select current_database() as name, pg_postmaster_start_time()::text as since'

interface Asked {
  query: <Row extends QueryResultRow>(text: string) => Promise<Row[]>
}

/** Whether the connection that bypasses the pooler leads to another database: nothing told or locked there is noticed here. */
export async function leadsElsewhere(pool: Pool, direct: Asked): Promise<boolean> {
  type Place = { name: string; since: string }
  const [[one], [other]] = await Promise.all([
    pool.query<Place>(PLACE).then(({ rows }) => rows),
    direct.query<Place>(PLACE),
  ])
  return one?.name !== other?.name || one?.since !== other?.since
}

const unnamed = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'name' in query && 'text' in query
    ? { ...query, name: undefined }
    : query

interface Wire {
  on: (event: 'error', heard: () => void) => void
  once: (event: 'connect', heard: () => void) => void
  connect: (port: number | string, host?: string) => void
  cancel: (processId: number, secretKey: number) => void
}

/**
 * Cancels a client's statement through the protocol, because behind a pooler its process number is the pooler's invention.
 * PostgreSQL 18, chapter 53.2.8 (Canceling Requests in Progress).
 */
export function cancelByProtocol(client: PoolClient, connectionString: string): void {
  const { connection: wire } = new Client({ connectionString, ssl: false }) as unknown as { connection: Wire }
  const { host, port, processID, secretKey } = client as unknown as {
    host: string
    port: number
    processID: number
    secretKey: number
  }
  wire.on('error', () => undefined)
  wire.once('connect', () => wire.cancel(processID, secretKey))
  if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
  else wire.connect(port, host)
}
