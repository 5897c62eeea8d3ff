import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Context } from '../context.ts'
import type { CrawlState } from '../db/crawls-store.ts'

/** `meta.crawl`: where the crawl of a domain stands that is not freshly indexed. */
export interface CrawlMeta {
  status: CrawlState['status']
  /** Why it was blocked or failed, in a word of ours; null otherwise. */
  reason: string | null
  pages: number
  started_at: string | null
  last_crawled_at: string | null
  next_crawl_at: string | null
}

/** The name of the job; its data are `{ domain }`. */
export const CRAWL_JOB = 'crawl-domain'

const POLL_MS = 100

/** A run that takes longer than every budget died with its worker and is tried again. */
const EXPIRE_FACTOR = 3

/**
 * Queues a crawl of the domain when it was never crawled or is due; two callers at once queue one.
 * @param force also when it is not due.
 * @returns whether this call queued it.
 */
export async function queueCrawl(context: Context, domain: string, force = false): Promise<boolean> {
  if (!context.config.crawl.enabled) return false
  if (!(await context.store.crawls.request(domain, context.clock.now(), force))) return false
  const expireInSeconds = EXPIRE_FACTOR * context.config.crawl.maxSeconds
  await context.queue.send(CRAWL_JOB, { domain }, { singletonKey: domain, retryLimit: 2, expireInSeconds })
  return true
}

/**
 * For a domain that is not freshly indexed: a first crawl is started and waited for (as long as the caller waits), a stale
 * one is refreshed in the background.
 * @returns what to say in `meta.crawl`.
 */
export async function ensureCrawled(call: Call, domain: string): Promise<CrawlMeta | null> {
  const before = await call.store.crawls.find(domain)
  if (call.firstCrawl !== undefined && (before?.finishedAt ?? null) === null) await call.firstCrawl(domain)
  else await queueCrawl(call, domain)
  const state = await call.store.crawls.find(domain)
  const neverDone = state !== null && state.finishedAt === null
  const latest = neverDone ? await waitForCrawl(call, domain) : state
  return latest === null ? null : crawlMeta(latest)
}

/** Waits until the crawl has ended, the caller's patience has, nobody waits any more, or the process stops. */
async function waitForCrawl(call: Call, domain: string): Promise<CrawlState | null> {
  const giveUpAt = performance.now() + call.crawlWaitMs
  for (;;) {
    const state = await call.store.crawls.find(domain)
    if (state === null || (state.status !== 'queued' && state.status !== 'running')) return state
    if (state.status === 'running') tellProgress(call, state)
    if (performance.now() >= giveUpAt || call.signal.aborted || call.stopping.signal.aborted) return state
    await sleep(POLL_MS)
  }
}

const tellProgress = (call: Call, { pages, pageBudget, addresses }: CrawlState): void =>
  call.progress?.({ done: pages, total: pageBudget, message: `Read ${pages} pages and found ${addresses} addresses.` })

const crawlMeta = (state: CrawlState): CrawlMeta => ({
  status: state.status,
  reason: state.reason,
  pages: state.pages,
  started_at: state.startedAt?.toISOString() ?? null,
  last_crawled_at: state.finishedAt?.toISOString() ?? null,
  next_crawl_at: state.nextCrawlAt?.toISOString() ?? null,
})
