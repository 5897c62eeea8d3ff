import { UnsubscribeConversation } from '../core/answers/unsubscribe-conversation.ts'
import {
  DeleteConversation,
  GetConversation,
  ListConversations,
  UpdateConversation,
} from '../core/conversations/conversations.ts'
import { CreateReply, DeleteReply, MarkReplySent, ResendReply, UpdateReply } from '../core/conversations/replies.ts'
import { SendReply } from '../core/conversations/send-reply.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const ONE = '/conversations/:id'
const REPLY = `${ONE}/replies/:reply_id`

export const CONVERSATION_ROUTES: readonly Route[] = [
  route('get', '/conversations', ListConversations, 'List the conversations started by replies, newest first.', {
    class: 'interested',
    unread: true,
  }),
  route('get', ONE, GetConversation, 'Show a conversation and its messages, oldest first.'),
  route('put', ONE, UpdateConversation, 'Classify a reply, mark it as read, close it or link it to a lead.', {
    class: 'not_now',
    closed: true,
  }),
  { ...route('delete', ONE, DeleteConversation, 'Delete the texts of a conversation permanently.'), success: 204 },
  route('post', `${ONE}/unsubscribe`, UnsubscribeConversation, 'Never write to the person in a conversation again.'),
  {
    ...route('post', `${ONE}/replies`, CreateReply, 'Write a reply, as a draft or to be sent immediately.', {
      text: 'Tuesday at ten suits me well.',
    }),
    success: 201,
    otherAnswers: { 200: 'The same reply already existed; it is returned unchanged.' },
  },
  route('put', REPLY, UpdateReply, 'Change a draft reply.', { text: 'Wednesday at ten suits me better.' }),
  { ...route('delete', REPLY, DeleteReply, 'Delete a draft reply.'), success: 204 },
  route('post', `${REPLY}/send`, SendReply, 'Send a reply.'),
  route('post', `${REPLY}/resend`, ResendReply, 'Resend a reply that may or may not have been sent.'),
  route('post', `${REPLY}/mark-sent`, MarkReplySent, 'Count an uncertain reply as sent.'),
]
