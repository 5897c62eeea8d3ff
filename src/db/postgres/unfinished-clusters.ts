import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../lib/text/error-code.ts'

/** How many clusters this process is creating right now. */
let making = 0
/** For directories of an earlier Quarry, without a process id in their names: creating a cluster never takes this long. */
const ABANDONED_AFTER_MS = 3_600_000

/** The start of the name of a directory in which a cluster for `home` is created before it appears complete. */
export const unfinishedPrefix = (home: string): string => `${home}.new-${process.pid}-`

/** Runs `work`, which creates a cluster; until it ends, this process treats none of its own directories as abandoned. */
export async function whileMaking<T>(work: () => Promise<T>): Promise<T> {
  making++
  try {
    return await work()
  } finally {
    making--
  }
}

/** Removes what killed processes left beside `home`: directories of clusters that will never be finished. */
export async function removeUnfinished(home: string): Promise<void> {
  const start = `${basename(home)}.new-`
  const names = await readdir(dirname(home)).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(start))) {
    const dir = join(dirname(home), name)
    // Its initdb may just be ending; what cannot be removed now is removed by the next start.
    if (await isAbandoned(dir, name.slice(start.length)))
      await rm(dir, { recursive: true, force: true, maxRetries: 5 }).catch(() => {})
  }
}

async function isAbandoned(dir: string, rest: string): Promise<boolean> {
  const pid = Number(/^(\d+)-/.exec(rest)?.[1] ?? 0)
  if (pid === process.pid) return making === 0 // in containers, every start has the same one
  if (pid > 0) return !isAlive(pid)
  const found = await stat(dir).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
