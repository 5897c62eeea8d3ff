import type { Part } from '../../context.ts'
import type { KeepingNeeds } from '../conversations/conversation-needs.ts'
import type { DmarcNeeds } from '../dmarc/keep-report.ts'
import type { JudgeNeeds } from '../guard/judge-sender.ts'
import type { GrantNeeds } from '../grants/grant-needs.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'

/** What recording answers needs, whether read from mailboxes or from followed links. */
export type AnswerNeeds = EventNeeds &
  DmarcNeeds &
  JudgeNeeds &
  KeepingNeeds &
  GrantNeeds &
  Part<
    'dns' | 'linkKey' | 'mailboxGuard' | 'offThread' | 'secrets' | 'rateCounter' | 'stopping',
    'doubtfulMails' | 'leads' | 'mailEvents' | 'mailboxReading' | 'sendingDomains'
  >
