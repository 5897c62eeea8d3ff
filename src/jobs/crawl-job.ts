import type { Context } from '../context.ts'
import { crawlDomain } from '../core/crawl-domain.ts'
import { CRAWL_JOB } from '../core/crawl-state.ts'
import type { Politeness } from '../engine/crawl/politeness.ts'

/** Visits the domains that searches asked for; many at once, each host in its turn. */
export async function startCrawlJobs(context: Context, politeness: Politeness): Promise<void> {
  const { config, log, queue } = context
  const { concurrency } = config.crawl
  await queue.work<{ domain: string }>(CRAWL_JOB, { concurrency }, async ({ domain }, { signal }) => {
    const report = await crawlDomain(context, domain, { signal, politeness })
    log.info(report, 'crawl')
  })
}
