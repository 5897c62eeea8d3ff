import type { ArchiveImport, ArchiveTotals } from '../../db/index/archives-store.ts'
import { roundsOf } from '../../lib/input/capture-rounds.ts'
import type { Observed } from '../../db/changes/observations-writer.ts'
import type { CompanyEvidence } from '../../db/companies/company-evidence-store.ts'
import type { Capture, FoundSource } from '../../db/index/capture-writer.ts'
import { pageCompany, tellsOfCompany } from '../../engine/enrich/page-company.ts'
import { readablePage } from '../../engine/enrich/readable-page.ts'
import { extractPage } from '../../engine/extract/extract-page.ts'
import { scannedAlone } from '../../engine/extract/page-scan.ts'
import type { PageFacts, PageInput } from '../../engine/extract/page/page-facts.ts'
import { archivedCapture, isResponse } from '../../engine/import/archived-page.ts'
import type { ArchivedCapture } from '../../engine/import/archived-page.ts'
import { UnreadableArchive } from '../../engine/import/archive-bytes.ts'
import { readArchive } from '../../engine/import/archive-reader.ts'
import type { Checkpoint } from '../../engine/import/archive-reader.ts'
import { newFigures } from '../../engine/import/archive-record.ts'
import type { ArchiveRecord } from '../../engine/import/archive-record.ts'
import { latestCapture, misdated } from '../../engine/import/capture-dates.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { fileProblem } from '../../lib/process/file-problem.ts'
import { archivedCompanies, companyPageOf } from '../crawl/archived-companies.ts'
import type { CompanyPage } from '../crawl/archived-companies.ts'
import { foundSources } from '../crawl/found-sources.ts'
import { archivedMove } from '../crawl/moved-site.ts'
import { ownRulesPlace, technologyRules } from '../../services/lists/own-technologies.ts'
import { observedOn, withObserved } from '../crawl/observed-page.ts'
import { judge, learnDomain } from '../crawl/learn-domain.ts'
import { DownloadFailed } from '../../lib/input/download-failed.ts'
import { detachedCopy } from '../../lib/text/detached-copy.ts'
import { RangeProblem } from './fetch-range.ts'
import type { ImportNeeds } from './import-needs.ts'

export interface ArchiveRun {
  /** Names this process among those that share the list. */
  holder: string
  signal: AbortSignal
  /** Opens the file from a byte on. */
  open: (source: string, offset: number) => Promise<AsyncIterable<Buffer>>
  /** Leaves out who owns an address, and the company behind a site: twice as fast. */
  addressesOnly: boolean
  onProgress: (source: string, totals: ArchiveTotals) => void
  /** Asked before a page is kept, where the operator wants today's robots.txt to be obeyed. */
  permits: (url: string) => Promise<boolean>
  /** When the file was written; null if it is not known. */
  writtenAt: (source: string) => Promise<Date | null>
}

/** Without a sign of life for so long the file goes to another process. */
export const ARCHIVE_LEASE_MS = 5 * MINUTE_MS
/** Captures between two checkpoints: what a killed import does again. */
const SLICE = 500
/** Files with few pages give signs of life too. */
const SAVE_EVERY_MS = 30 * SECOND_MS
/** Transactions at a time: the database works while the next page is read. */
const WRITERS = 4
/** Captures of a transaction: many small ones cost more than the pages do. */
const BATCH = 50

/** What one stretch between two checkpoints adds up to. */
interface Slice {
  captures: Capture[]
  companies: CompanyPage[]
  next: Checkpoint
}

/**
 * Reads one archive from where it was left, and stores what its pages say, as captures of their own date: whatever order
 * archives come in, the index is the same. Ends early, and safely, when `signal` says so.
 */
export async function importArchive(
  context: ImportNeeds,
  file: ArchiveImport,
  run: ArchiveRun,
): Promise<ReadOutcome | 'failed'> {
  const { archives } = context.store
  const totals = { ...NOTHING, ...file.figures }
  try {
    const outcome = await readFile(context, file, run, totals)
    if (outcome === 'interrupted') await archives.release(file.id, run.holder)
    else await archives.finish(file.id, run.holder, outcome, null, context.clock.now())
    return outcome
  } catch (error) {
    await archives.finish(file.id, run.holder, 'failed', problemOf(error), context.clock.now())
    if (!(error instanceof UnreadableArchive || error instanceof RangeProblem))
      context.log.warn({ err: error, source: file.source }, 'A web archive could not be imported.')
    return 'failed'
  }
}

/** `incomplete`: the file ends inside a record, or a record says it is longer than the file. */
type ReadOutcome = 'done' | 'incomplete' | 'interrupted'

const NOTHING: ArchiveTotals = {
  records: 0,
  responses: 0,
  pages: 0,
  addresses: 0,
  oversized: 0,
  garbage: 0,
  damaged: 0,
  misdated: 0,
  named: [],
  truncated: false,
  offset: 0,
}

async function readFile(
  context: ImportNeeds,
  { id, source, offset, records }: ArchiveImport,
  run: ArchiveRun,
  totals: ArchiveTotals,
): Promise<ReadOutcome> {
  const figures = newFigures()
  const before = { ...totals }
  let slice: Slice = { captures: [], companies: [], next: { offset, records } }
  let savedAt = performance.now()
  const save = async (): Promise<void> => {
    await storeSlice(context, slice.captures, run, totals)
    await storeCompanies(context, slice.companies, run)
    const { oversized, garbage, damaged, truncated } = figures
    totals.oversized = before.oversized + oversized
    totals.garbage = before.garbage + garbage
    totals.damaged = before.damaged + damaged
    totals.truncated = truncated
    totals.offset = slice.next.offset
    const until = new Date(context.clock.now().getTime() + ARCHIVE_LEASE_MS)
    const progress = { ...slice.next, figures: totals }
    if (!(await context.store.archives.saveProgress(id, run.holder, progress, until)))
      throw new Error('Another process has taken over the file.')
    run.onProgress(source, totals)
    slice = { captures: [], companies: [], next: slice.next }
    savedAt = performance.now()
  }
  const needs = pageNeeds(context, run)
  const latest = latestCapture(context.clock.now(), await run.writtenAt(source))
  const take = (record: ArchiveRecord): void => {
    totals.records++
    if (isResponse(record)) totals.responses++
    const name = misdated(record, latest)
    if (name !== null) return note(totals, name)
    const capture = archivedCapture(record, needs)
    if (capture === null) return
    const kept = captureOf(context, capture, run)
    if (kept !== null) slice.captures.push(kept)
    const company = companyPageOf(capture)
    if (company !== null) slice.companies.push(company)
  }
  const from = { offset, records }
  try {
    for await (const { record, next } of readArchive(await run.open(source, offset), figures, from, run.signal)) {
      if (record.truncated) {
        await save()
        // Kept as far as it goes; the next run, which may find the file whole, reads and counts it again.
        const whole = { ...totals }
        take(record)
        await storeSlice(context, slice.captures, run, totals)
        await storeCompanies(context, slice.companies, run)
        Object.assign(totals, whole)
        slice = { captures: [], companies: [], next: slice.next }
        break
      }
      take(record)
      slice.next = next
      if (slice.captures.length >= SLICE || performance.now() - savedAt > SAVE_EVERY_MS) await save()
      if (run.signal.aborted) break
    }
  } catch (error) {
    if (!run.signal.aborted) throw error
  }
  await save()
  if (run.signal.aborted) return 'interrupted'
  if (totals.records + totals.damaged === 0 && totals.garbage > 0)
    throw new UnreadableArchive('The file contains no web archive records (WARC, WET, WAT or ARC).')
  return figures.truncated ? 'incomplete' : 'done'
}

/** Records that are named, so that somebody can look at them; the others are counted. */
const MAX_NAMED = 5

function note(totals: ArchiveTotals, name: string): void {
  totals.misdated++
  if (totals.named.length < MAX_NAMED) totals.named = [...totals.named, name]
}

function pageNeeds(
  { config, clock, lists }: Pick<ImportNeeds, 'config' | 'clock' | 'lists'>,
  { addressesOnly }: ArchiveRun,
) {
  const { localSuffixes, crawl } = config
  const year = clock.now().getUTCFullYear()
  const rules = addressesOnly ? null : technologyRules(ownRulesPlace(config))
  const extract = (page: PageInput): PageFacts => {
    if (addressesOnly) return scannedAlone(page, { localSuffixes })
    const readable = readablePage(page)
    const facts = withObserved(readable, extractPage(page, { localSuffixes, lists: lists.inUse }), rules)
    const isAsked = !facts.scan.dump && tellsOfCompany(page.url)
    return isAsked ? { ...facts, company: pageCompany(readable, facts, year, null) } : facts
  }
  const agent = (/^[^\s/]*/.exec(crawl.userAgent)?.[0] ?? '').toLowerCase()
  return { extract, agent, maxPageBytes: crawl.maxPageBytes }
}

/** Stores what shows an address, or once did; of the other pages only that they were looked at. */
async function storeSlice(
  context: ImportNeeds,
  captures: readonly Capture[],
  run: ArchiveRun,
  totals: ArchiveTotals,
): Promise<void> {
  const { archives, ingest, sites } = context.store
  totals.pages += captures.filter(({ kind }) => kind === 'page').length
  const silent = captures.filter((capture) => !tells(capture))
  const known = await archives.pagesWithSources(silent)
  for (const round of roundsOf(silent.filter(({ url, kind }) => kind !== 'unchanged' && !known.has(url))))
    await ingest.notePages(round)
  const telling = captures.filter((capture) => tells(capture) || known.has(capture.url))
  const permitted = await allowed(telling, run)
  const touched = new Set<string>()
  await inTurns(batchesOf(permitted), async (batch) => {
    const { keys } = await ingest.recordCaptures(batch, judge(context))
    for (const { domain } of keys) touched.add(domain)
    totals.addresses += batch.reduce((sum, { sources }) => sum + sources.length, 0)
  })
  const patterns = await sites.patterns([...touched])
  const named = await sites.withNamedAddresses([...touched])
  const learned = [...touched].filter((domain) => named.has(domain) || (patterns.get(domain) ?? null) !== null)
  await inTurns(learned, (domain) => learnDomain(context, domain, patterns.get(domain)))
}

/** Whether a page shows an address, somebody, or a place of the company. */
const tells = ({ sources, observed }: Capture): boolean =>
  sources.length > 0 || (observed !== undefined && (observed.people.length > 0 || observed.statements.length > 0))

/** Captures of one site stay together: two transactions that write the same addresses would wait for each other. */
function batchesOf(captures: readonly Capture[]): Capture[][] {
  const sites = Map.groupBy(captures, ({ domain }) => domain)
  const batches: Capture[][] = []
  for (const site of sites.values()) {
    const last = batches.at(-1)
    if (last === undefined || last.length + site.length > BATCH) batches.push([...site])
    else last.push(...site)
  }
  return batches
}

async function storeCompanies(context: ImportNeeds, pages: readonly CompanyPage[], run: ArchiveRun): Promise<void> {
  const evidence = archivedCompanies(await allowed(pages, run)).toSorted(byDomain)
  const batches = Array.from({ length: Math.ceil(evidence.length / BATCH) }, (_, at) =>
    evidence.slice(at * BATCH, (at + 1) * BATCH).flat(),
  )
  await inTurns(batches, (told) => context.store.companyEvidence.record(told, context.clock.now()))
}

/** So that two processes that store the same companies wait for each other, and not each for both. */
const byDomain = ([one]: CompanyEvidence[], [other]: CompanyEvidence[]): number =>
  (one?.facts.domain ?? '') < (other?.facts.domain ?? '') ? -1 : 1

async function allowed<T extends { url: string }>(pages: readonly T[], { permits }: ArchiveRun): Promise<T[]> {
  const verdicts = await Promise.all(pages.map(({ url }) => permits(url)))
  return pages.filter((_, place) => verdicts[place])
}

function captureOf(context: ImportNeeds, capture: ArchivedCapture, { addressesOnly }: ArchiveRun): Capture | null {
  if (capture.kind === 'moved') return addressesOnly ? null : archivedMove(capture)
  const { url, domain, capturedAt, status, kind } = capture
  const page = { url, domain, capturedAt, status, etag: null, lastModified: null, links: [] }
  if (kind !== 'page') return { ...page, kind, contentHash: null, complete: true, sources: [] }
  const { facts, contentHash, truncated } = capture
  const sources = foundSources(context, facts).map(detached)
  const read = { ...page, kind, contentHash, complete: !truncated, sources }
  return addressesOnly ? read : { ...read, observed: withoutPage(observedOn(context, page, facts)) }
}

const detached = ({ digest, ...source }: FoundSource): FoundSource => ({ ...detachedCopy(source), digest })

const withoutPage = ({ people, ...observed }: Observed): Observed => ({
  ...detachedCopy(observed),
  people: people.map(({ digest, spellingDigests, addressDigest, ...person }) => ({
    ...detachedCopy(person),
    digest,
    spellingDigests,
    addressDigest,
  })),
})

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: WRITERS }, worker))
}

function problemOf(error: unknown): string {
  if (error instanceof UnreadableArchive || error instanceof RangeProblem || error instanceof DownloadFailed)
    return error.message
  return `The file ${fileProblem(error) ?? 'could not be read completely.'}`
}
