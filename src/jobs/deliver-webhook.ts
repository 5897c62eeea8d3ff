import type { Context } from '../context.ts'
import { deliverDueWebhooks } from '../core/webhooks/deliver-webhooks.ts'
import { DELIVER_WEBHOOKS_JOB } from '../core/webhooks/publish-event.ts'
import { createWebhookTurns } from '../core/webhooks/delivery-order.ts'

/** Finds what a process that died has left. */
const EVERY_MINUTE = '* * * * *'
/** A round that waits for a slow target must not keep the next from starting. */
const ROUNDS = 4

/** Delivers what happens to the webhooks that want to know. */
export async function startDeliverWebhooks(context: Context): Promise<void> {
  const turns = createWebhookTurns()
  await context.queue.work(DELIVER_WEBHOOKS_JOB, { concurrency: ROUNDS }, (_, { signal }) =>
    deliverDueWebhooks(context, signal, turns),
  )
  await context.queue.schedule(DELIVER_WEBHOOKS_JOB, EVERY_MINUTE)
}
