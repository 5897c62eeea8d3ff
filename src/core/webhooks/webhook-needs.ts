import type { Part } from '../../context.ts'

/** What storing events for webhooks needs. */
export type EventNeeds = Part<'clock' | 'database' | 'log' | 'queue', 'webhookDeliveries'>

/** What delivering events needs. */
export type WebhookNeeds = EventNeeds & Part<'secrets' | 'webhookClient'>
