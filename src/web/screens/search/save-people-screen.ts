import { GetLeadsList } from '../../../core/leads/get-leads-list.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { DeleteLeads } from '../../../core/leads/delete-leads.ts'
import { SaveLeads } from '../../../core/leads/save-leads.ts'
import { choice, inputField, problemList } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { fieldIds, fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { backWith, chosenList, chosenPeople, hiddenPeople, nobodyChosen, peopleOf } from './chosen-people.ts'

/** The list in which people are saved. */
export const SavePeopleScreen = screen({
  scope: 'write',
  title: ({ words }) => words.search.saveTo,
  asks: () => ({ lists: askFor(ListListChoices) }),
  page: ({ lists }, view) => {
    const { search, general } = view.words
    const chosen = chosenPeople(view)
    if (chosen.emails.length === 0) return nobodyChosen(view, chosen)
    return html`<section class="narrow">
      <h1>${search.saveTitle(chosen.emails.length)}</h1>
      ${chosenList(chosen, view)}
      ${problemList(view)}
      <form method="post" action="${to('/save')}" class="stack">
        ${hiddenPeople(view, chosen)}
        ${choice(view, {
          name: 'leads_list_id',
          label: search.toList,
          choices: lists.data.leads_lists.map(({ id, name }) => [String(id), name] as const),
        })}
        ${inputField(view, {
          name: 'leads_list_name',
          label: search.toNewList,
          hint: search.newListHint,
          placeholder: chosen.company,
          maxLength: 255,
        })}
        <div class="row">
          <button>${general.save}</button>
          <a class="button outline" href="${chosen.back}">${general.cancel}</a>
        </div>
      </form>
    </section>`
  },
})

export const SavePeopleForm = form({
  uses: [SaveLeads, GetLeadsList],
  on: { path: '/save', screen: SavePeopleScreen },
  act: async ({ fields, view, perform }) => {
    const people = peopleOf(fields, view)
    const name = fieldText(fields, 'leads_list_name')
    const list = name === '' ? { leads_list_id: fieldText(fields, 'leads_list_id') } : { leads_list_name: name }
    const { data, meta } = await perform(SaveLeads, { people, ...list })
    const [id] = meta.leads_list_ids
    const saved = name === '' && id !== undefined ? (await perform(GetLeadsList, { id, limit: 1 })).data.name : name
    const created = data.leads.filter((lead) => lead.created).map(({ id }) => id)
    const back = nextPath(fieldText(fields, 'back'))
    const undo = { action: to('/save/undo'), fields: { ids: created, back } }
    const values = { count: data.created + data.updated, skipped: data.skipped.length, list: saved }
    return see(backWith(back, people), notice('search.saved', values, created.length > 0 ? undo : undefined))
  },
})

/** Undoes what saving created: leads that already existed stay. */
export const UndoSaveForm = form({
  uses: [DeleteLeads],
  on: { path: '/save', screen: SavePeopleScreen },
  act: async ({ fields, perform }) => {
    const ids = fieldIds(fields, 'ids')
    const { data } = await perform(DeleteLeads, { lead_ids: ids })
    return see(nextPath(fieldText(fields, 'back')), notice('search.unsaved', { count: data.requested_count }))
  },
})
