import { execFile } from 'node:child_process'
import { access, chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '../../../src/db/postgres/embedded-postgres.ts'
import { silentLog } from './silent-log.ts'

/**
 * Puts a copy of a data directory there whose database was made, started and stopped: to make one takes seconds, and few
 * tests are about that. The first that asks for it makes the original.
 */
export async function copyMadeCluster(dataDir: string): Promise<void> {
  const made = inject('madeCluster')
  await access(made).catch(() => make(made))
  await promisify(execFile)('cp', ['-a', made, dataDir])
}

/** Made aside, so that it appears whole; when another worker was faster, its own is as good. */
async function make(place: string): Promise<void> {
  const dataDir = await mkdtemp(`${place}-`)
  await chmod(dataDir, 0o755)
  await (await startEmbeddedPostgres({ dataDir, log: silentLog })).stop()
  await rename(dataDir, place).catch(() => rm(dataDir, { recursive: true }))
}
