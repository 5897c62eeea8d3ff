import type { Part } from '../../context.ts'
import type { ArrivedMail, MailEvent, RecordedEvent, SentMessage } from '../../db/campaigns/mail-events-store.ts'
import type { IncomingAnswer, KeptMail } from '../../db/conversations/keep-mail.ts'
import type { FailureKind } from '../../engine/send/failure-kind.ts'
import { judgeSender } from '../guard/judge-sender.ts'
import { publishEvents } from '../webhooks/publish-event.ts'
import type { WebhookEventType } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import type { AnswerNeeds } from './answer-needs.ts'

/**
 * What comes back from a message. The same event may be recorded any number of times: the first time is news, the others
 * change nothing. `came` is the mail that reports it, and how far its mailbox has been read.
 */

const NOT_BY_MAIL: ArrivedMail = { position: null, mail: null }

/** The recipient gets nothing more from this campaign. */
export const recordReply = (context: AnswerNeeds, message: SentMessage, came = NOT_BY_MAIL): Promise<void> =>
  record(context, message, { type: 'replied' }, came)

/** If the address takes no mail, the account no longer writes to it; otherwise only its campaign ends. */
export const recordBounce = (
  context: AnswerNeeds,
  message: SentMessage,
  came: ArrivedMail,
  { failure, status }: { failure: FailureKind; status: string | null } = { failure: 'address', status: null },
): Promise<void> => record(context, message, { type: 'bounced', failure }, came, { kind: failure, status })

/** How somebody asked to get no more email. */
export type UnsubscribedBy = 'link' | 'one_click' | 'answer' | 'person'

/** The account no longer writes to this address. */
export const recordUnsubscribe = (
  context: AnswerNeeds,
  message: SentMessage,
  came = NOT_BY_MAIL,
  by: UnsubscribedBy = 'answer',
): Promise<void> => record(context, message, { type: 'unsubscribed' }, came, { by })

/** The recipient reported the email as unwanted: the same as asking for no more mail, and worse for the sender. */
export const recordComplaint = (context: AnswerNeeds, message: SentMessage, came: ArrivedMail): Promise<void> =>
  record(context, message, { type: 'complained' }, came)

export const recordOpen = (context: AnswerNeeds, message: SentMessage): Promise<void> =>
  record(context, message, { type: 'opened' }, NOT_BY_MAIL)

/** @param link its position in the mail, and its target. */
export const recordClick = (
  context: AnswerNeeds,
  message: SentMessage,
  { position, url }: { position: number; url: string },
): Promise<void> => record(context, message, { type: 'clicked', position }, NOT_BY_MAIL, { link: url })

/** An email that belongs to the conversation of a message and has no further effect. */
export async function recordMail(context: AnswerNeeds, message: SentMessage, came: ArrivedMail): Promise<void> {
  await context.database.pool.inOne(async () => {
    const kept = await context.store.mailEvents.keep(came, context.clock.now())
    if (kept !== null) await publishAll(context, message, [answered(kept, came)])
  })
}

/** Publishes that the account no longer writes to the recipient of a message. */
export const publishUnsubscribed = (context: TellingNeeds, message: SentMessage, by: UnsubscribedBy): Promise<void> =>
  publishAll(context, message, [{ type: 'message.unsubscribed', more: { by } }])

/** The webhook event for each kind of event. */
const PUBLISHED: Record<MailEvent['type'], WebhookEventType> = {
  opened: 'message.read',
  clicked: 'message.clicked',
  replied: 'message.replied',
  bounced: 'message.bounced',
  unsubscribed: 'message.unsubscribed',
  complained: 'message.complained',
}

/** The event and its webhook events are stored together, so that no email is read a second time to report it. */
async function record(
  context: AnswerNeeds,
  message: SentMessage,
  event: MailEvent,
  came: ArrivedMail,
  more: Record<string, unknown> = {},
): Promise<void> {
  const isNews = await context.database.pool.inOne(async () => {
    const recorded = await context.store.mailEvents.record(message, event, context.clock.now(), came)
    await publishAll(context, message, toldOf(recorded, event, came, more))
    return recorded.isNews
  })
  if (isNews && (event.type === 'bounced' || event.type === 'complained')) await judgeSender(context, message)
}

function toldOf(
  { isNews, kept }: RecordedEvent,
  { type }: MailEvent,
  came: ArrivedMail,
  more: Record<string, unknown>,
): Told[] {
  const told: Told[] = []
  if (isNews && type === 'replied') told.push({ type: 'message.replied', more, ...aboutReply(kept, came) })
  else if (isNews) told.push({ type: PUBLISHED[type], more })
  if (kept !== null) told.push(answered(kept, came))
  return told
}

/** One event; its `reply` includes `text` only for webhooks that asked for texts. */
interface Told {
  type: WebhookEventType
  more: Record<string, unknown>
  reply?: Record<string, unknown>
  text?: string | null
}

/** For every mail that was stored, whatever it says. */
const answered = (kept: KeptMail, came: ArrivedMail): Told => ({
  type: 'message.answered',
  more: {},
  ...aboutReply(kept, came),
})

function aboutReply(kept: KeptMail | null, { mail }: ArrivedMail): Pick<Told, 'reply' | 'text'> {
  if (mail === null) return {}
  const reply = {
    conversation_id: kept?.conversationId ?? null,
    class: mail.class,
    language: mail.language,
    received_at: mail.at.toISOString(),
    text: null,
  }
  return { reply, text: newPart(mail) }
}

/** The longest text in a webhook. */
const MAX_TOLD_BYTES = 4_096

/** The text without what it quotes. */
function newPart({ text, quotedAt }: IncomingAnswer): string | null {
  if (text === null) return null
  const part = text.slice(0, quotedAt ?? text.length).trim()
  return Buffer.from(part)
    .subarray(0, MAX_TOLD_BYTES)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
}

type TellingNeeds = EventNeeds & Part<never, 'leads'>

async function publishAll(context: TellingNeeds, message: SentMessage, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  const { accountId, campaignId } = message
  const about = { message: describeMessage(message), lead: await leadOf(context, message) }
  const events = told.map(({ type, more, reply, text = null }) => {
    const data = { ...about, ...more, ...(reply === undefined ? {} : { reply }) }
    const withText = text === null ? {} : { dataWithText: { ...data, reply: { ...reply, text } } }
    return { type, data, campaignId, ...withText }
  })
  await publishEvents(context, accountId, events)
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
  { store }: Pick<TellingNeeds, 'store'>,
  { accountId, leadId }: SentMessage,
): Promise<object | null> {
  const found = leadId === null ? null : await store.leads.find(accountId, leadId)
  if (found === null) return null
  const { id, email, first_name, last_name, company } = found.lead
  return { id, email, first_name, last_name, company }
}
