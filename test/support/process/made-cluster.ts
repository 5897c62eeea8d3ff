import { execFile } from 'node:child_process'
import { access, chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '../../../src/db/postgres/embedded-postgres.ts'
import { silentLog } from './silent-log.ts'

/**
 * Copies a data directory whose database was created, started and stopped: creating one takes seconds, and few tests
 * are about that. The first caller creates the original.
 */
export async function copyMadeCluster(dataDir: string): Promise<void> {
  const made = inject('madeCluster')
  await access(made).catch(() => make(made))
  await promisify(execFile)('cp', ['-a', made, dataDir])
}

/**
 * Creates the original elsewhere and moves it, so that it appears as a whole; if another worker was faster, that one's
 * is used.
 */
async function make(place: string): Promise<void> {
  const dataDir = await mkdtemp(`${place}-`)
  await chmod(dataDir, 0o755)
  await (await startEmbeddedPostgres({ dataDir, log: silentLog })).stop()
  await rename(dataDir, place).catch(() => rm(dataDir, { recursive: true }))
}
