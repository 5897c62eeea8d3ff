import { capability } from '../capability/capability.ts'
import { demandAnswerable } from './reply-rules.ts'
import { findReply, notIn, oneReply, OneReply, ReplyIdInput } from './replies.ts'

/** The reply is sent within seconds; one in progress or already sent is returned unchanged and never sent twice. */
export const SendReply = capability({
  group: 'campaigns',
  scope: 'send',
  name: 'send_reply',
  input: ReplyIdInput,
  output: OneReply,
  run: async (call, { id = 0, reply_id: replyId = 0 }) => {
    const { status, to } = await findReply(call, id, replyId)
    if (status === 'queued' || status === 'sending' || status === 'sent') return oneReply(call, id, replyId)
    if (status !== 'draft') throw notIn(status, 'a draft can be sent')
    await demandAnswerable(call, id, to ?? undefined)
    await call.store.replies.queue(call.principal.accountId, id, replyId, call.clock.now())
    return oneReply(call, id, replyId)
  },
})
