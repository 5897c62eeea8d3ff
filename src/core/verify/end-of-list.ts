import type { BulkLease } from '../../db/verify/bulk-queues-store.ts'
import type { BulkSettlement, StopReason } from '../../db/verify/bulk-store.ts'
import { tellOfJob } from '../webhooks/job-completed.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Rows of a list as they get their answers, and its end: subscribers are notified in the same transaction. */

type OfList = Pick<BulkLease, 'accountId' | 'jobId'>

export const settleRows = (
  context: VerifyNeeds,
  lease: OfList,
  now: Date,
  settlements: readonly BulkSettlement[],
): Promise<void> => telling(context, lease, () => context.store.bulk.settle(lease.jobId, now, settlements))

/** What is open stays without an answer. */
export const stopList = (context: VerifyNeeds, lease: OfList, reason: StopReason): Promise<void> =>
  telling(context, lease, () => context.store.bulk.stop(lease.jobId, reason))

/** @param step says whether the list has ended by it. */
function telling(context: VerifyNeeds, { accountId, jobId: id }: OfList, step: () => Promise<boolean>): Promise<void> {
  const { database, store, config } = context
  return database.pool.inOne(async () => {
    const job = (await step()) ? await store.bulk.find(accountId, id) : null
    if (job === null) return
    const { name, status, stoppedReason, total, done } = job
    const path = `/v2/email-verifier/bulk/${id}`
    const ended = { kind: 'verification' as const, id, name, status, stoppedReason, total, done, path }
    await tellOfJob(context, { accountId, origin: config.origin }, ended)
  })
}
