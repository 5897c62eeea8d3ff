import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, constants, lstat, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cannotRun, type Cluster } from './postgres-cluster.ts'
import { StorageError } from '../storage-error.ts'

/** What a PostgreSQL server writes about itself into `postmaster.pid` (documented as the contents of that file). */
export interface RunningServer {
  pid: number
  socketDir: string
}

/** Only names the socket file: the server listens on no TCP port. */
export const SERVER_PORT = 5432

/** `sun_path` has room for 104 bytes on some systems; the socket is `/.s.PGSQL.5432`, with a lock file beside it. */
const MAX_SOCKET_DIR_BYTES = 80
const SHORT_SOCKET_DIR = '/tmp/quarry-'

/** The log is short (see SERVER_SETTINGS): starts, stops, crashes. */
const MAX_LOG_BYTES = 1_000_000

const SERVER_SETTINGS: Record<string, string> = {
  listen_addresses: '',
  port: String(SERVER_PORT),
  unix_socket_permissions: '0700',
  max_connections: '200', // a server, several workers and the command line, each with a pool
  shared_buffers: '256MB',
  // For small disks. Space used by a load is kept for the next one, and given back bit by bit down to the minimum.
  max_wal_size: '512MB',
  min_wal_size: '48MB',
  max_parallel_workers_per_gather: '0', // many small queries; and containers have little /dev/shm
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements reach the caller as errors; their text contains people's data, which does not belong in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** @returns null when no server runs, or the file does not say so. */
export async function readPidFile(dir: string): Promise<RunningServer | null> {
  const lines = (await readFile(pidFile(dir), 'utf8').catch(() => '')).split('\n')
  const pid = Math.abs(Number(lines[0]))
  const socketDir = lines[4] ?? ''
  return pid > 1 && socketDir !== '' ? { pid, socketDir } : null
}

/** A server that is starting has written into its lock long before. */
const EMPTY_MS = 3_000

const pidFile = (dir: string) => join(dir, 'postmaster.pid')

/** Whether the process is a Quarry-started server on this data directory: an id alone may have been reused. */
export async function servesCluster(pid: number, dir: string): Promise<boolean> {
  const command = (await commandLine(pid)).replaceAll('\0', ' ')
  return command.includes(`postgres -D ${dir} `)
}

async function commandLine(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null)
  if (fromProc !== null) return fromProc
  const ps = spawn('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  ps.on('error', () => resolve()).on('close', () => resolve())
  let text = ''
  ps.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await promise
  return text
}

/**
 * A leftover lock (`postmaster.pid`, or the `.lock` beside the socket) whose process id now belongs to an unrelated process
 * would make every start fail: after a reboot, in a restarted container, in a copy of a directory whose server runs. The files
 * are not removed, since the first also guards the shared memory of orphaned server processes. Instead, this process's id is
 * written into them, because PostgreSQL treats the id of its own parent as a leftover (`CreateLockFile` in miscinit.c) and
 * still checks the rest. It refuses an empty lock, which a full disk or a power failure leaves behind.
 */
export async function disownLocks(cluster: Cluster): Promise<void> {
  const socketLock = join(await chooseSocketDir(cluster), `.s.PGSQL.${SERVER_PORT}.lock`)
  for (const path of [pidFile(cluster.dir), socketLock]) await disownLock(path, cluster.dir)
}

async function disownLock(path: string, dir: string): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW).catch(() => null)
  if (file === null) return
  try {
    const [pid = '', ...rest] = (await file.readFile('utf8')).split('\n')
    const owner = Math.abs(Number(pid))
    if (pid === '' && rest.length === 0) {
      if (Date.now() - (await file.stat()).mtimeMs < EMPTY_MS) return
    } else if (!(owner > 0) || (await servesCluster(owner, dir))) return // a new server has started in between
    // Never empty in between: this process may be killed at any moment.
    const { bytesWritten } = await file.write([process.pid, ...(rest.length > 0 ? rest : [''])].join('\n'), 0)
    await file.truncate(bytesWritten)
  } finally {
    await file.close()
  }
}

/** A server process started by this one; it survives if Quarry is killed. */
export interface ServerProcess {
  isRunning: () => boolean
  /** What it wrote to its log, at most the last 4 kB; explains a failed start. */
  said: () => Promise<string>
}

/** Starts the server detached: an interrupt from the terminal is meant for Quarry, which needs its database to stop cleanly. */
export async function spawnServer(cluster: Cluster, logFile: string, extraSettings: Record<string, string>) {
  const log = await openLog(logFile)
  const from = (await log.stat()).size
  const settings = { ...SERVER_SETTINGS, ...extraSettings, unix_socket_directories: await chooseSocketDir(cluster) }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  try {
    const child = spawn(cluster.binaries.postgres, ['-D', cluster.dir, ...options], {
      ...cluster.account,
      cwd: '/',
      env: { LC_ALL: 'C' },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    return await watch(child, async () => (await readFile(logFile)).subarray(from).subarray(-4_000).toString())
  } finally {
    await log.close()
  }
}

async function watch(child: ChildProcess, said: () => Promise<string>): Promise<ServerProcess> {
  const started = Promise.withResolvers<void>()
  child.on('spawn', () => started.resolve())
  child.on('error', (error) => started.reject(cannotRun(error)))
  await started.promise
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    said,
  }
}

async function openLog(logFile: string) {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.old`)
  return open(logFile, 'a', 0o600)
}

/** The data directory itself, already closed to others, unless its path is too long or too unusual for a socket. */
async function chooseSocketDir({ dir, account }: Cluster): Promise<string> {
  if (Buffer.byteLength(dir) <= MAX_SOCKET_DIR_BYTES && /^[\w./-]+$/.test(dir)) return dir
  const short = SHORT_SOCKET_DIR + createHash('sha256').update(dir).digest('hex').slice(0, 16)
  const isNew = await mkdir(short, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (isNew && account !== null) await chown(short, account.uid, account.gid)
  const { uid, mode } = await lstat(short)
  // Anyone can create a directory in /tmp: a link, or one that others can enter, would let them act as the database's user.
  if (uid === (account?.uid ?? process.getuid?.()) && (mode & 0o170077) === constants.S_IFDIR) return short
  throw new StorageError(`${short} belongs to another user or is open to others: remove it and start again.`)
}
