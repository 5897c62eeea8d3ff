import type { Context } from '../context.ts'
import { readMailboxes } from '../core/campaigns/mailbox-reading.ts'

const READ_MAILBOXES_JOB = 'read-mailboxes'
const EVERY_MINUTE = '* * * * *'

/** Looks for what came back. Each mailbox is taken by one process at a time. */
export async function startReadingMailboxes(context: Context): Promise<void> {
  await context.queue.work(READ_MAILBOXES_JOB, { concurrency: 1 }, (_, { signal }) => readMailboxes(context, signal))
  await context.queue.schedule(READ_MAILBOXES_JOB, EVERY_MINUTE)
}
