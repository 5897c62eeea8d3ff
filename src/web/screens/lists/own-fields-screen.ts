import {
  CreateCustomAttribute,
  DeleteCustomAttribute,
  GetCustomAttribute,
  ListCustomAttributes,
  UpdateCustomAttribute,
} from '../../../core/leads/custom-attributes.ts'
import { ListLeads } from '../../../core/leads/list-leads.ts'
import { confirm } from '../../components/confirm.ts'
import { empty } from '../../components/empty.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { renamedLine, renamedTo } from './renamed-line.ts'
import { tooltip } from '../../components/tooltip.ts'

interface OwnField {
  id: number
  label: string
  slug: string
}

/** The fields that an account adds to the usual ones. */
export const OwnFieldsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.lists.fields,
  asks: () => ({ own: askFor(ListCustomAttributes) }),
  page: ({ own }, view) => {
    const { lists } = view.words
    const fields = own.data.leads_custom_attributes
    const add = html`<section class="card narrow">
      <h2>${lists.newField}</h2>
      <form method="post" action="${to('/lists/fields')}">
        ${hidden({ once: view.onceInTabs })} ${inputField(view, { name: 'label', label: lists.label, required: true, maxLength: 100 })}
        <button>${lists.create}</button>
      </form>
    </section>`
    return html`<h1>${lists.fields}</h1>
      <p class="muted">${lists.fieldsIntro}</p>
      ${problemList(view)}
      <div class="stack">
        ${fields.length === 0 ? empty('lists', lists.noFields) : html`<div>${fields.map((own) => line(own, view))}</div>`}
        ${view.can('write') ? add : NOTHING}
      </div>`
  },
})

function line({ id, label, slug }: OwnField, view: View): Html {
  const head = html`<bdi>${label}</bdi> <code${tooltip(view.words.lists.slug)}>${slug}</code>`
  return renamedLine(view, { path: `/lists/fields/${id}`, head, id, field: 'label', name: label, maxLength: 100 })
}

const on = { path: '/lists/fields', screen: OwnFieldsScreen }

export const NewFieldForm = form({
  uses: [CreateCustomAttribute],
  on,
  act: async ({ fields, perform }) => {
    const { data } = await perform(CreateCustomAttribute, { label: fieldText(fields, 'label') })
    return see(to('/lists/fields'), notice('lists.attributeCreated', { name: data.label }))
  },
})

export const RenameFieldForm = form({
  uses: [GetCustomAttribute, UpdateCustomAttribute],
  on,
  inputs: () => ({ label: 'new_label' }),
  act: async ({ fields, perform, view }) => {
    const { id } = view.params
    const { data: before } = await perform(GetCustomAttribute, { id })
    const { data } = await perform(UpdateCustomAttribute, { id, label: renamedTo(fields, 'label') })
    const undo = { action: to(`/lists/fields/${data.id}`), fields: { label: before.label } }
    return see(to('/lists/fields'), notice('lists.attributeRenamed', { name: data.label }, undo))
  },
})

/** Asks before a field is deleted, with the number of people who have a value in it. */
export const DeleteFieldScreen = screen({
  scope: 'write',
  asks: ({ params }) => ({ field: askFor(GetCustomAttribute, { id: params['id'] }) }),
  thenAsks: ({ field }) => ({
    used: askFor(ListLeads, { custom_attributes: { [field.data.slug]: '*' }, limit: 1, count_up_to: 1_000 }),
  }),
  title: ({ words }, { field }) => words.lists.deleteFieldQuestion(field.data.label),
  page: ({ field, used }, view) => {
    const { lists, leads, general } = view.words
    const { id, label } = field.data
    const { count } = used.meta
    return confirm(view, {
      question: lists.deleteFieldQuestion(label),
      what: html`<p>${lists.deleteFieldWhat(count === null ? general.moreThan(1_000) : leads.count(count))}</p>`,
      action: to(`/lists/fields/${id}/delete`),
      fields: {},
      button: lists.deleteFieldButton,
      back: to('/lists/fields'),
    })
  },
})

export const DeleteFieldForm = form({
  uses: [DeleteCustomAttribute],
  on: { path: '/lists/fields/:id/delete', screen: DeleteFieldScreen },
  act: async ({ perform, view }) => {
    const { data } = await perform(DeleteCustomAttribute, { id: view.params['id'] })
    return see(to('/lists/fields'), notice('lists.attributeDeleted', { name: data.label }))
  },
})
