import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../text/error-code.ts'

/**
 * Creates a directory and its missing parents; an existing one is fine. Node's own `recursive` never returns for an existing
 * directory that takes no entries, such as `/proc`.
 * @param mode of the directory itself
 * @throws Error with the system's code
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const dir = resolve(path)
  try {
    makeOne(dir, mode)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(dir) === dir) throw error
    makeDirectory(dirname(dir))
    makeOne(dir, mode)
  }
}

function makeOne(dir: string, mode: number): void {
  try {
    mkdirSync(dir, { mode })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(dir).isDirectory()) throw error
  }
}
