import { z } from 'zod'
import type { WebhookDelivery } from '../../db/webhooks/webhook-deliveries-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'
import { wakeDelivery } from './publish-event.ts'
import { DeliveryInput, ListDeliveriesInput } from './webhook-input.ts'
import { findWebhook } from './webhooks.ts'

/** How far back the log goes. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS

const Delivery = z.object({
  id: z.int(),
  webhook_id: z.int(),
  event_id: z.string(),
  event: z.string(),
  status: z.enum(['pending', 'success', 'error']),
  attempts: z.int(),
  next_attempt_at: z.iso.datetime().nullable(),
  response_status: z.int().nullable(),
  problem: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
})

export const deliveryOf = (delivery: WebhookDelivery): z.output<typeof Delivery> => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  event: delivery.event,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  response_status: delivery.responseStatus,
  problem: delivery.problem,
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString() ?? null,
})

export const deliveryReading = { group: 'others' } as const

export const DeliveryOutput = z.object({ data: Delivery, meta: z.object({}) })

export const ListWebhookDeliveries = capability({
  ...deliveryReading,
  name: 'list_webhook_deliveries',
  scope: 'read',
  input: ListDeliveriesInput,
  output: z.object({
    data: z.array(Delivery),
    meta: ShownPage,
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0 }) => {
    const { store, principal, clock } = call
    await findWebhook(call, id)
    const since = new Date(clock.now().getTime() - DELIVERIES_KEPT_MS)
    const { deliveries, total } = await store.webhookDeliveries.log(principal.accountId, id, { limit, offset, since })
    return { data: deliveries.map(deliveryOf), meta: { total, limit, offset } }
  },
})

/** Delivers the same payload again, with the same id. */
export const RetryWebhookDelivery = capability({
  ...deliveryReading,
  name: 'retry_webhook_delivery',
  scope: 'write',
  input: DeliveryInput,
  output: DeliveryOutput,
  run: async (call, { id = 0, delivery_id = 0 }) => {
    await findWebhook(call, id)
    const { store, principal, clock } = call
    const again = await store.webhookDeliveries.again(principal.accountId, id, delivery_id, clock.now())
    if (again === null) throw new AppError('not_found', `There is no finished delivery with id ${delivery_id}.`)
    await wakeDelivery(call)
    return { data: deliveryOf(again), meta: {}, status: 202 as const }
  },
})
