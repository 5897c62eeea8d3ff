import { randomUUID } from 'node:crypto'
import type { BulkLease } from '../../db/verify/bulk-queues-store.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { UnderWay } from '../../lib/process/under-way.ts'
import { job } from '../capability/job.ts'
import { isDomainQueue, joinGroups } from './bulk-queues.ts'
import { workOffQueue } from './bulk-slice.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Leases in progress in one process: speed comes from asking many mail servers at once, not from many connections to one. */
const LEASES_AT_ONCE = 100
/** Of these, per account: one account's lists leave room for others, however long its mail servers take. */
const LEASES_OF_AN_ACCOUNT = 75
/** After this, the queues of a dead process go to others. */
const LEASE_MS = 60 * SECOND_MS
const RENEWAL_MS = 15 * SECOND_MS
/** A worker with nothing to do for longer than this leaves. */
const STAY_MS = 70 * SECOND_MS
/** A job that runs forever would look as if it were stuck, so another one follows. */
const DRAIN_MS = 5 * MINUTE_MS

/** Continues lists of addresses: those just sent, those of a process that stopped, and those that are due again. */
export const VerifyBulk = job({
  name: 'verify-bulk',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  atStart: true,
  run: async (context: VerifyNeeds, _, signal) => {
    if ((await drainBulk(context, signal)) === 'more' && !signal.aborted) await context.queue.send(VerifyBulk, {})
  },
})

/**
 * Works through lists of addresses until no queue is due soon, or the signal aborts. Any number of processes may do so at
 * once, and each may die at any moment: a queue is leased, and an answer and its price are stored together.
 * @returns whether there is more to do
 */
export const drainBulk = async (context: VerifyNeeds, stop: AbortSignal): Promise<'done' | 'more'> =>
  (await isWorthWaiting(context)) ? drain(context, stop) : 'done'

async function drain(context: VerifyNeeds, stop: AbortSignal): Promise<'done' | 'more'> {
  const { bulkQueues } = context.store
  const signal = AbortSignal.any([stop, context.stopping.signal])
  const holder = randomUUID()
  const startedAt = performance.now()
  const leasedUntil = (): Date => new Date(context.clock.now().getTime() + LEASE_MS)
  const renew = (): void => void bulkQueues.renew(holder, leasedUntil()).catch(logTo(context, 'A lease'))
  const renewal = setInterval(renew, RENEWAL_MS)
  const underWay = new UnderWay()
  try {
    while (!signal.aborted && performance.now() - startedAt < DRAIN_MS) {
      const free = LEASES_AT_ONCE - underWay.size
      const share = { holder, leasedUntil: leasedUntil(), limit: free, perAccount: LEASES_OF_AN_ACCOUNT }
      const leases = free <= 0 ? [] : await bulkQueues.lease(context.clock.now(), share)
      for (const work of begin(context, leases)) underWay.add(work)
      if (underWay.size === 0 && !(await isWorthWaiting(context))) return 'done'
      await underWay.someEnded()
    }
    return 'more'
  } finally {
    await underWay.allEnded()
    clearInterval(renewal)
    await bulkQueues.release(holder, context.clock.now())
  }
}

/** Domains are assigned to mail servers together; queues of groups of mail servers are worked through. */
function begin(context: VerifyNeeds, leases: readonly BulkLease[]): Promise<void>[] {
  const domains = leases.filter(isDomainQueue)
  const groups = leases.filter((lease) => !isDomainQueue(lease))
  const taken = groups.map((lease) => workOffQueue(context, lease))
  if (domains.length > 0) taken.push(place(context, domains))
  return taken.map((work) => work.catch(logTo(context, 'A lease')))
}

/** Rows of domains without mail servers are answered at once. */
async function place(context: VerifyNeeds, domains: readonly BulkLease[]): Promise<void> {
  for (const lease of await joinGroups(context, domains)) await workOffQueue(context, lease)
}

async function isWorthWaiting({ store, clock }: Pick<VerifyNeeds, 'store' | 'clock'>): Promise<boolean> {
  const dueAt = await store.bulkQueues.nextDue()
  return dueAt !== null && dueAt.getTime() - clock.now().getTime() < STAY_MS
}

/** After an error, rows are tried again when the lease is over. */
const logTo =
  ({ log }: Pick<VerifyNeeds, 'log'>, what: string) =>
  (error: unknown): void =>
    log.error({ err: error }, `${what} of a bulk verification failed.`)
