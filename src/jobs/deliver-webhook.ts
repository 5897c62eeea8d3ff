import type { Context } from '../context.ts'
import { deliverDueWebhooks } from '../core/deliver-webhooks.ts'
import { DELIVER_WEBHOOKS_JOB } from '../core/publish-event.ts'

/** Finds what a process that died has left. */
const EVERY_MINUTE = '* * * * *'
/** A round that waits for a slow target must not keep the next from starting. */
const ROUNDS = 4

/** Delivers what happens to the webhooks that want to know. */
export async function startDeliverWebhooks(context: Context): Promise<void> {
  const inFlight = new Map<number, number>()
  await context.queue.work(DELIVER_WEBHOOKS_JOB, { concurrency: ROUNDS }, (_, { signal }) =>
    deliverDueWebhooks(context, signal, inFlight),
  )
  await context.queue.schedule(DELIVER_WEBHOOKS_JOB, EVERY_MINUTE)
}
