import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { databaseProblem } from '../../lib/process/file-problem.ts'
import { cannotRun, type Cluster } from './postgres-cluster.ts'
import { DATABASE, prepareDatabase, ROLES, writeAccessFiles } from './postgres-access.ts'
import { disownLocks, readPidFile, servesCluster, SERVER_PORT, spawnServer } from './postgres-process.ts'
import type { ServerProcess } from './postgres-process.ts'
import { DiskFull, StorageError } from '../storage-error.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export interface Startup {
  cluster: Cluster
  logFile: string
  extraSettings: Record<string, string>
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** URLs of the embedded database, one per role. */
export type DatabaseUrls = Record<keyof typeof ROLES, string>

/** An open connection that tells other Quarry processes on this data directory that the server is in use. */
export interface Presence {
  client: Client
  urls: DatabaseUrls
  /** Whether another process, or an earlier run of this one, had started the server. */
  adopted: boolean
}

const POLL_MS = 25
const REFUSED_WAIT_MS = 250
/** Long, because replaying a gigabyte of log after a power cut on a slow disk takes minutes. */
const START_WITHIN_MS = 300_000
const TELL_EVERY_MS = 10_000
/** For reasons not known to pass on their own. */
const MAX_REFUSALS = 3
/** A server that shuts down at each of this many attempts has a reason of its own. */
const MAX_JOINS = 10

/** Finds the cluster's server running or starts it, and announces this process. */
export async function joinServer(startup: Startup): Promise<Presence> {
  for (let attempt = 1; ; attempt++) {
    const { client, socketDir, adopted } = await reachServer(startup)
    try {
      await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.serverInUse])
      const urls = urlsOf(socketDir)
      await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.preparing])
      await prepareDatabase(client, urls.superuser)
      await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.preparing])
      return { client, adopted, urls }
    } catch (error) {
      await client.end().catch(() => {})
      // The last user was just stopping the server: try again for the next one.
      if (attempt === MAX_JOINS || !isGone(error)) throw error
    }
  }
}

/** PostgreSQL class 57P (shutdown, crash, not yet ready), or a connection that ended without an error. */
const isGone = (error: unknown) => /^57P|^ECONN|^EPIPE|^$/.test(errorCode(error)) && !(error instanceof StorageError)

/** URLs that both `pg` and libpq's programs (`psql`) understand. */
function urlsOf(socketDir: string): DatabaseUrls {
  const urlOf = (role: string) =>
    `postgresql://${role}@localhost:${SERVER_PORT}/${DATABASE}?host=${encodeURIComponent(socketDir)}`
  return { superuser: urlOf(ROLES.superuser), owner: urlOf(ROLES.owner), pool: urlOf(ROLES.pool) }
}

/** Checks repeatedly: adopts a server that answers, waits for one that will, starts one if there is none. */
async function reachServer(startup: Startup): Promise<{ client: Client; socketDir: string; adopted: boolean }> {
  const { dir } = startup.cluster
  const patience = startPatience(startup)
  const rulesChanged = await writeAccessFiles(startup.cluster)
  let ours: ServerProcess | null = null
  let refusals = 0
  for (;;) {
    const found = await readPidFile(dir)
    const isOurs = found !== null && (await servesCluster(found.pid, dir))
    const answer = found === null ? 'absent' : await connect(found.socketDir)
    if (found !== null && answer instanceof Client) {
      if (isOurs || (await servesFrom(answer, dir))) {
        const adopted = !ours?.isRunning()
        if (adopted && rulesChanged) await answer.query('select pg_reload_conf()')
        return { client: answer, socketDir: found.socketDir, adopted }
      }
      await answer.end()
    }
    if (!isOurs && answer !== 'busy' && !ours?.isRunning()) {
      if (ours !== null) await acceptRefusal(ours, ++refusals, startup)
      await disownLocks(startup.cluster)
      ours = await spawnServer(startup.cluster, startup.logFile, startup.extraSettings)
    }
    await patience()
  }
}

/**
 * The server of another container has a process id that means nothing here, yet it answers on the shared volume. If this
 * directory is a copy made while the original was running, the original's server answers too, but from elsewhere.
 */
async function servesFrom(client: Client, dir: string): Promise<boolean> {
  const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
  return rows[0]?.dir === dir
}

/** @returns `busy` while the server is starting, recovering or shutting down. */
async function connect(socketDir: string): Promise<Client | 'busy' | 'absent'> {
  const at = { host: socketDir, port: SERVER_PORT, user: ROLES.superuser, database: 'postgres' }
  const client = new Client({ ...at, application_name: 'quarry presence', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // an error is followed by 'end', which is listened to
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (['ENOENT', 'ECONNREFUSED'].includes(errorCode(error))) return 'absent'
    if (isGone(error)) return 'busy'
    const sentence = databaseProblem(error) ?? `The database server in ${socketDir} cannot be used: ${String(error)}.`
    throw new StorageError(sentence, { cause: error })
  }
}

/** Returns a function that waits a moment, occasionally logs what it is waiting for, and eventually gives up. */
function startPatience({ cluster, logFile, log }: Startup): () => Promise<void> {
  const startedMs = Date.now()
  let toldMs = startedMs
  return async () => {
    const nowMs = Date.now()
    if (nowMs - startedMs > START_WITHIN_MS) {
      throw new StorageError(`The database server in ${cluster.dir} was not ready in time: see ${logFile}.`)
    }
    if (nowMs - toldMs > TELL_EVERY_MS) {
      toldMs = nowMs
      log.info(
        { waitedMs: nowMs - startedMs },
        'Waiting for the database server, which may be recovering from a crash.',
      )
    }
    await sleep(POLL_MS)
  }
}

/** Another start was faster, a lock is being written, or processes of a killed server still occupy its memory: all pass. */
const PASSES = /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block|Address already in use/

async function acceptRefusal(
  server: ServerProcess,
  refusals: number,
  { cluster, logFile, log }: Startup,
): Promise<void> {
  const said = await server.said()
  if (said.includes('No space left on device')) throw new DiskFull(cluster.dir)
  if (said.includes('error while loading shared libraries')) throw cannotRun(said.trim())
  const reason = said.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? 'it ended without a message'
  if (refusals >= MAX_REFUSALS && !PASSES.test(said)) {
    throw new StorageError(`The database server in ${cluster.dir} failed to start (${reason}): see ${logFile}.`)
  }
  log.warn({ reason }, 'The database server did not start: trying again.')
  await sleep(REFUSED_WAIT_MS)
}
