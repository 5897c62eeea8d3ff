import type { Part } from '../../context.ts'
import type { WebhookNeeds } from '../webhooks/webhook-needs.ts'

/** What noticing answers needs: read mailboxes, links that are followed. */
export type AnswerNeeds = WebhookNeeds &
  Part<
    'config' | 'dns' | 'linkKey' | 'mailboxGuard' | 'offThread' | 'speedCounter' | 'stopping',
    'doubtfulMails' | 'leads' | 'mailEvents' | 'mailboxReading'
  >
