import { parseUrl } from '../../net/http-client.ts'
import { fetchPage } from './crawl-visit.ts'
import type { Crawl } from './crawl-page.ts'
import { pageKey, siteOf } from './link-picker.ts'
import { scoreLink } from './link-score.ts'
import { parseSitemap } from './sitemap.ts'

/** Sitemap files read in one visit, indexes included. */
const MAX_FILES = 4
/** Only entries that promise something: a sitemap lists every article. */
const MIN_SCORE = 45

/** Queues the promising pages of the site's sitemaps. */
export async function queueSitemaps(crawl: Crawl, named: readonly string[]): Promise<void> {
  const waiting = named.slice(0, MAX_FILES)
  const read = new Set<string>()
  while (waiting.length > 0 && read.size < MAX_FILES && !crawl.signal.aborted && crawl.bytes < crawl.budget.bytes) {
    const url = parseUrl(waiting.shift() ?? '')
    if (url === null || siteOf(url.hostname, crawl.site) !== crawl.site || read.has(url.href)) continue
    read.add(url.href)
    const fetched = await fetchPage(crawl, url)
    if (fetched.outcome !== 'response' || fetched.response.status !== 200) continue
    const sitemap = parseSitemap(fetched.response.body)
    waiting.push(...sitemap.sitemaps)
    for (const page of sitemap.pages) queuePage(crawl, page)
  }
}

function queuePage(crawl: Crawl, text: string): void {
  const url = parseUrl(text)
  if (url === null || siteOf(url.hostname, crawl.site) !== crawl.site) return
  const scored = scoreLink(url, '')
  if (scored === null || scored.score < MIN_SCORE) return
  crawl.frontier.add({ url, key: pageKey(url), ...scored, depth: 1, revisit: false })
}
