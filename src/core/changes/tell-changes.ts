import type { Part } from '../../context.ts'
import type { UntoldChange } from '../../db/changes/watches-store.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import { putEvents, wakeDelivery } from '../webhooks/publish-event.ts'
import type { PublishedEvent } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { addressesIn, changeRow } from './list-changes.ts'

type Needs = EventNeeds & Part<'database' | 'optoutKey', 'optouts' | 'watches'>

/** Notifies webhooks of changes at companies that their accounts watch. */
export const TellChanges = job({
  name: 'tell-changes',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: (context: Needs, _, signal) => tellChanges(context, signal),
})

/** Changes reported in one transaction. */
const SLICE = 200

/** Reports changes until none is pending or `signal` fires. Each is reported and removed in one transaction: neither lost nor reported twice. */
export async function tellChanges(context: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const deliveries = await context.database.pool.inOne(async () => {
      const untold = await context.store.watches.takeUntold(SLICE)
      return untold === null ? null : tellAll(context, untold)
    })
    if (deliveries === null) return
    if (deliveries > 0) await wakeDelivery(context)
  }
}

async function tellAll(context: Needs, untold: readonly UntoldChange[]): Promise<number> {
  let deliveries = 0
  for (const [accountId, heard] of Map.groupBy(untold, (each) => each.accountId)) {
    const asked = { ...context, principal: { accountId } }
    const isHidden = await optedOutAmong(
      asked,
      heard.flatMap(({ change }) => addressesIn(change)),
    )
    const told = heard.filter(({ change }) => !addressesIn(change).some(isHidden))
    deliveries += await putEvents(context, accountId, told.map(eventOf))
  }
  return deliveries
}

/** `undone` is true if an earlier report turned out to be wrong. */
const eventOf = ({ change, watchId }: UntoldChange): PublishedEvent => ({
  type: 'change.detected',
  data: { change: changeRow(change), undone: change.undoneAt !== null, watch_id: watchId },
  watchId,
})
