import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** How many this process makes just now. */
let making = 0
/** Without a process id in its name, from an earlier Quarry: nobody makes a cluster for so long. */
const ABANDONED_AFTER_MS = 3_600_000

/** The beginning of the name of a directory where a cluster is made that is to appear whole at `home`. */
export const unfinishedPrefix = (home: string): string => `${home}.new-${process.pid}-`

/** Runs `work`, which makes a cluster; until it ends, this process takes no directory of its own for abandoned. */
export async function whileMaking<T>(work: () => Promise<T>): Promise<T> {
  making++
  try {
    return await work()
  } finally {
    making--
  }
}

/** Removes what killed processes left beside `home`: directories of clusters that nobody finishes any more. */
export async function removeUnfinished(home: string): Promise<void> {
  const start = `${basename(home)}.new-`
  const names = await readdir(dirname(home)).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(start))) {
    const dir = join(dirname(home), name)
    // Its initdb may be ending just now; what cannot be removed, the next start removes.
    if (await isAbandoned(dir, name.slice(start.length)))
      await rm(dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

async function isAbandoned(dir: string, rest: string): Promise<boolean> {
  const pid = Number(/^(\d+)-/.exec(rest)?.[1] ?? 0)
  if (pid === process.pid) return making === 0 // in containers every start has the same one
  if (pid > 0) return !isAlive(pid)
  const found = await stat(dir).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
