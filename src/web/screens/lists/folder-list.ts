import { choice, hidden, plainInput } from '../../components/field.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { renamedLine } from './renamed-line.ts'

export interface FolderLine {
  id: number
  name: string
  leads_lists_count: number
}

/** The folder in which a list is filed. */
export const folderChoice = (view: View, folders: readonly FolderLine[], value: number | null): Html =>
  choice(view, {
    name: 'leads_list_folder_id',
    label: view.words.lists.folder,
    value,
    choices: [['', view.words.lists.noFolder], ...folders.map(({ id, name }) => [String(id), name] as const)],
  })

/** The folders, each with its actions. */
export function folderList(view: View, folders: readonly FolderLine[]): Html {
  const { lists } = view.words
  const add = html`<form method="post" action="${to('/lists/folders')}" class="row">
    ${hidden({ once: view.onceInTabs })}
    ${plainInput(view, { name: 'folder_name', label: lists.newFolder, placeholder: lists.newFolder, maxLength: 255 })}
    <button class="outline small">${lists.create}</button>
  </form>`
  return html`${folders.length === 0 ? html`<p class="muted">${lists.noFolders}</p>` : folders.map((folder) => folderLine(view, folder))}
  ${view.can('write') ? add : NOTHING}`
}

function folderLine(view: View, { id, name, leads_lists_count: count }: FolderLine): Html {
  const head = html`<bdi>${name}</bdi> <small class="muted">${view.words.lists.listsCount(count)}</small>`
  return renamedLine(view, { path: `/lists/folders/${id}`, head, id, field: 'folder_name', name, maxLength: 255 })
}
