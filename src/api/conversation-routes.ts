import { UnsubscribeConversation } from '../core/answers/unsubscribe-conversation.ts'
import {
  DeleteConversation,
  GetConversation,
  ListConversations,
  UpdateConversation,
} from '../core/conversations/conversations.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const ONE = '/conversations/:id'

export const CONVERSATION_ROUTES: readonly Route[] = [
  route('get', '/conversations', ListConversations, 'List the conversations that answers began, newest first.'),
  route('get', ONE, GetConversation, 'Show a conversation with its mails, oldest first.'),
  route('put', ONE, UpdateConversation, 'Say what an answer means, mark it as read, close it or link it to a lead.'),
  { ...route('delete', ONE, DeleteConversation, 'Delete the texts of a conversation permanently.'), success: 204 },
  route('post', `${ONE}/unsubscribe`, UnsubscribeConversation, 'Write to the person of a conversation no more.'),
]
