import { ListCustomAttributes } from '../../../core/leads/custom-attributes.ts'
import { CreateLead } from '../../../core/leads/leads.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { choice, hidden, problemList } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { leadFields, sentLead } from './lead-fields.ts'
import { leadName } from './leads-columns.ts'

/** A person entered by hand. */
export const NewLeadScreen = screen({
  scope: 'write',
  title: ({ words }) => words.leads.newPerson,
  asks: () => ({ lists: askFor(ListListChoices), attributes: askFor(ListCustomAttributes) }),
  page: ({ lists, attributes }, view) => {
    const { leads } = view.words
    const choices = lists.data.leads_lists.map(({ id, name }) => [String(id), name] as const)
    return html`<h1>${leads.newPerson}</h1>
      ${problemList(view)}
      <form method="post" action="${to('/leads/new')}">
        ${hidden({ once: view.onceInTabs })} ${leadFields(view, null, attributes.data.leads_custom_attributes)}
        ${choice(view, { name: 'leads_list_id', label: leads.list, value: view.query['leads_list_id'], choices })}
        <div class="row">
          <button>${leads.create}</button>
          <a class="button outline" href="${to('/leads')}">${view.words.general.cancel}</a>
        </div>
      </form>`
  },
})

export const NewLeadForm = form({
  uses: [CreateLead],
  on: { path: '/leads/new', screen: NewLeadScreen },
  act: async ({ fields, perform }) => {
    const list = fieldText(fields, 'leads_list_id')
    const { data } = await perform(CreateLead, { ...sentLead(fields), ...(list !== '' && { leads_list_id: list }) })
    return see(to(`/leads/${data.id}`), notice('leads.saved', { name: leadName(data) }))
  },
})
