import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { access, appendFile, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { chooseServerAccount } from '../../src/db/postgres/server-account.ts'

/** An installation of PostgreSQL on this system. */
export interface Installation {
  bin: string
  /** `PostgreSQL 15.20` */
  version: string
}

export interface CitusCluster {
  /** Of the coordinator, in a database that knows the workers. */
  url: string
  stop: () => Promise<void>
}

export interface ClusterOptions {
  installation: Installation
  /** Contains a directory for each node, created if missing. */
  dir: string
  /** Of the coordinator; the workers use the next two. By default, unused ports. */
  port?: number
  workers?: number
}

const HOST = '127.0.0.1'
export const CLUSTER_DATABASE = 'quarry'
const ROLE = 'quarry'
const BEGINS_WITHIN_MS = 60_000

/** For experiments: what was written is lost when the machine stops. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_preload_libraries: 'citus',
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '400',
  // Two-phase commits across the workers, and a Citus process for each database.
  max_prepared_transactions: '400',
  max_worker_processes: '120',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  deadlock_timeout: '50ms',
  'citus.node_connection_timeout': '30000',
  'citus.node_conninfo': 'sslmode=disable',
}

const run = promisify(execFile)

/** @returns null and the reason, if PostgreSQL's server or the extension is not installed */
export async function findCitus(pgConfig: string): Promise<Installation | { missing: string }> {
  const ask = async (what: string) => (await run(pgConfig, [`--${what}`])).stdout.trim()
  try {
    const [bin, share, version] = await Promise.all(['bindir', 'sharedir', 'version'].map(ask))
    const control = join(share ?? '', 'extension', 'citus.control')
    if (await access(control).then(yes, no)) return { bin: bin ?? '', version: version ?? '' }
    return {
      missing: `Citus was not found: ${control} does not exist. scripts/cluster/README.md says how to build it.`,
    }
  } catch {
    return {
      missing: `Citus was not found: there is no ${pgConfig}. scripts/cluster/README.md says what to install.`,
    }
  }
}

/** Starts a coordinator and its workers on loopback. They end with `stop`. */
export async function startCitus({ installation, dir, port, workers = 2 }: ClusterOptions): Promise<CitusCluster> {
  const account = await chooseServerAccount(null)
  if (account === undefined) throw new Error('PostgreSQL does not run as root, and no other account was found.')
  await mkdir(dir, { recursive: true })
  const running: { stop: () => Promise<void> }[] = []
  const stop = async () => void (await Promise.all(running.map((node) => node.stop())))
  try {
    const ports: number[] = []
    for (let index = 0; index <= workers; index++) {
      const own = port === undefined ? await anyPort() : port + index
      running.push(await startNode({ installation, account, dir: join(dir, `node-${index}`), port: own }))
      ports.push(own)
    }
    await Promise.all(ports.map(openDatabase))
    const [coordinator = 0, ...others] = ports
    await introduce(coordinator, others)
    return { url: urlOf(coordinator), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const urlOf = (port: number, database = CLUSTER_DATABASE): string => `postgres://${ROLE}@${HOST}:${port}/${database}`

interface NodeOptions {
  installation: Installation
  account: { uid: number; gid: number } | null
  dir: string
  port: number
}

async function startNode({ installation, account, dir, port }: NodeOptions): Promise<{ stop: () => Promise<void> }> {
  const identity = account ?? {}
  if (!(await access(join(dir, 'PG_VERSION')).then(yes, no))) {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    if (account !== null) await chown(dir, account.uid, account.gid)
    const made = [
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      `--username=${ROLE}`,
      '--no-sync',
      '--pgdata',
      dir,
    ]
    await run(join(installation.bin, 'initdb'), made, identity)
    const lines = Object.entries(SETTINGS).map(([name, value]) => `${name} = '${value}'`)
    await appendFile(join(dir, 'postgresql.conf'), `${lines.join('\n')}\n`)
  }
  const child = spawn(join(installation.bin, 'postgres'), ['-D', dir, '-p', String(port)], {
    ...identity,
    cwd: dir,
    // Nodes look there for their own certificates.
    env: { ...process.env, HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4_000)))
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    await exited
  }
  for (const end = Date.now() + BEGINS_WITHIN_MS; ; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL exited immediately: ${said}`)
    if (await answers(port)) return { stop }
    if (Date.now() > end) {
      await stop()
      throw new Error(`PostgreSQL does not answer: ${said}`)
    }
  }
}

async function answers(port: number): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(port, 'postgres') })
  client.on('error', () => undefined)
  return client
    .connect()
    .then(yes, no)
    .finally(() => client.end().catch(() => undefined))
}

async function inDatabase(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the cluster's database with the extension, which Citus requires on each node before it may join. */
async function openDatabase(port: number): Promise<void> {
  await inDatabase(urlOf(port, 'postgres'), async (client) => {
    const known = await client.query('select from pg_database where datname = $1', [CLUSTER_DATABASE])
    if (known.rowCount === 0) await client.query(`create database ${CLUSTER_DATABASE}`)
  })
  await inDatabase(urlOf(port), (client) => client.query('create extension if not exists citus'))
}

/** Registers the coordinator and its workers with the coordinator. */
const introduce = (coordinator: number, workers: readonly number[]): Promise<void> =>
  inDatabase(urlOf(coordinator), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [HOST, coordinator])
    for (const port of workers) await client.query('select citus_add_node($1, $2)', [HOST, port])
  })

async function anyPort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const yes = () => true
const no = () => false
