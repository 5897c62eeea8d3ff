import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface SmallDisk extends AsyncDisposable {
  /** Where it is mounted; any user may enter. */
  dir: string
  /** Leaves not a single byte free. */
  fill: () => Promise<void>
  empty: () => Promise<void>
}

const run = promisify(execFile)
const CHUNK = Buffer.alloc(1 << 16)

/** Mounts a file system in memory of this many megabytes, which only root may do. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir])
  await chmod(dir, 0o755)
  const filler = join(dir, 'filler')
  return {
    dir,
    fill: async () => {
      const file = await open(filler, 'a')
      try {
        for (;;) await file.write(CHUNK)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    [Symbol.asyncDispose]: async () => {
      await rm(filler, { force: true })
      await run('umount', ['--lazy', dir])
      await rm(dir, { recursive: true, force: true })
    },
  }
}
