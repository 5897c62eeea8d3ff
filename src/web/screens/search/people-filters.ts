import { DEPARTMENTS, SENIORITIES, SHOWN_VERIFICATIONS } from '../../../lib/text/vocabulary.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { choice, hidden, inputField, tickBox } from '../../components/field.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { PageQuery } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** People on one page; also the number a search without a plan shows. */
export const PEOPLE_PER_PAGE = 10

/** The filters in the address bar, under their names in a domain search. */
const FILTERS = ['type', 'department', 'seniority', 'job_titles', 'verification_status', 'decision_maker'] as const

export const hasFilters = (query: PageQuery): boolean => FILTERS.some((name) => query[name] !== undefined)

/** The search that a page shows: its parts and forms repeat it, which costs nothing more. */
export function searchInput({ params, query }: Pick<View, 'params' | 'query'>): Record<string, string | number> {
  const filters = FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))
  const page = { limit: PEOPLE_PER_PAGE, ...(query['offset'] !== undefined && { offset: query['offset'] }) }
  return { domain: params['domain'] ?? '', ...(Object.fromEntries(filters) as Record<string, string>), ...page }
}

/** Filters for who is shown; everything is in the address bar. */
export function companyFilters(view: View): Html {
  const { words, query } = view
  const { search } = words
  const named = (labels: Readonly<Record<string, string>>) => (name: string) =>
    [name, ownValue(labels, name) ?? name] as const
  const status = (name: (typeof SHOWN_VERIFICATIONS)[number]) => [name, words.general.status[name].word] as const
  return html`<details class="fold"${hasFilters(query) ? html` open` : NOTHING}>
    <summary>${words.general.filter}</summary>
    <form method="get" action="${to(view.path)}" class="filters">
    ${query['profile'] === undefined ? NOTHING : hidden({ profile: query['profile'] })}
    ${choice(view, {
      name: 'department',
      label: search.department,
      value: query['department'],
      choices: [['', search.anyDepartment], ...DEPARTMENTS.map(named(search.departments))],
    })}
    ${choice(view, {
      name: 'seniority',
      label: search.rank,
      value: query['seniority'],
      choices: [['', search.anyRank], ...SENIORITIES.map(named(search.seniorities))],
    })}
    ${inputField(view, { name: 'job_titles', label: search.title, value: query['job_titles'], placeholder: search.titleHint, maxLength: 500 })}
    ${choice(view, {
      name: 'verification_status',
      label: search.status,
      value: query['verification_status'],
      choices: [['', search.anyStatus], ...SHOWN_VERIFICATIONS.map(status)],
    })}
    ${choice(view, {
      name: 'type',
      label: search.kind,
      value: query['type'],
      choices: [
        ['', search.anyKind],
        ['personal', search.personal],
        ['generic', search.generic],
      ],
    })}
    ${tickBox(view, { name: 'decision_maker', label: search.decisionMakers, ticked: query['decision_maker'] === 'true' })}
    <button class="outline">${words.general.apply}</button>
    </form>
  </details>`
}
