import { SECOND_MS } from '../../lib/process/clock.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import { parseUrl } from '../../net/http/page-url.ts'
import { fetchPage } from './crawl-visit.ts'
import type { Crawl } from './crawl-page.ts'
import { siteOf } from './link-picker.ts'
import { promisingPages } from './sitemap-pages.ts'
import type { SitemapPages } from './sitemap-pages.ts'
import type readSitemapTask from './read-sitemap-task.ts'

/** Sitemap files read in one visit, indexes included. */
const MAX_FILES = 4
/** Nearly every file is smaller, and read faster than a thread can be asked. */
const SMALL_BYTES = 16_384

const READ_SITEMAP = threadTask<typeof readSitemapTask>(new URL('./read-sitemap-task.ts', import.meta.url), {
  timeMs: 10 * SECOND_MS,
})

/** Queues the promising pages of the site's sitemaps. */
export async function queueSitemaps(crawl: Crawl, named: readonly string[]): Promise<void> {
  try {
    await readSitemaps(crawl, named)
  } finally {
    crawl.body.release()
  }
}

async function readSitemaps(crawl: Crawl, named: readonly string[]): Promise<void> {
  const waiting = named.slice(0, MAX_FILES)
  const read = new Set<string>()
  while (waiting.length > 0 && read.size < MAX_FILES && !crawl.signal.aborted && crawl.bytes < crawl.budget.bytes) {
    const url = parseUrl(waiting.shift() ?? '')
    if (url === null || siteOf(url.hostname, crawl.site) !== crawl.site || read.has(url.href)) continue
    read.add(url.href)
    const fetched = await fetchPage(crawl, url)
    if (fetched.outcome !== 'response' || fetched.response.status !== 200) continue
    const { sitemaps, pages } = await readSitemap(crawl, fetched.response.body)
    waiting.push(...sitemaps)
    for (const { href, ...page } of pages) crawl.frontier.add({ ...page, url: new URL(href), depth: 1, revisit: false })
  }
}

async function readSitemap({ site, needs, signal }: Crawl, body: Buffer): Promise<SitemapPages> {
  // A small archive may contain a lot.
  const isSmall = body.length <= SMALL_BYTES && body[0] !== 0x1f
  if (needs.offThread === undefined || isSmall) return promisingPages(body, site)
  try {
    return await needs.offThread.run(READ_SITEMAP, { body, site }, { signal, handOver: body })
  } catch (error) {
    if (error instanceof OffThreadError) return { pages: [], sitemaps: [] }
    throw error
  }
}
