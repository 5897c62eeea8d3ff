import { ListLeads } from '../../../core/leads/list-leads.ts'
import type { Lead } from '../../../core/leads/lead-output.ts'
import { chip } from '../../components/chip.ts'
import { known, tryAskFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** Enough to show whether the person is already saved. */
const SHOWN = 5

/** The typed name of a person, or of a company, which may also be a person's. */
const typed = ({ query }: Pick<View, 'query'>): string => (query['full_name'] ?? query['company_name'] ?? '').trim()

const few = (filter: Readonly<Record<string, string>>) =>
  tryAskFor(ListLeads, { ...filter, sort: 'newest', limit: SHOWN, count_up_to: SHOWN })

/** Looks among the account's people before anything is charged. */
export const askForSaved = (view: View) => {
  const name = typed(view)
  const isCompany = view.query['full_name'] === undefined
  return {
    named: name === '' ? null : few({ query: name }),
    colleagues: name === '' || !isCompany ? null : few({ company: name }),
  }
}

/** People of the account with that name, or at that company. */
export function savedPeople({ named, colleagues }: Found<ReturnType<typeof askForSaved>>, view: View): Html {
  const { words } = view
  const answers = [known(named), known(colleagues)].map((answer) => answer?.data.leads ?? [])
  const people = [...new Map(answers.flat().map((lead) => [lead.id, lead] as const)).values()].slice(0, SHOWN)
  if (people.length === 0) return NOTHING
  const filter = answers[0]?.length === 0 ? { company: typed(view) } : { query: typed(view) }
  return html`<section class="card narrow">
    <h2>${words.search.savedPeople}</h2>
    <ul class="plain">
      ${people.map(
        (lead: Lead) =>
          html`<li class="row">
            <a href="${to(`/leads/${lead.id}`)}"><bdi>${[lead.first_name, lead.last_name].filter(Boolean).join(' ') || lead.email}</bdi></a>
            <bdi class="mono">${lead.email}</bdi>
            ${lead.verification.status === null ? NOTHING : chip(lead.verification.status, view, lead.verification.date)}
          </li>`,
      )}
    </ul>
    <p><a href="${to('/leads', filter)}">${words.search.allSaved}</a></p>
  </section>`
}
