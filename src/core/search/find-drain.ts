import { randomUUID } from 'node:crypto'
import type { FindLease } from '../../db/search/find-queues-store.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { UnderWay } from '../../lib/process/under-way.ts'
import { job } from '../capability/job.ts'
import { workOffLease } from './find-lease.ts'
import type { FindNeeds } from './find-lease.ts'

/** Companies that one process works on at once: speed comes from many companies, not from many people at one. */
const QUEUES_AT_ONCE = 40
/** People of one account at a time, so that its lists leave room for others. */
const ROWS_OF_AN_ACCOUNT = 30
/** People of one company leased together, then looked up one after another. */
const ROWS_OF_A_QUEUE = 8
/** After this, the people a dead process was working on go to others. */
const LEASE_MS = 15 * SECOND_MS
const RENEWAL_MS = 4 * SECOND_MS
/** A worker with nothing to do for longer than this leaves. */
const STAY_MS = 70 * SECOND_MS
/** A job that runs forever would look as if it were stuck, so another one follows. */
const DRAIN_MS = 5 * MINUTE_MS

/** Continues lists of people: those just sent, those of a process that stopped, and those that are due again. */
export const FindPeople = job({
  name: 'find-people',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  atStart: true,
  run: async (needs: FindNeeds, _, signal) => {
    if ((await drainFinds(needs, signal)) === 'more' && !signal.aborted) await needs.queue.send(FindPeople, {})
  },
})

/**
 * Works through lists of people until none is due soon, or the signal aborts. Any number of processes may do so at once, and
 * each may die at any moment: a person is leased, and an address and its price are stored together.
 * @returns whether there is more to do
 */
export async function drainFinds(needs: FindNeeds, stop: AbortSignal): Promise<'done' | 'more'> {
  if (!(await isWorthWaiting(needs))) return 'done'
  const { findQueues } = needs.store
  const signal = AbortSignal.any([stop, needs.stopping.signal])
  const holder = randomUUID()
  const startedAt = performance.now()
  const leasedUntil = (): Date => new Date(needs.clock.now().getTime() + LEASE_MS)
  const renew = (): void => void findQueues.renew(holder, leasedUntil()).catch(logTo(needs))
  const renewal = setInterval(renew, RENEWAL_MS)
  const underWay = new UnderWay()
  const busy = new Set<string>()
  try {
    while (!signal.aborted && performance.now() - startedAt < DRAIN_MS) {
      const free = QUEUES_AT_ONCE - underWay.size
      const most = { limit: free, perAccount: ROWS_OF_AN_ACCOUNT, perQueue: ROWS_OF_A_QUEUE }
      const share = { holder, leasedUntil: leasedUntil(), busy: [...busy], ...most }
      const leases = free <= 0 ? [] : await findQueues.lease(needs.clock.now(), share)
      for (const [queue, ofQueue] of Map.groupBy(leases, ({ queue: name }) => name)) {
        busy.add(queue)
        const work = inOrder(needs, ofQueue, signal).finally(() => busy.delete(queue))
        underWay.add(work.catch(logTo(needs)))
      }
      if (underWay.size === 0 && !(await isWorthWaiting(needs))) return 'done'
      await underWay.someEnded()
    }
    return 'more'
  } finally {
    await underWay.allEnded()
    clearInterval(renewal)
    await findQueues.release(holder, needs.clock.now())
  }
}

/** People of one company, one after another: what is learned about its mail servers helps with the next. */
async function inOrder(needs: FindNeeds, leases: readonly FindLease[], signal: AbortSignal): Promise<void> {
  for (const lease of leases.toSorted((a, b) => a.jobId - b.jobId || a.place - b.place)) {
    if (signal.aborted) return
    await workOffLease(needs, lease, signal)
  }
}

async function isWorthWaiting({ store, clock }: Pick<FindNeeds, 'store' | 'clock'>): Promise<boolean> {
  const dueAt = await store.findQueues.nextDue()
  return dueAt !== null && dueAt.getTime() - clock.now().getTime() < STAY_MS
}

/** After an error, people are tried again when the lease is over. */
const logTo =
  ({ log }: Pick<FindNeeds, 'log'>) =>
  (error: unknown): void =>
    log.error({ err: error }, 'Looking up people failed.')
