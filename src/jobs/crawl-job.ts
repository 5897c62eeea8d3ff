import type { Context } from '../context.ts'
import { NetworkLostError } from '../core/crawl/crawl-domain.ts'
import { givenUp, leaveVisit, makeVisit, postponeVisit, takeNextCrawl } from '../core/crawl/crawl-order.ts'
import type { TakenCrawl } from '../core/crawl/crawl-order.ts'
import type { Politeness } from '../engine/crawl/politeness.ts'
import { SECOND_MS } from '../lib/process/clock.ts'
import { createTurns } from '../lib/process/turns.ts'
import type { Turns } from '../lib/process/turns.ts'

/** Whatever wakes nobody is seen by then. */
const LOOK_AT_LEAST_MS = 20 * SECOND_MS
/** Of the places to read and store pages: the most that the sites of one account take. */
const SHARE_OF_ACCOUNT = 0.75

interface Visits {
  politeness: Politeness
  turns: Turns
  signal: AbortSignal
  open: Set<Promise<void>>
}

/**
 * Visits the sites that searches asked for. Many visits are open at once, for most of a visit is waiting for a host; only
 * to read and store a page one takes a place, of which there are few and accounts take turns.
 */
export function startCrawlJobs(context: Context, politeness: Politeness): void {
  const { concurrency } = context.config.crawl
  const turns = createTurns({ total: concurrency, perParty: Math.ceil(concurrency * SHARE_OF_ACCOUNT) })
  context.queue.keepUp((signal) => keepVisiting(context, { politeness, turns, signal, open: new Set() }))
}

async function keepVisiting(context: Context, visits: Visits): Promise<void> {
  const { signal, open } = visits
  const due = context.queue.due('crawls')
  let isFailing = false
  while (!signal.aborted) {
    await due.wait(LOOK_AT_LEAST_MS, signal)
    try {
      await openVisits(context, visits, due)
      isFailing = false
    } catch (error) {
      if (!isFailing && !signal.aborted) context.log.error({ err: error }, 'Crawls could not be started.')
      isFailing = true
    }
  }
  await Promise.all(open)
}

async function openVisits(context: Context, visits: Visits, due: ReturnType<Context['queue']['due']>): Promise<void> {
  const { signal, open } = visits
  while (open.size < context.config.crawl.visits && !signal.aborted) {
    const taken = await takeNextCrawl(context)
    if (taken === null) return
    const visit = visitSite(context, taken, visits).finally(() => {
      open.delete(visit)
      due.wake()
    })
    open.add(visit)
  }
}

/** Never throws. */
async function visitSite(context: Context, taken: TakenCrawl, visits: Visits): Promise<void> {
  const { log } = context
  const { politeness, signal } = visits
  try {
    if (await givenUp(context, taken)) return
    const inTurn = turnsOf(taken, visits)
    log.info(await makeVisit(context, taken, { politeness, signal, inTurn }), 'crawl')
  } catch (error) {
    if (error instanceof NetworkLostError) {
      await postponeVisit(context, taken).catch(() => undefined)
      return
    }
    if (!signal.aborted) log.warn({ err: error, domain: taken.domain }, 'A crawl did not finish.')
    await leaveVisit(context, taken, signal.aborted).catch(() => undefined)
  }
}

const turnsOf =
  ({ accountId }: TakenCrawl, { turns, signal }: Visits) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await turns.take(String(accountId), signal)
    try {
      return await work()
    } finally {
      release?.()
    }
  }
