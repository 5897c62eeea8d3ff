import type { Context } from '../context.ts'
import { CHANGE_LEADS_JOB, changeLeads } from '../core/leads/leads-bulk.ts'
import type { BulkChange } from '../core/leads/leads-bulk.ts'

/** Several accounts at once; those of one account wait for each other in the database. */
const CONCURRENCY = 2

/** Moves and deletes many leads at a time. */
export async function startChangeLeads(context: Context): Promise<void> {
  await context.queue.work<BulkChange>(CHANGE_LEADS_JOB, { concurrency: CONCURRENCY }, (change) =>
    changeLeads(context, change),
  )
}
