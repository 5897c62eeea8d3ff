import type { z } from 'zod'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { ListBulkAnswers } from '../../../core/verify/list-bulk-answers.ts'
import { BULK_KINDS } from '../../../core/verify/list-bulk-answers.ts'
import { chip } from '../../components/chip.ts'
import { alongside, askAgain, pollAfterMs } from '../../components/enhance.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { jsonBox, jsonLink } from '../../components/json-box.ts'
import { progressBar } from '../../components/meter.ts'
import { pager } from '../../components/pager.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { reasonOf } from './answer-reason.ts'
import { MINUTE_MS } from '../../../lib/process/clock.ts'
import { isUnfinished } from '../../../lib/process/job-kind.ts'

const ANSWERS_PER_PAGE = 50

type Answers = z.output<typeof ListBulkAnswers.output>

const asked = ({ params, query }: View) => ({
  id: params['id'],
  kind: query['kind'],
  offset: query['offset'],
  limit: ANSWERS_PER_PAGE,
})

/** One list of addresses: its progress, the results, and what to do with the good ones. */
export const CheckScreen = screen({
  scope: 'read',
  asks: (view) => ({
    answers: askFor(ListBulkAnswers, asked(view)),
    lists: view.can('write') ? askFor(ListListChoices) : null,
  }),
  title: ({ words }, { answers }) => answers.data.job.name ?? words.verify.unnamed,
  refreshes: ({ answers: { data } }, view) => {
    if (!isUnfinished(data.job)) return false
    const isLong = view.now.getTime() - Date.parse(data.job.created_at) > MINUTE_MS
    return isLong && view.can('write') && data.tally.valid > 0 ? 'by the reader' : true
  },
  page: ({ answers, lists }, view) => {
    const { verify } = view.words
    const { job, tally } = answers.data
    const { id: _, ...parameters } = asked(view)
    return html`<h1><bdi>${job.name ?? verify.unnamed}</bdi></h1>
      ${problemList(view)} ${answersPart(view, answers)}
      <div class="row">
        <a class="button outline" href="${to(`${view.path}/results.csv`)}">${icon('download')}${verify.download}</a>
        ${jsonLink(view)}
      </div>
      ${saveValid(view, tally.valid, lists?.data.leads_lists ?? null)}
      ${jsonBox(view, { method: 'GET', path: `/email-verifier/bulk/${job.id}/answers`, parameters, answer: answers })}`
  },
  parts: {
    answers: ({ answers, lists }, view) =>
      html`${answersPart(view, answers)}${isUnfinished(answers.data.job) ? NOTHING : saveValid(view, answers.data.tally.valid, lists?.data.leads_lists ?? null)}`,
  },
})

function answersPart(view: View, { data: { job, tally, answers }, meta }: Answers): Html {
  const { verify } = view.words
  const isOpen = isUnfinished(job)
  const runningFor = view.now.getTime() - Date.parse(job.created_at)
  const again = isOpen
    ? askAgain(view, { get: to(view.path, view.query), target: 'answers', afterMs: pollAfterMs(runningFor) })
    : NOTHING
  const at = (offset: number) => to(view.path, { ...view.query, offset })
  const { kind } = view.query
  const tab = (name: string | null, label: string, count: number) =>
    html`<li><a href="${to(view.path, changed(view.query, { kind: name }))}"${(kind ?? null) === name ? html` aria-current="true"` : NOTHING}>${label} <span class="muted">${view.format.number(count)}</span></a></li>`
  return html`<div id="answers" class="stack">
    ${again}    ${progressLine(view, job, runningFor)}
    <ul class="tabs-line">
      ${tab(null, verify.all, job.total)}
      ${BULK_KINDS.filter((each) => tally[each] > 0 || each === kind).map((each) => tab(each, verify.kinds[each], tally[each]))}
    </ul>
    ${answers.length === 0 ? html`<p class="muted">${verify.nobodyHere}</p>` : answersTable(view, answers)}
    ${pager(
      {
        previous: meta.offset > 0 ? at(Math.max(0, meta.offset - meta.limit)) : null,
        next: meta.offset + meta.limit < meta.results ? at(meta.offset + meta.limit) : null,
      },
      view,
    )}
  </div>`
}

function progressLine(view: View, job: Answers['data']['job'], runningFor: number): Html {
  const { verify } = view.words
  const { done, total } = job
  const sentence = verify.doneOf(done, total)
  if (!isUnfinished(job))
    return html`<p class="muted">${verify.state[job.status]} · ${sentence} · ${verify.charged(job.credits_charged)}</p>`
  // Assumes the pace so far; too early for an estimate at the beginning.
  const minutesLeft = done < 10 ? null : Math.max(1, Math.round((runningFor / done) * ((total - done) / 60_000)))
  return html`<div class="row" role="status">
    ${progressBar(done, total, sentence)}
    <span>${[sentence, minutesLeft === null ? null : verify.aboutLeft(minutesLeft), verify.atMost(total / 2)].filter((part) => part !== null).join(' · ')}</span>
    <form method="post" action="${to(`${view.path}/stop`)}"><button class="outline small">${verify.stop}</button></form>
  </div>`
}

function answersTable(view: View, answers: Answers['data']['answers']): Html {
  const { words, format } = view
  const { verify } = words
  return html`<div class="table" tabindex="0" role="region" aria-label="${verify.lists}">
    <table class="people">
      <thead>
        <tr>
          <th scope="col" class="number">${verify.place}</th>
          <th scope="col">${verify.address}</th>
          <th scope="col">${verify.status}</th>
          <th scope="col">${verify.why}</th>
        </tr>
      </thead>
      <tbody>
        ${answers.map((answer) => {
          const { email, place, status, error, regexp } = answer
          const isPerson = email !== null && error === undefined && regexp !== false
          return html`<tr>
            <td class="tick-cell number">${format.number(place)}</td>
            <td class="mono">${isPerson ? html`<a href="${to(`/people/${encodeURIComponent(email)}`)}"><bdi>${email}</bdi></a>` : html`<bdi>${email ?? verify.hidden}</bdi>`}</td>
            <td>${chip(status === null ? 'running' : status, view)}</td>
            <td>${reasonOf(answer, verify.reasons)}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

/** What to do with the good addresses; sent along with the last answers if the page was loaded before. */
function saveValid(view: View, count: number, lists: readonly { id: number; name: string }[] | null): Html {
  const { verify, general, search } = view.words
  const here = view.part === null ? NOTHING : alongside
  if (lists === null || count === 0) return html`<div id="save-valid"${here}></div>`
  return html`<div id="save-valid"${here}>
  <details${view.problems.all.length > 0 ? html` open` : NOTHING}>
    <summary>${verify.saveValid(count)}</summary>
    <form method="post" action="${to(`${view.path}/save`)}" class="filters">
      ${hidden({ once: view.once })}
      ${choice(view, { name: 'leads_list_id', label: verify.toList, choices: lists.map(({ id, name }) => [String(id), name] as const) })}
      ${inputField(view, { name: 'leads_list_name', label: verify.toNewList, hint: search.newListHint, maxLength: 255 })}
      <button>${general.save}</button>
    </form>
  </details>
  </div>`
}
