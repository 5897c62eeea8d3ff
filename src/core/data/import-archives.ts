/** Imported files (archives, companies, people, leads) and exported ones (leads, the whole index). */

import { gunzipSync } from 'node:zlib'
import type { ArchiveState, ArchiveTotals } from '../../db/index/archives-store.ts'
import { AppError } from '../../errors.ts'
import { fileProblem } from '../../lib/process/file-problem.ts'
import { sharedPoliteness } from '../crawl/shared-politeness.ts'
import { settleSites } from '../crawl/settle-site.ts'
import { ARCHIVE_LEASE_MS, importArchive } from './import-archive.ts'
import type { ImportNeeds } from './import-needs.ts'

export interface ArchivesImportOptions {
  /** Archives, or lists of archives (`.txt`, `.paths`, `.paths.gz`: one per line). */
  sources: readonly string[]
  /** Prepended to the lines of lists, as those of Common Crawl require. */
  prefix: string
  addressesOnly: boolean
  signal: AbortSignal
  onProgress: (progress: ArchivesProgress) => void
}

export interface ArchivesProgress {
  files: number
  filesDone: number
  /** Of the files this process has read. */
  totals: ArchiveTotals
  source: string
}

export interface ArchivesReport {
  files: ArchiveState[]
}

const LIST = /\.(?:txt|paths)(?:\.gz)?$/i
const MAX_LIST_BYTES = 64 * 1_024 * 1_024

/**
 * Imports archives, each from where it was left; finished ones are skipped. Several processes, on one machine or many, may be
 * given the same list: each file is read by only one of them, and one that was killed leaves its file to the next.
 * @throws AppError wrong_params if a list cannot be read.
 */
export async function importArchives(context: ImportNeeds, wanted: ArchivesImportOptions): Promise<ArchivesReport> {
  const { store, clock, importFiles, presence } = context
  const sources = await listedFiles(context, wanted)
  await store.archives.add(sources, clock.now())
  const { permits, leave } = livePermission(context, wanted.signal)
  while (!wanted.signal.aborted) {
    const holder = await presence.enter()
    const until = new Date(clock.now().getTime() + ARCHIVE_LEASE_MS)
    const file = await store.archives.take(sources, holder, clock.now(), until)
    if (file === null) break
    const filesDone = (await store.archives.states(sources)).filter(({ status }) => status !== 'queued').length
    const run = {
      holder,
      signal: wanted.signal,
      addressesOnly: wanted.addressesOnly,
      open: importFiles.open,
      writtenAt: importFiles.writtenAt,
      permits,
      onProgress: (source: string, totals: ArchiveTotals) =>
        wanted.onProgress({ files: sources.length, filesDone, totals, source }),
    }
    await importArchive(context, file, run)
  }
  await leave()
  await settleSites(context, wanted.signal)
  return { files: await store.archives.states(sources) }
}

/** The beginning of paths in a place, a URL or a folder, whether or not it was given with the slash at its end. */
export const asPlace = (place: string): string => (place === '' || /[/\\]$|\?/.test(place) ? place : `${place}/`)

/** The given files and those named by lists, in order. @throws AppError wrong_params */
export async function listedFiles(
  context: Pick<ImportNeeds, 'importFiles'>,
  { sources, prefix }: Pick<ArchivesImportOptions, 'sources' | 'prefix'>,
): Promise<string[]> {
  const all: string[] = []
  for (const source of sources) {
    if (!LIST.test(source)) all.push(source)
    else all.push(...(await linesOf(context, source)).map((line) => asPlace(prefix) + line))
  }
  return [...new Set(all)]
}

async function linesOf({ importFiles }: Pick<ImportNeeds, 'importFiles'>, source: string): Promise<string[]> {
  try {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of await importFiles.open(source, 0)) {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_LIST_BYTES) throw new RangeError('too long')
    }
    const bytes = Buffer.concat(chunks)
    const text = bytes[0] === 0x1f ? gunzipSync(bytes, { maxOutputLength: MAX_LIST_BYTES }) : bytes
    return text
      .toString('utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
  } catch (cause) {
    throw new AppError('wrong_params', `The list "${source}" ${fileProblem(cause) ?? 'cannot be read.'}`, { cause })
  }
}

export interface LivePermission {
  permits: (url: string) => Promise<boolean>
  /** Releases the hosts to other processes. */
  leave: () => Promise<void>
}

/** Whether today's robots.txt allows a page to be kept: checked only if the operator has set `QUARRY_IMPORT_ROBOTS=live`. */
export function livePermission(context: ImportNeeds, signal: AbortSignal): LivePermission {
  if (!context.config.importRobots) return { permits: () => Promise.resolve(true), leave: () => Promise.resolve() }
  const politeness = sharedPoliteness(context)
  return {
    permits: async (url) => {
      const { verdict } = await politeness.permission(new URL(url), signal)
      // A host that no longer exists forbids nothing; one that fails might.
      return verdict === 'allowed' || verdict === 'no_host'
    },
    leave: politeness.leave,
  }
}
