import type { Context } from '../context.ts'
import { NetworkLostError } from '../core/crawl/crawl-domain.ts'
import { givenUp, leaveVisit, makeVisit, postponeVisit, takeNextCrawl } from '../core/crawl/crawl-order.ts'
import type { TakenCrawl } from '../core/crawl/crawl-order.ts'
import { createWatchPlaces } from '../core/crawl/watched-visits.ts'
import type { WatchPlaces } from '../core/crawl/watched-visits.ts'
import type { Politeness } from '../engine/crawl/politeness.ts'
import { SECOND_MS } from '../lib/process/clock.ts'
import { createTurns } from '../lib/process/turns.ts'
import type { Turns } from '../lib/process/turns.ts'

/** Work that wakes no process is found within this time. */
const LOOK_AT_LEAST_MS = 30 * SECOND_MS
/** Of the places for reading and storing pages: the most that the sites of one account may take. */
const SHARE_OF_ACCOUNT = 0.75

interface Visits {
  politeness: Politeness
  turns: Turns
  /** For sites requested only by watches. */
  watched: WatchPlaces
  signal: AbortSignal
  open: Set<Promise<void>>
}

/**
 * Visits the sites that searches requested. Many visits are open at once, because most of a visit is waiting for a host; only
 * reading and storing a page takes one of the few places, in which accounts take turns.
 */
export function startCrawlJobs(context: Context, politeness: Politeness): void {
  const { concurrency, visits } = context.config.crawl
  const turns = createTurns({ total: concurrency, perParty: Math.ceil(concurrency * SHARE_OF_ACCOUNT) })
  const watched = createWatchPlaces({ visits, concurrency })
  context.queue.keepUp((signal) => keepVisiting(context, { politeness, turns, watched, signal, open: new Set() }))
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
  const { signal, open, watched } = visits
  while (open.size < context.config.crawl.visits && !signal.aborted) {
    const taken = await takeNextCrawl(context, watched.hasRoom(open.size))
    if (taken === null) return
    const leave = taken.isForWatch ? watched.enter() : null
    const visit = visitSite(context, taken, visits).finally(() => {
      leave?.()
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
    log.info(await makeVisit(context, taken, { politeness, signal, inTurn, sender: senderOf(taken) }), 'crawl')
  } catch (error) {
    if (error instanceof NetworkLostError) {
      await postponeVisit(context, taken).catch(() => undefined)
      return
    }
    if (!signal.aborted) log.warn({ err: error, domain: taken.domain }, 'A crawl did not finish.')
    await leaveVisit(context, taken, signal.aborted).catch(() => undefined)
  }
}

const senderOf = ({ accountId, isForWatch }: TakenCrawl): string => (isForWatch ? WATCHES : String(accountId))

const turnsOf =
  (taken: TakenCrawl, { turns, watched, signal }: Visits) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = taken.isForWatch ? await watched.turns.take(WATCHES, signal) : null
    const release = await turns.take(senderOf(taken), signal)
    try {
      return await work()
    } finally {
      release?.()
      leave?.()
    }
  }

const WATCHES = 'watches'
