import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'

/** Checks the paths of a command line before anything else is done, so that a misspelt one is reported at once, by name. */

/**
 * @throws what `fail` prints about the path, if it is not a file this user can read; URLs are left to the code that fetches
 * them
 */
export async function demandFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (/^https?:\/\//i.test(path)) continue
    // Opens nothing, because that would consume a pipe.
    await access(path, constants.R_OK)
    if ((await stat(path)).isDirectory()) throw problemOf(path, 'EISDIR')
  }
}

/** @throws what `fail` prints about the path, if it is not a folder this user can read */
export async function demandFolder(path: string): Promise<void> {
  await access(path, constants.R_OK)
  if (!(await stat(path)).isDirectory()) throw new Error(`"${path}" is a file, but a folder is needed.`)
}

const problemOf = (path: string, code: string): Error => Object.assign(new Error(code), { code, path })
