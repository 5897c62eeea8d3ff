import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { ConversationIdInput } from '../conversations/conversation-input.ts'
import { ConversationRow, conversationRow } from '../conversations/conversation-output.ts'
import { findConversation } from '../conversations/conversations.ts'
import { publishUnsubscribed } from './mail-events.ts'

/** Somebody read that the person wants no more mail, in words no rule recognises: the account no longer writes to them. */
export const UnsubscribeConversation = capability({
  group: 'campaigns',
  scope: 'write',
  name: 'unsubscribe_conversation',
  input: ConversationIdInput,
  output: z.object({ data: ConversationRow, meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const { store, principal, clock } = call
    const { accountId } = principal
    const { email } = await findConversation(call, id)
    await call.database.pool.inOne(async () => {
      await store.unsubscribes.add(accountId, email, clock.now())
      const changes = { class: 'remove_me', unread: false, closed: undefined, leadId: undefined } as const
      await store.conversations.update(accountId, id, changes, clock.now())
    })
    const messageId = await store.conversations.lastMessage(accountId, id)
    const message = messageId === null ? null : await store.mailEvents.message(accountId, messageId)
    if (message !== null) await publishUnsubscribed(call, message, 'person')
    return { data: conversationRow(await findConversation(call, id)), meta: {} }
  },
})
