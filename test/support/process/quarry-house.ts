import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../src/db/postgres/embedded-postgres.ts'
import { copyMadeCluster } from './made-cluster.ts'
import { silentLog } from './silent-log.ts'

/** What `quarry-process.ts` prints, a line at a time. */
interface Line {
  refused?: string
  ready?: { connectionString: string; adopted: boolean }
  row?: { id: number }
  outcome?: string
}

export interface QuarryProcess extends AsyncDisposable {
  pid: number
  /** Returns the next line, or an empty one at the end. */
  next: () => Promise<Line>
  kill: (signal: NodeJS.Signals) => Promise<void>
}

interface ProcessOptions {
  mode?: 'wait' | 'write'
  script?: string
  dataDir?: string
  sharedDir?: string
  account?: { uid: number; gid: number }
}

/**
 * Creates a directory for data directories, removed together with the servers still running in it.
 * @param options.furnished whether it has a database that was created before and is empty
 */
export async function quarryHouse({ furnished = false } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-house-'))
  await chmod(dir, 0o755)
  const dataDir = join(dir, 'data')
  if (furnished) await copyMadeCluster(dataDir)
  const running: AsyncDisposable[] = []
  const dataDirs = new Set([dataDir])
  return {
    dir,
    dataDir,
    start: (where = dataDir) => startEmbeddedPostgres({ dataDir: where, log: silentLog }),
    /** Starts a separate Quarry process, in its own process group. */
    startProcess: (options: ProcessOptions = {}) => {
      const started = startProcess({ dataDir, ...options })
      running.push(started)
      dataDirs.add(options.dataDir ?? dataDir)
      return started
    },
    serverPid: () => serverPid(join(dataDir, 'postgres')),
    [Symbol.asyncDispose]: async () => {
      for (const each of running) await each[Symbol.asyncDispose]()
      for (const each of dataDirs) await killServer(await serverPid(join(each, 'postgres')))
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

function startProcess({ mode = 'wait', dataDir = '', sharedDir = '', script, account }: ProcessOptions): QuarryProcess {
  const file = script ?? fileURLToPath(new URL('./quarry-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file, mode, dataDir, sharedDir], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid ?? 0,
    next: async () => {
      const { value, done } = await lines.next()
      return done === true ? {} : (JSON.parse(value) as Line)
    },
    kill,
    [Symbol.asyncDispose]: () => kill('SIGKILL'),
  }
}

/** Returns the id from the server's own pid file; 0 if it is not running. */
async function serverPid(clusterDir: string): Promise<number> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || 0
}

/** A process that has ended but was not waited for (a zombie) no longer has a command line. */
export const isAlive = (pid: number): boolean => {
  try {
    if (pid <= 0 || !process.kill(pid, 0)) return false
    const about = `/proc/${pid}/cmdline`
    return !existsSync(about) || readFileSync(about).length > 0
  } catch {
    return false
  }
}

/** Kills a process, or a group by its negated number, that may be ending by itself at this very moment. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Kills the server of a test, known by its pid file, and waits until it has gone. */
export async function killServer(pid: number): Promise<void> {
  if (!isAlive(pid) || pid === process.pid) return
  killNow(pid)
  while (isAlive(pid)) await sleep(10)
}
