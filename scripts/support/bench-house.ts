import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../src/db/postgres/embedded-postgres.ts'
import { startServerProcess } from './bench-process.ts'
import type { ServerProcess } from './bench-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}
/** The Node options of `npm start`. */
export const START: readonly string[] = scripts.start.split(' ').slice(1)

/** A fresh database in a temporary folder, and the servers that a benchmark starts beside it. */
export interface BenchHouse {
  dataDir: string
  connectionString: string
  /** Starts Quarry on the database, without rate limits and crawling. `key` is the first one, on the first start. */
  startQuarry: (
    env?: Record<string, string>,
    nodeOptions?: readonly string[],
  ) => Promise<ServerProcess & { key: string }>
  start: (argv: readonly string[], env?: Record<string, string>) => Promise<ServerProcess>
  /** Ends the servers, then the database, and removes the folder. */
  [Symbol.asyncDispose]: () => Promise<void>
}

export async function openBenchHouse(): Promise<BenchHouse> {
  const dataDir = await temporaryFolder('quarry-bench-')
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const servers: ServerProcess[] = []
  const connectionString = postgres.urls.superuser
  const start: BenchHouse['start'] = async (argv, env = {}) => {
    const server = await startServerProcess(argv, env)
    servers.push(server)
    return server
  }
  return {
    dataDir,
    connectionString,
    start,
    startQuarry: async (env, nodeOptions = []) => {
      const quarry = await start([...nodeOptions, ...START], {
        ...QUIET,
        DATABASE_URL: connectionString,
        QUARRY_DATA_DIR: dataDir,
        ...env,
      })
      return { ...quarry, key: (await readFile(join(dataDir, 'first-key'), 'utf8').catch(() => '')).trim() }
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server.stop()
      await postgres.stop()
      // On a busy machine, a database that was told to stop may still be writing.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
    },
  }
}

/** Returns the parent of all processes of the database in this folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

const QUIET = {
  PORT: '0',
  QUARRY_CRAWL: 'off',
  QUARRY_RATE_LIMIT_FACTOR: '0',
  QUARRY_LOG_LEVEL: 'warn',
  // The send guard would make all mail wait.
  QUARRY_SEND_GATE: 'skip_invalid',
  QUARRY_SEND_GUARD: 'off',
}
