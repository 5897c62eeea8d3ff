import { Client } from 'pg'
import type { Pool, PoolClient } from 'pg'

/**
 * A pooler such as PgBouncer, in transaction mode, hands a connection to somebody else after each transaction. Statements
 * that are kept under a name stay behind on it, so none is named; and it takes no settings at connecting: the operator
 * gives them to the role or to the pooler (`POOLER_SETTINGS`).
 */
export function throughPooler(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...[first, ...rest]: unknown[]) => query(unnamed(first), ...rest)) as PoolClient['query']
  })
}

/**
 * How statements are planned. Each is written for one plan (an index named by its conditions): planning every call again would cost more than
 * most of them take. With several nodes, the values decide which node is asked, and what a transaction sets applies there too.
 */
export const planning = (isDistributed: boolean): Record<string, string> =>
  isDistributed
    ? { plan_cache_mode: 'auto', 'citus.propagate_set_commands': 'local' }
    : { plan_cache_mode: 'force_generic_plan' }

/** What every session behind a pooler has to be set to, as the pool sets it where none is in front. */
const POOLER_SETTINGS = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
} as const

/** Statements that set what a session behind the pooler is not set to. */
export async function missingSettings(pool: Pool, isDistributed: boolean): Promise<string[]> {
  const missing: string[] = []
  const settings = { ...planning(isDistributed), ...POOLER_SETTINGS }
  for (const [name, wanted] of Object.entries(settings)) {
    const { rows } = await pool.query<{ is: string }>('select current_setting($1) as is', [name])
    if (rows[0]?.is !== wanted) missing.push(`set ${name} = '${wanted}'`)
  }
  return missing
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
 * Asks for the end of what a client runs, by the protocol: the number of its process is the pooler's invention.
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
