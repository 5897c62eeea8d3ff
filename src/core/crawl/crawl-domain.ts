/** Visits to sites: which site is visited when, what is read there, and what is learned about a domain. */

import type { Capture } from '../../db/index/capture-writer.ts'
import type { CrawlEvent, CrawlSummary } from '../../engine/crawl/crawl-event.ts'
import { crawlSite as visitSite } from '../../engine/crawl/crawler.ts'
import type { PageResponse } from '../../engine/crawl/page-parser.ts'
import type { Politeness } from '../../engine/crawl/politeness.ts'
import type { ReadingNeeds } from '../../engine/crawl/read-answer.ts'
import { mailProviderOf } from '../../engine/enrich/mail-provider.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { isDomainOptedOut, OPTED_OUT_REASON } from '../optouts/opted-out.ts'
import { foundSourcesInTurns } from './found-sources.ts'
import { judge, learnDomain } from './learn-domain.ts'
import { pageReader } from './page-reading.ts'
import { observedOn } from './observed-page.ts'
import { movedCapture } from './moved-site.ts'
import { settleSite } from './settle-site.ts'
import { nextInterval } from './recrawl.ts'
import { createSiteEvidence } from './site-evidence.ts'
import type { SiteEvidence } from './site-evidence.ts'
import { listenTo, nameOf } from './site-budget.ts'
import type { SiteVoice } from './site-budget.ts'
import type { VisitNeeds } from './visit-needs.ts'

export interface CrawlRun {
  /** Identifies this visit in the index; see `crawl-order.ts`. */
  runId: string
  signal: AbortSignal
  /** For whom the site is visited: senders take turns at the threads that read pages. */
  sender?: string
  /** Waits for this visit's turn to read or store a page; if absent, there is no wait. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /** Shared by all crawls of a process, so that no two of them visit a host at the same time. */
  politeness?: Politeness
  onProgress?: (progress: CrawlFigures) => void
}

export interface CrawlFigures {
  pages: number
  queued: number
  bytes: number
  addresses: number
}

export interface CrawlReport extends Pick<CrawlFigures, 'pages' | 'bytes' | 'addresses'> {
  domain: string
  status: 'done' | 'blocked' | 'failed'
  reason: string | null
  next_crawl_at: string
}

/** What one visit adds up while it runs. */
interface Visit {
  domain: string
  run: CrawlRun
  /** Days between the last two visits; null on the first. */
  lastInterval: number | null
  evidence: SiteEvidence
  voice: SiteVoice
  seen: Set<string>
  /** Domains whose addresses the visit touched: their patterns are learnt again. */
  touched: Set<string>
  /** Registrable domains whose pages were read: their changes are reported at the end. */
  sites: Set<string>
  changed: boolean
}

/** The network is down here, so nothing is known about the site: it should be visited when the network is back. */
export class NetworkLostError extends Error {
  override name = 'NetworkLostError'

  constructor(domain: string) {
    super(
      `${domain} was not crawled: even names that certainly exist do not resolve here. Run quarry doctor for details.`,
    )
  }
}

/** Half of the budget may go to pages that are sources; see the crawler. */
const MAX_REVISITS = 50
/** A page that lists addresses of many domains is a directory: the first ones are learnt, the rest when they are crawled. */
const MAX_LEARNT_DOMAINS = 50

/**
 * Visits the site of a domain and stores what it says page by page, so that searches in the meantime see what is there.
 * Finishes with the domain's pattern, its names and the date of the next visit.
 * @param run of a leased visit; see `crawl-order.ts`
 * @throws NetworkLostError
 * @throws AbortError-like when `run.signal` aborts: what was found is stored, but the visit has not ended.
 */
export async function crawlDomain(context: VisitNeeds, domain: string, run: CrawlRun): Promise<CrawlReport> {
  const before = await context.store.crawls.find(domain)
  const visit: Visit = {
    domain,
    run,
    lastInterval: before?.intervalDays ?? null,
    evidence: createSiteEvidence(),
    voice: await listenTo(context, domain),
    seen: new Set(),
    touched: new Set([domain]),
    sites: new Set(),
    changed: false,
  }
  if (await isDomainOptedOut(context, domain))
    return finish(context, visit, { outcome: 'blocked', reason: OPTED_OUT_REASON })
  const summary = await readSite(context, visit)
  run.signal.throwIfAborted()
  await conclude(context, visit, summary)
  return finish(context, visit, summary)
}

async function readSite(context: VisitNeeds, visit: Visit): Promise<CrawlSummary> {
  const { store, config, http, clock, offThread } = context
  const { inTurn = atOnce, signal } = visit.run
  const read = pageReader(context, visit.run)
  const revisit = await store.sites.pagesWithSources(registrableDomain(visit.domain), MAX_REVISITS)
  const needs = {
    http,
    clock,
    offThread,
    revisit,
    read: (response: PageResponse, known: ReadingNeeds) => inTurn(() => read(response, known)),
    known: (url: string) => store.sites.knownPage(registrableDomain(new URL(url).hostname), url),
    delayMs: config.crawl.delayMs,
    userAgent: config.crawl.userAgent,
    signal,
    ...(visit.run.politeness && { politeness: visit.run.politeness }),
  }
  const {
    maxPages: pages,
    maxBytes: bytes,
    maxSeconds: seconds,
    maxPageBytes: pageBytes,
    maxDepth: depth,
  } = config.crawl
  // Storing an event may fail: the visit then ends too, with its time limit, which would keep a command from ending.
  await using events = visitSite(needs, visit.domain, {
    pages,
    bytes,
    seconds,
    pageBytes,
    depth,
    redirects: MAX_REDIRECTS,
  })
  for (;;) {
    const step = await events.next()
    if (step.done === true) return step.value
    await inTurn(() => take(context, visit, step.value))
  }
}

const atOnce = <T>(work: () => Promise<T>): Promise<T> => work()

const MAX_REDIRECTS = 5

/** Stores one event and reports progress. */
async function take(context: VisitNeeds, visit: Visit, event: CrawlEvent): Promise<void> {
  if (event.kind === 'unreachable' && event.reason === 'no_network') throw new NetworkLostError(visit.domain)
  hear(visit, event)
  const capture = await captureOf(context, event)
  if (capture !== null) {
    visit.sites.add(capture.domain)
    const { keys, changed } = await context.store.ingest.recordCaptures([capture], judge(context))
    for (const { domain, value } of keys) {
      visit.seen.add(value)
      visit.touched.add(domain)
    }
    visit.changed ||= changed
  }
  const figures = { pages: event.pages, queued: event.queued, bytes: event.bytes, addresses: visit.seen.size }
  await context.store.crawls.progress({ domain: visit.domain, runId: visit.run.runId }, figures)
  visit.run.onProgress?.(figures)
}

/** Takes what the page says about the company, if it speaks for the company. */
function hear({ evidence, voice }: Visit, event: CrawlEvent): void {
  // The first page is the start page, wherever the site redirected.
  if (event.pages <= 1 && event.kind !== 'unreachable') voice.begin(event.url)
  if (event.kind !== 'page') return
  voice.follow(event.url, event.links)
  if (voice.speaks(event.url, event.facts)) evidence.add(event.url, event.facts)
}

/** What an event says about its page; null if it says nothing (the page could not be read). */
async function captureOf(context: VisitNeeds, event: CrawlEvent): Promise<Capture | null> {
  if (event.kind === 'unreachable') return null
  const page = { domain: registrableDomain(new URL(event.url).hostname), url: event.url, capturedAt: event.fetchedAt }
  const nothing = { etag: null, lastModified: null, contentHash: null, links: [], sources: [], complete: true }
  if (event.kind === 'unchanged') return { ...page, ...nothing, kind: 'unchanged', status: 304 }
  if (event.kind === 'absent') return { ...page, ...nothing, kind: 'absent', status: event.status }
  const { status, etag, lastModified, contentHash, links, facts, truncated } = event
  const sources = await foundSourcesInTurns(context, facts)
  return {
    ...page,
    kind: 'page',
    status,
    etag,
    lastModified,
    contentHash,
    links,
    sources,
    complete: !truncated,
    observed: observedOn(context, page, facts),
  }
}

/** Stores what the visit as a whole says: the organisation's names, linked domains, address patterns. */
async function conclude(context: VisitNeeds, visit: Visit, summary: CrawlSummary): Promise<void> {
  const seenOn = isoDate(context.clock.now())
  if (summary.outcome === 'done') {
    const site = visit.evidence.conclude(visit.domain, summary, seenOn)
    await context.store.sites.summarize(site)
    const mailProvider = await mailProviderOf(context.dns, summary.site)
    const name = site.organization?.name ?? null
    const about = { domain: visit.voice.companyOf(summary.site, name), seenOn, name, mailProvider }
    await context.store.companyEvidence.record(visit.evidence.company.conclude(about), context.clock.now())
    await noteMove(context, visit, { to: summary.movedTo, name: site.organization?.key ?? '' })
  }
  for (const domain of [...visit.touched].slice(0, MAX_LEARNT_DOMAINS)) await learnDomain(context, domain)
  for (const domain of [...visit.sites].slice(0, MAX_LEARNT_DOMAINS)) await settleSite(context, domain)
}

/**
 * Notes a move if both ends agree: the domain redirects permanently, and the new site carries its name or lists addresses at
 * it.
 */
async function noteMove(
  { store, clock, ...context }: VisitNeeds,
  { domain, sites }: Visit,
  { to, name }: { to: string | null; name: string },
): Promise<void> {
  if (to === null || registrableDomain(domain) !== domain) return
  const own = nameOf(domain)
  if (own !== nameOf(to) && own !== name && !(await store.sites.namesDomain(to, domain))) return
  await store.ingest.recordCaptures([movedCapture(domain, to, clock.now())], judge({ ...context, clock }))
  sites.add(domain)
}

async function finish(
  context: VisitNeeds,
  { domain, run, lastInterval, changed, seen }: Visit,
  { outcome: status, reason }: { outcome: CrawlReport['status']; reason: string | null },
): Promise<CrawlReport> {
  const finishedAt = context.clock.now()
  const intervalDays = nextInterval(status, lastInterval, changed)
  const nextCrawlAt = new Date(finishedAt.getTime() + intervalDays * DAY_MS)
  const lease = { domain, runId: run.runId }
  await context.store.crawls.finish(lease, { status, reason, finishedAt, nextCrawlAt, intervalDays })
  const state = await context.store.crawls.find(domain)
  const { pages = 0, bytes = 0 } = state ?? {}
  return { domain, status, reason, pages, bytes, addresses: seen.size, next_crawl_at: nextCrawlAt.toISOString() }
}
