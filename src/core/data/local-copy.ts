import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { fileProblem } from '../../lib/process/file-problem.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'
import { DownloadFailed } from '../../lib/input/download-failed.ts'
import type { ImportNeeds } from './import-needs.ts'

/** A file on this machine, and how to dispose of it. */
export interface LocalCopy {
  path: string
  /** Removes a downloaded file; the operator's own file is kept. */
  discard: () => Promise<void>
}

/** The folder of downloads below the data directory; each is kept until its import is done. */
const FOLDER = 'downloads'

/**
 * The file itself, or a download of it below the data directory: files are read twice, and zip files from the end.
 * @throws UnreadableFile if it cannot be downloaded.
 */
export async function localCopy(
  { config, importFiles }: Pick<ImportNeeds, 'config' | 'importFiles'>,
  source: string,
): Promise<LocalCopy> {
  if (!/^https?:\/\//i.test(source)) return { path: source, discard: () => Promise.resolve() }
  const folder = join(config.dataDir, FOLDER)
  makeDirectory(folder)
  const path = join(folder, createHash('sha256').update(source).digest('hex'))
  const partial = `${path}.${process.pid}`
  await removeAbandoned(folder)
  try {
    await pipeline(Readable.from(await importFiles.open(source, 0)), createWriteStream(partial))
    await rename(partial, path)
  } catch (cause) {
    await rm(partial, { force: true })
    const problem =
      cause instanceof DownloadFailed ? cause.message : `The file ${fileProblem(cause) ?? 'cannot be downloaded.'}`
    throw new UnreadableFile(problem, { cause })
  }
  return { path, discard: () => rm(path, { force: true }) }
}

/** What processes were downloading when they were killed: an index file has a gigabyte. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^[\da-f]{64}\.(\d{1,10})$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { force: true })
  }
}

/** Also if it belongs to somebody else. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
