import { SECOND_MS } from '../../lib/process/clock.ts'
import { ulid } from '../../lib/secrets/ulid.ts'
import { DeliverWebhooks } from './deliver-webhooks.ts'
import type { EventNeeds } from './webhook-needs.ts'

/** The events an account can be notified of. */
export const WEBHOOK_EVENTS = [
  'lead.created',
  'message.sent',
  'message.read',
  'message.clicked',
  'message.replied',
  'message.complained',
  'message.bounced',
  'message.unsubscribed',
  'message.answered',
  'export.completed',
  'import.completed',
  'job.completed',
  'sequence.paused',
  'sequence.resumed',
  'domain.changed',
  'mailbox.paused',
  'mailbox.resumed',
  'optout.requested',
  'change.detected',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** Names of the events within Quarry, without the older words of the wire. */
export const EVENT_NAMES = {
  'lead.created': 'leadCreated',
  'message.sent': 'messageSent',
  'message.read': 'messageRead',
  'message.clicked': 'messageClicked',
  'message.replied': 'messageReplied',
  'message.complained': 'messageComplained',
  'message.bounced': 'messageBounced',
  'message.unsubscribed': 'messageUnsubscribed',
  'message.answered': 'messageAnswered',
  'export.completed': 'exportCompleted',
  'import.completed': 'importCompleted',
  'job.completed': 'jobCompleted',
  'sequence.paused': 'campaignPaused',
  'sequence.resumed': 'campaignResumed',
  'domain.changed': 'domainChanged',
  'optout.requested': 'optoutRequested',
  'mailbox.paused': 'mailboxPaused',
  'mailbox.resumed': 'mailboxResumed',
  'change.detected': 'changeDetected',
} as const satisfies Record<WebhookEventType, string>

export interface PublishedEvent {
  type: WebhookEventType
  /** The payload's `data`. */
  data: Record<string, unknown>
  /** The same with the texts of emails, for webhooks created to include them. */
  dataWithText?: Record<string, unknown>
  /** The person it is about; for lead.created, the delivery's status becomes the lead's `sync_status`. */
  leadId?: number
  /** Only webhooks for this campaign, and those without a filter, get it. */
  campaignId?: number
  /** Likewise for these lists. */
  leadsListIds?: readonly number[]
  /** Likewise for this watch. */
  watchId?: number
}

/** A campaign was paused, by a person or automatically; `more` says why. */
export const campaignPaused = (campaign: { id: number }, more: Record<string, unknown>): PublishedEvent => ({
  type: 'sequence.paused',
  data: { sequence: campaign, ...more },
  campaignId: campaign.id,
})

/** Events inserted by one statement. */
const SLICE = 500

/** Notifies the account's webhooks of one event; see `publishEvents`. */
export const publishEvent = (context: EventNeeds, accountId: number, event: PublishedEvent): Promise<void> =>
  publishEvents(context, accountId, [event])

/**
 * Puts events into the outbox of the subscribed webhooks, and starts the delivery. An error here cannot undo what happened:
 * it is logged, and no call fails because of it.
 */
export async function publishEvents(
  context: EventNeeds,
  accountId: number,
  events: readonly PublishedEvent[],
): Promise<void> {
  try {
    if ((await putEvents(context, accountId, events)) > 0) await wakeDelivery(context)
  } catch (error) {
    context.log.error({ err: error, accountId }, 'Events could not be passed to webhooks.')
  }
}

/** The same if the change must wait for its events to be stored: throws, starts no delivery. @returns how many deliveries result */
export async function putEvents(
  { store, clock }: Pick<EventNeeds, 'store' | 'clock'>,
  accountId: number,
  events: readonly PublishedEvent[],
): Promise<number> {
  let deliveries = 0
  for (let start = 0; start < events.length; start += SLICE) {
    const now = clock.now()
    const slice = events.slice(start, start + SLICE).map((event) => recordOf(event, now))
    deliveries += await store.webhookDeliveries.publish(accountId, slice, now)
  }
  return deliveries
}

/** One event that is stored with the change or not at all: call it in the change's transaction. Throws. */
export async function writeEvent(context: EventNeeds, accountId: number, event: PublishedEvent): Promise<void> {
  if ((await putEvents(context, accountId, [event])) > 0) await wakeDelivery(context)
}

type WakingNeeds = Pick<EventNeeds, 'queue' | 'clock' | 'database' | 'log'>

/** In a transaction, starts it as soon as others can see what was written. */
export async function wakeDelivery(context: WakingNeeds): Promise<void> {
  const { database, log } = context
  if (!database.pool.isTogether) return sendWakeUp(context)
  database.pool.onceWritten(() => {
    sendWakeUp(context).catch((err: unknown) => log.error({ err }, 'The delivery of webhooks could not be started.'))
  })
}

/** One per second, because a round in progress may have looked too early. */
async function sendWakeUp({ queue, clock }: WakingNeeds): Promise<void> {
  const second = Math.floor(clock.now().getTime() / SECOND_MS)
  await queue.send(DeliverWebhooks, {}, { singletonKey: `second ${second}` })
}

function recordOf({ type, data, dataWithText, leadId, campaignId, leadsListIds, watchId }: PublishedEvent, now: Date) {
  const eventId = `evt_${ulid(now)}`
  return {
    eventId,
    event: type,
    payload: payloadOf(eventId, type, data, now),
    payloadWithText: dataWithText === undefined ? null : payloadOf(eventId, type, dataWithText, now),
    leadId: leadId ?? null,
    campaignId: campaignId ?? null,
    leadsListIds: leadsListIds ?? [],
    watchId: watchId ?? null,
  }
}

/** The body of a webhook's POST. */
export const payloadOf = (id: string, type: string, data: Record<string, unknown>, now: Date): string =>
  JSON.stringify({ id, type, timestamp: now.toISOString(), data })
