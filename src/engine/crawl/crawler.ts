import { parseUrl } from '../../net/http/page-url.ts'
import type { HttpResponse } from '../../net/http/http-exchange.ts'
import {
  type CrawlBudget,
  type CrawlEvent,
  type CrawlSummary,
  DEFAULT_BUDGET,
  type UnreachableReason,
} from './crawl-event.ts'
import { type CrawlNeeds } from './crawl-needs.ts'
import { fetchPage } from './crawl-visit.ts'
import { type Crawl, outcomesOf, type PageOutcome } from './crawl-page.ts'
import { createFrontier } from './frontier.ts'
import { pageKey, siteOf } from './link-picker.ts'
import { createPageTrap } from './page-trap.ts'
import { createPoliteness, MAX_CRAWL_DELAY_SECONDS } from './politeness.ts'
import { SECURITY_TEXT } from './security-text.ts'
import { queueSitemaps } from './site-sitemaps.ts'
import { beginVisit, conditionalHeaders, openStartPage, type StartPage } from './start-page.ts'
import { timeLimit, type TimeLimit } from '../../lib/process/with-deadline.ts'

/** Pages with sources follow right after the most promising links, but leave half of the budget to new pages. */
const REVISIT_SCORE = 90
const LATE_REVISIT_SCORE = 30
const REVISIT_SHARE = 0.5
/** Sitemaps are read when only plain links are left. */
const SITEMAP_BELOW_SCORE = 40
/** After the pages about people and contacts. */
const SECURITY_TEXT_SCORE = 50
const MAX_LINKED_DOMAINS = 50
/** Links forbidden by robots.txt cost no request, but checking a long robots.txt is not free. */
const MAX_FORBIDDEN_PAGES = 100

/**
 * Visits one domain politely and within its budget, best pages first, and reports what each page says. The caller stores events
 * as they come; leaving the loop ends the visit.
 * @param domain registrable domain, or a host whose subdomains are the site
 * @returns how the visit ended; network failures never throw, only errors of `needs.known` pass through
 */
export async function* crawlSite(
  needs: CrawlNeeds,
  domain: string,
  budget: CrawlBudget = DEFAULT_BUDGET,
): AsyncGenerator<CrawlEvent, CrawlSummary> {
  using limit = timeLimit(Math.ceil(budget.seconds * 1_000), needs.signal)
  const politeness = needs.politeness ?? createPoliteness(needs)
  const crawl: Crawl = {
    ...beginVisit(needs, domain, budget, limit.signal),
    politeness,
    body: politeness.bodies.share(),
    frontier: createFrontier(budget.depth),
    trap: createPageTrap(),
    linked: new Map(),
    minted: { looksLeft: 2, caught: false },
  }
  const start = await openStartPage(crawl, domain)
  if (start.outcome === 'open') crawl.pages++
  else crawl.body.release()
  if (start.outcome === 'closed')
    yield withProgress(crawl, { kind: 'unreachable', url: start.url.href, reason: start.reason })
  if (start.outcome !== 'open') return summaryOf(crawl, start, limit)
  const { url, known, fetched } = start
  crawl.frontier.markSeen(pageKey(url))
  const first = { url, key: pageKey(url), score: 0, topic: null, depth: 0, revisit: false }
  for (const outcome of await outcomesOf(crawl, first, known, fetched)) yield withProgress(crawl, outcome)
  if (!onlyStartPage(fetched.permission.crawlDelay)) {
    queueSecurityText(crawl, fetched.response.url)
    yield* visitRest(crawl, sitemapsOf(fetched))
  }
  return summaryOf(crawl, start, limit)
}

/** The sitemaps named in robots.txt, otherwise the usual location. */
const sitemapsOf = ({ permission, response }: Extract<StartPage, { outcome: 'open' }>['fetched']): readonly string[] =>
  permission.sitemaps.length > 0 ? permission.sitemaps : [new URL('/sitemap.xml', response.url).href]

const onlyStartPage = (crawlDelay: number | null): boolean =>
  crawlDelay !== null && crawlDelay > MAX_CRAWL_DELAY_SECONDS

async function* visitRest(crawl: Crawl, sitemaps: readonly string[]): AsyncGenerator<CrawlEvent> {
  queueRevisits(crawl)
  let sitemapsRead = false
  let forbiddenPages = 0
  while (!isOver(crawl) && forbiddenPages < MAX_FORBIDDEN_PAGES) {
    if (!sitemapsRead && crawl.frontier.bestScore() < SITEMAP_BELOW_SCORE) {
      sitemapsRead = true
      await queueSitemaps(crawl, sitemaps)
      continue
    }
    const candidate = crawl.frontier.take()
    if (candidate === null) return
    if (crawl.trap.catches(candidate.url) && !candidate.revisit) continue
    const known = await crawl.needs.known(candidate.url.href)
    const fetched = await fetchPage(crawl, candidate.url, conditionalHeaders(known))
    const forbidden = fetched.outcome === 'unreachable' && fetched.reason === 'robots'
    if (candidate.isGuess === true && !(fetched.outcome === 'response' && isPlainText(fetched.response))) {
      crawl.body.release()
      continue
    }
    if (forbidden) forbiddenPages++
    else crawl.pages++
    if (forbidden && !candidate.revisit) continue
    for (const outcome of await outcomesOf(crawl, candidate, known, fetched)) yield withProgress(crawl, outcome)
  }
}

function queueRevisits(crawl: Crawl): void {
  const early = Math.ceil(crawl.budget.pages * REVISIT_SHARE)
  for (const [i, text] of (crawl.needs.revisit ?? []).entries()) {
    const url = parseUrl(text)
    if (url === null || siteOf(url.hostname, crawl.site) !== crawl.site) continue
    crawl.frontier.add({
      url,
      key: pageKey(url),
      score: i < early ? REVISIT_SCORE : LATE_REVISIT_SCORE,
      topic: null,
      depth: 0,
      revisit: true,
    })
  }
}

function queueSecurityText(crawl: Crawl, start: string): void {
  const url = new URL(SECURITY_TEXT, start)
  const candidate = { url, key: pageKey(url), score: SECURITY_TEXT_SCORE, topic: null, depth: 0 }
  crawl.frontier.add({ ...candidate, revisit: false, isGuess: true })
}

/** Sites without the file often answer with another page; security.txt must be plain text (RFC 9116 section 3). */
const isPlainText = ({ status, headers }: HttpResponse): boolean =>
  status === 304 || (status === 200 && /^text\/plain\b/i.test(headers['content-type'] ?? ''))

const withProgress = (crawl: Crawl, outcome: PageOutcome): CrawlEvent => ({
  ...outcome,
  pages: crawl.pages,
  queued: crawl.frontier.size(),
  bytes: crawl.bytes,
})

const isOver = (crawl: Crawl): boolean =>
  crawl.signal.aborted || crawl.pages >= crawl.budget.pages || crawl.bytes >= crawl.budget.bytes

function summaryOf(crawl: Crawl, start: StartPage, limit: TimeLimit): CrawlSummary {
  const linkedDomains = [...crawl.linked].sort(([, a], [, b]) => b - a).slice(0, MAX_LINKED_DOMAINS)
  return {
    ...outcomeOf(crawl, start),
    pages: crawl.pages,
    bytes: crawl.bytes,
    budgetMet: budgetMet(crawl, limit),
    site: crawl.site,
    aliases: start.outcome === 'open' && start.alias !== null ? [start.alias] : [],
    movedTo: start.outcome === 'open' && start.movedForGood ? start.alias : null,
    linkedDomains: linkedDomains.map(([domain]) => domain),
  }
}

function outcomeOf(crawl: Crawl, start: StartPage): Pick<CrawlSummary, 'outcome' | 'reason'> {
  if (crawl.needs.signal.aborted) return { outcome: 'failed', reason: 'aborted' }
  if (start.outcome === 'stopped') return { outcome: 'failed', reason: 'timeout' }
  if (start.outcome === 'open') return { outcome: 'done', reason: null }
  return { outcome: BLOCKED.has(start.reason) ? 'blocked' : 'failed', reason: start.reason }
}

const BLOCKED = new Set<UnreachableReason>(['robots', 'robots_unavailable', 'host_gave_up', 'http_4xx'])

function budgetMet(crawl: Crawl, limit: TimeLimit): CrawlSummary['budgetMet'] {
  if (limit.isOver()) return 'seconds'
  if (crawl.bytes >= crawl.budget.bytes) return 'bytes'
  return crawl.pages >= crawl.budget.pages && crawl.frontier.size() > 0 ? 'pages' : null
}
