import type { MailDoubt } from '../../db/campaigns/doubtful-mails-store.ts'
import type { SentMessage } from '../../db/campaigns/mail-events-store.ts'
import type { Bounce } from '../../engine/send/bounce-signs.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import type { MailReading } from './read-mail-task.ts'
import type { AnswerNeeds } from './answer-needs.ts'

/**
 * Which message an email is about, and whether to believe it. Anybody can write anything into an email: an answer counts only
 * from the recipient; a bounce only with the recipient and the Message-ID, which is known only where the message passed.
 */

export interface MailboxPlace {
  accountId: number
  mailboxId: number
}

export interface MatchedMessage {
  message: SentMessage
  /** Null if the mail is credible. */
  doubt: MailDoubt | null
  /** Whether the mail names a message of the account by its Message-ID. */
  isNamed: boolean
}

/** Without one of our Message-IDs, an answer must concern something sent recently. */
const ANSWERED_WITHIN_MS = 90 * DAY_MS
/** Servers give up after five days (RFC 5321 4.5.4.1). */
const BOUNCED_WITHIN_MS = 7 * DAY_MS

type Answer = Pick<MailReading, 'from' | 'senders' | 'answered' | 'isForged'>

/** The message that an email answers, or null. */
export async function messageAnswered(
  context: AnswerNeeds,
  place: MailboxPlace,
  mail: Answer,
): Promise<MatchedMessage | null> {
  const { mailEvents } = context.store
  const named = inOrder(await mailEvents.byHeaderIds(place.accountId, mail.answered), mail.answered)
  const since = new Date(context.clock.now().getTime() - ANSWERED_WITHIN_MS)
  // Who answers a forwarded email of ours means what they got themselves.
  const message =
    named.find(({ email }) => mail.senders.includes(email)) ??
    newest(await mailEvents.lastTo(place, mail.senders, since)) ??
    named[0]
  if (message === undefined) return null
  return { message, doubt: doubtOfAnswer(mail, message), isNamed: named.length > 0 }
}

function doubtOfAnswer(mail: Answer, { email }: SentMessage): MailDoubt | null {
  if (mail.from === null) return 'several_senders'
  if (mail.from !== email) return 'other_sender'
  return mail.isForged ? 'failed_authentication' : null
}

/** The message that bounced, or null. */
export async function messageBounced(
  context: AnswerNeeds,
  place: MailboxPlace,
  { messageIds, recipients }: Bounce,
): Promise<MatchedMessage | null> {
  const { mailEvents } = context.store
  const named = inOrder(await mailEvents.byHeaderIds(place.accountId, messageIds), messageIds)
  const believed = named.find(({ email }) => recipients.includes(email))
  if (believed !== undefined) return { message: believed, doubt: null, isNamed: true }
  if (named[0] !== undefined) return { message: named[0], doubt: 'names_no_recipient', isNamed: true }
  const since = new Date(context.clock.now().getTime() - BOUNCED_WITHIN_MS)
  const message = newest(await mailEvents.lastTo(place, recipients, since))
  return message === undefined ? null : { message, doubt: 'names_no_message', isNamed: false }
}

const newest = (messages: readonly SentMessage[]): SentMessage | undefined =>
  messages.toSorted((a, b) => timeOf(b) - timeOf(a))[0]

const timeOf = ({ sentAt }: SentMessage): number => sentAt?.getTime() ?? 0

const inOrder = (messages: readonly SentMessage[], ids: readonly string[]): SentMessage[] =>
  messages.toSorted((a, b) => ids.indexOf(a.headerId ?? '') - ids.indexOf(b.headerId ?? ''))
