import type { Context } from '../context.ts'
import { drainBulk } from '../core/verify/bulk-drain.ts'
import { VERIFY_BULK_JOB } from '../core/verify/bulk-verifications.ts'

/** Finds what is due again, and what a process that died has left. */
const EVERY_MINUTE = '* * * * *'

/** Goes on with lists of addresses: those just sent, those of a process that stopped, and those whose time has come. */
export async function startVerifyLists(context: Context): Promise<void> {
  await context.queue.work(VERIFY_BULK_JOB, { concurrency: 1 }, async (_, { signal }) => {
    if ((await drainBulk(context, signal)) === 'more' && !signal.aborted) await context.queue.send(VERIFY_BULK_JOB, {})
  })
  await context.queue.schedule(VERIFY_BULK_JOB, EVERY_MINUTE)
  await context.queue.send(VERIFY_BULK_JOB, {})
}
