import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { preparePostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { canUse, chooseServerAccount, makeOpenDirectory, type ServerAccount } from './server-account.ts'
import { DiskFull, errorText, StorageError } from '../storage-error.ts'
import { removeUnfinished, unfinishedPrefix, whileMaking } from './unfinished-clusters.ts'
import { errorCode } from '../../lib/text/error-code.ts'

/** A PostgreSQL data directory together with what is needed to run it. */
export interface Cluster {
  /** Absolute, without links. */
  dir: string
  account: ServerAccount
  binaries: PostgresBinaries
}

/**
 * Opens the cluster `<dataDir>/postgres`, or creates it. When the server has to run as another user who cannot reach `dataDir`,
 * the cluster is placed under `sharedDir` and `<dataDir>/postgres.path` names it. Several processes may do this at once: a
 * cluster is created under another name and appears complete.
 */
export async function openCluster(dataDir: string, sharedDir: string): Promise<Cluster> {
  const home = join(dataDir, 'postgres')
  await replaceLink(home, sharedDir)
  const existing = await findCluster(home)
  const account = await chooseServerAccount(existing)
  if (account === undefined) {
    throw new StorageError(
      'PostgreSQL does not run as root and this system has no other account: start Quarry as another user or set DATABASE_URL.',
    )
  }
  const binaries = await preparePostgresBinaries(account, account === null ? dataDir : sharedDir)
  for (const place of [home, join(sharedDir, 'data')]) await removeUnfinished(place)
  if (existing === null) await whileMaking(() => createCluster(home, account, binaries, sharedDir))
  const dir = existing ?? (await findCluster(home)) ?? home
  await checkCluster({ dir, account, binaries })
  return { dir, account, binaries }
}

/** Records, in a file of one line that people can read and backups include, that the cluster is elsewhere. */
async function pointTo(home: string, dir: string): Promise<void> {
  await writeFile(pathFile(home), `${dir}\n`, { flag: 'wx' })
}

const pathFile = (home: string) => `${home}.path`

/** An earlier Quarry left a link there, which hid where the data was. A link created by the operator stays. */
async function replaceLink(home: string, sharedDir: string): Promise<void> {
  const target = await readlink(home).catch(() => '')
  if (!target.startsWith(join(sharedDir, 'data-'))) return
  await pointTo(home, target).catch(() => {}) // another start was faster
  await rm(home, { force: true })
}

/** @returns the real path of the cluster, or null when there is none yet. */
async function findCluster(home: string): Promise<string | null> {
  const elsewhere = (await readFile(pathFile(home), 'utf8').catch(() => '')).trim()
  const place = elsewhere === '' ? home : elsewhere
  const found = await lstat(place).catch(() => null)
  if (found === null && elsewhere === '') return null
  try {
    const dir = await realpath(place)
    return (await readdir(dir)).length === 0 ? null : dir
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw notOurs(home, error)
    throw new StorageError(
      `${elsewhere === '' ? home : pathFile(home)} points to a directory that no longer exists: restore it, or remove ${elsewhere === '' ? home : pathFile(home)} to start with an empty database.`,
      { cause: error },
    )
  }
}

function notOurs(dir: string, cause?: unknown): StorageError {
  return new StorageError(
    `The database in ${dir} belongs to another user: start Quarry as that user or as root, or choose another data directory.`,
    { cause },
  )
}

/** Root copied it without its owner; the files of a database stay with whom they belong to until the operator says otherwise. */
function ofRoot(dir: string, { uid, gid }: { uid: number; gid: number }): StorageError {
  return new StorageError(
    `The database in ${dir} belongs to root, as whom PostgreSQL does not run, such as after a copy without owners: ` +
      `give it to another user (chown -R ${uid}:${gid} '${dir}') and start again.`,
  )
}

/** Makes the locale independent of the machine's: Unicode's case rules, order by code point, the same on every system. */
const INITDB_ARGUMENTS = [
  ['--username', 'quarry'], // the superuser of ROLES
  ['--encoding', 'UTF8'],
  ['--locale-provider', 'builtin'],
  ['--builtin-locale', 'C.UTF-8'],
  ['--locale', 'C'],
  ['--auth-local', 'peer'],
  ['--auth-host', 'reject'],
].flat()

async function createCluster(home: string, account: ServerAccount, binaries: PostgresBinaries, sharedDir: string) {
  const stays = account === null || (await canUse(account, dirname(home)))
  const fresh = await makeOwnedDirectory(unfinishedPrefix(stays ? home : join(sharedDir, 'data')), account)
  try {
    await runInitdb(binaries, fresh, account)
    await (stays ? rename(fresh, home) : pointTo(home, await moveToItsName(fresh, sharedDir)))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process was faster; its cluster is equally good.
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error))) throw error
  }
}

async function moveToItsName(fresh: string, sharedDir: string): Promise<string> {
  const dir = join(sharedDir, `data-${randomUUID()}`)
  await rename(fresh, dir)
  return dir
}

async function makeOwnedDirectory(prefix: string, account: ServerAccount): Promise<string> {
  try {
    await makeOpenDirectory(dirname(prefix))
    const dir = await mkdtemp(prefix)
    await chmod(dir, 0o700)
    if (account !== null) await chown(dir, account.uid, account.gid)
    return dir
  } catch (error) {
    throw new StorageError(
      `No database can be created in ${dirname(prefix)} (${errorText(error)}): make it writable, choose another data directory or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

async function runInitdb({ initdb }: PostgresBinaries, dir: string, account: ServerAccount): Promise<void> {
  const child = spawn(initdb, [...INITDB_ARGUMENTS, '--pgdata', dir], {
    ...account,
    cwd: '/', // Quarry's own may be closed to that user
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  const status = await promise.catch((error: unknown) => {
    throw cannotRun(error)
  })
  if (status !== 0) throw initdbFailed(said, dir)
}

/** ENOENT comes from the program loader: the file exists, its C library does not (musl). */
export function cannotRun(cause: unknown): StorageError {
  return new StorageError(
    `The bundled PostgreSQL does not run on this system (${errorText(cause)}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    { cause },
  )
}

function initdbFailed(said: string, dir: string): StorageError {
  if (said.includes('No space left on device')) return new DiskFull(dirname(dir))
  if (said.includes('could not look up effective user ID')) {
    return new StorageError(
      'PostgreSQL needs a user with a name and this one has none in /etc/passwd: start Quarry as a named user or set DATABASE_URL.',
    )
  }
  if (said.includes('error while loading shared libraries')) return cannotRun(said.trim())
  const reason = said.split('\n').find((line) => /error|fatal|initdb:/i.test(line)) ?? said.trim()
  return new StorageError(`PostgreSQL could not make its data directory in ${dirname(dir)}: ${reason}`)
}

async function checkCluster({ dir, account, binaries }: Cluster): Promise<void> {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'EACCES') throw notOurs(dir, error)
    throw new StorageError(
      `${dir} contains something other than a PostgreSQL database: move it elsewhere and start again.`,
      {
        cause: error,
      },
    )
  })
  if (Number(version) !== binaries.majorVersion) {
    throw new StorageError(
      `The database in ${dir} was created by PostgreSQL ${version.trim()}, but this Quarry bundles ${binaries.majorVersion}: ` +
        'use the Quarry that created it, or dump it there and restore it here.',
    )
  }
  const { uid, mode } = await stat(dir)
  // Copies often gain rights; PostgreSQL does not start in a directory that others may read (or its group may write).
  if ((mode & 0o027) !== 0) await chmod(dir, 0o700).catch(() => undefined)
  if (account === null) return
  if (uid === 0) throw ofRoot(dir, account)
  if (!(await canUse(account, dir))) {
    throw new StorageError(
      `User ${account.uid}, who owns the database in ${dir}, cannot reach it there: open the directories above it (chmod o+x) or move it.`,
    )
  }
}
