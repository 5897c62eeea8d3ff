import { GetConversation } from '../../../core/conversations/conversations.ts'
import { empty } from '../../components/empty.ts'
import { hidden, problemList, textArea } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import type { ConversationWhole, MailShown } from './conversation-class.ts'
import { replyPath } from './reply-parts.ts'

/** Shows a draft as it will be sent: recipient, sender, every word. */
export const ReplyScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ conversation: askFor(GetConversation, { id: params['id'] }) }),
  title: ({ words }, { conversation }) => words.conversations.replyTitle(conversation.data.email),
  page: ({ conversation: { data } }, view) => {
    const draft = data.mails.find((mail) => String(mail.id) === view.params['reply_id'] && mail.status === 'draft')
    const back = to('/answers', { conversation: data.id })
    if (draft === undefined)
      return empty(
        'answers',
        view.words.conversations.noReply,
        html`<a class="button outline" href="${back}">${view.words.conversations.conversations}</a>`,
      )
    return confirmation(data, draft, back, view)
  },
})

function confirmation({ id, email, mailbox }: ConversationWhole, draft: MailShown, back: string, view: View): Html {
  const { conversations, general } = view.words
  const path = replyPath(id, draft.id)
  return html`<section class="narrow">
    <h1>${conversations.replyTitle(draft.to ?? email)}</h1>
    ${problemList(view)}
    <dl class="facts">
      <dt>${conversations.replyTo}</dt>
      <dd><bdi>${draft.to ?? email}</bdi></dd>
      <dt>${conversations.fromMailbox}</dt>
      <dd><bdi>${draft.from ?? mailbox ?? ''}</bdi></dd>
      <dt>${conversations.subject}</dt>
      <dd><bdi>${draft.subject ?? ''}</bdi></dd>
    </dl>
    <pre class="mail-text"><bdi>${draft.text ?? ''}</bdi></pre>
    ${draft.quotes ? html`<p class="muted">${conversations.quotedBelow}</p>` : NOTHING}
    <div class="row">
      ${view.can('send') ? html`<form method="post" action="${to(`${path}/send`)}">${hidden({ once: view.once, expected_text: draft.text, expected_to: draft.to })}<button>${conversations.send}</button></form>` : NOTHING}
      <form method="post" action="${to(`${path}/delete`)}"><button class="outline">${conversations.deleteDraft}</button></form>
      <a class="button outline" href="${back}">${general.cancel}</a>
    </div>
    <details>
      <summary>${conversations.changeText}</summary>
      <form method="post" action="${to(path)}">
        ${textArea(view, { name: 'text', label: conversations.reply, value: draft.text, rows: 10, required: true })}
        <button class="outline">${conversations.saveText}</button>
      </form>
    </details>
  </section>`
}
