import { GetGuard } from '../../../core/guard/get-guard.ts'
import { ListMailboxStates } from '../../../core/mailboxes/mailbox-states.ts'
import type { MailboxState } from '../../../core/mailboxes/mailbox-states.ts'
import { dataTable } from '../../components/data-table.ts'
import { empty } from '../../components/empty.ts'
import { icon } from '../../components/icon.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { bandChip, mailboxChip, problemWord, readerChip, withCode } from './mailbox-words.ts'
import { strictBox } from './strict-box.ts'

/** The mailboxes that campaigns send from, and their states. */
export const MailboxesScreen = screen({
  scope: 'read',
  asks: () => ({ mailboxes: askFor(ListMailboxStates), guard: askFor(GetGuard) }),
  title: ({ words }) => words.general.mailboxes,
  page: ({ mailboxes: { data }, guard }, view) => {
    const { words } = view
    const connect = view.can('write')
      ? html`<a class="button" href="${to('/mailboxes/new')}">${icon('add')}${words.mailboxes.connect}</a>`
      : NOTHING
    return html`<div class="row apart">
        <h1>${words.general.mailboxes}</h1>
        ${data.length === 0 ? NOTHING : connect}
      </div>
      ${
        data.length === 0
          ? empty('mailbox', words.mailboxes.emptySentence, connect, words.mailboxes.emptyExample)
          : table(data, view)
      }
      ${data.length === 0 || !view.can('write') ? NOTHING : strictBox(guard.data.guard, view)}`
  },
})

const table = (rows: readonly MailboxState[], view: View): Html => {
  const { columns } = view.words.mailboxes
  return dataTable({
    label: view.words.general.mailboxes,
    people: true,
    heads: [columns.mailbox, columns.state, columns.today, columns.read, columns.campaigns],
    rows: rows.map((row) => line(row, view)),
  })
}

const line = (row: MailboxState, view: View): Html => {
  const { words, format } = view
  const { columns } = words.mailboxes
  const problem = row.problem ?? row.imap_problem
  return html`<tr>
    <td><a href="${to(`/mailboxes/${row.id}`)}"><bdi>${row.email}</bdi></a></td>
    <td>${row.purpose === 'reports' && row.state === 'sends' ? readerChip(view) : mailboxChip(row.state, view)}${row.band === 'healthy' ? NOTHING : html` ${bandChip(row.band, view)}`}${problem === null ? NOTHING : html`<br /><small class="muted">${withCode(problemWord(problem, words))}</small>`}</td>
    <td data-label="${columns.today}">${words.mailboxes.todayOf(format.number(row.sent_today), format.number(row.cap))}</td>
    <td data-label="${columns.read}">${row.is_read ? time(row.read_at, format) : html`<span class="muted">–</span>`}</td>
    <td data-label="${columns.campaigns}">${format.number(row.campaigns)}</td>
  </tr>`
}
