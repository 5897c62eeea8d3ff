import {
  CreateReply,
  DeleteReply,
  MarkReplySent,
  ResendReply,
  UpdateReply,
} from '../../../core/conversations/replies.ts'
import { SendReply } from '../../../core/conversations/send-reply.ts'
import { fieldAsTyped, fieldText, isTicked } from '../../page/fields.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { ConversationsScreen } from './conversations-screen.ts'
import { replyPath } from './reply-parts.ts'
import { ReplyScreen } from './reply-screen.ts'

const onList = { path: '/answers', screen: ConversationsScreen }
const onDraft = { path: '/conversations/:id/replies/:reply_id', screen: ReplyScreen }

const idsOf = ({ params }: View) => ({ id: params['id'], reply_id: params['reply_id'] })
const backTo = ({ params }: View): string => to('/answers', { conversation: params['id'] })

/** Stores a draft and shows it as it will be sent. */
export const WriteReplyForm = form({
  uses: [CreateReply],
  on: onList,
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(CreateReply, {
      id: view.params['id'],
      text: fieldAsTyped(fields, 'text'),
      to: fieldText(fields, 'to') || undefined,
      quote: isTicked(fields, 'quote'),
    })
    return see(to(replyPath(Number(view.params['id']), data.id)))
  },
})

export const ChangeReplyForm = form({
  uses: [UpdateReply],
  on: onDraft,
  act: async ({ perform, fields, view }) => {
    await perform(UpdateReply, { ...idsOf(view), text: fieldAsTyped(fields, 'text') })
    return see(to(view.path), notice('conversations.saved'))
  },
})

export const SendReplyForm = form({
  uses: [SendReply],
  on: onDraft,
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(SendReply, {
      ...idsOf(view),
      expected_text: fieldAsTyped(fields, 'expected_text') || undefined,
      expected_to: fieldText(fields, 'expected_to') || undefined,
    })
    return see(backTo(view), notice('conversations.sent', { email: data.to ?? '' }))
  },
})

export const DeleteReplyForm = form({
  uses: [DeleteReply],
  on: onDraft,
  act: async ({ perform, view }) => {
    await perform(DeleteReply, idsOf(view))
    return see(backTo(view), notice('conversations.deleted'))
  },
})

export const ResendReplyForm = form({
  uses: [ResendReply],
  on: onList,
  act: async ({ perform, view }) => {
    const { data } = await perform(ResendReply, idsOf(view))
    return see(backTo(view), notice('conversations.sent', { email: data.to ?? '' }))
  },
})

export const ReplyWasSentForm = form({
  uses: [MarkReplySent],
  on: onList,
  act: async ({ perform, view }) => {
    await perform(MarkReplySent, idsOf(view))
    return see(backTo(view), notice('conversations.settled'))
  },
})
