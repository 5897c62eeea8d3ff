import type { Part } from '../../context.ts'
import type { ReplyNeeds } from '../conversations/send-replies.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { JudgeNeeds } from '../guard/judge-sender.ts'
import type { SubmitNeeds } from '../mailboxes/submit-from.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'

/** What planning the messages of campaigns needs. */
export type PlanningNeeds = Part<'clock' | 'queue', 'messagePlan'>

/** What sending them needs. */
export type SendingNeeds = PlanningNeeds &
  ReplyNeeds &
  OptoutNeeds &
  EventNeeds &
  JudgeNeeds &
  SubmitNeeds &
  Part<
    'config' | 'linkKey' | 'lists' | 'mailSubmitter' | 'presence' | 'secrets' | 'stopping',
    'outbox' | 'outboxResults'
  >
