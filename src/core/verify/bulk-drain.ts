import type { BulkLease } from '../../db/verify/bulk-queues-store.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { drainLeases } from '../capability/drain-leases.ts'
import { job } from '../capability/job.ts'
import { isDomainQueue, joinGroups } from './bulk-queues.ts'
import { workOffQueue } from './bulk-slice.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Leases in progress in one process: speed comes from asking many mail servers at once, not from many connections to one. */
const LEASES_AT_ONCE = 100
/** Of these, per account: one account's lists leave room for others, however long its mail servers take. */
const LEASES_OF_AN_ACCOUNT = 75
const LEASE_MS = 60 * SECOND_MS

/** Continues lists of addresses: those just sent, those of a process that stopped, and those that are due again. */
export const VerifyBulk = job({
  name: 'verify-bulk',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  atStart: true,
  run: async (needs: VerifyNeeds, _, signal) => {
    if ((await drainBulk(needs, signal)) === 'more' && !signal.aborted) await needs.queue.send(VerifyBulk, {})
  },
})

/** Works through lists of addresses. @returns whether there is more to do */
export function drainBulk(needs: VerifyNeeds, stop: AbortSignal): Promise<'done' | 'more'> {
  const { clock, log, store } = needs
  return drainLeases(
    needs,
    {
      queues: store.bulkQueues,
      atOnce: LEASES_AT_ONCE,
      leaseMs: LEASE_MS,
      begin: async (share) =>
        begin(needs, await store.bulkQueues.lease(clock.now(), { ...share, perAccount: LEASES_OF_AN_ACCOUNT })),
      failed: (err) => log.error({ err }, 'A lease of a bulk verification failed.'),
    },
    stop,
  )
}

/** Domains are assigned to mail servers together; queues of groups of mail servers are worked through. */
function begin(needs: VerifyNeeds, leases: readonly BulkLease[]): Promise<void>[] {
  const domains = leases.filter(isDomainQueue)
  const groups = leases.filter((lease) => !isDomainQueue(lease))
  const taken = groups.map((lease) => workOffQueue(needs, lease))
  return domains.length > 0 ? [...taken, place(needs, domains)] : taken
}

/** Rows of domains without mail servers are answered at once. */
async function place(needs: VerifyNeeds, domains: readonly BulkLease[]): Promise<void> {
  for (const lease of await joinGroups(needs, domains)) await workOffQueue(needs, lease)
}
