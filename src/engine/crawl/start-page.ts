import { parse } from 'tldts'
import type { CrawlBudget, UnreachableReason } from './crawl-event.ts'
import type { CrawlNeeds, KnownPage } from './crawl-needs.ts'
import { type CrawlVisit, type Fetched, fetchPage } from './crawl-visit.ts'

/** Finds the start page of a site: https before http, the bare name before `www.`. */
export type StartPage =
  | {
      outcome: 'open'
      url: URL
      fetched: Extract<Fetched, { outcome: 'response' }>
      known: KnownPage | null
      alias: string | null
      /** The site is at the alias from now on: every redirect on the way was permanent. */
      movedForGood: boolean
    }
  | { outcome: 'closed'; url: URL; reason: UnreachableReason }
  | { outcome: 'stopped' }

/** The front page of another site, possibly in some language: not a shop for domains, not a profile on a platform. */
export const FRONT_PATH = /^\/(?:[a-z]{2}(?:[-_][a-z]{2,4})?|home|index\.\w{2,5})?\/?$/i

/** Tries the ways in, in order; if the site forbids one, no other is tried. */
export async function openStartPage(visit: CrawlVisit, domain: string): Promise<StartPage> {
  let closed: StartPage = { outcome: 'closed', url: new URL(`https://${domain}/`), reason: 'unreachable' }
  for (const origin of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`, `http://www.${domain}/`]) {
    const url = new URL(origin)
    const opened = await openOne(visit, url, true)
    if (opened.outcome !== 'closed') return opened
    // An answer says more than no answer.
    if (opened.reason !== 'unreachable') closed = opened
    if (isRefusal(opened.reason) || opened.reason === 'no_network') return opened
  }
  return closed
}

async function openOne(visit: CrawlVisit, url: URL, mayMove: boolean): Promise<StartPage> {
  const known = await visit.needs.known(url.href)
  const fetched = await fetchPage(visit, url, conditionalHeaders(known))
  if (fetched.outcome === 'stopped') return fetched
  if (fetched.outcome === 'no_host') return { outcome: 'closed', url, reason: 'unreachable' }
  if (fetched.outcome === 'unreachable') return { outcome: 'closed', url, reason: fetched.reason }
  if (fetched.outcome === 'off_site')
    return mayMove ? moveSite(visit, url, fetched) : { outcome: 'closed', url, reason: 'off_site' }
  const { status } = fetched.response
  if (status === 404 || status === 410 || status < 400)
    return { outcome: 'open', url, fetched, known, alias: null, movedForGood: false }
  return { outcome: 'closed', url, reason: status < 500 ? 'http_4xx' : 'http_5xx' }
}

/** The start page redirects to another registrable domain: the first time, that domain becomes the site. */
async function moveSite(
  visit: CrawlVisit,
  url: URL,
  { url: target, movedForGood }: Extract<Fetched, { outcome: 'off_site' }>,
): Promise<StartPage> {
  if (!FRONT_PATH.test(target.pathname) || target.search !== '') return { outcome: 'closed', url, reason: 'off_site' }
  // Under a private suffix (hosting platforms), every customer is a separate site.
  const alias = parse(target.hostname, { allowPrivateDomains: true, validateHostname: false }).domain ?? target.hostname
  visit.site = alias
  const opened = await openOne(visit, target, false)
  return opened.outcome === 'open' ? { ...opened, alias, movedForGood } : opened
}

/** Answers that mean "not you": trying another way in would be a circumvention. */
const isRefusal = (reason: UnreachableReason): boolean =>
  reason === 'robots' || reason === 'robots_unavailable' || reason === 'host_gave_up' || reason === 'off_site'

/** Validators of the last visit, so that an unchanged page costs one short answer (RFC 9110 13.1). */
export function conditionalHeaders(known: KnownPage | null): Record<string, string> {
  if (known === null) return {}
  if (known.etag !== null) return { 'if-none-match': known.etag }
  return known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }
}

/** A visit of `domain` that has not begun. */
export function beginVisit(
  needs: CrawlNeeds,
  domain: string,
  budget: CrawlBudget,
  signal: AbortSignal,
): Omit<CrawlVisit, 'politeness' | 'body'> {
  const agent = (/^[^\s/]*/.exec(needs.userAgent)?.[0] ?? '').toLowerCase()
  return {
    needs,
    budget,
    site: domain,
    agent,
    signal,
    pages: 0,
    bytes: 0,
  }
}
