import type { Part } from '../../context.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'

type Needs = Part<'clock' | 'log', 'deletedAccounts'>

/** Rows that one statement removes, so that others do not wait long for its locks. */
const SLICE = 2_000

/** By then, any request that was running when the account closed has ended and written its last rows. */
const ENDS_AFTER_MS = 10 * MINUTE_MS

/** Removes what deleted accounts left behind: soon after each deletion, and again every hour until it is gone. */
export const RemoveDeletedAccounts = job({
  name: 'remove-deleted-accounts',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: '23 * * * *',
  atStart: true,
  run: (context: Needs, _, signal) => removeDeletedAccounts(context, signal),
})

/** Removes every row of closed accounts; safe to run again. */
export async function removeDeletedAccounts({ store, clock, log }: Needs, signal: AbortSignal): Promise<void> {
  const endedBefore = clock.now().getTime() - ENDS_AFTER_MS
  for (const { id, deletedAt } of await store.deletedAccounts.closed()) {
    let removed = 0
    // Triggers may write new rows while others are removed.
    for (let some = -1; some !== 0; removed += some) {
      some = await removeRows(store, id, signal)
      if (signal.aborted) return
    }
    if (deletedAt.getTime() <= endedBefore) await store.deletedAccounts.end(id)
    if (removed > 0) log.info({ account: id, rows: removed }, 'deleted account')
  }
}

async function removeRows({ deletedAccounts }: Needs['store'], id: number, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const table of await deletedAccounts.tables()) {
    for (let some = SLICE; some === SLICE && !signal.aborted; removed += some)
      some = await deletedAccounts.removeSome(id, table, SLICE)
  }
  return removed
}
