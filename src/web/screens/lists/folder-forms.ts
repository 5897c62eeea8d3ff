import { CreateFolder, DeleteFolder, GetFolder, UpdateFolder } from '../../../core/leads/leads-list-folders.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { ListsScreen } from './lists-screen.ts'
import { renamedTo } from './renamed-line.ts'

const on = { path: '/lists', screen: ListsScreen }

export const NewFolderForm = form({
  uses: [CreateFolder],
  on,
  inputs: () => ({ name: 'folder_name' }),
  act: async ({ fields, perform }) => {
    const { data } = await perform(CreateFolder, { name: fieldText(fields, 'folder_name') })
    return see(to('/lists'), notice('lists.folderCreated', { name: data.name }))
  },
})

export const RenameFolderForm = form({
  uses: [GetFolder, UpdateFolder],
  on,
  inputs: () => ({ name: 'new_folder_name' }),
  act: async ({ fields, perform, view }) => {
    const { id } = view.params
    const { data: before } = await perform(GetFolder, { id })
    const { data } = await perform(UpdateFolder, { id, name: renamedTo(fields, 'folder_name') })
    const undo = { action: to(`/lists/folders/${data.id}`), fields: { folder_name: before.name } }
    return see(to('/lists'), notice('lists.folderRenamed', { name: data.name }, undo))
  },
})

/** Asks before a folder is deleted. */
export const DeleteFolderScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ folder: askFor(GetFolder, { id: params['id'] }) }),
  title: ({ words }, { folder }) => words.lists.deleteFolderQuestion(folder.data.name),
  page: ({ folder }, view) => {
    const { lists } = view.words
    const { id, name, leads_lists_count: count } = folder.data
    return confirm(view, {
      question: lists.deleteFolderQuestion(name),
      what: html`<p>${lists.deleteFolderWhat(count)}</p>`,
      action: to(`/lists/folders/${id}/delete`),
      fields: {},
      button: lists.deleteFolderButton,
      back: to('/lists'),
    })
  },
})

export const DeleteFolderForm = form({
  uses: [DeleteFolder],
  on: { path: '/lists/folders/:id/delete', screen: DeleteFolderScreen },
  act: async ({ perform, view }) => {
    const { data } = await perform(DeleteFolder, { id: view.params['id'] })
    return see(to('/lists'), notice('lists.folderDeleted', { name: data.name }))
  },
})
