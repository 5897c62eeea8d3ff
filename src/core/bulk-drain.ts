import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { BulkTurn } from '../db/bulk-lanes-store.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { takeBulkTurn } from './bulk-turn.ts'

/** Turns under way in one process: speed comes from many mail servers at once, not from many connections to one. */
const TURNS_AT_ONCE = 100
/** Lanes of a process that died go to others after this. */
const LEASE_MS = 60 * SECOND_MS
const RENEWAL_MS = 15 * SECOND_MS
/** While turns are under way, others become due. */
const LOOK_AGAIN_MS = 250

/**
 * Works on lists of addresses until no lane is due, or the signal comes. Any number of processes may do so at once, and
 * each may die at any moment: a lane is leased, an answer and its price are stored together.
 */
export async function drainBulk(context: Context, stop: AbortSignal): Promise<void> {
  const { bulkLanes } = context.store
  const signal = AbortSignal.any([stop, context.stopping.signal])
  const holder = randomUUID()
  const leasedUntil = (): Date => new Date(context.clock.now().getTime() + LEASE_MS)
  const renew = (): void => void bulkLanes.renew(holder, leasedUntil()).catch(logTo(context, 'A lease'))
  const renewal = setInterval(renew, RENEWAL_MS)
  const underWay = new Set<Promise<void>>()
  try {
    while (!signal.aborted) {
      const free = TURNS_AT_ONCE - underWay.size
      const turns = free === 0 ? [] : await bulkLanes.claim(context.clock.now(), leasedUntil(), holder, free)
      for (const turn of turns) follow(underWay, carefully(context, turn, signal))
      if (underWay.size === 0) return
      await firstOf(underWay, signal)
    }
  } finally {
    await Promise.all(underWay)
    clearInterval(renewal)
    await bulkLanes.release(holder, context.clock.now())
  }
}

/** What went wrong is tried again when the lease is over. */
const carefully = (context: Context, turn: BulkTurn, signal: AbortSignal): Promise<void> =>
  takeBulkTurn(context, turn, signal).catch(logTo(context, 'A turn'))

const logTo =
  ({ log }: Context, what: string) =>
  (error: unknown): void =>
    log.error({ err: error }, `${what} of a bulk verification failed.`)

function follow(underWay: Set<Promise<void>>, turn: Promise<void>): void {
  const followed: Promise<void> = turn.finally(() => underWay.delete(followed))
  underWay.add(followed)
}

/** Until a turn has ended, it is time to look again, or the signal comes. */
async function firstOf(underWay: ReadonlySet<Promise<void>>, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let wake = (): void => undefined
  const pause = new Promise<void>((resolve) => {
    wake = resolve
    timer = setTimeout(resolve, LOOK_AGAIN_MS)
    signal.addEventListener('abort', wake, { once: true })
  })
  await Promise.race([pause, ...underWay])
  clearTimeout(timer)
  signal.removeEventListener('abort', wake)
}
