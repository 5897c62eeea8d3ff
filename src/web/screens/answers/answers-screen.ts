import { ListAnswers, MarkAnswer } from '../../../core/answers/answers.ts'
import type { AnswerRow } from '../../../core/answers/answers.ts'
import { AddUnsubscribe, RemoveUnsubscribe } from '../../../core/optouts/unsubscribes.ts'
import { empty } from '../../components/empty.ts'
import { hidden, problemList, textArea } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { link } from '../../components/link.ts'
import { pager } from '../../components/pager.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { changed, to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'

const EVENTS = '/answers/events'
const ROWS = 50
const KINDS = ['answered', 'bounced', 'unsubscribed'] as const

const kindOf = ({ query }: View) => KINDS.find((kind) => kind === query['kind'])
/** Only open ones, unless the reader asks for the others too. */
const isOnlyOpen = ({ query }: View): boolean => query['open'] !== 'all'

/** Who replied, whose address bounced, who asked to stop: a list to work through. */
export const AnswersScreen = screen({
  scope: 'read',
  asks: (view) => ({
    answers: askFor(ListAnswers, {
      kind: kindOf(view),
      open: isOnlyOpen(view) ? true : undefined,
      campaign_id: view.query['campaign_id'],
      limit: ROWS,
      after: view.query['after'],
    }),
  }),
  title: ({ words }) => words.general.answers,
  page: ({ answers: { data, meta } }, view) => {
    const { words } = view
    const { next } = meta
    const isFirst = view.query['after'] === undefined
    return html`<h1>${words.general.answers}</h1>
      <p><a href="${to('/answers')}">${icon('answers')}${words.conversations.conversations}</a></p>
      ${problemList(view)} ${kinds(meta.open, view)} ${openFilter(view)}
      ${data.length === 0 ? nothing(meta, view) : html`<div class="stack">${data.map((answer) => card(answer, view))}</div>`}
      ${pager(
        {
          previous: isFirst ? null : to(EVENTS, changed(view.query, {})),
          next: next === null ? null : to(EVENTS, changed(view.query, { after: next })),
          words: { previous: words.general.newest, next: words.general.older },
        },
        view,
      )}`
  },
})

const kinds = (open: Readonly<Record<(typeof KINDS)[number], number>>, view: View): Html => {
  const { answers } = view.words
  const here = kindOf(view)
  const tab = (kind: (typeof KINDS)[number] | null, word: string, count: number | null) =>
    html`<li><a href="${to(EVENTS, changed(view.query, { kind }))}"${here === (kind ?? undefined) ? html` aria-current="page"` : NOTHING}>${word}${count === null ? NOTHING : html` <span class="muted">${view.format.number(count)}</span>`}</a></li>`
  return html`<ul class="tabs-line">
    ${tab(null, answers.kinds.all, null)} ${KINDS.map((kind) => tab(kind, answers.kinds[kind], open[kind]))}
  </ul>`
}

const openFilter = (view: View): Html => {
  const { answers } = view.words
  const isOpen = isOnlyOpen(view)
  return html`<p><a href="${to(EVENTS, changed(view.query, { open: isOpen ? 'all' : null }))}">${icon('filter')}${isOpen ? answers.withDone : answers.onlyOpen}</a></p>`
}

function nothing(
  { last_read_at: read, open }: { last_read_at: string | null; open: Readonly<Record<string, number>> },
  { words, format, query }: View,
): Html {
  const { answers } = words
  const isAllDone = Object.values(open).every((count) => count === 0) && query['open'] !== 'all' && read !== null
  const sentence = read === null ? answers.emptyUnread : answers.emptyRead(format.time(new Date(read)))
  return empty(
    'answers',
    sentence,
    html`<a class="button outline" href="${to('/campaigns')}">${words.general.campaigns}</a>`,
    isAllDone ? html`<a href="${to(EVENTS, { open: 'all' })}">${answers.withDone}</a>` : NOTHING,
  )
}

const LOOKS = {
  answered: ['valid', 'answers'],
  bounced: ['invalid', 'warning'],
  unsubscribed: ['accept_all', 'pause'],
} as const

const card = (answer: AnswerRow, view: View): Html => {
  const { words, format } = view
  const { answers } = words
  const { lead, campaign, message, kind } = answer
  const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(' ')
  const [colour, drawing] = LOOKS[kind]
  const who = html`<bdi>${name === '' ? answer.email : name}</bdi>`
  return html`<article class="card" id="answer-${answer.id}-${kind}">
    <div class="row apart">
      <span class="row">
        <span class="chip" data-status="${colour}">${icon(drawing)}${answers.kinds[kind]}</span>
        <strong>${lead === null ? who : html`<a href="${to(`/leads/${lead.id}`)}">${who}</a>`}</strong>
        ${lead?.company ? html`<span class="muted"><bdi>${lead.company}</bdi></span>` : NOTHING}
      </span>
      <span class="muted">${time(answer.at, format)}${answer.done_at === null ? NOTHING : html` · ${icon('check')} ${answers.isDone}`}</span>
    </div>
    <p>
      <bdi class="mono">${answer.email}</bdi> ${answers.sent[kind](message.step + 1)}
      <a href="${to(`/campaigns/${campaign.id}/stats`)}"><bdi>${campaign.name}</bdi></a>${answer.mailbox === null ? NOTHING : html` <span class="muted"><bdi>${answers.readIn(answer.mailbox)}</bdi></span>`}
    </p>
    ${answer.no_mail === null ? NOTHING : html`<p class="muted">${answers.noMore[answer.no_mail]}</p>`}
    ${answer.note === null ? NOTHING : html`<blockquote><bdi>${answer.note}</bdi></blockquote>`} ${actions(answer, view)}
  </article>`
}

const actions = (answer: AnswerRow, view: View): Html => {
  const { answers } = view.words
  const isDone = answer.done_at !== null
  const path = `/answers/${answer.id}`
  const mayWrite = view.can('write')
  return html`<div class="row">
    ${
      mayWrite
        ? html`<form method="post" action="${to(`${path}/mark`, view.query)}">
            ${hidden({ answer_kind: answer.kind, done: isDone ? 'false' : 'true' })}
            <button class="outline small">${isDone ? answers.reopen : answers.done}</button>
          </form>`
        : NOTHING
    }
    ${answer.kind === 'answered' ? link(mailTo(answer), answers.openMail, { isButton: true }) : NOTHING}
    ${
      mayWrite && answer.no_mail === null
        ? html`<form method="post" action="${to(`${path}/never-write`, view.query)}">
            ${hidden({ email: answer.email })}<button class="outline small">${answers.neverWrite}</button>
          </form>`
        : NOTHING
    }
    ${mayWrite ? noteForm(answer, view) : NOTHING}
  </div>`
}

/** A reply in the reader's own mail program (RFC 6068). */
function mailTo({ email, message }: AnswerRow): string {
  const at = email.lastIndexOf('@')
  const subject = message.subject ?? ''
  const reply = subject === '' || /^re:/i.test(subject) ? subject : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}?subject=${encodeURIComponent(reply)}`
}

const noteForm = (answer: AnswerRow, view: View): Html => {
  const { answers } = view.words
  const name = `note-${answer.id}-${answer.kind}`
  return html`<details${view.problems.of(name) === null ? NOTHING : html` open`}>
    <summary>${answer.note === null ? answers.note : answers.editNote}</summary>
    <form method="post" action="${to(`/answers/${answer.id}/mark`, view.query)}">
      ${hidden({ answer_kind: answer.kind, note_field: name })}
      ${textArea(view, { name, label: answers.note, value: answer.note, rows: 3 })}
      <button class="outline small">${answers.saveNote}</button>
    </form>
  </details>`
}

const on = { path: EVENTS, screen: AnswersScreen }
const back = ({ query }: View): string => to(EVENTS, query)

/** Marks it as done or open again, or adds a note. */
export const MarkAnswerForm = form({
  uses: [MarkAnswer],
  on,
  inputs: (fields) => ({ note: fieldText(fields, 'note_field') || 'note' }),
  act: async ({ perform, fields, view }) => {
    const id = view.params['id']
    const kind = fieldText(fields, 'answer_kind')
    const noteField = fieldText(fields, 'note_field')
    if (noteField !== '') {
      await perform(MarkAnswer, { id, kind, note: fieldText(fields, noteField) || null })
      return see(back(view), notice('answers.noted'))
    }
    const done = fieldText(fields, 'done')
    await perform(MarkAnswer, { id, kind, done })
    const undo = {
      action: to(`/answers/${id}/mark`, view.query),
      fields: { answer_kind: kind, done: done === 'true' ? 'false' : 'true' },
    }
    return see(back(view), notice(done === 'true' ? 'answers.done' : 'answers.reopened', {}, undo))
  },
})

/** Stops the account from writing to the address; undone by the form below. */
export const NeverAnswerForm = form({
  uses: [AddUnsubscribe],
  on,
  act: async ({ perform, fields, view }) => {
    const email = fieldText(fields, 'email')
    await perform(AddUnsubscribe, { email })
    const undo = { action: to(`/answers/${view.params['id']}/may-write`, view.query), fields: { email } }
    return see(back(view), notice('answers.neverWrite', { email }, undo))
  },
})

export const AnswerAgainForm = form({
  uses: [RemoveUnsubscribe],
  on,
  act: async ({ perform, fields, view }) => {
    const email = fieldText(fields, 'email')
    await perform(RemoveUnsubscribe, { email })
    return see(back(view), notice('answers.mayWrite', { email }))
  },
})
