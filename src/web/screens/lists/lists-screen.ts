import { GetLeadsList } from '../../../core/leads/get-leads-list.ts'
import { ListFavorites } from '../../../core/leads/favorites.ts'
import { ListFolders } from '../../../core/leads/leads-list-folders.ts'
import { CreateLeadsList, FavorLeadsList, UnfavorLeadsList } from '../../../core/leads/leads-lists.ts'
import { SearchListChoices } from '../../../core/leads/list-choices.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { nameSearch, newestPager, noneNamed } from '../../components/name-search.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText, isTicked } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { folderChoice, folderList } from './folder-list.ts'
import type { FolderLine } from './folder-list.ts'
import { iconTooltip } from '../../components/tooltip.ts'

const PAGE = 50

interface ListLine {
  id: number
  name: string
  leads_count: number
  created_at: string
  leads_list_folder_id: number | null
}

/** The lists with their sizes, favourites first on each page, and the folders they are filed in. */
export const ListsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.lists,
  asks: (view) => ({
    lists: askFor(SearchListChoices, { query: view.query['query'], limit: PAGE, after: view.query['after'] }),
    folders: askFor(ListFolders, { limit: 100 }),
    favorites: askFor(ListFavorites),
  }),
  page: ({ lists, folders, favorites }, view) => {
    const { words } = view
    const marked = new Set(favorites.data.leads_list_ids)
    const all = lists.data.leads_lists.toSorted((a, b) => Number(marked.has(b.id)) - Number(marked.has(a.id)))
    const names = folders.data.folders
    return html`<header class="row apart">
        <h1>${words.general.lists}</h1>
        <a class="button outline" href="${to('/lists/fields')}">${words.lists.fields}</a>
      </header>
      ${problemList(view)}
      <p class="muted">${words.lists.intro}</p>
      <div class="columns wide-first">
        <div>
          ${nameSearch(view, { path: '/lists', next: lists.meta.next })}
          ${all.length === 0 && view.query['query'] !== undefined ? noneNamed(view, { path: '/lists' }) : listTable(all, { marked, folders: names }, view)}
          ${newestPager(view, { path: '/lists', next: lists.meta.next })}
        </div>
        <div>
          ${view.can('write') ? newList(view, names) : NOTHING}
          <h2>${words.lists.folders}</h2>
          ${folderList(view, names)}
        </div>
      </div>`
  },
})

interface Around {
  marked: ReadonlySet<number>
  folders: readonly FolderLine[]
}

function listTable(lists: readonly ListLine[], { marked, folders }: Around, view: View): Html {
  const { words, format } = view
  const folderName = (id: number | null): string => folders.find((folder) => folder.id === id)?.name ?? ''
  return html`<div class="table" tabindex="0" role="region" aria-label="${words.general.lists}">
    <table class="people">
      <thead>
        <tr>
          ${view.can('write') ? html`<td class="tick-cell"></td>` : NOTHING}
          <th>${words.lists.list}</th>
          <th class="number">${words.lists.people}</th>
          <th>${words.lists.folder}</th>
          <th>${words.lists.made}</th>
        </tr>
      </thead>
      <tbody>
        ${lists.map(
          (list) =>
            html`<tr>
              ${view.can('write') ? html`<td class="tick-cell">${star(list, marked.has(list.id), view)}</td>` : NOTHING}
              <td><a href="${to(`/lists/${list.id}`)}"><bdi>${list.name}</bdi></a></td>
              <td class="number" data-label="${words.lists.people}"><a href="${to('/leads', { leads_list_id: list.id })}">${format.number(list.leads_count)}</a></td>
              ${folderCell(folderName(list.leads_list_folder_id), view)}
              <td data-label="${words.lists.made}">${time(list.created_at, format)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Empty on a phone, where a card then has no line for it. */
const folderCell = (name: string, { words }: View): Html =>
  name === '' ? html`<td></td>` : html`<td data-label="${words.lists.folder}"><bdi>${name}</bdi></td>`

const star = ({ id, name }: ListLine, isMarked: boolean, { words: { lists } }: View): Html =>
  html`<form method="post" action="${to(`/lists/${id}/favorite`)}">
    ${hidden({ favorite: isMarked ? '' : 'true' })}
    <button class="ghost small${isMarked ? '' : ' muted'}" aria-pressed="${isMarked ? 'true' : 'false'}" aria-label="${isMarked ? lists.unfavor(name) : lists.favor(name)}"${iconTooltip(lists.favorite)}>${icon('star', isMarked ? 'small' : 'hollow')}</button>
  </form>`

const newList = (view: View, folders: readonly FolderLine[]): Html => {
  const { lists } = view.words
  return html`<section class="card">
    <h2>${lists.newList}</h2>
    <form method="post" action="${to('/lists')}">
      ${hidden({ once: view.onceInTabs })} ${inputField(view, { name: 'name', label: lists.name, required: true, maxLength: 255 })}
      ${folders.length === 0 ? NOTHING : folderChoice(view, folders, null)}
      <button>${lists.create}</button>
    </form>
  </section>`
}

export const NewListForm = form({
  uses: [CreateLeadsList],
  on: { path: '/lists', screen: ListsScreen },
  act: async ({ fields, perform }) => {
    const folder = fieldText(fields, 'leads_list_folder_id')
    const { data } = await perform(CreateLeadsList, {
      name: fieldText(fields, 'name'),
      ...(folder !== '' && { leads_list_folder_id: folder }),
    })
    return see(to(`/lists/${data.id}`), notice('lists.created', { name: data.name }))
  },
})

export const FavoriteListForm = form({
  uses: [FavorLeadsList, UnfavorLeadsList, GetLeadsList],
  on: { path: '/lists', screen: ListsScreen },
  act: async ({ fields, perform, view }) => {
    const { id } = view.params
    const isMarked = isTicked(fields, 'favorite')
    await perform(isMarked ? FavorLeadsList : UnfavorLeadsList, { id })
    const { name } = (await perform(GetLeadsList, { id, limit: 1 })).data
    const undo = { action: to(`/lists/${id}/favorite`), fields: { favorite: isMarked ? '' : 'true' } }
    return see(to('/lists'), notice(isMarked ? 'lists.favored' : 'lists.unfavored', { name }, undo))
  },
})
