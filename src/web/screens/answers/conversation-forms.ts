import { UnsubscribeConversation } from '../../../core/answers/unsubscribe-conversation.ts'
import { UpdateConversation } from '../../../core/conversations/conversations.ts'
import { fieldText } from '../../page/fields.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { ConversationsScreen } from './conversations-screen.ts'

const on = { path: '/answers', screen: ConversationsScreen }
const back = ({ query }: View): string => to('/answers', query)

/** Changes its class, and whether it is read or done. */
export const ConversationForm = form({
  uses: [UpdateConversation],
  on,
  act: async ({ perform, fields, view }) => {
    const given = ['class', 'unread', 'closed'].map((name) => [name, fieldText(fields, name) || undefined] as const)
    await perform(UpdateConversation, { id: view.params['id'], ...Object.fromEntries(given) })
    return see(back(view), notice('conversations.saved'))
  },
})

/** For a conversation in which the person wants no more mail. */
export const UnsubscribeConversationForm = form({
  uses: [UnsubscribeConversation],
  on,
  act: async ({ perform, view }) => {
    const { data } = await perform(UnsubscribeConversation, { id: view.params['id'] })
    return see(back(view), notice('conversations.unsubscribed', { email: data.email }))
  },
})
