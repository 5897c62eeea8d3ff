import { asksFirst } from '../../components/confirm.ts'
import { GetLeadsList } from '../../../core/leads/get-leads-list.ts'
import { ListFolders } from '../../../core/leads/leads-list-folders.ts'
import { UpdateLeadsList } from '../../../core/leads/leads-lists.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly, changesIn, shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { folderChoice } from './folder-list.ts'

const CREDITS_A_CHECK = 0.5

/** One list: its size, actions for everyone in it, and its name and folder. */
export const ListScreen = screen({
  scope: 'read',
  asks: ({ params }) => ({
    list: askFor(GetLeadsList, { id: params['id'], limit: 1 }),
    lists: askFor(ListListChoices),
    folders: askFor(ListFolders, { limit: 100 }),
  }),
  title: (_, { list }) => list.data.name,
  page: ({ list, lists, folders }, view) => {
    const { words, format } = view
    const { id, name, leads_count: count, leads_list_folder_id: folder, created_at: made } = list.data
    const others = lists.data.leads_lists.filter((other) => other.id !== id)
    return html`<h1><bdi>${name}</bdi></h1>
      ${problemList(view)}
      <p class="muted">${words.leads.count(count)} · ${words.lists.made} ${time(made, format)}</p>
      <div class="row">
        <a class="button" href="${to('/leads', { leads_list_id: id })}">${icon('leads')}${words.lists.showPeople}</a>
        <a class="button outline" href="${to('/changes', { leads_list_id: id })}">${icon('watch')}${words.changes.title}</a>
        ${view.can('write') && count > 0 ? withAll(id, count, view) : NOTHING}
      </div>
      ${
        view.can('write')
          ? html`<div class="columns">
              <section>
                <h2>${words.lists.settings}</h2>
                <form method="post" action="${to(`/lists/${id}`)}">
                  ${shownField(view, { name, leads_list_folder_id: folder })}
                  ${inputField(view, { name: 'name', label: words.lists.name, value: name, required: true, maxLength: 255 })}
                  ${folderChoice(view, folders.data.folders, folder)}
                  <button class="outline">${words.general.save}</button>
                </form>
              </section>
              <section class="stack">${merging(id, others, view)} ${removal(id, view)}</section>
            </div>`
          : NOTHING
      }`
  },
})

/** Actions for everyone in the list: the same pages as for people chosen by filters. */
function withAll(id: number, count: number, view: View): Html {
  const { lists } = view.words
  const all = { filters: JSON.stringify({ leads_list_id: id }), expected_count: count, back: `leads_list_id=${id}` }
  return html`<form method="post" action="${to('/leads/check')}">
      ${hidden({ ...all, once: view.once })}
      <button class="outline">${icon('verify')}${lists.checkAll(count * CREDITS_A_CHECK)}</button>
    </form>
    <a class="button outline" href="${to('/leads/write', all)}">${icon('campaigns')}${lists.writeAll}</a>
    <form method="post" action="${to('/leads/export')}" class="row">
      ${hidden({ filters: all.filters, once: view.onceInTabs })}
      <select name="format" aria-label="${view.words.leads.format}">
        ${['csv', 'xlsx', 'jsonl'].map((format) => html`<option value="${format}">${format.toUpperCase()}</option>`)}
      </select>
      <button class="outline">${icon('download')}${view.words.general.download}</button>
    </form>`
}

function merging(id: number, others: readonly { id: number; name: string }[], view: View): Html {
  const { lists } = view.words
  const choices = others.map((other) => [String(other.id), other.name] as const)
  return html`<h2>${lists.merge}</h2>
    ${
      others.length === 0
        ? html`<p class="muted">${lists.noOther}</p>`
        : html`<form action="${to(`/lists/${id}/merge`)}">
            ${choice(view, { name: 'into', label: lists.mergeInto, hint: lists.mergeHint, choices })}
            <button class="outline">${lists.merge}</button>
          </form>`
    }`
}

const removal = (id: number, { words }: View): Html =>
  html`<p><a class="button outline" data-variant="danger"${asksFirst(to(`/lists/${id}/delete`))}>${icon('delete')}${words.lists.deleteList}</a></p>`

export const UpdateListForm = form({
  uses: [GetLeadsList, UpdateLeadsList],
  on: { path: '/lists/:id', screen: ListScreen },
  act: async ({ fields, perform, view }) => {
    const { id } = view.params
    const { data: before } = await perform(GetLeadsList, { id, limit: 1 })
    const isChanged = changesIn(fields)
    const sent = (name: string): boolean => Object.hasOwn(fields, name) && isChanged(name)
    const { data } = await perform(UpdateLeadsList, {
      id,
      name: sent('name') ? fieldText(fields, 'name') : before.name,
      ...(sent('leads_list_folder_id') && { leads_list_folder_id: fieldText(fields, 'leads_list_folder_id') || null }),
    })
    const path = to(`/lists/${data.id}`)
    const old = { name: before.name, leads_list_folder_id: before.leads_list_folder_id ?? '' }
    const restored = changedOnly(fields, old) as Record<string, string | number>
    const undo = Object.keys(restored).length === 0 ? undefined : { action: path, fields: restored }
    const word = before.name === data.name ? 'lists.filed' : 'lists.renamed'
    return see(path, notice(word, { name: data.name }, undo))
  },
})
