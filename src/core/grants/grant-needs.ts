import type { Part } from '../../context.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'

/** What managing the tokens of mailboxes needs. */
export type GrantNeeds = EventNeeds &
  Part<
    'database' | 'keptTokens' | 'oauthClient' | 'secrets',
    'mailboxGrants' | 'mailboxReading' | 'mailProviders' | 'notices' | 'outboxResults'
  >
