import { setTimeout as sleep } from 'node:timers/promises'
import { types, type CustomTypesConfig, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { CallerPool } from './calls/caller-pool.ts'
import { createDirectConnection } from './direct-connection.ts'
import type { DirectConnection } from './direct-connection.ts'
import { leadsElsewhere, missingSettings, planning } from './through-pooler.ts'
import { connectionWith, SESSION_SETTINGS } from './session-settings.ts'
import { createStorageCheck } from './write-check.ts'
import type { StorageCheck } from './write-check.ts'
import { errorCode } from '../lib/text/error-code.ts'

export interface Database {
  /** For connections of another kind: the job queue listens. */
  connectionString: string
  /** A pooler is in front, which reassigns connections after each transaction. */
  isPooled: boolean
  /** Its tables are spread over several nodes; see distributed-tables.ts. */
  isDistributed: boolean
  pool: CallerPool
  /** What this process listens to, and the locks it holds until it ends. */
  direct: DirectConnection
  /** Behind a pooler: the statements that would set up its sessions as needed; otherwise null. */
  missingSettings: () => Promise<string[] | null>
  /** Whether `direct` bypasses the pooler to another database; see `leadsElsewhere`. */
  isDirectElsewhere: () => Promise<boolean>
  /** What prevents it from serving requests right now. */
  problem: StorageCheck
  close: () => Promise<void>
}

export interface DatabaseOptions {
  connectionString: string
  /** Bypasses the pooler, if one is in front. */
  directConnectionString?: string | undefined
  /** Its tables are spread over several nodes. */
  isDistributed?: boolean
  /** Maximum number of connections; each costs the server a process. */
  poolSize: number
  log: Pick<Logger, 'warn'>
  /** Longest statement of a request or job; longer work belongs in pieces. */
  statementTimeoutMs?: number
  /** Longest query of a call. */
  queryTimeoutMs?: number
  /** How long an unused connection is kept; 10 seconds by default. */
  idleTimeoutMs?: number | undefined
  /** Why the server is not running, if somebody else knows. */
  absence?: () => string | null
  /** Connections that calls of one account may use at once; two fifths of the pool by default. */
  connectionsPerAccount?: number | undefined
}

const STATEMENT_TIMEOUT_MS = 30_000
const QUERY_TIMEOUT_MS = 5_000
/** The server ends a statement itself; a connection that takes this much longer hangs and is given up. */
const ANSWER_WITHIN_MS = 3_000
/** A transaction that waits longer than this for its own process is stuck, and holds locks. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** Longer than a failover takes, shorter than a caller's patience; whoever waits longer for an answer waits for its connection, too. */
const CONNECT_TIMEOUT_MS = 10_000
const IDLE_MS = 10_000

/** Opens a pool; no connection of it is made before the first statement. */
export function createDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const queryTimeoutMs = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS
  const isPooled = options.directConnectionString !== undefined
  const isDistributed = options.isDistributed ?? false
  const settings = {
    ...connectionWith(options.connectionString, { ...SESSION_SETTINGS, ...planning(isDistributed) }),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }
  const pool = new CallerPool({
    connectionString: options.connectionString,
    max: options.poolSize,
    application_name: 'quarry',
    types: { getTypeParser },
    connectionTimeoutMillis: Math.max(CONNECT_TIMEOUT_MS, queryTimeoutMs),
    idleTimeoutMillis: options.idleTimeoutMs ?? IDLE_MS,
    // A pooler accepts none of these.
    ...(!isPooled && settings),
    query_timeout: statementTimeoutMs + ANSWER_WITHIN_MS,
    isPooled,
    queryTimeoutMs,
    perParty: options.connectionsPerAccount,
  })
  for (const each of [pool, pool.light]) keepAlive(each, options.log)
  const problem = createStorageCheck(pool.light, options)
  const direct = createDirectConnection(options.directConnectionString ?? options.connectionString)
  // Tells `quarry db` that this process is running: a pooler's connections outlive those who used them.
  if (isPooled) void direct.query('select').catch(() => undefined)
  let closing: Promise<unknown> | null = null
  const close = async () => void (await (closing ??= Promise.all([direct.close(), pool.end()])))
  const missing = () => (isPooled ? missingSettings(pool, isDistributed) : Promise.resolve(null))
  return {
    connectionString: options.connectionString,
    isPooled,
    isDistributed,
    missingSettings: missing,
    isDirectElsewhere: async () => isPooled && (await leadsElsewhere(pool, direct)),
    pool,
    direct,
    problem,
    close,
  }
}

function keepAlive(pool: Pool, log: DatabaseOptions['log']): void {
  // The next statement replaces an idle connection that the server ends; unhandled, the event would end the process.
  pool.on('error', (error) => pool.ending || log.warn({ err: error }, 'A database connection was lost.'))
  // The same event for a connection in use: its user learns of it from the statement, which fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which is not an exact number.`)
  return value
}

const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0]
const parseTextArray = types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]

const parseArray = (text: string, parse: (item: string) => number) =>
  parseTextArray(text).map((item) => (item === null ? null : parse(item)))

/** By the object ids of `pg_type`: ids and counts become numbers; a `date` stays text (it has no time zone). */
const PARSERS: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: parseInteger,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.DATE]: String,
  1016: (text) => parseArray(text, parseInteger), // int8[]
  1182: parseTextArray, // date[]
  1231: (text) => parseArray(text, Number), // numeric[]
}

const getTypeParser: CustomTypesConfig['getTypeParser'] = (id, format) =>
  (format === 'binary' ? undefined : PARSERS[id]) ?? types.getTypeParser(id, format)

/** Serialization failure and deadlock: the same transaction may well succeed when run again. */
const WORTH_RETRYING = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5
const RETRY_WAIT_MS = 20

/**
 * Runs `work` in one transaction on one connection. `work` may run again after a deadlock or a serialization failure, so it
 * must do nothing outside the database.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(pool, work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !WORTH_RETRYING.has(errorCode(error))) throw error
      await sleep(RETRY_WAIT_MS * attempt * (0.5 + Math.random()))
    }
  }
}

/** The driver's own error when no answer arrives in time; it has no code. */
const hasHung = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

async function transact<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    broken = hasHung(error)
    if (!broken) await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}
