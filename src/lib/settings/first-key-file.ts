import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeDirectory } from './make-directory.ts'

/**
 * Writes the first API key into the data directory (`first-key`, mode 0600): unattended output goes to logs that others can
 * read and that are kept.
 * @returns the path, or null when it could not be written.
 */
export const writeFirstKey = (dataDir: string, key: string): string | null => writeForOwner(dataDir, 'first-key', key)

/** The same for the link that makes its holder the owner (`set-up-link`). */
export const writeSetUpLink = (dataDir: string, link: string): string | null =>
  writeForOwner(dataDir, 'set-up-link', link)

function writeForOwner(dataDir: string, name: string, secret: string): string | null {
  const path = join(resolve(dataDir), name)
  try {
    makeDirectory(dataDir)
    rmSync(path, { force: true }) // left from another database or an earlier start
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return path
  } catch {
    return null
  }
}
