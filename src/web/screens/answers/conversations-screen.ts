import { ListAnswers } from '../../../core/answers/answers.ts'
import { GetConversation, ListConversations } from '../../../core/conversations/conversations.ts'
import { empty } from '../../components/empty.ts'
import { problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { time } from '../../components/time.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { conversationPane } from './conversation-pane.ts'
import { classChip, CLASSES } from './conversation-class.ts'
import type { ConversationShown } from './conversation-class.ts'

const ROWS = 50

const classOf = ({ query }: View) => CLASSES.find((name) => name === query['class'])
const isOnlyUnread = ({ query }: View): boolean => query['unread'] === 'true'

const isNarrowed = (view: View): boolean => classOf(view) !== undefined || isOnlyUnread(view)

/** Who wrote back, by class; one conversation is shown in full beside the list. */
export const ConversationsScreen = screen({
  scope: 'read',
  asks: (view) => ({
    list: askFor(ListConversations, {
      class: classOf(view),
      unread: isOnlyUnread(view) ? true : undefined,
      campaign_id: view.query['campaign_id'],
      limit: ROWS,
      after: view.query['after'],
    }),
    open: view.query['conversation'] ? tryAskFor(GetConversation, { id: view.query['conversation'] }) : null,
  }),
  thenAsks: ({ list }, view) => ({
    reading: list.data.length === 0 && !isNarrowed(view) ? askFor(ListAnswers, { limit: 1 }) : null,
  }),
  title: ({ words }) => words.general.answers,
  page: ({ list: { data, meta }, open: asked, reading }, view) => {
    const open = known(asked)
    const { words } = view
    const at = (after: string | null) => to('/answers', changed(view.query, { after, conversation: null }))
    return html`<h1>${words.general.answers}</h1>
      ${open === null ? problemList(view) : NOTHING}
      <div class="beside reading">
        <div>
          ${classes(meta.by_class, view)} ${unreadFilter(view)} ${data.length === 0 ? nothing(reading?.meta.last_read_at ?? null, view) : rows(data, view)}
          ${pager(
            {
              previous: view.query['after'] === undefined ? null : at(null),
              next: meta.next === null ? null : at(meta.next),
              words: { previous: words.general.newest, next: words.general.older },
            },
            view,
          )}
          <p><a href="${to('/answers/events')}">${words.conversations.events}</a></p>
        </div>
        ${open === null ? NOTHING : html`<div>${conversationPane(open.data, view)}</div>`}
      </div>`
  },
})

function classes(counts: Readonly<Record<string, number>>, view: View): Html {
  const { conversations } = view.words
  const here = classOf(view)
  const numbers = new Map(Object.entries(counts))
  const tab = (name: (typeof CLASSES)[number] | null, word: string, count: number | null) =>
    html`<li><a href="${to('/answers', changed(view.query, { class: name, conversation: null }))}"${here === (name ?? undefined) ? html` aria-current="page"` : NOTHING}>${word}${count === null ? NOTHING : html` <span class="muted">${view.format.number(count)}</span>`}</a></li>`
  const shown = CLASSES.filter((name) => name === here || (numbers.get(name) ?? 0) > 0)
  return html`<ul class="tabs-line">
    ${tab(null, conversations.all, null)} ${shown.map((name) => tab(name, conversations.classes[name], numbers.get(name) ?? 0))}
  </ul>`
}

function unreadFilter(view: View): Html {
  const { conversations } = view.words
  const isOnly = isOnlyUnread(view)
  const next = to('/answers', changed(view.query, { unread: isOnly ? null : 'true' }))
  return html`<p><a href="${next}">${icon('filter')}${isOnly ? conversations.readOnes : conversations.onlyUnread}</a></p>`
}

function nothing(lastRead: string | null, view: View): Html {
  const { answers, conversations, general } = view.words
  const never = lastRead === null ? conversations.empty : answers.emptyRead(view.format.time(new Date(lastRead)))
  return empty(
    'answers',
    isNarrowed(view) ? conversations.emptyHere : never,
    isNarrowed(view)
      ? html`<a class="button outline" href="${to('/answers')}">${conversations.all}</a>`
      : html`<a class="button outline" href="${to('/campaigns')}">${general.campaigns}</a>`,
  )
}

const rows = (data: readonly ConversationShown[], view: View): Html =>
  html`<div class="stack">${data.map((conversation) => conversationCard(conversation, view))}</div>`

/** One conversation in the list. @param more attributes. */
export function conversationCard(conversation: ConversationShown, view: View, more = NOTHING): Html {
  const { format, words } = view
  const { id, email, lead_name: name, subject, unread } = conversation
  const here = view.query['conversation'] === String(id)
  const open = to('/answers', changed(view.query, { after: view.query['after'], conversation: String(id) }))
  return html`<article class="card" id="conversation-${id}"${more}>
    <div class="row apart">
      <span class="row">
        ${classChip(conversation, view)}
        <a href="${open}"${here ? html` aria-current="true"` : NOTHING}><strong><bdi>${name ?? email}</bdi></strong></a>
        ${name === null ? NOTHING : html`<span class="muted"><bdi>${email}</bdi></span>`}
        ${unread ? html`<span class="muted">${words.conversations.unread}</span>` : NOTHING}
      </span>
      <span class="muted">${time(conversation.last_at, format)}${conversation.closed_at === null ? NOTHING : html` · ${icon('check')} ${words.conversations.closed}`}</span>
    </div>
    <p><bdi>${subject === null || subject === '' ? words.conversations.noSubject : subject}</bdi>${conversation.back_on === null ? NOTHING : html` <span class="muted">${words.conversations.backOn(format.day(conversation.back_on))}</span>`}</p>
  </article>`
}
