import { choice, hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export interface FolderLine {
  id: number
  name: string
  leads_lists_count: number
}

/** Which folder a list is filed in. */
export const folderChoice = (view: View, folders: readonly FolderLine[], value: number | null): Html =>
  choice(view, {
    name: 'leads_list_folder_id',
    label: view.words.lists.folder,
    value,
    choices: [['', view.words.lists.noFolder], ...folders.map(({ id, name }) => [String(id), name] as const)],
  })

/** The folders, each with what can be done with it. */
export function folderList(view: View, folders: readonly FolderLine[]): Html {
  const { lists } = view.words
  const add = html`<form method="post" action="${to('/lists/folders')}" class="row">
    ${hidden({ once: view.once })}
    <input name="folder_name" required maxlength="255" aria-label="${lists.newFolder}" placeholder="${lists.newFolder}" />
    <button class="outline small">${lists.create}</button>
  </form>`
  return html`${folders.length === 0 ? html`<p class="muted">${lists.noFolders}</p>` : folders.map((folder) => folderLine(view, folder))}
  ${view.can('write') ? add : NOTHING}`
}

function folderLine(view: View, { id, name, leads_lists_count: count }: FolderLine): Html {
  const { lists, general } = view.words
  const head = html`<bdi>${name}</bdi> <small class="muted">${lists.listsCount(count)}</small>`
  if (!view.can('write')) return html`<p>${head}</p>`
  return html`<details>
    <summary>${head}</summary>
    <form method="post" action="${to(`/lists/folders/${id}`)}" class="row">
      <input name="folder_name" required maxlength="255" value="${name}" aria-label="${lists.rename}: ${name}" />
      <button class="outline small">${lists.rename}</button>
      <a class="button outline small" data-variant="danger" href="${to(`/lists/folders/${id}/delete`)}">${icon('delete')}${general.delete}</a>
    </form>
  </details>`
}
