import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'

/** Paths of a command line, looked at before anything else is done: whoever misspelt one hears of it at once, and of its name. */

/** @throws what `fail` says of the path, for what is not a file that this user can read; URLs are left to whoever fetches them */
export async function demandFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (/^https?:\/\//i.test(path)) continue
    // Nothing is opened: a pipe would be spent by it.
    await access(path, constants.R_OK)
    if ((await stat(path)).isDirectory()) throw problemOf(path, 'EISDIR')
  }
}

/** @throws what `fail` says of the path, for what is no folder that this user can read */
export async function demandFolder(path: string): Promise<void> {
  await access(path, constants.R_OK)
  if (!(await stat(path)).isDirectory()) throw new Error(`"${path}" is a file, but a folder is needed.`)
}

const problemOf = (path: string, code: string): Error => Object.assign(new Error(code), { code, path })
