import { UnsubscribeConversation } from '../../../core/answers/unsubscribe-conversation.ts'
import { UpdateConversation } from '../../../core/conversations/conversations.ts'
import { alongside } from '../../components/enhance.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { changed, to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { READ_MARK, readMark } from './conversation-pane.ts'
import { conversationCard, ConversationsScreen } from './conversations-screen.ts'

const on = { path: '/answers', screen: ConversationsScreen }
const back = ({ query }: View): string => to('/answers', query)
const listOnly = ({ query }: View): string =>
  to('/answers', changed(query, { after: query['after'], conversation: null }))

/** Changes its class, and whether it is read or done. */
export const ConversationForm = form({
  uses: [UpdateConversation],
  on,
  act: async ({ perform, fields, view }) => {
    const given = ['class', 'unread', 'closed'].map((name) => [name, fieldText(fields, name) || undefined] as const)
    const { data } = await perform(UpdateConversation, { id: view.params['id'], ...Object.fromEntries(given) })
    if (view.part === READ_MARK)
      return { kind: 'part', body: html`${readMark(data, view)} ${conversationCard(data, view, alongside)}` }
    // Shown again, it would be marked as read again.
    const place = fieldText(fields, 'unread') === 'true' ? listOnly(view) : back(view)
    return see(place, notice('conversations.saved'))
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
