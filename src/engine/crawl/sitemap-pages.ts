import { parseUrl } from '../../net/http/page-url.ts'
import { pageKey, siteOf } from './link-picker.ts'
import { scoreLink } from './link-score.ts'
import type { LinkScore } from './link-score.ts'
import { parseSitemap } from './sitemap.ts'

/** The promising parts of a sitemap, as plain data. */
export interface SitemapPages {
  /** `key`: the same for every spelling of one page. */
  pages: ({ href: string; key: string } & LinkScore)[]
  /** Further sitemaps, the most promising first. */
  sitemaps: string[]
}

/** Only promising entries: a sitemap lists every article. */
const MIN_SCORE = 45
/** The most that can wait for a visit. */
const MAX_PAGES = 2_000
/** More than will be read. */
const MAX_SITEMAPS = 10

/** @param site registrable domain; pages elsewhere are left out */
export function promisingPages(body: Buffer, site: string): SitemapPages {
  const { pages, sitemaps } = parseSitemap(body)
  const promising: SitemapPages['pages'] = []
  for (const page of pages) {
    if (promising.length >= MAX_PAGES) break
    const url = parseUrl(page)
    if (url === null || siteOf(url.hostname, site) !== site) continue
    const scored = scoreLink(url, '')
    if (scored !== null && scored.score >= MIN_SCORE) promising.push({ href: url.href, key: pageKey(url), ...scored })
  }
  return { pages: promising, sitemaps: sitemaps.slice(0, MAX_SITEMAPS) }
}
