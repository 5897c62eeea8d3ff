/** What people wrote, and what was written back to them: conversations, replies. */

import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Conversation } from '../../db/conversations/conversations-store.ts'
import { AppError } from '../../errors.ts'
import { newestPlaceText } from '../../lib/input/newest-place.ts'
import { misplacedAfter } from '../../lib/input/place-field.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { ConversationIdInput, ListConversationsInput, UpdateConversationInput } from './conversation-input.ts'
import { ConversationRow, conversationRow, MailRow, mailRow } from './conversation-output.ts'

const count = z.int()

/** Newest first; `meta.by_class` counts what the other filters select. */
export const ListConversations = capability({
  group: 'campaigns',
  scope: 'read',
  name: 'list_conversations',
  input: ListConversationsInput,
  output: z.object({
    data: z.array(ConversationRow),
    meta: z.object({
      total: count,
      limit: count,
      offset: count,
      /** Leads to the next page, even if some were closed or read meanwhile; null at the end. */
      next: z.string().nullable(),
      unread: count,
      by_class: z.record(z.string(), count),
    }),
  }),
  check: misplacedAfter,
  run: async ({ store, principal }, given) => {
    const { limit = DEFAULT_ROWS, offset = 0 } = given
    const { conversations, byClass, unread, next } = await store.conversations.page(principal.accountId, {
      classes: given.class ?? null,
      unread: given.unread ?? null,
      closed: given.closed ?? null,
      leadId: given.lead_id ?? null,
      campaignId: given.campaign_id ?? null,
      mailboxId: given.mailbox_id ?? null,
      email: given.email?.toLowerCase() ?? null,
      query: given.query?.toLowerCase() ?? null,
      since: given.since === undefined ? null : new Date(given.since),
      limit,
      offset,
      after: given.after ?? null,
    })
    const total = [...byClass.values()].reduce((sum, n) => sum + n, 0)
    const place = next === null ? null : newestPlaceText(next)
    const meta = { total, limit, offset, next: place, unread, by_class: Object.fromEntries(byClass) }
    return { data: conversations.map(conversationRow), meta }
  },
})

const Whole = z.object({ data: ConversationRow.extend({ mails: z.array(MailRow) }), meta: z.object({}) })

/** With its emails, oldest first. */
export const GetConversation = capability({
  group: 'campaigns',
  scope: 'read',
  name: 'get_conversation',
  input: ConversationIdInput,
  output: Whole,
  run: async (call, { id = 0 }) => {
    const conversation = await findConversation(call, id)
    const mails = await call.store.conversations.mails(call.principal.accountId, id)
    return { data: { ...conversationRow(conversation), mails: mails.map(mailRow) }, meta: {} }
  },
})

/** Parameters not sent change nothing. */
export const UpdateConversation = capability({
  group: 'campaigns',
  scope: 'write',
  name: 'update_conversation',
  input: UpdateConversationInput,
  output: z.object({ data: ConversationRow, meta: z.object({}) }),
  run: async (call, { id = 0, class: mailClass, unread, closed, lead_id: leadId }) => {
    const { store, principal, clock } = call
    await findConversation(call, id)
    if (typeof leadId === 'number' && (await store.leads.find(principal.accountId, leadId)) === null)
      throw new AppError('validation_failed', `lead_id: there is no lead with id ${leadId}.`, { field: 'lead_id' })
    await store.conversations.update(principal.accountId, id, { class: mailClass, unread, closed, leadId }, clock.now())
    return { data: conversationRow(await findConversation(call, id)), meta: {} }
  },
})

/** Erases its texts for good, including drafts and unsent replies; the campaign still records who answered, when and how. */
export const DeleteConversation = capability({
  group: 'campaigns',
  scope: 'write',
  name: 'delete_conversation',
  input: ConversationIdInput,
  output: z.object({ data: z.object({ deleted: z.literal(true) }), meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    await findConversation(call, id)
    await call.store.conversations.eraseOne(call.principal.accountId, id, call.clock.now())
    return { data: { deleted: true as const }, meta: {}, status: 204 as const }
  },
})

/** @throws AppError not_found, also for conversations of other accounts. */
export async function findConversation(
  { store, principal }: Part<'principal', 'conversations'>,
  id: number,
): Promise<Conversation> {
  const found = await store.conversations.find(principal.accountId, id)
  if (found === null) throw new AppError('not_found', `There is no conversation with id ${id}.`)
  return found
}
