import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrawlLease, TakenCrawl } from '../../db/index/crawls-store.ts'
import { DAY_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { crawlDomain } from './crawl-domain.ts'
import type { CrawlReport, CrawlRun } from './crawl-domain.ts'
import type { VisitNeeds } from './visit-needs.ts'

export type { TakenCrawl }

/** Decides which site is visited next, and makes sure that a live process is behind every visit in progress. */

const BEAT_EVERY_MS = 5 * SECOND_MS
/** A visit begun this often without an end is not begun again: it may be what kills its processes. */
const MAX_ATTEMPTS = 3
const GIVEN_UP_DAYS = 1
const NETWORK_PAUSE_MS = 15 * SECOND_MS

/** Takes the next visit that is due; null if none is waiting. */
export const takeNextCrawl = (
  { store, clock, config }: Pick<VisitNeeds, 'store' | 'clock' | 'config'>,
  mayBeForWatch: boolean,
): Promise<TakenCrawl | null> =>
  store.crawls.takeNext(randomUUID(), clock.now(), { pageBudget: config.crawl.maxPages, mayBeForWatch })

/** Takes the visit to this site; null while another process is making it. */
export async function takeOverCrawl(
  { store, clock, config }: Pick<VisitNeeds, 'store' | 'clock' | 'config'>,
  domain: string,
): Promise<CrawlLease | null> {
  const lease = { domain, runId: randomUUID() }
  return (await store.crawls.takeOver(lease, clock.now(), config.crawl.maxPages)) ? lease : null
}

/**
 * Makes the visit and signals to other processes that it continues. @throws when `run.signal` aborts, or another process has
 * taken over
 */
export async function makeVisit(
  context: VisitNeeds,
  lease: CrawlLease,
  run: Omit<CrawlRun, 'runId'>,
): Promise<CrawlReport> {
  const ended = new AbortController()
  const lost = new AbortController()
  void keepBeating(context, lease, { ended: ended.signal, lost })
  try {
    const signal = AbortSignal.any([run.signal, lost.signal])
    return await crawlDomain(context, lease.domain, { ...run, signal, runId: lease.runId })
  } finally {
    ended.abort()
  }
}

async function keepBeating(
  { store }: Pick<VisitNeeds, 'store'>,
  lease: CrawlLease,
  { ended, lost }: { ended: AbortSignal; lost: AbortController },
): Promise<void> {
  for (;;) {
    await sleep(BEAT_EVERY_MS, undefined, { signal: ended, ref: false }).catch(() => undefined)
    if (ended.aborted) return
    // Without the database it is unknown who has the site; the next beat may tell.
    const isOurs = await store.crawls.beat(lease).catch(() => true)
    if (!isOurs) lost.abort(new Error(`Another process has taken over the crawl of ${lease.domain}.`))
  }
}

/** After a visit that did not end: another process continues at once if this one is stopping, later if the visit failed. */
export async function leaveVisit(
  { store, clock }: Pick<VisitNeeds, 'store' | 'clock'>,
  lease: TakenCrawl,
  isStopping: boolean,
): Promise<void> {
  const now = clock.now()
  if (isStopping) return store.crawls.putBack(lease, now)
  if (lease.attempts < MAX_ATTEMPTS)
    return store.crawls.putBack(lease, new Date(now.getTime() + lease.attempts * 2 * SECOND_MS))
  return giveUp(store, lease, now)
}

/** After a visit that found the network down here: it does not count, and is tried again soon. */
export const postponeVisit = (
  { store, clock }: Pick<VisitNeeds, 'store' | 'clock'>,
  lease: CrawlLease,
): Promise<void> =>
  store.crawls.postpone(lease, { at: new Date(clock.now().getTime() + NETWORK_PAUSE_MS), reason: 'no_network' })

/** Whether this visit was begun too often already; it is then given up for a day. */
export async function givenUp(
  { store, clock }: Pick<VisitNeeds, 'store' | 'clock'>,
  lease: TakenCrawl,
): Promise<boolean> {
  if (lease.attempts <= MAX_ATTEMPTS) return false
  await giveUp(store, lease, clock.now())
  return true
}

const giveUp = ({ crawls }: VisitNeeds['store'], lease: CrawlLease, now: Date): Promise<void> =>
  crawls.finish(lease, {
    status: 'failed',
    reason: 'given_up',
    finishedAt: now,
    nextCrawlAt: new Date(now.getTime() + GIVEN_UP_DAYS * DAY_MS),
    intervalDays: GIVEN_UP_DAYS,
  })
