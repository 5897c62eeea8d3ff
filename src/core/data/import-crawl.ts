import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrawlWork, IndexState, PartsState } from '../../db/index/crawl-parts-store.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { AppError } from '../../errors.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { fileProblem } from '../../lib/process/file-problem.ts'
import { PAGE_KINDS, USUAL_PAGES } from '../../engine/import/ranges/chosen-captures.ts'
import type { CaptureChoice } from '../../engine/import/ranges/chosen-captures.ts'
import { rangeArchive } from '../../engine/import/ranges/range-archive.ts'
import type { RangeReading } from '../../engine/import/ranges/range-archive.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { settleSites } from '../crawl/settle-site.ts'
import { chooseCaptures, partsOf } from './choose-captures.ts'
import { rangeReading } from './fetch-range.ts'
import type { RangeFigures } from './fetch-range.ts'
import { ARCHIVE_LEASE_MS, importArchive } from './import-archive.ts'
import type { ArchiveRun } from './import-archive.ts'
import { asPlace, listedFiles, livePermission } from './import-archives.ts'
import type { ImportNeeds } from './import-needs.ts'
import { localCopy } from './local-copy.ts'

/** The values allowed in `choice.pages`. */
export const CRAWL_PAGE_KINDS = PAGE_KINDS
export const USUAL_CRAWL_PAGES = USUAL_PAGES

export interface CrawlImportOptions {
  /** Index files (Parquet, or CDXJ plain or gzipped), or lists of them. */
  indexes: readonly string[]
  /** Prepended to the lines of lists of index files. */
  indexPrefix: string
  /** Prepended to the names of archives: a URL, or a folder. */
  prefix: string
  choice: CaptureChoice
  /** The maximum number of pages, of all index files together; null for all. */
  limit: number | null
  addressesOnly: boolean
  signal: AbortSignal
  onProgress: (progress: CrawlImportProgress) => void
}

/** The overall progress, across all processes, and what this process fetched. */
export interface CrawlImportProgress extends RangeFigures {
  indexes: readonly IndexState[]
  parts: PartsState | null
}

/** In the meantime, other processes may choose more, or abandon their parts. */
const WAIT_MS = 2 * SECOND_MS
/** Parts that fail in a row: the next one would fail as well. */
const MAX_FAILED = 3

/**
 * Fills the index from a public crawl: chooses captures using the crawl's own index, and reads only their records, by byte
 * ranges. Any number of processes may do so at once, and each may be killed at any moment: finished work is not repeated, and
 * reading a page twice changes nothing.
 */
export async function importCrawl(context: ImportNeeds, given: CrawlImportOptions): Promise<CrawlImportProgress> {
  const { store, clock, presence } = context
  const wanted = { ...given, prefix: asPlace(given.prefix) }
  const { signal } = wanted
  // Otherwise each of its archives would count as missing.
  if (wanted.prefix !== '')
    await context.importFiles.writtenAt(wanted.prefix).catch((cause: unknown) => {
      throw new AppError('wrong_params', `"${quoted(given.prefix)}" ${fileProblem(cause) ?? 'cannot be read.'}`, {
        cause,
      })
    })
  const crawl = nameOf(wanted)
  const indexes = await listedFiles(context, { sources: wanted.indexes, prefix: wanted.indexPrefix })
  await store.crawlParts.add(crawl, indexes, clock.now())
  const figures: RangeFigures = { requests: 0, bytes: 0, missing: 0 }
  const reading = rangeReading(context, wanted.prefix, figures, signal)
  const { permits, leave } = livePermission(context, signal)
  const progress = async (): Promise<CrawlImportProgress> => ({
    ...figures,
    indexes: await store.crawlParts.indexes(crawl),
    parts: await store.crawlParts.parts(crawl),
  })
  let failed = 0
  while (!signal.aborted && failed < MAX_FAILED) {
    const holder = await presence.enter()
    const areOthers = await store.crawlParts.releaseGone(crawl)
    const until = new Date(clock.now().getTime() + ARCHIVE_LEASE_MS)
    const work = await store.crawlParts.take(crawl, holder, clock.now(), until)
    if (work === null && !areOthers) break
    if (work === null) await sleep(WAIT_MS, undefined, { signal }).catch(() => undefined)
    else if (work.ranges === null)
      await whileHeld(context, { id: work.id, holder }, () => chooseFrom(context, { ...work, crawl, holder }, wanted))
    else {
      const run = {
        holder,
        signal,
        addressesOnly: wanted.addressesOnly,
        permits,
        writtenAt: () => Promise.resolve(null),
      }
      const setAside: RangeReading['setAside'] = (archives) =>
        store.crawlParts.setAside({ ...work, crawl }, archives, clock.now())
      const part = { ...reading, setAside }
      const outcome = await whileHeld(context, { id: work.id, holder }, () =>
        importPart(context, work, part, run, async () => wanted.onProgress(await progress())),
      )
      failed = outcome === 'failed' ? failed + 1 : 0
    }
    wanted.onProgress(await progress())
  }
  await leave()
  await settleSites(context, signal)
  return progress()
}

/** Derived from the choice, so that the same choice continues where it was left. */
function nameOf({ prefix, choice, limit, addressesOnly }: CrawlImportOptions): string {
  const { tlds, pages, languages } = choice
  const wanted = [prefix, tlds.toSorted(), pages.toSorted(), languages.toSorted(), limit, addressesOnly]
  return `crawl:${createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 16)}`
}

/** Extends the lease meanwhile: without progress, another process would take the work. */
async function whileHeld<T>(
  { store, clock }: Pick<ImportNeeds, 'store' | 'clock'>,
  { id, holder }: { id: number; holder: string },
  work: () => Promise<T>,
): Promise<T> {
  const stay = setInterval(() => {
    store.archives.stay(id, holder, new Date(clock.now().getTime() + ARCHIVE_LEASE_MS)).catch(() => undefined)
  }, ARCHIVE_LEASE_MS / 5)
  try {
    return await work()
  } finally {
    clearInterval(stay)
  }
}

async function chooseFrom(
  context: ImportNeeds,
  work: CrawlWork & { crawl: string; holder: string },
  { choice, limit, signal }: CrawlImportOptions,
): Promise<void> {
  const { store, clock, log } = context
  try {
    const copy = await localCopy(context, work.source)
    const chosen = await chooseCaptures(copy.path, choice, limit ?? Infinity, signal)
    const within = (before: number) => partsOf(limit === null ? chosen : chosen.slice(0, Math.max(0, limit - before)))
    if (await store.crawlParts.settleIndex(work, within, clock.now())) await copy.discard()
  } catch (error) {
    if (signal.aborted) return await store.archives.release(work.id, work.holder)
    const problem =
      error instanceof UnreadableFile
        ? error.message
        : `The index ${fileProblem(error) ?? 'could not be read completely.'}`
    await store.archives.finish(work.id, work.holder, 'failed', problem, clock.now())
    if (!(error instanceof UnreadableFile)) log.warn({ err: error }, 'A crawl index could not be read.')
  }
}

const importPart = (
  context: ImportNeeds,
  work: CrawlWork,
  reading: RangeReading,
  run: Omit<ArchiveRun, 'open' | 'onProgress'>,
  onProgress: () => Promise<void>,
) =>
  importArchive(context, work, {
    ...run,
    open: (_, offset) => Promise.resolve(rangeArchive(work.ranges ?? [], offset, reading)),
    onProgress: () => void onProgress().catch(() => undefined),
  })
