import type { Arrival, MailEvent, SentMessage } from '../../db/campaigns/mail-events-store.ts'
import type { FailureKind } from '../../engine/send/failure-kind.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import type { WebhookEventType } from '../webhooks/publish-event.ts'
import type { AnswerNeeds } from './answer-needs.ts'

/**
 * What comes back of a message. Each may be told any number of times: the first time is news, the others change nothing.
 * `came` is the mail that says it, with how far its mailbox has been read.
 */

const NOT_BY_MAIL: Arrival = { position: null, mail: null }

/** The recipient gets nothing more of this campaign. */
export const recordReply = (context: AnswerNeeds, message: SentMessage, came = NOT_BY_MAIL): Promise<void> =>
  record(context, message, { type: 'replied' }, came)

/** It came back. Of an address that takes no mail the account writes there no more; else its campaign alone ends. */
export const recordBounce = (
  context: AnswerNeeds,
  message: SentMessage,
  came = NOT_BY_MAIL,
  failure: FailureKind = 'address',
): Promise<void> => record(context, message, { type: 'bounced', failure }, came)

/** The account writes there no more. */
export const recordUnsubscribe = (context: AnswerNeeds, message: SentMessage, came = NOT_BY_MAIL): Promise<void> =>
  record(context, message, { type: 'unsubscribed' }, came)

/** The recipient called the mail unwanted: as good as a request for no more mail, and worse for whoever sent it. */
export const recordComplaint = (context: AnswerNeeds, message: SentMessage, came = NOT_BY_MAIL): Promise<void> =>
  record(context, message, { type: 'complained' }, came)

export const recordOpen = (context: AnswerNeeds, message: SentMessage): Promise<void> =>
  record(context, message, { type: 'opened' }, NOT_BY_MAIL)

/** @param link its place in the mail, and where it leads. */
export const recordClick = (
  context: AnswerNeeds,
  message: SentMessage,
  { position, url }: { position: number; url: string },
): Promise<void> => record(context, message, { type: 'clicked', position }, NOT_BY_MAIL, { link: url })

/** A mail that belongs to a conversation, and from which nothing follows. */
export async function recordMail(context: AnswerNeeds, came: Arrival): Promise<void> {
  await context.store.mailEvents.keep(came, context.clock.now())
}

/** What webhooks are told of, by event. */
const PUBLISHED: Partial<Record<MailEvent['type'], WebhookEventType>> = {
  opened: 'message.read',
  clicked: 'message.clicked',
  replied: 'message.replied',
  complained: 'message.complained',
}

async function record(
  context: AnswerNeeds,
  message: SentMessage,
  event: MailEvent,
  came: Arrival,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { isNews } = await context.store.mailEvents.record(message, event, context.clock.now(), came)
  const type = PUBLISHED[event.type]
  if (!isNews || type === undefined) return
  const { accountId, campaignId } = message
  const data = { message: describeMessage(message), lead: await leadOf(context, message), ...more }
  await publishEvent(context, accountId, { type, data, campaignId })
}

const describeMessage = ({ id, campaignId, step, email, subject, sentAt }: SentMessage) => ({
  id,
  sequence_id: campaignId,
  step,
  to: email,
  subject,
  sent_at: sentAt?.toISOString() ?? null,
})

async function leadOf(
  { store }: Pick<AnswerNeeds, 'store'>,
  { accountId, leadId }: SentMessage,
): Promise<object | null> {
  const found = leadId === null ? null : await store.leads.find(accountId, leadId)
  if (found === null) return null
  const { id, email, first_name, last_name, company } = found.lead
  return { id, email, first_name, last_name, company }
}
