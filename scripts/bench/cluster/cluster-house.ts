import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../../src/db/postgres/embedded-postgres.ts'
import { START } from '../../support/bench-house.ts'
import { freePort } from '../../support/free-port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A process of Quarry's, on its own machine as far as files are concerned. */
export interface Machine {
  pid: number
  /** Empty for a worker. */
  origin: string
  output: () => string
  stop: () => Promise<void>
}

export interface ClusterHouse {
  /** Over TCP, as from another machine. */
  url: string
  /** A superuser's connection, for counting. */
  client: Client
  start: (role: 'server' | 'worker', env?: Record<string, string>) => Promise<Machine>
  /** Returns the key of the first account, once a server has started. */
  key: () => Promise<string>
  /** Starts a pooler in transaction mode in front of the database; null where PgBouncer is not installed. */
  startPooler: (size: number) => Promise<string | null>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** The same on all machines. */
const SECRET_KEY = Buffer.alloc(32, 'b').toString('base64')
/** A separate loopback address, so that no other server uses its port. */
const HOST = '127.0.0.77'
const READY = /Quarry (?:listens on (http:\/\/127\.0\.0\.1:\d+)|runs as a worker)/

/** Starts PostgreSQL as Quarry does, reached over TCP, and counting its statements. */
export async function openClusterHouse(maxConnections: number): Promise<ClusterHouse> {
  const dir = await temporaryFolder('quarry-cluster-')
  await chmod(dir, 0o755) // the pooler runs as another user
  const dataDir = join(dir, 'database')
  await mkdir(dataDir)
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: 'warn' }),
    extraSettings: {
      listen_addresses: HOST,
      max_connections: String(maxConnections),
      shared_preload_libraries: 'pg_stat_statements',
    },
  })
  const client = new Client({ connectionString: postgres.urls.superuser, application_name: 'bench' })
  await client.connect()
  await appendFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'host all all 127.0.0.0/8 trust\n')
  await client.query('select pg_reload_conf()')
  await client.query('create extension pg_stat_statements')
  const { pathname } = new URL(postgres.urls.superuser)
  const url = `postgres://quarry@${HOST}:5432${pathname}`
  const running: { stop: () => Promise<void> }[] = []
  let made = 0

  return {
    url,
    client,
    start: async (role, env = {}) => {
      const machine = await startMachine({
        QUARRY_ROLE: role,
        DATABASE_URL: url,
        QUARRY_DATA_DIR: join(dir, `machine-${++made}`),
        QUARRY_SECRET_KEY: SECRET_KEY,
        ...QUIET,
        ...env,
      })
      running.push(machine)
      return machine
    },
    key: async () => (await readFile(join(dir, 'machine-1', 'first-key'), 'utf8')).trim(),
    startPooler: async (size) => {
      if (spawnSync('pgbouncer', ['--version']).status !== 0) return null
      const pooler = await startPooler({ dir, database: pathname.slice(1), size })
      running.push(pooler)
      return pooler.url
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map(({ stop }) => stop()))
      await client.end()
      await postgres.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const QUIET = {
  PORT: '0',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOG_LEVEL: 'warn',
  QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
  QUARRY_DNS_SERVERS: '127.0.0.1:9', // nothing answers there
  // There are dozens of processes on one machine.
  UV_THREADPOOL_SIZE: '2',
}

async function startMachine(env: Record<string, string>): Promise<Machine> {
  const child = spawn(process.execPath, START, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = READY.exec(text)
      if (found !== null) ready.resolve(found[1] ?? '')
    })
  child.once('exit', (code) => ready.reject(new Error(`A process ended with ${code}: ${text}`)))
  const origin = await ready.promise
  return { pid: child.pid ?? 0, origin, output: () => text, stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** PgBouncer does not run as root. */
const NOBODY = 'nobody'

async function startPooler({ dir, database, size }: { dir: string; database: string; size: number }) {
  const port = await freePort()
  const ini = join(dir, 'pgbouncer.ini')
  const users = join(dir, 'users.txt')
  await writeFile(users, '"quarry" ""\n')
  await writeFile(
    ini,
    `[databases]
${database} = host=${HOST} port=5432 dbname=${database} connect_query='set plan_cache_mode = force_generic_plan; set statement_timeout = ''30s''; set idle_in_transaction_session_timeout = ''1min'''
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 2000
log_connections = 0
log_disconnections = 0
`,
  )
  const asSomebodyElse = process.getuid?.() === 0 ? ['-u', NOBODY] : []
  const child = spawn('pgbouncer', [...asSomebodyElse, ini], { stdio: 'ignore' })
  await once(child, 'spawn')
  return { url: `postgres://quarry@127.0.0.1:${port}/${database}`, stop: () => end(child) }
}
