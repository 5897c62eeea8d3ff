import { realpath, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './postgres-cluster.ts'
import { readPidFile, servesCluster } from './postgres-process.ts'
import { joinServer, type DatabaseUrls, type Presence, type Startup } from './postgres-startup.ts'
import { DiskFull, errorText, StorageError } from '../storage-error.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

export interface EmbeddedPostgresOptions {
  /** Quarry's data directory; the database is in its `postgres`, the server's log in its `postgres.log`. */
  dataDir: string
  log: Startup['log']
  /** Where root puts what its server's unprivileged user could not reach otherwise: programs and, if needed, data. */
  sharedDir?: string
  /** Additional server settings, for tests. */
  extraSettings?: Record<string, string>
}

/** Fits into the ten seconds that Quarry has to stop; a server that takes longer keeps shutting down on its own. */
const STOP_WITHIN_MS = 8_000
const POLL_MS = 20
const COME_BACK_AFTER_MS = 1_000

/**
 * Finds Quarry's own PostgreSQL running on `dataDir` (left by a killed parent, or in use by another Quarry process) or starts
 * it. The server outlives a killed Quarry; the last Quarry process to `stop()` stops it.
 * @throws StorageError with one sentence for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, sharedDir = '/var/lib/quarry', extraSettings = {} } = options
  const dataDir = await makeDataDir(options.dataDir)
  const cluster = await openCluster(dataDir, sharedDir)
  const startup = { cluster, log, extraSettings, logFile: join(dataDir, 'postgres.log') }
  const presence = await joinServer(startup)
  log.info({ dir: cluster.dir, adopted: presence.adopted }, 'The database server is ready.')
  return new EmbeddedPostgres(startup, presence)
}

async function makeDataDir(dataDir: string): Promise<string> {
  try {
    makeDirectory(dataDir)
    return await realpath(dataDir)
  } catch (error) {
    throw new StorageError(
      `The data directory ${dataDir} cannot be created (${errorText(error)}): choose another one with QUARRY_DATA_DIR.`,
      { cause: error },
    )
  }
}

/** A running server that this process uses, and restarts when it dies. */
export class EmbeddedPostgres {
  /** URLs of the database `quarry`, over the server's Unix socket. */
  readonly urls: DatabaseUrls
  /** Where the server stores its files: absolute, without links. */
  readonly dir: string
  /** Whether the server was already running. */
  readonly adopted: boolean
  readonly #startup: Startup
  #presence: Presence
  #isDiskFull = false
  #comingBack: Promise<void> = Promise.resolve()
  readonly #stopping = new AbortController()

  constructor(startup: Startup, presence: Presence) {
    this.#startup = startup
    this.urls = presence.urls
    this.dir = startup.cluster.dir
    this.adopted = presence.adopted
    this.#presence = presence
    this.#watch(presence)
  }

  /** Why it is not running, in a few words, as far as that is known; null while it runs. */
  absence(): string | null {
    return this.#isDiskFull ? 'the disk of the database is full' : null
  }

  /** Close your own connections first. Stops the server unless another Quarry process uses it. */
  async stop(): Promise<'stopped' | 'left running'> {
    this.#stopping.abort()
    await Promise.race([this.#comingBack, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
    const { client } = this.#presence
    try {
      await client.query('select pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.serverInUse])
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
        ADVISORY_LOCKS.serverInUse,
      ])
      // The lock is kept while the server shuts down, so that a process that arrives now waits and then starts a new one.
      return rows[0]?.free === true ? await this.#shutDown() : 'left running'
    } catch {
      return 'left running' // it has gone away on its own, or was stopped by something else
    } finally {
      await client.end().catch(() => {})
    }
  }

  async #shutDown(): Promise<'stopped' | 'left running'> {
    const { dir } = this.#startup.cluster
    const server = await readPidFile(dir)
    if (server === null || !(await servesCluster(server.pid, dir))) return 'left running'
    process.kill(server.pid, 'SIGINT') // PostgreSQL's fast shutdown
    const deadlineMs = Date.now() + STOP_WITHIN_MS
    while (await servesCluster(server.pid, dir)) {
      if (Date.now() > deadlineMs) return 'left running'
      await sleep(POLL_MS)
    }
    if (server.socketDir !== dir) await rmdir(server.socketDir).catch(() => {})
    return 'stopped'
  }

  #watch({ client }: Presence): void {
    client.once('end', () => {
      if (!this.#stopping.signal.aborted) this.#comingBack = this.#comeBack()
    })
  }

  async #comeBack(): Promise<void> {
    const { log } = this.#startup
    log.warn('The database server stopped: restarting it.')
    while (!this.#stopping.signal.aborted) {
      try {
        this.#presence = await joinServer(this.#startup)
        this.#isDiskFull = false
        this.#watch(this.#presence)
        return
      } catch (error) {
        this.#isDiskFull = error instanceof DiskFull
        log.error({ err: error }, 'The database server is not running again yet.')
        await sleep(COME_BACK_AFTER_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
  }
}
