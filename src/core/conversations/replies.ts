import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { replySubject } from '../../engine/answers/folded-subject.ts'
import { asText, booleanField, idField, plainText, textField } from '../../lib/input/field-kinds.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { field, missing, quoted, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import { ConversationIdInput } from './conversation-input.ts'
import { MailRow, mailRow } from './conversation-output.ts'
import { findConversation } from './conversations.ts'
import { demandAnswerable, refusal, replyDigest } from './reply-rules.ts'

/** Replies to people who answered: written as drafts, sent on request. */

const MAX_TEXT_LENGTH = 50_000

const textNamed = (name: string, description: string) =>
  field<string>(
    {
      type: 'string',
      maxLength: MAX_TEXT_LENGTH,
      description,
    },
    (raw) => {
      const said = plainText(raw)?.toWellFormed() ?? ''
      return said !== '' && said.length <= MAX_TEXT_LENGTH
        ? read(said)
        : refuse('wrong_params', saying(`${name} must be a string of 1 to ${MAX_TEXT_LENGTH} characters.`, raw))
    },
  )
const addressNamed = (name: string, description: string) =>
  field<string>({ type: 'string', description }, (raw) => {
    const found = parseTypedAddress(asText(raw) ?? '')
    return found === null
      ? refuse('invalid_email', `${name}: ${quoted(raw)} is not a valid email address.`)
      : read(found.full)
  })
const quote = booleanField('quote', 'wrong_params', 'Whether the original message is quoted below. Default true.')

export const ReplyIdInput = z.object({
  ...ConversationIdInput.shape,
  reply_id: idField('The id of the reply.'),
})
export const ReplyFields = z.object({
  text: textNamed('text', 'What to say, as plain text of at most 50,000 characters.'),
  quote,
  to: addressNamed('to', 'Where it goes, if the sender asked for replies at another domain.'),
})
/** What somebody has read, and only that is sent. */
export const ReadFields = z.object({
  expected_text: textNamed('expected_text', 'Sends it only if the draft still has this text.'),
  expected_to: addressNamed('expected_to', 'Sends it only if it still goes to this address.'),
})
export const OneReply = z.object({ data: MailRow, meta: z.object({}) })

const writing = { group: 'campaigns', scope: 'write' } as const

/** A draft, or the existing one if the same reply was written before; `send` needs the scope `send`. */
export const CreateReply = capability({
  ...writing,
  name: 'create_reply',
  input: z.object({
    ...ConversationIdInput.shape,
    ...ReplyFields.shape,
    send: booleanField('send', 'wrong_params', 'true sends it at once. Default false: a draft.'),
  }),
  output: OneReply,
  check: ({ text: said }) => missing('text', said),
  run: async (call, { id = 0, text: said = '', quote: quotes = true, to: wanted, send = false }) => {
    if (send) demandSending(call)
    const { id: replyId, isNew } = await writeReply(call, id, { text: said, quotes, wanted })
    if (send)
      await call.store.replies.queue(
        call.principal.accountId,
        { conversationId: id, id: replyId },
        null,
        call.clock.now(),
      )
    return { ...(await oneReply(call, id, replyId)), status: isNew ? (201 as const) : (200 as const) }
  },
})

/** Only drafts can be changed; parameters not sent change nothing. */
export const UpdateReply = capability({
  ...writing,
  name: 'update_reply',
  input: z.object({ ...ReplyIdInput.shape, ...ReplyFields.shape }),
  output: OneReply,
  run: async (call, { id = 0, reply_id: replyId = 0, ...given }) => {
    const reply = await findReply(call, id, replyId)
    if (reply.status !== 'draft') throw notIn(reply.status, 'a draft can be changed')
    const wanted = given.to ?? reply.to ?? undefined
    const { to: address } = await demandAnswerable(call, id, wanted)
    const said = given.text ?? reply.text ?? ''
    const quotes = given.quote ?? reply.quotes
    const change = { to: address, text: said, quotes, digest: replyDigest(address, said, quotes) }
    const { store, principal, clock } = call
    const changed = await store.replies.change(
      principal.accountId,
      { conversationId: id, id: replyId },
      change,
      clock.now(),
    )
    if (changed === 'same') throw refusal('There is another reply with this text.')
    return oneReply(call, id, replyId)
  },
})

export const DeleteReply = capability({
  ...writing,
  name: 'delete_reply',
  input: ReplyIdInput,
  output: z.object({ data: z.object({ deleted: z.literal(true) }), meta: z.object({}) }),
  run: async (call, { id = 0, reply_id: replyId = 0 }) => {
    const { status } = await findReply(call, id, replyId)
    if (!(await call.store.replies.discard(call.principal.accountId, id, replyId)))
      throw notIn(status, 'a draft can be deleted')
    return { data: { deleted: true as const }, meta: {}, status: 204 as const }
  },
})

const settling = { group: 'campaigns', scope: 'send', input: ReplyIdInput, output: OneReply } as const

/** For an uncertain reply that did not arrive. */
export const ResendReply = capability({
  ...settling,
  name: 'resend_reply',
  run: async (call, { id = 0, reply_id: replyId = 0 }) => {
    const { status, to: address } = await findReply(call, id, replyId)
    if (status !== 'uncertain') throw notIn(status, 'an uncertain one can be sent again')
    await demandAnswerable(call, id, address ?? undefined)
    await call.store.replies.resend(call.principal.accountId, id, replyId, call.clock.now())
    return oneReply(call, id, replyId)
  },
})

/** For an uncertain reply that did arrive. */
export const MarkReplySent = capability({
  ...settling,
  name: 'mark_reply_sent',
  run: async (call, { id = 0, reply_id: replyId = 0 }) => {
    const { status } = await findReply(call, id, replyId)
    if (!(await call.store.replies.markSent(call.principal.accountId, id, replyId, call.clock.now())))
      throw notIn(status, 'an uncertain one can be settled')
    return oneReply(call, id, replyId)
  },
})

/** Stores a draft; an identical reply is stored only once. */
export async function writeReply(
  call: Call,
  conversationId: number,
  { text: said, quotes, wanted }: { text: string; quotes: boolean; wanted?: string | undefined },
): Promise<{ id: number; isNew: boolean }> {
  const { mailbox, answered, to: address, conversation } = await demandAnswerable(call, conversationId, wanted)
  const reply = {
    conversationId,
    mailboxId: mailbox.id,
    from: mailbox.email,
    subject: replySubject(answered.subject ?? conversation.subject ?? ''),
    answersMailId: answered.id,
    dedupe: randomBytes(32),
    to: address,
    text: said,
    quotes,
    digest: replyDigest(address, said, quotes),
  }
  return call.store.replies.add(call.principal.accountId, reply, call.clock.now())
}

/** @throws AppError forbidden */
export function demandSending({ principal }: Pick<Call, 'principal'>): void {
  if (!principal.scopes.has('send'))
    throw new AppError('forbidden', 'A key without the scope send cannot send a reply.')
}

/** @throws AppError not_found */
export async function findReply(call: Part<'principal', 'conversations'>, conversationId: number, replyId: number) {
  await findConversation(call, conversationId)
  const reply = await call.store.conversations.reply(call.principal.accountId, conversationId, replyId)
  if (reply === null) throw new AppError('not_found', `This conversation has no reply with id ${replyId}.`)
  return reply
}

export async function oneReply(call: Part<'principal', 'conversations'>, conversationId: number, replyId: number) {
  return { data: mailRow(await findReply(call, conversationId, replyId)), meta: {} }
}

/** What somebody read and agreed to is no longer what would be sent. */
export const changedSince = (): AppError =>
  new AppError('validation_failed', 'The draft has been changed in the meantime: read it again before you send it.', {
    status: 409,
    reason: 'draft_changed',
  })

export const notIn = (status: string | null, what: string): AppError =>
  refusal(`Only ${what}; this one is ${status ?? 'none'}.`)

/** As much as a preview shows in full: nothing unread is sent. */
const MAX_SHOWN = 10_000

const ReplyInput = z.object({
  conversation_id: idField('The conversation to reply to.'),
  text: textField('text', MAX_SHOWN, 'What to say, as plain text; signature and quoted text are added.'),
})
type ReplyInput = z.output<typeof ReplyInput>

const asking = {
  group: 'campaigns',
  scope: 'send',
  input: ReplyInput,
  check: ({ conversation_id: id, text = '' }: ReplyInput) => [
    ...missing('conversation_id', id),
    ...missing('text', text === '' ? null : text),
  ],
} as const

/** Sends exactly the draft that was previewed. */
export const Reply = capability({
  ...asking,
  name: 'reply',
  output: OneReply,
  run: async (call, { conversation_id: id = 0, text = '' }) => {
    const { answered, to } = await demandAnswerable(call, id)
    const { store, principal, clock } = call
    const draftId = await store.replies.draftOf(principal.accountId, answered.id, replyDigest(to, text, true))
    if (draftId === null) throw refusal('There is no unsent draft with this text: call without confirm first.')
    if (
      !(await store.replies.queue(
        principal.accountId,
        { conversationId: id, id: draftId },
        { to, text, quotes: true },
        clock.now(),
      ))
    )
      throw changedSince()
    return oneReply(call, id, draftId)
  },
})

/** Stores a draft and shows what would be sent; a draft stored by this call is sent only by a later one. */
export const PreviewReply = capability({
  ...asking,
  name: 'preview_reply',
  output: z.object({
    data: z.object({
      effect: z.record(z.string(), z.unknown()),
      question: z.string(),
      outdated: z.boolean(),
      isNew: z.boolean(),
    }),
    meta: z.object({}),
  }),
  run: async (call, { conversation_id: id = 0, text = '' }) => {
    const { id: replyId, isNew } = await writeReply(call, id, { text, quotes: true })
    const { data } = await oneReply(call, id, replyId)
    const { mailbox } = (await demandAnswerable(call, id)).conversation
    const effect = {
      reply_id: replyId,
      status: data.status,
      mailbox,
      to: data.to,
      subject: data.subject,
      text,
      quotes_what_it_answers: true,
      can_be_undone: false,
    }
    const question = `Send this reply from ${mailbox ?? 'its mailbox'} to ${data.to ?? 'its sender'}?`
    return { data: { effect, question, outdated: data.status !== 'draft', isNew }, meta: {} }
  },
})
