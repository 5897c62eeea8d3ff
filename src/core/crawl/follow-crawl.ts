import { setTimeout as sleep } from 'node:timers/promises'
import { sharedPoliteness } from './shared-politeness.ts'
import { makeVisit, takeOverCrawl } from './crawl-order.ts'
import type { CrawlFigures, CrawlReport } from './crawl-domain.ts'
import type { VisitNeeds } from './visit-needs.ts'

const POLL_MS = 300

/**
 * Crawls a domain now, due or not, and reports progress. While another process is crawling it, follows that process, and takes
 * over if it shows no more signs of life.
 * @param onWaiting called once if another process is followed
 * @throws when `signal` aborts; the visit is then marked as interrupted, unless another process is making it.
 */
export async function followCrawl(
  context: VisitNeeds,
  domain: string,
  signal: AbortSignal,
  onProgress: (figures: CrawlFigures) => void,
  onWaiting: () => void = () => undefined,
): Promise<CrawlReport> {
  for (let round = 0; ; round++) {
    signal.throwIfAborted()
    const state = round === 0 ? null : await context.store.crawls.find(domain)
    if (round > 0 && state === null) throw new Error(`The crawl of ${domain} was abandoned.`)
    if (state !== null && state.status !== 'queued' && state.status !== 'running') {
      const { status, reason, pages, bytes, addresses, nextCrawlAt } = state
      return { domain, status, reason, pages, bytes, addresses, next_crawl_at: nextCrawlAt?.toISOString() ?? '' }
    }
    const lease = await takeOverCrawl(context, domain)
    if (lease !== null) {
      const politeness = sharedPoliteness(context)
      try {
        return await makeVisit(context, lease, { politeness, signal, onProgress })
      } catch (error) {
        await context.store.crawls.breakOff(lease, context.clock.now())
        throw error
      } finally {
        await politeness.leave()
      }
    }
    if (round === 0) onWaiting()
    if (state !== null) onProgress(state)
    await sleep(POLL_MS)
  }
}
