import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/**
 * Writes the first API key into the data directory (`first-key`, mode 0600): where nobody looks at the output it goes to
 * logs that others read and that are kept.
 * @returns the file, or null when it could not be written.
 */
export function writeFirstKey(dataDir: string, key: string): string | null {
  const path = join(resolve(dataDir), 'first-key')
  try {
    makeDirectory(dataDir)
    rmSync(path, { force: true }) // of a database of before
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return path
  } catch {
    return null
  }
}
