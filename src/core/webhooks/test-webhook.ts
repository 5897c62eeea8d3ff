import { ulid } from '../../lib/secrets/ulid.ts'
import { capability } from '../capability/capability.ts'
import { payloadOf, wakeDelivery } from './publish-event.ts'
import { deliveryOf, DeliveryOutput, deliveryReading } from './webhook-deliveries.ts'
import { WebhookIdInput } from './webhook-input.ts'
import { findWebhook, noSuchWebhook } from './webhooks.ts'

/** Sends an event of the webhook's kind whose data says that it is a test; the log shows the result. */
export const TestWebhook = capability({
  ...deliveryReading,
  name: 'test_webhook',
  scope: 'write',
  input: WebhookIdInput,
  output: DeliveryOutput,
  run: async (call, { id = 0 }) => {
    const { event } = await findWebhook(call, id)
    const { store, principal, clock } = call
    const now = clock.now()
    const eventId = `evt_${ulid(now)}`
    const payload = payloadOf(eventId, event, { test: true }, now)
    const added = await store.webhookDeliveries.addTest(principal.accountId, id, { eventId, event, payload }, now)
    if (added === null) throw noSuchWebhook(id)
    await wakeDelivery(call)
    return { data: deliveryOf(added), meta: {}, status: 202 as const }
  },
})
