import type { PageFacts, PageLink } from '../extract/page/page-facts.ts'
import type { PageAbsent, PageRead, PageUnchanged, PageUnreachable } from './crawl-event.ts'
import type { KnownPage } from './crawl-needs.ts'
import { type CrawlVisit, type Fetched, fetchPage } from './crawl-visit.ts'
import type { PageCandidate, Frontier } from './frontier.ts'
import { pageKey, pickLinks } from './link-picker.ts'
import type { PickedLinks } from './link-picker.ts'
import { hasMintedLook, keepStable, withoutMinted } from './minted-address.ts'
import type { PageResponse } from './page-parser.ts'
import type { PageTrap } from './page-trap.ts'
import type { ReadAnswer } from './read-answer.ts'

/** A visit with everything it remembers. */
export interface Crawl extends CrawlVisit {
  frontier: Frontier
  trap: PageTrap
  /** Other registrable domains → number of links to them. */
  linked: Map<string, number>
  minted: {
    /** Pages that may still be fetched a second time. */
    looksLeft: number
    caught: boolean
  }
}

/** The meaning of an answer, before the progress of the whole visit is added. */
export type PageOutcome = PageRead | PageUnchanged | PageAbsent | PageUnreachable

/** What the crawl reports about one candidate after fetching it: at most one outcome for it, and one for the page it moved to. */
export async function outcomesOf(
  crawl: Crawl,
  candidate: PageCandidate,
  known: KnownPage | null,
  fetched: Fetched,
): Promise<PageOutcome[]> {
  try {
    return await readOutcomes(crawl, candidate, known, fetched)
  } finally {
    crawl.body.release()
  }
}

async function readOutcomes(
  crawl: Crawl,
  candidate: PageCandidate,
  known: KnownPage | null,
  fetched: Fetched,
): Promise<PageOutcome[]> {
  const url = candidate.url.href
  if (fetched.outcome === 'stopped') return []
  if (fetched.outcome === 'no_host') return [{ kind: 'unreachable', url, reason: 'unreachable' }]
  if (fetched.outcome === 'off_site') return [{ kind: 'unreachable', url, reason: 'off_site' }]
  if (fetched.outcome === 'unreachable') return [{ kind: 'unreachable', url, reason: fetched.reason }]
  const { response, movedForGood } = fetched
  if (response.url === url) return [await readPage(crawl, candidate, known, response)]
  const moved = candidate.revisit ? [movedOutcome(crawl, url, movedForGood)] : []
  const final = new URL(response.url)
  const key = pageKey(final)
  if (key !== candidate.key && crawl.frontier.seen(key)) return moved
  crawl.frontier.markSeen(key)
  const finalKnown = await crawl.needs.known(final.href)
  return [...moved, await readPage(crawl, { ...candidate, url: final, key }, finalKnown, response)]
}

function movedOutcome(crawl: Crawl, url: string, forGood: boolean): PageAbsent | PageUnreachable {
  if (!forGood) return { kind: 'unreachable', url, reason: 'moved_for_now' }
  return { kind: 'absent', url, status: 301, reason: 'moved', fetchedAt: crawl.needs.clock.now() }
}

type Response = Extract<Fetched, { outcome: 'response' }>['response']

async function readPage(
  crawl: Crawl,
  candidate: PageCandidate,
  known: KnownPage | null,
  response: Response,
): Promise<PageOutcome> {
  const parsed = await parse(crawl, candidate, response, known)
  const { status, url, headers, truncated } = response
  const fetchedAt = crawl.needs.clock.now()
  if (parsed.outcome === 'unreachable') return { kind: 'unreachable', url, reason: parsed.reason }
  if (parsed.outcome === 'unchanged') {
    follow(crawl, candidate, pickLinks(known?.links ?? [], crawl.site, candidate.topic))
    return { kind: 'unchanged', url, fetchedAt }
  }
  if (parsed.outcome === 'absent') {
    follow(crawl, candidate, parsed.picked)
    return { kind: 'absent', url, status, reason: parsed.reason, fetchedAt }
  }
  const facts = await withoutTraps(crawl, candidate, parsed)
  crawl.trap.note(candidate.url, parsed.template ?? '', facts)
  const links = follow(crawl, candidate, parsed.picked)
  const validators = { etag: headers['etag'] ?? null, lastModified: headers['last-modified'] ?? null }
  return {
    kind: 'page',
    url,
    status,
    ...validators,
    contentHash: parsed.contentHash,
    fetchedAt,
    links,
    facts,
    truncated,
  }
}

const parse = (
  crawl: Crawl,
  { topic }: PageCandidate,
  { url, status, headers, body }: PageResponse,
  known: KnownPage | null,
): Promise<ReadAnswer> =>
  crawl.needs.read(
    { url, status, headers, body },
    { site: crawl.site, agent: crawl.agent, knownHash: known?.contentHash ?? null, topic },
  )

/** Queues the links worth following. @returns them, best first */
function follow(crawl: Crawl, from: PageCandidate, picked: PickedLinks): PageLink[] {
  for (const [domain, count] of picked.elsewhere) crawl.linked.set(domain, (crawl.linked.get(domain) ?? 0) + count)
  for (const { link, key, score, topic } of picked.follow) {
    const url = new URL(link.url)
    if (crawl.trap.catches(url)) continue
    crawl.frontier.add({ url, key, score, topic, depth: from.depth + 1, revisit: false })
  }
  return picked.follow.map(({ link }) => link)
}

/** Fetches a page a second time if its addresses look generated for this one request, and keeps those that stay. */
async function withoutTraps(
  crawl: Crawl,
  candidate: PageCandidate,
  parsed: Extract<ReadAnswer, { outcome: 'page' }>,
): Promise<PageFacts> {
  if (!hasMintedLook(parsed.facts)) return parsed.facts
  if (crawl.minted.caught) return withoutMinted(parsed.facts)
  if (crawl.minted.looksLeft === 0 || crawl.pages >= crawl.budget.pages) return parsed.facts
  crawl.minted.looksLeft--
  crawl.pages++
  const again = await fetchPage(crawl, candidate.url)
  const second = again.outcome === 'response' ? await parse(crawl, candidate, again.response, null) : null
  if (second?.outcome !== 'page') return parsed.facts
  const { facts, dropped } = keepStable(parsed.facts, second.facts)
  crawl.minted.caught = dropped > 0
  return facts
}
