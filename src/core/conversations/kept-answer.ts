import { createHash } from 'node:crypto'
import type { SentMessage } from '../../db/campaigns/mail-events-store.ts'
import type { IncomingAnswer, MailClass } from '../../db/conversations/keep-mail.ts'
import type { AnswerReading } from '../../engine/answers/classify-answer.ts'
import { foldedSubject } from '../../engine/answers/folded-subject.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import type { IncomingMail } from '../../engine/send/incoming-mail.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { isAddressOptedOut } from '../optouts/opted-out.ts'
import type { KeepingNeeds } from './conversation-needs.ts'

/** An email whose sender dates it further back gets the time at which it was read. */
const BELIEVED_FOR_MS = 30 * DAY_MS
const MAX_BODY_BYTES = 65_536
const MAX_HEADER_LENGTH = 500
const MAX_SUBJECT_LENGTH = 500

interface MailboxOf {
  accountId: number
  mailboxId: number
}

/** An email as it was read. */
export interface AnswerAsRead {
  /** The only sender; null if there are several, or none. */
  from: string | null
  messageId: string | null
  /** Message-IDs, nearest first. */
  answered: readonly string[]
  answer: AnswerReading
  content: Pick<IncomingMail, 'subject' | 'text' | 'isCut' | 'replyTo' | 'date' | 'attachments'>
}

/** Whether two addresses belong to the same company: a colleague may answer. */
export function isSameCompany({ lists }: Pick<KeepingNeeds, 'lists'>, one: string | null, other: string): boolean {
  const company = companyOfAddress(lists.inUse, one)
  return company !== null && company === companyOfAddress(lists.inUse, other)
}

/**
 * What is stored of an email that concerns a message; null if nothing may be, because somebody in it asked to be forgotten.
 * @param isNamed whether it refers to the message by its Message-ID.
 */
export async function keptAnswer(
  context: KeepingNeeds,
  place: MailboxOf,
  mail: AnswerAsRead,
  { message, mailClass, isNamed }: { message: SentMessage; mailClass: MailClass; isNamed: boolean },
): Promise<IncomingAnswer | null> {
  if (await isForgotten(context, place, [message.email, mail.from])) return null
  const { content, messageId, answered, from, answer } = mail
  const keepsText = context.config.answersDays > 0
  const body = shortened(content.text)
  return {
    party: {
      email: message.email,
      company: from === message.email ? null : companyOfAddress(context.lists.inUse, from),
    },
    leadId: message.leadId,
    recipientId: message.recipientId,
    headerId: storedHeaderId(messageId),
    dedupe: digestOf(place, mail, message),
    answered: isNamed && !answered.includes(message.headerId ?? '') ? [message.headerId ?? '', ...answered] : answered,
    fold: foldedSubject,
    from,
    replyTo: content.replyTo,
    subject: untrustedText(content.subject, MAX_SUBJECT_LENGTH).text,
    at: cameAt(content.date, context.clock.now()),
    text: keepsText ? body : null,
    isCut: content.isCut || body.length < content.text.length,
    quotedAt: answer.quotedAt !== null && answer.quotedAt < body.length ? answer.quotedAt : null,
    language: answer.language,
    class: mailClass,
    rule: mailClass === answer.class ? answer.rule : null,
    backOn: mailClass === answer.class ? answer.backOn : null,
    attachments: content.attachments,
  }
}

async function isForgotten(
  context: KeepingNeeds,
  { accountId }: MailboxOf,
  addresses: readonly (string | null)[],
): Promise<boolean> {
  for (const full of new Set(addresses)) {
    if (full === null) continue
    const domain = full.slice(full.lastIndexOf('@') + 1)
    if (await isAddressOptedOut({ ...context, principal: { accountId } }, { full, domain })) return true
  }
  return false
}

function cameAt(date: Date | null, now: Date): Date {
  if (date === null || date > now || date.getTime() < now.getTime() - BELIEVED_FOR_MS) return now
  return date
}

/**
 * Programs of different people may use the same Message-ID. An email without one is identified by its content and sender. What
 * reached several mailboxes is found in its conversation.
 */
function digestOf(
  { mailboxId }: MailboxOf,
  { messageId, from, content }: AnswerAsRead,
  { email }: Pick<SentMessage, 'email'>,
): Buffer {
  const signs = messageId === null ? [from, content.subject, content.date, content.text, email] : [messageId, from]
  return createHash('sha256')
    .update(`${mailboxId} ${messageId === null ? 'content' : 'id'} ${JSON.stringify(signs)}`)
    .digest()
}

/** A Message-ID as it is stored; null for one that no program writes. */
export const storedHeaderId = (id: string | null): string | null =>
  id !== null && id.length <= MAX_HEADER_LENGTH ? id : null

/** As many whole characters as fit into the limit. */
function shortened(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_BODY_BYTES) return text
  return bytes
    .subarray(0, MAX_BODY_BYTES)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
}
