import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { createDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/postgres/embedded-postgres.ts'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { migrate } from '../../src/db/migrate.ts'
import { everyMinute } from '../../src/jobs/every-minute.ts'
import { JOBS } from '../../src/jobs/worker.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../src/lib/process/job-kind.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated database that `testDatabase()` copies. */
    templateUrl: string
    /**
     * The URLs of the servers that a database has to be created on: one server, or all nodes of a cluster with the
     * coordinator first.
     */
    nodeUrls: string[]
    /** The path of a data directory with an empty database, once a test of this run has asked for it. */
    madeCluster: string
  }
}

const log = pino({ level: 'warn' }, process.stderr)

const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  deadlock_timeout: '50ms',
  // Each copied and each dropped database is a checkpoint, which looks at every buffer; a test needs few.
  shared_buffers: '64MB',
  // It would process hundreds of databases at arbitrary moments, and its statistics change plans.
  autovacuum: 'off',
}

/** Runs are distinguished by a random word; their databases are named `test_<run>_…`. */
const TEST_DATABASES = `select datname as name, split_part(datname, '_', 2) as run from pg_database where datname like 'test\\_%'`

/**
 * Starts one PostgreSQL for the test run, through the same supervisor as in production, except that it does not wait
 * for disk writes. Its data directory has a fixed place per checkout, so that a run after a killed one finds its server
 * and reuses or stops it, and simultaneous runs share it.
 */
export default async function setUpPostgres(project: TestProject) {
  const dataDir = await makeDataDir()
  const server = await startServer(dataDir)
  const client = new Client({ connectionString: server.urls.superuser })
  client.on('error', () => {})
  await client.connect()
  const run = randomBytes(4).toString('hex')
  await client.query('select pg_advisory_lock(hashtext($1))', [run])
  await dropLeftovers(client)
  const madeCluster = join(tmpdir(), `quarry-made-${run}`)
  project.provide('madeCluster', madeCluster)
  project.provide('nodeUrls', [server.urls.superuser])
  project.provide('templateUrl', await makeTemplate(client, server.urls.superuser, run))
  return async () => {
    await client.query('select pg_advisory_unlock(hashtext($1))', [run])
    await dropLeftovers(client)
    await client.end()
    await server.stop()
    await rm(madeCluster, { recursive: true, force: true })
  }
}

async function makeDataDir(): Promise<string> {
  const checkout = createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 12)
  const dir = join(tmpdir(), `quarry-test-${process.getuid?.() ?? 0}-${checkout}`)
  await mkdir(dir, { recursive: true, mode: 0o755 })
  if ((await stat(dir)).uid !== process.getuid?.()) throw new Error(`${dir} belongs to another user.`)
  return dir
}

async function startServer(dataDir: string) {
  const options = { dataDir, log, extraSettings: TEST_SETTINGS }
  return startEmbeddedPostgres(options).catch(async (error: unknown) => {
    log.warn({ err: error }, 'The test database of an earlier run is beyond repair: making a new one.')
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
    return startEmbeddedPostgres(options)
  })
}

async function makeTemplate(client: Client, connectionString: string, run: string): Promise<string> {
  const name = `test_${run}_template`
  await client.query(`create database ${name}`)
  const url = new URL(connectionString)
  url.pathname = name
  await fillTemplate(url.href)
  return url.href
}

/** Fills what every test finds in its database. */
export async function fillTemplate(connectionString: string): Promise<void> {
  await migrate({ connectionString, log })
  await installJobQueue(connectionString)
}

/**
 * Saves every test that uses jobs the time to create pg-boss's tables, the queues and the schedules. No job is created
 * by a schedule: in a new database none would be for the first half minute, and those scheduled for every minute would
 * be created at each start.
 */
async function installJobQueue(connectionString: string): Promise<void> {
  const database = createDatabase({ connectionString, poolSize: 1, log })
  const queue = createJobQueue(database, { log })
  await queue.start()
  for (const { name, schedule } of [...JOBS, everyMinute([])]) {
    const kind = { name, payload: NO_PAYLOAD }
    await queue.work(kind, { concurrency: 1 }, () => Promise.resolve())
    if (schedule !== undefined && schedule !== EVERY_MINUTE) await queue.schedule(kind, schedule)
  }
  await queue.stop({ timeoutMs: 0 })
  await database.pool
    .query(`create function pgboss.no_passes() returns trigger language plpgsql as 'begin return null; end';
    create trigger no_passes before update of cron_on on pgboss.version for each row execute function pgboss.no_passes()`)
  await database.close()
}

/** Drops the databases of runs that no longer hold their lock. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; run: string }>(TEST_DATABASES)
  for (const { name, run } of rows) {
    const { rows: locked } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as free',
      [run],
    )
    if (locked[0]?.free !== true) continue
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query('select pg_advisory_unlock(hashtext($1))', [run])
  }
}
