import { GetLeadsList } from '../../../core/leads/get-leads-list.ts'
import { DeleteLeadsList, MergeLeadsList } from '../../../core/leads/leads-lists.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'

/** Ends a list: by merging it into another, or by deleting it without its people. Both ask first. */

export const MergeListScreen = screen({
  scope: 'write',
  asks: ({ params, query, typed }) => ({
    list: askFor(GetLeadsList, { id: params['id'], limit: 1 }),
    into: tryAskFor(GetLeadsList, { id: fieldText({ ...query, ...typed }, 'into'), limit: 1 }),
  }),
  title: ({ words }, { list }) => words.lists.mergeQuestion(list.data.name, '…'),
  page: ({ list, into: found }, view) => {
    const { lists, leads, general } = view.words
    const into = known(found)
    const back = to(`/lists/${list.data.id}`)
    if (into === null)
      return html`<h1>${lists.mergeQuestion(list.data.name, '…')}</h1>
        <p>${lists.mergeChoose}</p>
        <a class="button outline" href="${back}">${general.back}</a>`
    const count = leads.count(list.data.leads_count)
    return confirm(view, {
      question: lists.mergeQuestion(list.data.name, into.data.name),
      what: html`<p>${lists.mergeWhat(count, into.data.name)}</p>`,
      action: to(`/lists/${list.data.id}/merge`),
      fields: { into: into.data.id },
      button: lists.mergeButton(count),
      back,
    })
  },
})

export const MergeListForm = form({
  uses: [GetLeadsList, MergeLeadsList],
  on: { path: '/lists/:id/merge', screen: MergeListScreen },
  act: async ({ fields, perform, view }) => {
    const { id } = view.params
    const { data: before } = await perform(GetLeadsList, { id, limit: 1 })
    const { data } = await perform(MergeLeadsList, { id, destination_leads_list_id: fieldText(fields, 'into') })
    return see(to(`/lists/${data.id}`), notice('lists.merged', { count: before.leads_count, name: data.name }))
  },
})

export const DeleteListScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ list: askFor(GetLeadsList, { id: params['id'], limit: 1 }) }),
  title: ({ words }, { list }) => words.lists.deleteQuestion(list.data.name),
  page: ({ list }, view) => {
    const { lists } = view.words
    const { id, name, leads_count: count } = list.data
    return confirm(view, {
      question: lists.deleteQuestion(name),
      what: html`<p>${lists.deleteWhat(count)}</p>`,
      action: to(`/lists/${id}/delete`),
      fields: {},
      button: lists.deleteButton,
      back: to(`/lists/${id}`),
    })
  },
})

export const DeleteListForm = form({
  uses: [DeleteLeadsList],
  on: { path: '/lists/:id/delete', screen: DeleteListScreen },
  act: async ({ perform, view }) => {
    const { data } = await perform(DeleteLeadsList, { id: view.params['id'] })
    return see(to('/lists'), notice('lists.deleted', { name: data.name }))
  },
})
