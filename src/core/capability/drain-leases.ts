import { randomUUID } from 'node:crypto'
import type { Part } from '../../context.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { UnderWay } from '../../lib/process/under-way.ts'

/** Renewals in the time of a lease: one that fails is made up for by the next. */
const RENEWALS = 4
/** A worker with nothing to do for longer than this leaves. */
const STAY_MS = 70 * SECOND_MS
/** A job that runs forever would look as if it were stuck, so another one follows. */
const DRAIN_MS = 5 * MINUTE_MS

/** Who leases, until when, and how many at most. */
export interface LeaseShare {
  holder: string
  leasedUntil: Date
  limit: number
}

/** Lists that any number of processes work through at once. */
export interface LeasedLists {
  /** Where the leases are. */
  queues: {
    /** When the next one is due; null without any. */
    nextDue: () => Promise<Date | null>
    renew: (holder: string, leasedUntil: Date) => Promise<void>
    release: (holder: string, now: Date) => Promise<void>
  }
  /** Leases in progress in one process. */
  atOnce: number
  /** After this, what a dead process was working on goes to others. */
  leaseMs: number
  /** Leases what is due, and begins to work on it. @param signal aborts when the process or the job ends */
  begin: (share: LeaseShare, signal: AbortSignal) => Promise<readonly Promise<void>[]>
  /** After an error, what was leased is tried again when the lease is over. */
  failed: (error: unknown) => void
}

/**
 * Works through lists until none is due soon, or the signal aborts. Each process that does may die at any moment: what it works
 * on is leased, and an answer and its price are stored together.
 * @returns whether there is more to do
 */
export async function drainLeases(
  { clock, stopping }: Part<'clock' | 'stopping'>,
  { queues, atOnce, leaseMs, begin, failed }: LeasedLists,
  stop: AbortSignal,
): Promise<'done' | 'more'> {
  const isDueSoon = async (): Promise<boolean> => {
    const dueAt = await queues.nextDue()
    return dueAt !== null && dueAt.getTime() - clock.now().getTime() < STAY_MS
  }
  if (!(await isDueSoon())) return 'done'
  const signal = AbortSignal.any([stop, stopping.signal])
  const holder = randomUUID()
  const startedAt = performance.now()
  const leasedUntil = (): Date => new Date(clock.now().getTime() + leaseMs)
  const renewal = setInterval(() => void queues.renew(holder, leasedUntil()).catch(failed), leaseMs / RENEWALS)
  const underWay = new UnderWay()
  try {
    while (!signal.aborted && performance.now() - startedAt < DRAIN_MS) {
      const limit = atOnce - underWay.size
      const begun = limit <= 0 ? [] : await begin({ holder, leasedUntil: leasedUntil(), limit }, signal)
      for (const work of begun) underWay.add(work.catch(failed))
      if (underWay.size === 0 && !(await isDueSoon())) return 'done'
      await underWay.someEnded()
    }
    return 'more'
  } finally {
    await underWay.allEnded()
    clearInterval(renewal)
    await queues.release(holder, clock.now())
  }
}
