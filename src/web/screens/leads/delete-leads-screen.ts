import { DeleteLeads } from '../../../core/leads/delete-leads.ts'
import { PreviewDeleteLead } from '../../../core/leads/leads.ts'
import { known, tryAskFor } from '../../page/ask.ts'
import { confirm } from '../../components/confirm.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice, problemNotice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { backFrom, byIdsOrFilters, chosenFields, chosenFrom } from './leads-query.ts'

/** Deleting more requires a recent confirmation of identity. */
const MANY = 100

/** Asks before people are deleted, with their number. */
export const DeleteLeadsScreen = screen({
  scope: 'write',
  title: ({ words, query }) => words.leads.deleteQuestion(words.leads.count(chosenFrom(query).count)),
  asks: ({ query }) => {
    const { ids, filters } = chosenFrom(query)
    return { one: filters === null && ids.length === 1 ? tryAskFor(PreviewDeleteLead, { id: ids[0] }) : null }
  },
  page: ({ one }, view) => {
    const { leads } = view.words
    const chosen = chosenFrom(Object.keys(view.typed).length > 0 ? view.typed : view.query)
    const count = leads.count(chosen.count)
    const mails = Number(known(one)?.data.effect['cancels_messages'] ?? 0)
    if (chosen.count === 0)
      return html`<h1>${view.words.notices['leads.nobodyTicked']()}</h1>
        <a class="button outline" href="${backFrom(chosen.back)}">${view.words.general.back}</a>`
    return confirm(view, {
      question: leads.deleteQuestion(count),
      what: html`<p>${leads.deleteWhat(count)}</p>
        ${mails > 0 ? html`<p>${leads.deleteMails(mails)}</p>` : NOTHING}`,
      action: to('/leads/delete'),
      fields: chosenFields(chosen),
      button: leads.deleteButton(count),
      back: backFrom(chosen.back),
    })
  },
})

export const DeleteLeadsForm = form({
  uses: [DeleteLeads],
  on: { path: '/leads/delete', screen: DeleteLeadsScreen },
  confirmed: (fields) => chosenFrom(fields).count > MANY,
  act: async ({ fields, perform }) => {
    const chosen = chosenFrom(fields)
    const back = backFrom(chosen.back)
    if (chosen.filters === null && chosen.ids.length === 0) return see(back, problemNotice('leads.nobodyTicked'))
    const { data } = await perform(DeleteLeads, byIdsOrFilters(chosen))
    const word = data.status === 'done' ? 'leads.deleted' : 'leads.beingDeleted'
    return see(back, notice(word, { count: chosen.count }))
  },
})
