import type { StopReason } from '../../db/accounts/billing-store.ts'
import type { BulkSettlement, ListKey } from '../../db/verify/bulk-store.ts'
import { tellOfJob } from '../webhooks/job-completed.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Settles rows of a list as answers arrive; if the list ends, subscribers are notified in the same transaction. */

export const settleRows = (
  context: VerifyNeeds,
  list: ListKey,
  now: Date,
  settlements: readonly BulkSettlement[],
): Promise<void> => telling(context, list, () => context.store.bulk.settle(list, now, settlements))

/** Open rows stay without an answer. */
export const stopList = (context: VerifyNeeds, list: ListKey, reason: StopReason): Promise<void> =>
  telling(context, list, () => context.store.bulk.stop(list, reason))

/** @param step returns whether it has ended the list. */
function telling(context: VerifyNeeds, list: ListKey, step: () => Promise<boolean>): Promise<void> {
  const { accountId, jobId: id } = list
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
