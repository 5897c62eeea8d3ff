import type { Part } from '../../context.ts'

/** What telling webhooks of events needs. */
export type WebhookNeeds = Part<'clock' | 'log' | 'queue' | 'secrets' | 'webhookClient', 'webhookDeliveries'>
