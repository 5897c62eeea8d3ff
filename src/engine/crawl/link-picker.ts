import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { parseUrl } from '../../net/http/page-url.ts'
import type { PageLink } from '../extract/page/page-facts.ts'
import { type LinkScore, PLAIN_LINK, scoreLink } from './link-score.ts'
import { type LinkTopic, PEOPLE_TOPICS } from './link-words.ts'

/** A link of a page that is worth following, as plain data. */
export interface PickedLink {
  link: PageLink
  /** The same for every spelling of one page. */
  key: string
  score: number
  topic: LinkTopic | null
}

export interface PickedLinks {
  /** Within the site. */
  follow: PickedLink[]
  /** Other registrable domains it links to, most often linked first, with the number of links. */
  elsewhere: [domain: string, links: number][]
}

/** A page may have more links than will be followed: its beginning and end are read, where menus are. */
const MAX_LINKS_READ = 4_000
const MAX_LINKS_KEPT = 100
/** A page that links to more is a directory. */
const MAX_ELSEWHERE = 200
/** Pages for readers have short URLs; long ones contain state, and cost time with every rule of robots.txt. */
const MAX_LINK_CHARACTERS = 500
/** A person's page linked from a list of people. */
const PROFILE_SCORE = 75
/** The same kind of link on a page that does not identify itself as a list of people. */
const MAYBE_PROFILE_SCORE = 45
/** This many siblings with name-like texts make a list. */
const MIN_SIBLINGS = 3
/** Two to four capitalised words, with particles and initials in between; in scripts without case, two to six characters. */
const NAME_TEXT =
  /^(?:\p{Lu}[\p{L}'’.-]{0,30}\s(?:\p{L}[\p{L}'’.-]{0,30}\s){0,3}\p{Lu}[\p{L}'’.-]{0,30}|[\p{Lo}]{2,6}(?:\s[\p{Lo}]{1,6})?)$/u
/** Parameters about where the reader came from, not about the content. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|ref|phpsessid|jsessionid|sid|sessionid)$/i

/**
 * @param site registrable domain; its subdomains belong to it
 * @param topic topic under which the page itself was found, inherited by its children
 */
export function pickLinks(links: readonly PageLink[], site: string, topic: LinkTopic | null): PickedLinks {
  const best = new Map<string, PickedLink>()
  const elsewhere = new Map<string, number>()
  for (const link of headAndFoot(links)) {
    const url = link.url.length > MAX_LINK_CHARACTERS ? null : parseUrl(link.url)
    if (url === null) continue
    const domain = siteOf(url.hostname, site)
    if (domain !== site) elsewhere.set(domain, (elsewhere.get(domain) ?? 0) + 1)
    if (domain !== site || link.nofollow) continue
    const scored = scoreLink(url, link.text)
    if (scored === null) continue
    keepBetter(best, link, url, scored)
  }
  const picked = [...best.values()]
  raiseProfiles(picked, topic)
  return {
    follow: picked.sort((a, b) => b.score - a.score).slice(0, MAX_LINKS_KEPT),
    elsewhere: [...elsewhere].sort(([, a], [, b]) => b - a).slice(0, MAX_ELSEWHERE),
  }
}

const headAndFoot = (links: readonly PageLink[]): readonly PageLink[] =>
  links.length <= MAX_LINKS_READ ? links : [...links.slice(0, MAX_LINKS_READ / 2), ...links.slice(-MAX_LINKS_READ / 2)]

function keepBetter(best: Map<string, PickedLink>, link: PageLink, found: URL, { score, topic }: LinkScore): void {
  const url = withoutTracking(found)
  const key = pageKey(url)
  const known = best.get(key)
  if (known === undefined || known.score < score) best.set(key, { link: { ...link, url: url.href }, key, score, topic })
}

/** Raises three or more links under one path with names as their texts: people's own pages. */
function raiseProfiles(picked: PickedLink[], topic: LinkTopic | null): void {
  const families = Map.groupBy(
    picked.filter(({ link }) => NAME_TEXT.test(link.text)),
    ({ link }) => link.url.replace(/^https?:|[?].*$/gs, '').replace(/[^/]*\/?$/, ''),
  )
  const score = topic !== null && PEOPLE_TOPICS.has(topic) ? PROFILE_SCORE : MAYBE_PROFILE_SCORE
  for (const family of families.values()) {
    if (family.length < MIN_SIBLINGS) continue
    for (const child of family)
      child.score = Math.max(child.score, child.topic === null && child.score < PLAIN_LINK ? child.score : score)
  }
}

/** Registrable domain of a host; most links stay on the site, which is recognised without the public suffix list. */
export const siteOf = (host: string, site: string): string =>
  host === site || host.endsWith(`.${site}`) ? site : registrableDomain(host)

/** One key for http and https, with and without `www.` and a trailing slash. */
export function pageKey(url: URL): string {
  const path = url.pathname.replace(/\/(?:index\.(?:html?|php))?$/, '')
  return `${url.hostname.replace(/^www\./, '')}${path}${url.search}`
}

function withoutTracking(url: URL): URL {
  if (url.search === '' || !Array.from(url.searchParams.keys()).some((name) => TRACKING.test(name))) return url
  const clean = new URL(url)
  for (const name of new Set(clean.searchParams.keys())) if (TRACKING.test(name)) clean.searchParams.delete(name)
  return clean
}
