import { Pool } from 'pg'
import { generateApiKey } from '../../src/lib/secrets/api-key.ts'
import { START } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import type { HostileHouse } from './attack.ts'
import type { Probed } from './loop-probe.ts'

const ANSWER_WITHIN_MS = 120_000
const ALL_SCOPES = ['read', 'write', 'send', 'operator']

export interface ProbedHouse extends HostileHouse, AsyncDisposable {
  /** Returns figures since the last call. */
  probe: () => Promise<Probed>
}

/**
 * Additional arguments of a server, so that `askProbe` can ask it. Its young generation has its full size from the
 * beginning: it would grow to what the start flags allow with any work, and that is not memory held by an attack.
 */
export const PROBE = ['--import', './scripts/hostile/loop-probe.ts', '--min-semi-space-size=32'] as const

/** Starts a server on the database of the bench house, with a probe inside it. */
export async function openHostileHouse(bench: BenchHouse, env: Record<string, string>): Promise<ProbedHouse> {
  const server = await bench.start([...PROBE, ...START], { ...QUIET, ...env, DATABASE_URL: bench.connectionString })
  const pool = new Pool({ connectionString: bench.connectionString, max: 3 })
  const newKey = (scopes: readonly string[] = ALL_SCOPES) => addKey(pool, scopes)
  return {
    origin: server.origin,
    pid: server.pid,
    pool,
    connectionString: bench.connectionString,
    newKey,
    key: await newKey(),
    send: (path, init) => send(server.origin + path, init),
    probe: () => askProbe(server),
    async [Symbol.asyncDispose]() {
      await pool.end()
      await server.stop()
    },
  }
}

const QUIET = {
  PORT: '0',
  QUARRY_CRAWL: 'off',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOG_LEVEL: 'fatal',
  QUARRY_LOCAL_SUFFIXES: 'test,example',
}

/** Returns what a server started with `PROBE` reports since the last call. */
export async function askProbe({ ask }: Pick<ServerProcess, 'ask'>): Promise<Probed> {
  return (await ask({ ask: 'probe' })) as Probed
}

async function addKey(pool: Pool, scopes: readonly string[]): Promise<string> {
  const { key, hash, lastFour } = generateApiKey()
  await pool.query(
    `with account as (insert into accounts (plan) values ('unlimited') returning id),
       owner as (insert into users (account_id) select id from account returning account_id, id)
     insert into api_keys (account_id, user_id, name, hash, last_four, scopes)
     select account_id, id, 'Attacker', $1, $2, $3 from owner`,
    [hash, lastFour, scopes],
  )
  return key
}

async function send(url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), ...init })
    return { status: response.status, text: await response.text() }
  } catch {
    return { status: 0, text: '' }
  }
}
