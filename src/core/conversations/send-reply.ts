import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { demandAnswerable } from './reply-rules.ts'
import { changedSince, findReply, notIn, oneReply, OneReply, ReadFields, ReplyIdInput } from './replies.ts'

/** Line ends are those of whoever wrote it, or of the browser that showed it. */
const sameLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * The reply is sent within seconds; one in progress or already sent is returned unchanged and never sent twice. A text that has
 * been changed since somebody read it is not sent.
 */
export const SendReply = capability({
  group: 'campaigns',
  scope: 'send',
  name: 'send_reply',
  input: z.object({ ...ReplyIdInput.shape, ...ReadFields.shape }),
  output: OneReply,
  run: async (call, { id = 0, reply_id: replyId = 0, expected_text: expectedText, expected_to: expectedTo }) => {
    const { status, to, text, quotes } = await findReply(call, id, replyId)
    if (status === 'queued' || status === 'sending' || status === 'sent') return oneReply(call, id, replyId)
    if (status !== 'draft') throw notIn(status, 'a draft can be sent')
    if (expectedText !== undefined && sameLines(expectedText) !== sameLines(text ?? '')) throw changedSince()
    if (expectedTo !== undefined && expectedTo !== to) throw changedSince()
    await demandAnswerable(call, id, to ?? undefined)
    const { store, principal, clock } = call
    const read = expectedText === undefined || text === null ? null : { to, text, quotes }
    const isQueued = await store.replies.queue(
      principal.accountId,
      { conversationId: id, id: replyId },
      read,
      clock.now(),
    )
    if (!isQueued && (await findReply(call, id, replyId)).status === 'draft') throw changedSince()
    return oneReply(call, id, replyId)
  },
})
