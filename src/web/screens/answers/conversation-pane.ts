import { enhance } from '../../components/enhance.ts'
import { choice, hidden, problemList } from '../../components/field.ts'
import { time } from '../../components/time.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { replyForm, replyState } from './reply-parts.ts'
import { classChip, CLASSES } from './conversation-class.ts'
import type { ConversationShown, ConversationWhole, MailShown } from './conversation-class.ts'

/** One conversation with its emails, oldest first, and its actions. */
export function conversationPane(conversation: ConversationWhole, view: View): Html {
  const { words } = view
  const { email, subject, mails } = conversation
  return html`<section class="drawer" aria-label="${email}">
    <header>
      <h2><bdi>${subject === null || subject === '' ? words.conversations.noSubject : subject}</bdi></h2>
      <a href="${to('/answers', changed(view.query, { after: view.query['after'], conversation: null }))}">${words.conversations.showList}</a>
    </header>
    <p>${who(conversation)} ${classChip(conversation, view)} <span class="muted">${reason(conversation, view)}</span></p>
    ${problemList(view)} ${view.can('write') ? actions(conversation, view) : NOTHING}
    ${mails.map((mail) => oneMail(conversation.id, mail, view))}
    ${view.can('write') ? replyForm(conversation, view) : NOTHING}
  </section>`
}

const who = ({ email, lead_id: lead, lead_name: name }: ConversationShown): Html =>
  lead === null
    ? html`<bdi>${email}</bdi>`
    : html`<a href="${to(`/leads/${lead}`)}"><bdi>${name ?? email}</bdi></a>${name === null ? NOTHING : html` <bdi class="muted">${email}</bdi>`}`

function reason({ class: name, class_by: by, mails }: ConversationWhole, { words }: View): string {
  if (by === 'person') return words.conversations.byPerson
  const rule = mails.findLast((mail) => mail.class === name && mail.class_rule !== null)?.class_rule
  return rule ? words.conversations.byRule(rule) : ''
}

function actions(conversation: ConversationWhole, view: View): Html {
  const { id, class: name, closed_at: closed } = conversation
  const { conversations } = view.words
  const action = to(`/conversations/${id}`, view.query)
  return html`<div class="row">
      <form method="post" action="${action}">
        ${hidden({ closed: closed === null ? 'true' : 'false' })}
        <button class="outline small">${closed === null ? conversations.done : conversations.reopen}</button>
      </form>
      ${readMark(conversation, view)}
      ${
        name === 'remove_me'
          ? NOTHING
          : html`<form method="post" action="${to(`/conversations/${id}/unsubscribe`, view.query)}">
              <button class="outline small">${conversations.unsubscribe}</button>
            </form>`
      }
    </div>
    <form method="post" action="${action}" class="filters">
      ${choice(view, { name: 'class', label: conversations.meaning, value: name, choices: CLASSES.map((one) => [one, conversations.classes[one]]) })}
      <button class="outline">${conversations.setMeaning}</button>
    </form>`
}

/** The id of the form below. */
export const READ_MARK = 'read-mark'

/** Whether it has been read. A form, because opening a page changes nothing; with a script, it sends itself when it is seen. */
export function readMark({ id, unread }: ConversationShown, view: View): Html {
  const { conversations } = view.words
  const action = to(`/conversations/${id}`, view.query)
  return html`<form id="${READ_MARK}" method="post" action="${action}"${unread ? enhance({ post: action, target: READ_MARK, trigger: { afterMs: 0 } }) : NOTHING}>
    ${hidden({ unread: unread ? 'false' : 'true' })}
    <button class="outline small">${unread ? conversations.markRead : conversations.markUnread}</button>
  </form>`
}

/** The content of an email as plain text; its quotation is folded. */
function oneMail(conversationId: number, mail: MailShown, view: View): Html {
  const { words, format } = view
  const { conversations } = words
  const { direction, at, from, message, text, quoted_at: quotedAt } = mail
  const head = direction === 'in' ? conversations.wrote(from ?? '') : conversations.youWrote(from ?? '')
  return html`<article class="card" id="mail-${mail.id}">
    <p class="muted"><bdi>${message === null ? head : conversations.message(message.step + 1)}</bdi> · ${time(at, format)}</p>
    ${
      message === null
        ? text === null
          ? html`<p class="muted">${conversations.noText}</p>`
          : written(text, quotedAt, view)
        : html`<p><a href="${to(`/campaigns/${message.campaign_id}/stats`)}">${conversations.showMessage}</a></p>`
    }
    ${mail.status === null ? NOTHING : replyState(conversationId, mail, view)}
    ${mail.cut ? html`<p class="muted">${conversations.cut}</p>` : NOTHING}
    ${
      mail.attachments.length === 0
        ? NOTHING
        : html`<p class="muted">${conversations.attachments} ${mail.attachments.map(({ name, type }) => html`<bdi>${name ?? type}</bdi> `)}</p>`
    }
  </article>`
}

function written(text: string, quotedAt: number | null, { words }: View): Html {
  const said = quotedAt === null ? text : text.slice(0, quotedAt)
  const quoted = quotedAt === null ? '' : text.slice(quotedAt)
  return html`${said.trim() === '' ? NOTHING : html`<pre class="mail-text"><bdi>${said.trim()}</bdi></pre>`}${
    quoted.trim() === ''
      ? NOTHING
      : html`<details>
          <summary>${words.conversations.quoted}</summary>
          <pre class="mail-text"><bdi>${quoted.trim()}</bdi></pre>
        </details>`
  }`
}
