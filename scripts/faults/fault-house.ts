import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startChild } from '../../test/support/process/child-quarry.ts'
import type { ChildQuarry } from '../../test/support/process/child-quarry.ts'
import { openBenchHouse, postmasterOf } from '../support/bench-house.ts'

/** What one kind of fault did. */
export interface Suffered {
  fault: string
  times: number
  /** Acknowledged but missing afterwards. */
  lost: number
  /** Done more than once. */
  doubled: number
  /** Requests that got no answer although each should have. */
  dropped: number
  /** Other errors, in words. */
  wrong: string[]
  /** From the end of the fault until `/readyz` said ready. */
  readyMs: number
}

export const unharmed = (fault: string): Suffered => ({
  fault,
  times: 0,
  lost: 0,
  doubled: 0,
  dropped: 0,
  wrong: [],
  readyMs: 0,
})

/** A Quarry of three processes, each of which can be killed: server, worker and database. */
export interface FaultHouse extends AsyncDisposable {
  connectionString: string
  /** The origin of the server that is running now. */
  origin: () => string
  key: string
  /** @returns how it ended: the exit code or the signal; 0 for the database, whose end is not waited for */
  kill: (victim: Victim, signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>
  /** Starts again what was killed; the database recovers by itself. */
  mend: (victim: Victim) => Promise<void>
  postmaster: () => Promise<number>
}

export type Victim = 'server' | 'worker' | 'database'

const LISTENS = /listens on (http:\/\/[\d.]+:\d+)/
const QUIET = {
  QUARRY_CRAWL: 'off',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  PORT: '0',
  QUARRY_LOG_LEVEL: 'silent',
  // The send guard would make all mail wait.
  QUARRY_SEND_GATE: 'skip_invalid',
  QUARRY_SEND_GUARD: 'off',
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
}

export async function openFaultHouse(): Promise<FaultHouse> {
  const bench = await openBenchHouse()
  const env = { ...QUIET, DATABASE_URL: bench.connectionString }
  let origin = ''
  const start = async (role: 'server' | 'worker'): Promise<ChildQuarry> => {
    const child = startChild('main.ts', [], {
      ...env,
      QUARRY_ROLE: role,
      ...(role === 'worker' && { QUARRY_LOG_LEVEL: 'info' }),
    })
    const [, url = ''] = await child.until(role === 'server' ? LISTENS : /Quarry is ready()/)
    if (role === 'server') origin = url
    return child
  }
  const server = await start('server')
  const key = await server.firstKey()
  const running = { server, worker: await start('worker') }
  const postmaster = () => postmasterOf(bench.dataDir)
  return {
    connectionString: bench.connectionString,
    origin: () => origin,
    key,
    postmaster,
    kill: async (victim, signal = 'SIGKILL') => {
      if (victim !== 'database') return running[victim].end(signal)
      process.kill(await postmaster(), signal)
      return 0
    },
    mend: async (victim) => {
      if (victim === 'database') await untilAnswers(bench.connectionString)
      else running[victim] = await start(victim)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([running.server.end('SIGTERM'), running.worker.end('SIGTERM')])
      await bench[Symbol.asyncDispose]()
    },
  }
}

async function untilAnswers(connectionString: string): Promise<void> {
  await until('the database answers', async () => {
    await using client = await connected(connectionString)
    await client.query('select 1')
    return true
  })
}

/** A connection that is closed at the end of the block, and that may break. */
export async function connected(connectionString: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => undefined) })
}

/** Longer than any recovery takes. */
const PATIENCE_MS = 60_000

/**
 * Waits until the condition is true; while it throws, it is not.
 * @returns how long that took, in milliseconds
 */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < PATIENCE_MS) {
    if (await isTrue().catch(() => false)) return performance.now() - startedAt
    await sleep(25)
  }
  throw new Error(`A minute passed and it was not so that ${what}.`)
}

/** Returns what `/readyz` says. */
export async function readiness(origin: string): Promise<{ status: string; reason?: string }> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(15_000) })
  return (await answer.json()) as { status: string; reason?: string }
}

/**
 * Starts again what was killed.
 * @returns milliseconds until it is ready, including the start
 */
export async function recover(house: FaultHouse, victim: Victim): Promise<number> {
  const startedAt = performance.now()
  await house.mend(victim)
  await untilReady(house.origin())
  return performance.now() - startedAt
}

export const untilReady = (origin: string): Promise<number> =>
  until('it is ready again', async () => (await readiness(origin)).status === 'ready')

export interface Post {
  path: string
  body: object
  idempotencyKey: string
  /** The key of the account. */
  key: string
}

/**
 * Sends a POST with an Idempotency-Key, repeated as a client does until it gets a final answer.
 * @returns its status
 */
export async function insist(house: FaultHouse, post: Post): Promise<number> {
  let status = 0
  await until(`POST ${post.path} is answered`, async () => {
    status = await send(house, post)
    return status !== 409 && status < 500
  })
  return status
}

export async function send(house: FaultHouse, { path, body, idempotencyKey, key }: Post): Promise<number> {
  const answer = await fetch(`${house.origin()}/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}
