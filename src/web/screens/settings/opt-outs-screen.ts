import { AddUnsubscribe, ListUnsubscribes, RemoveUnsubscribe } from '../../../core/optouts/unsubscribes.ts'
import { empty } from '../../components/empty.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { pager } from '../../components/pager.ts'
import { dataTable } from '../../components/data-table.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { offsetPages } from './offset-pages.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

const asks = ({ query }: View) => ({ list: askFor(ListUnsubscribes, { limit: 50, offset: query['offset'] }) })
type Listed = Found<ReturnType<typeof asks>>['list']['data'][number]

/** People this account no longer writes to. */
export const OptOutsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.settings.optOuts.title,
  asks,
  page: ({ list }, view) => {
    const { optOuts } = view.words.settings
    return html`<h1>${optOuts.title}</h1>
      ${settingsTabs(view)}
      <p>${optOuts.intro}</p>
      ${view.can('write') ? addForm(view) : NOTHING}
      ${
        list.data.length === 0
          ? empty('answers', optOuts.none)
          : dataTable({
              label: optOuts.title,
              people: true,
              heads: [optOuts.address, optOuts.reason, optOuts.since, ''],
              rows: list.data.map((listed) => row(listed, view)),
            })
      }
      ${pager(offsetPages(view, list.meta), view)}`
  },
})

const addForm = (view: View): Html => {
  const { optOuts } = view.words.settings
  return html`${problemList(view)}
    <form method="post" action="${to('/settings/opt-outs')}" class="filters">
      ${hidden({ once: view.once })}
      ${inputField(view, { name: 'email', label: optOuts.email, type: 'email', required: true })}
      <button>${optOuts.add}</button>
    </form>
    <p class="muted">${optOuts.addHint}</p>`
}

const row = ({ email, reason, created_at }: Listed, view: View): Html => {
  const { optOuts } = view.words.settings
  return html`<tr>
    <td><bdi>${email}</bdi></td>
    <td>${optOuts.reasons[reason]}</td>
    <td data-label="${optOuts.since}">${time(created_at, view.format)}</td>
    <td>${reason === 'unsubscribed' ? theirs(email, view) : removal(email, view)}</td>
  </tr>`
}

const theirs = (email: string, view: View): Html => {
  const { optOuts } = view.words.settings
  return view.can('operator')
    ? html`<a href="${to('/settings/opt-outs/lift', { email })}" aria-label="${optOuts.lift} ${email}">${optOuts.lift}</a>`
    : html`<small class="muted">${optOuts.theirs}</small>`
}

const removal = (email: string, view: View): Html => {
  const { remove } = view.words.settings.optOuts
  return view.can('write')
    ? html`<form method="post" action="${to('/settings/opt-outs/remove')}">
        ${hidden({ email })}<button class="outline small" aria-label="${remove}: ${email}">${remove}</button>
      </form>`
    : NOTHING
}

const on = { path: '/settings/opt-outs', screen: OptOutsScreen }

export const AddOptOutForm = form({
  uses: [AddUnsubscribe],
  on,
  act: async ({ perform, fields }) => {
    const { data } = await perform(AddUnsubscribe, { email: fieldText(fields, 'email') })
    const undo = { action: to('/settings/opt-outs/remove'), fields: { email: data.email } }
    return see(to('/settings/opt-outs'), notice('optOuts.added', { email: data.email }, undo))
  },
})

export const RemoveOptOutForm = form({
  uses: [RemoveUnsubscribe],
  on,
  act: async ({ perform, fields }) => {
    const { data } = await perform(RemoveUnsubscribe, { email: fieldText(fields, 'email') })
    const undo = { action: to('/settings/opt-outs'), fields: { email: data.email } }
    return see(to('/settings/opt-outs'), notice('optOuts.removed', { email: data.email }, undo))
  },
})
