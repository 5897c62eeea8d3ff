import { parse } from 'tldts'
import { normalizeDomain } from '../../lib/addresses/domain-name.ts'

/** Hosts whose pages and subdomains belong to others. */
const HOSTS = new Set(
  `about.me angel.co behance.net bit.ly business.site crunchbase.com etsy.com eventbrite.com facebook.com fb.com github.com
  google.com instagram.com kickstarter.com linkedin.com linktr.ee medium.com meetup.com patreon.com pinterest.com
  soundcloud.com spotify.com squarespace.com substack.com tiktok.com tripadvisor.com tumblr.com twitter.com upwork.com
  vimeo.com weebly.com wikipedia.org wix.com wordpress.com x.com xing.com yelp.com youtube.com`.split(/\s+/),
)

/**
 * The registrable domain of a company's web site, or null: a page on a site builder or network is nobody's domain.
 * @param text as in a file: with or without scheme, `www`, path, port.
 */
export function websiteDomain(text: string): string | null {
  const host = normalizeDomain(text)
  if (host === null) return null
  const { domain, isPrivate, isIcann } = siteOf(host)
  if (domain === null || isPrivate === true) return null
  if (HOSTS.has(domain) && (host !== domain || hasPath(text))) return null
  // A suffix that was never delegated is a typing error.
  return isIcann === true || isReserved(domain) ? domain : null
}

/** Whoever gives names to others below their own, as some universities do, has that one. */
function siteOf(host: string): ReturnType<typeof parse> {
  const site = parse(host, { allowPrivateDomains: true, validateHostname: false })
  return site.publicSuffix === host && site.isPrivate === true ? parse(host, { validateHostname: false }) : site
}

/** `acme.example; acme.test`: more than one in a cell. */
const BETWEEN_SITES = /[\s,;|]+(?:(?:and|or|und|et|y|e)\s+)?/

/** What a form leaves of an address that nobody filled in. */
const NO_SITE = /^(?:https?:)?\/*(?:www\.?)?$/i

/** `[acme](https://acme.example)`, as tables in Markdown link. */
const LINKED = /^\[[^\]]{0,200}\]\((\S{1,900})\)$/

/** The first of the web sites in a cell that has a domain of its own; the cell as it is if it names only one. */
export function firstWebsite(text: string): string {
  if (NO_SITE.test(text)) return ''
  const [, linked] = LINKED.exec(text) ?? []
  if (linked !== undefined) return linked
  if (!BETWEEN_SITES.test(text)) return text
  const sites = text.split(BETWEEN_SITES)
  return sites.every((site) => site === '' || !namesNoSite(site))
    ? (sites.find((site) => websiteDomain(site) !== null) ?? sites[0] ?? text)
    : text
}

/** Whether a text cannot be the host of any web site; the address of a page on a site builder or network can. */
export function namesNoSite(text: string): boolean {
  const host = normalizeDomain(text)
  if (host === null) return true
  // `www.gov.uk/government/…`: pages of many authorities on the site of none of them.
  if (hasPath(text) && host.includes('.') && parse(host, { validateHostname: false }).publicSuffix === host)
    return false
  const { domain, isPrivate, isIcann } = siteOf(host)
  return domain === null || (isPrivate !== true && isIcann !== true && !isReserved(domain))
}

const hasPath = (text: string): boolean => /^(?:[a-z]+:\/\/)?[^/]+\/[^/]/i.test(text)
/** RFC 2606: for examples and tests. */
const isReserved = (domain: string): boolean => /\.(?:example|test)$/.test(domain)

const MAX_HANDLE = 100

/** The path of a profile's URL, or a handle after the prefix: `company/acme`, `acme`. */
export function handleIn(text: string, prefix = ''): string | null {
  const [, number] = /\/profile\.php\?(?:.{0,100}&)?id=(\d{5,20})(?:&|$)/.exec(text) ?? []
  const path = (number ?? text)
    .replace(/^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,}\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^[/@]+|\/+$/g, '')
  if (path === '' || path === 'profile.php' || path.length > MAX_HANDLE || /\s/.test(path)) return null
  return path.includes('/') ? path : prefix + path
}
