import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { crawlDomain } from './crawl-domain.ts'
import type { CrawlFigures, CrawlReport } from './crawl-domain.ts'

const POLL_MS = 300

/**
 * Crawls a domain now, due or not, and tells how it goes; when another process is at it already, follows that one.
 * @throws when `signal` ends it.
 */
export async function followCrawl(
  context: Context,
  domain: string,
  signal: AbortSignal,
  onProgress: (figures: CrawlFigures) => void,
): Promise<CrawlReport> {
  if (await context.store.crawls.request(domain, context.clock.now(), true))
    return crawlDomain(context, domain, { signal, onProgress })
  for (;;) {
    signal.throwIfAborted()
    const state = await context.store.crawls.find(domain)
    if (state === null) throw new Error(`The crawl of ${domain} was given up.`)
    const { status, reason, pages, queued, bytes, addresses, nextCrawlAt } = state
    if (status !== 'queued' && status !== 'running')
      return { domain, status, reason, pages, bytes, addresses, next_crawl_at: nextCrawlAt?.toISOString() ?? '' }
    onProgress({ pages, queued, bytes, addresses })
    await sleep(POLL_MS)
  }
}
