import type { Context } from '../context.ts'
import type { SentMessage } from '../db/mail-events-store.ts'
import { isWebmail } from '../engine/classify/domain-kinds.ts'
import type { Bounce } from '../engine/send/bounce-signs.ts'
import type { IncomingMail } from '../engine/send/incoming-mail.ts'
import { DAY_MS } from '../lib/clock.ts'
import { registrableDomain } from '../lib/domain-name.ts'

/**
 * Which message a mail is about. A Message-ID alone proves nothing: it may be passed on or made up. So the sender has to
 * be whom the message went to, and a bounce has to name that address.
 */

export interface MailboxPlace {
  accountId: number
  mailboxId: number
}

/** Without a Message-ID of ours an answer concerns what was sent not too long ago. */
const ANSWERED_WITHIN_MS = 90 * DAY_MS
/** Servers give up after five days (RFC 5321 4.5.4.1). */
const BOUNCED_WITHIN_MS = 7 * DAY_MS

/** The message that a person answers, or null. A colleague at the same company may answer, but not on a webmail domain. */
export async function messageAnswered(
  context: Context,
  place: MailboxPlace,
  { from, answered }: Pick<IncomingMail, 'from' | 'answered'>,
): Promise<SentMessage | null> {
  if (from === null) return null
  const { mailEvents } = context.store
  const named = inOrder(await mailEvents.byHeaderIds(place.accountId, answered), answered)
  // Who names a message that went to somebody else is a stranger.
  if (named.length > 0) return named.find(({ email }) => isSameSide(from, email)) ?? null
  const since = new Date(context.clock.now().getTime() - ANSWERED_WITHIN_MS)
  return (await mailEvents.lastTo(place, [from], since))[0] ?? null
}

/** The message that came back, or null. */
export async function messageBounced(
  context: Context,
  place: MailboxPlace,
  { messageIds, recipients }: Bounce,
): Promise<SentMessage | null> {
  const { mailEvents } = context.store
  const named = inOrder(await mailEvents.byHeaderIds(place.accountId, messageIds), messageIds)
  if (named.length > 0) return named.find(({ email }) => recipients.length === 0 || recipients.includes(email)) ?? null
  // It names a mail, and that was none of ours.
  if (messageIds.length > 0) return null
  const since = new Date(context.clock.now().getTime() - BOUNCED_WITHIN_MS)
  const last = await mailEvents.lastTo(place, recipients, since)
  return last.toSorted((a, b) => timeOf(b) - timeOf(a))[0] ?? null
}

const timeOf = ({ sentAt }: SentMessage): number => sentAt?.getTime() ?? 0

const inOrder = (messages: readonly SentMessage[], ids: readonly string[]): SentMessage[] =>
  messages.toSorted((a, b) => ids.indexOf(a.headerId ?? '') - ids.indexOf(b.headerId ?? ''))

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

function isSameSide(from: string, recipient: string): boolean {
  if (from === recipient) return true
  const side = registrableDomain(domainOf(recipient))
  return !isWebmail(domainOf(recipient)) && registrableDomain(domainOf(from)) === side
}
