import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import { createHash } from 'node:crypto'
import type { Call, Part } from '../../context.ts'
import type { Conversation } from '../../db/conversations/conversations-store.ts'
import type { AnsweredMail } from '../../db/conversations/replies-store.ts'
import { AppError } from '../../errors.ts'
import { isAddressOptedOut, refusedByOwner } from '../optouts/opted-out.ts'
import { findMailbox } from '../mailboxes/mailboxes.ts'
import { maySendFrom, SENDER_NOT_ALLOWED } from '../mailboxes/sending-policy.ts'
import { findConversation } from './conversations.ts'
import { isSameCompany } from './kept-answer.ts'

/** Who may be answered, from where, and to which address. */

/** Mail from programs gets no reply (RFC 3834 2). */
const BY_PROGRAMS: ReadonlySet<string> = new Set(['bounce', 'auto', 'out_of_office'])

const NOBODY_THERE = 'This message came back: a mail server says so, and nobody would read a reply.'
const NO_PERSON =
  'This message was sent by a program, which gets no reply. If a person wrote it, change its class on the screens or with PUT /v2/conversations/:id.'

export interface Answerable {
  conversation: Conversation
  mailbox: { id: number; email: string }
  answered: AnsweredMail
  /** Where the reply goes unless the caller says otherwise. */
  to: string
}

/**
 * Everything a reply needs.
 * @param wanted an address named by the caller: the sender's, or the one where the sender wants replies.
 * @throws AppError validation_failed if no reply may be sent; 451 if the address's owner opted out; not_found.
 */
export async function demandAnswerable(call: Call, id: number, wanted?: string): Promise<Answerable> {
  const conversation = await findConversation(call, id)
  const answered = await call.store.replies.answered(call.principal.accountId, id)
  if (answered === null) throw refusal('Nobody has written in this conversation, so there is nothing to answer.')
  const isCorrected = conversation.classBy === 'person' && !BY_PROGRAMS.has(conversation.class)
  if (!isCorrected && answered.class === 'bounce') throw refusal(NOBODY_THERE)
  if (!isCorrected && BY_PROGRAMS.has(answered.class ?? '')) throw refusal(NO_PERSON)
  if (conversation.class === 'remove_me' || conversation.class === 'complaint')
    throw refusal('This person asked not to receive any more mail.')
  const mailbox = await demandMailbox(call, conversation)
  const to = addressOf(call, { conversation, answered }, wanted)
  await demandReachable(call, [...new Set([to, conversation.email])])
  return { conversation, mailbox, answered, to }
}

async function demandMailbox(
  call: Part<'config' | 'principal', 'mailboxes'>,
  { mailboxId }: Conversation,
): Promise<{ id: number; email: string }> {
  if (mailboxId === null) throw refusal('The mailbox of this conversation is no longer connected.')
  const { id, email, problem, sending_status: status } = await findMailbox(call, mailboxId)
  if (problem !== null) throw refusal(`The mailbox ${email} has a problem: ${problem}`)
  if (status === 'paused') throw refusal(`The mailbox ${email} is paused: resume it first.`)
  if (!maySendFrom(call, email)) throw refusal(SENDER_NOT_ALLOWED)
  return { id, email }
}

/** Replies go to Reply-To if it is on the sender's side: anybody could put any address there. */
function addressOf(
  call: Pick<Call, 'lists'>,
  { conversation, answered }: { conversation: Conversation; answered: AnsweredMail },
  wanted: string | undefined,
): string {
  const { from, replyTo } = answered
  const sender = from ?? conversation.email
  if (wanted !== undefined) {
    if ([sender, replyTo, conversation.email].includes(wanted)) return wanted
    throw refusal(`to must be ${replyTo === null || replyTo === sender ? sender : `${sender} or ${replyTo}`}.`, 'to')
  }
  if (replyTo === null || replyTo === sender) return sender
  if (replyTo === conversation.email || isSameCompany(call, replyTo, sender)) return replyTo
  throw refusal(`The sender wants replies at ${replyTo}, on another domain: choose that or ${sender} with to.`, 'to')
}

async function demandReachable(
  call: OptoutNeeds & Part<'principal', 'replies'>,
  emails: readonly string[],
): Promise<void> {
  for (const full of emails) {
    const domain = full.slice(full.lastIndexOf('@') + 1)
    if (await isAddressOptedOut(call, { full, domain })) throw refusedByOwner('address')
  }
  const reason = await call.store.replies.noMail(call.principal.accountId, emails)
  if (reason !== null) throw refusal(`This account no longer writes to this person (${reason}).`)
}

/** Computed from a reply's recipient and text: an identical reply is written once. */
export const replyDigest = (to: string, text: string, quotes: boolean): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([to, text, quotes]))
    .digest()

export const refusal = (details: string, field?: string): AppError =>
  new AppError('validation_failed', details, field === undefined ? {} : { field })
