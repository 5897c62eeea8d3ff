import type { ByteShare } from '../../lib/process/byte-budget.ts'
import { redirectTarget } from '../../net/http/page-url.ts'
import type { HttpResponse } from '../../net/http/http-exchange.ts'
import type { CrawlBudget, UnreachableReason } from './crawl-event.ts'
import type { CrawlNeeds } from './crawl-needs.ts'
import { siteOf } from './link-picker.ts'
import type { Permission, Politeness } from './politeness.ts'

/** One crawl in progress. */
export interface CrawlVisit {
  needs: CrawlNeeds
  budget: CrawlBudget
  politeness: Politeness
  /** This visit's share of the memory for bodies: one body at a time, from its first byte until it is read. */
  body: ByteShare
  /** Registrable domain whose pages are read. */
  site: string
  /** Our product token, lower case. */
  agent: string
  /** The caller's signal combined with the time budget. */
  signal: AbortSignal
  pages: number
  bytes: number
}

export type Fetched =
  /** `movedForGood`: every redirect on the way was permanent. */
  | { outcome: 'response'; response: HttpResponse; permission: Permission; movedForGood: boolean }
  | { outcome: 'off_site'; url: URL; movedForGood: boolean }
  | { outcome: 'no_host' }
  /** The budget or the caller ended the visit: nothing is known about the page. */
  | { outcome: 'stopped' }
  | { outcome: 'unreachable'; reason: UnreachableReason }

/** Time limit for one page, applied to each redirect separately. */
const PAGE_DEADLINE_MS = 20_000
/** RFC 9110 15.4: the redirects that say where something is from now on. */
export const PERMANENT: ReadonlySet<number> = new Set([301, 308])

/**
 * Fetches one URL politely: checks robots.txt and waits for the host's turn at every hop, within the site.
 * @param headers sent with the first request only
 */
export async function fetchPage(visit: CrawlVisit, start: URL, headers: Record<string, string> = {}): Promise<Fetched> {
  const visited = new Set<string>()
  let url = start
  let movedForGood = true
  for (;;) {
    const hop = await fetchHop(visit, url, visited.size === 0 ? headers : {})
    if (hop.outcome !== 'response') return hop
    const next = redirectTarget(hop.response)
    if (next === null) return { ...hop, movedForGood }
    if (next === 'bad_url') return { outcome: 'unreachable', reason: 'bad_url' }
    visited.add(url.href)
    if (visited.has(next.href)) return { outcome: 'unreachable', reason: 'redirect_loop' }
    if (visited.size > visit.budget.redirects) return { outcome: 'unreachable', reason: 'too_many_redirects' }
    movedForGood &&= PERMANENT.has(hop.response.status)
    if (siteOf(next.hostname, visit.site) !== visit.site) return { outcome: 'off_site', url: next, movedForGood }
    url = next
  }
}

async function fetchHop(
  visit: CrawlVisit,
  url: URL,
  headers: Record<string, string>,
): Promise<Exclude<Fetched, { outcome: 'response' }> | HopResponse> {
  const permission = await visit.politeness.permission(url, visit.signal)
  if (visit.signal.aborted) return { outcome: 'stopped' }
  if (permission.verdict === 'no_host') return { outcome: 'no_host' }
  if (permission.verdict !== 'allowed') return { outcome: 'unreachable', reason: permission.verdict }
  const maxBytes = Math.max(1, Math.min(visit.budget.pageBytes, visit.budget.bytes - visit.bytes))
  const { signal, body } = visit
  body.release()
  const result = await visit.politeness.exchange(url, {
    signal,
    headers,
    maxBytes,
    overflow: 'cut',
    deadlineMs: PAGE_DEADLINE_MS,
    makeRoom: body.take,
  })
  if (result !== null) visit.bytes += result.wireBytes
  if (signal.aborted) return { outcome: 'stopped' }
  if (result === null) return { outcome: 'unreachable', reason: 'host_gave_up' }
  if (result.outcome === 'refused') return { outcome: 'unreachable', reason: result.reason }
  return { outcome: 'response', response: result, permission }
}

type HopResponse = { outcome: 'response'; response: HttpResponse; permission: Permission }
