import { choice, hidden, textArea, tickBox } from '../../components/field.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { retold } from '../../page/problems.ts'
import type { View } from '../../page/view.ts'
import type { ConversationWhole, MailShown } from './conversation-class.ts'

/** Programs are not answered (RFC 3834 2), nor are people who want no more mail. */
const UNANSWERED: ReadonlySet<string> = new Set(['auto', 'out_of_office', 'bounce', 'complaint', 'remove_me'])

export const replyPath = (conversationId: number, replyId: number | string): string =>
  `/conversations/${conversationId}/replies/${replyId}`

/** Writes a draft, which is reviewed before it is sent. */
export function replyForm({ id, mails, class: name }: ConversationWhole, view: View): Html {
  const { conversations } = view.words
  const answered = mails.findLast((mail) => mail.direction === 'in')
  if (answered === undefined || UNANSWERED.has(name)) return NOTHING
  const { from, reply_to: other } = answered
  return html`<form method="post" action="${to(`/conversations/${id}/replies`, view.query)}">
    ${hidden({ once: view.once })}
    ${textArea(view, { name: 'text', label: conversations.reply, rows: 8, required: true })}
    ${other === null ? NOTHING : choice(view, { name: 'to', label: conversations.replyTo, choices: [from, other].flatMap((one) => (one === null ? [] : [[one, one] as const])) })}
    <p>${tickBox(view, { name: 'quote', label: conversations.quote, ticked: true, beside: 'text' })}</p>
    <p><button>${conversations.write}</button></p>
  </form>`
}

/** The outcome of our reply; if it is unknown, the reader is asked. */
export function replyState(conversationId: number, { id, status, problem }: MailShown, view: View): Html {
  const { conversations } = view.words
  if (status === null) return NOTHING
  const path = replyPath(conversationId, id)
  const once = `${view.once}-${id}`
  return html`<p class="muted">${conversations.statuses[status]}${problem === null ? NOTHING : html`: <bdi>${retold(problem, view.words)}</bdi>`}</p>
    ${status === 'draft' && view.can('write') ? html`<p><a class="button outline small" href="${to(path)}">${conversations.openDraft}</a></p>` : NOTHING}
    ${
      status === 'uncertain' && view.can('send')
        ? html`<div class="row">
            <form method="post" action="${to(`${path}/resend`, view.query)}">${hidden({ once })}<button class="outline small">${conversations.resend}</button></form>
            <form method="post" action="${to(`${path}/mark-sent`, view.query)}">${hidden({ once })}<button class="outline small">${conversations.wasSent}</button></form>
          </div>`
        : NOTHING
    }`
}
