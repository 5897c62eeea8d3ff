import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a directory and those above it that are missing; one that is there already will do. Not Node's own `recursive`,
 * which never ends where a directory takes no entries although it exists, such as `/proc`.
 * @param mode of the directory itself
 * @throws Error with the system's code
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const dir = resolve(path)
  try {
    makeOne(dir, mode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(dir) === dir) throw error
    makeDirectory(dirname(dir))
    makeOne(dir, mode)
  }
}

function makeOne(dir: string, mode: number): void {
  try {
    mkdirSync(dir, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(dir).isDirectory()) throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
