import type { Context } from '../context.ts'
import { crawlDomain } from '../core/crawl-domain.ts'
import { CRAWL_JOB } from '../core/crawl-state.ts'
import { createPoliteness } from '../engine/crawl/politeness.ts'

/** Visits the domains that searches asked for; many at once, each host in its turn. */
export async function startCrawlJobs(context: Context): Promise<void> {
  const { config, log, http, clock, queue } = context
  const { delayMs, userAgent, concurrency } = config.crawl
  const politeness = createPoliteness({ http, clock, delayMs, userAgent })
  await queue.work<{ domain: string }>(CRAWL_JOB, { concurrency }, async ({ domain }, { signal }) => {
    const report = await crawlDomain(context, domain, { signal, politeness })
    log.info(report, 'crawl')
  })
}
