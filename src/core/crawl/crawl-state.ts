import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Part } from '../../context.ts'
import type { CrawlState } from '../../db/index/crawls-store.ts'
import { AppError } from '../../errors.ts'
import { HOUR_MS } from '../../lib/process/clock.ts'

/** `meta.crawl`: the state of the crawl of a domain that is not freshly indexed. */
export interface CrawlMeta {
  status: CrawlState['status']
  /** Why it was blocked or failed, as one of our own codes; null otherwise. */
  reason: string | null
  pages: number
  started_at: string | null
  last_crawled_at: string | null
  next_crawl_at: string | null
}

const POLL_MS = 100

const RETRY_AFTER_SECONDS = 30

/** How many sites the callers at one address may have crawled in an hour without a key. */
const MOST_OF_STRANGER = 10
/** All callers without a key together have this part of the unfinished visits of an account. */
const SHARE_OF_STRANGERS = 0.1

/**
 * Requests a visit to the domain if there has been none or it is due; two simultaneous callers request only one.
 * @throws AppError too_many_requests for a domain never visited, if the account has reached its limit of unfinished visits; a
 * known domain is refreshed another time.
 */
async function requestCrawl(
  call: Part<'clock' | 'config' | 'principal' | 'rateCounter', 'crawls'>,
  domain: string,
  before: CrawlState | null,
): Promise<void> {
  const { store, config, clock, principal } = call
  const now = clock.now()
  const isForWatch = before?.status === 'queued' && before.isForWatch
  const waits = (before?.status === 'queued' && !isForWatch) || before?.status === 'running'
  const isDue = before === null || isForWatch || (before.nextCrawlAt !== null && before.nextCrawlAt <= now)
  if (!config.crawl.enabled || waits || !isDue) return
  const { accountId } = principal
  const { maxUnfinished } = config.crawl
  if (accountId === 0 && !(await mayStrangerAsk(call))) return
  if ((await store.crawls.unfinishedOf(accountId)) < maxUnfinished)
    return void (await store.crawls.request(domain, { now, force: false, accountId }))
  if (before === null)
    throw new AppError(
      'too_many_requests',
      `${domain} has not been crawled yet, and your account already has ${maxUnfinished} unfinished crawls, the maximum. Try again when some have finished.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    )
}

/** Anybody can ask without a key, so nobody can send the crawler where they like, or fill the index: the rest is told what is known. */
async function mayStrangerAsk({
  store,
  config,
  principal,
  rateCounter,
}: Part<'config' | 'principal' | 'rateCounter', 'crawls'>): Promise<boolean> {
  if ((await store.crawls.unfinishedOf(0)) >= Math.ceil(config.crawl.maxUnfinished * SHARE_OF_STRANGERS)) return false
  return (await rateCounter.count(`${principal.rateKey}:crawls`, HOUR_MS, MOST_OF_STRANGER)) <= MOST_OF_STRANGER
}

/**
 * For a domain that is not freshly indexed: a first crawl is started and awaited (as long as the caller waits), a stale one is
 * refreshed in the background.
 * @returns the content of `meta.crawl`.
 */
export async function ensureCrawled(call: Call, domain: string): Promise<CrawlMeta | null> {
  const before = await call.store.crawls.find(domain)
  if (call.firstCrawl !== undefined && (before?.finishedAt ?? null) === null) await call.firstCrawl(domain)
  else await requestCrawl(call, domain, before)
  const state = await call.store.crawls.find(domain)
  const neverDone = state !== null && state.finishedAt === null
  const latest = neverDone ? await waitForCrawl(call, domain) : state
  return latest === null ? null : crawlMeta(latest)
}

/** Waits until the crawl has ended, the caller's patience is exhausted, the caller has gone, or the process stops. */
async function waitForCrawl(
  call: Part<'crawlWaitMs' | 'progress' | 'signal' | 'stopping', 'crawls'>,
  domain: string,
): Promise<CrawlState | null> {
  const giveUpAt = performance.now() + call.crawlWaitMs
  for (;;) {
    const state = await call.store.crawls.find(domain)
    if (state === null || (state.status !== 'queued' && state.status !== 'running')) return state
    if (state.status === 'running') tellProgress(call, state)
    if (performance.now() >= giveUpAt || call.signal.aborted || call.stopping.signal.aborted) return state
    await sleep(POLL_MS)
  }
}

const tellProgress = (call: Pick<Call, 'progress'>, { pages, pageBudget, addresses }: CrawlState): void =>
  call.progress?.({ done: pages, total: pageBudget, message: `Read ${pages} pages and found ${addresses} addresses.` })

const crawlMeta = (state: CrawlState): CrawlMeta => ({
  status: state.status,
  reason: state.reason,
  pages: state.pages,
  started_at: state.startedAt?.toISOString() ?? null,
  last_crawled_at: state.finishedAt?.toISOString() ?? null,
  next_crawl_at: state.nextCrawlAt?.toISOString() ?? null,
})
