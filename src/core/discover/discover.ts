/** Companies by filters or by a question in plain words. */

import type { Call, Part } from '../../context.ts'
import type { CompaniesPage } from '../../db/companies/companies-search-store.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import type { ErrorItem } from '../../errors.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { Received } from '../capability/capability.ts'
import { askedFilters, FILTER_NAMES } from './discover-filters.ts'
import type { AskedFilters } from './discover-filters.ts'
import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import { DiscoverInput, effectiveBody } from './discover-input.ts'
import { countsOf, describeCompany } from './discover-output.ts'

const DEFAULT_LIMIT = 100

const NOTHING: CompaniesPage = { companies: [], totals: { results: 0, isCapped: false, personal: 0, generic: 0 } }

export const discovering = {
  group: 'discover',
  scope: 'read',
  input: DiscoverInput,
  prepare: effectiveBody,
  check: queryOrFilter,
  waits: true, // an assistant may be asked
} as const

function queryOrFilter(given: DiscoverInput, broken: ReadonlySet<string | undefined>): ErrorItem[] {
  const named = [...FILTER_NAMES, 'query' as const]
  if (named.some((name) => !isAbsent(given[name]) || broken.has(name))) return []
  return [{ id: 'wrong_params', details: 'Send a query or at least one filter.', field: 'query' }]
}

export async function discover(call: Call, input: DiscoverInput, received: Received) {
  const { offset = 0 } = input
  const asked = await askedFilters(call, input)
  const { askedFor, leftOut } = asked
  const limit = input.limit ?? askedFor ?? DEFAULT_LIMIT
  const { filters, relaxed, page } = await pageOf(call, asked, { limit, offset })
  const { companies, totals } = page
  return {
    data: companies.map(describeCompany),
    results: totals.results,
    emails: countsOf(totals),
    place: {
      ...(totals.isCapped && { results_capped: true }),
      limit,
      offset,
      params: paramsOf(received),
      filters: { ...filters },
      ...leftOut,
      ...(askedFor !== null && { asked_for: askedFor }),
      ...(relaxed !== null && { relaxed: [relaxed] }),
    },
  }
}

interface Page {
  limit: number
  offset: number
}

/**
 * The page; where a question finds nothing, without the keywords that were only taken from its words, unless they are all
 * it says. What a caller sends as a filter is never relaxed.
 */
async function pageOf(call: Call, { filters, isSaid }: AskedFilters, place: Page) {
  const page = await companiesOf(call, filters, place)
  const { keywords, ...others } = filters
  if (page.totals.results > 0 || !isSaid || keywords?.include === undefined || isAbsent(others))
    return { filters, relaxed: null, page }
  const wider = await companiesOf(call, others, place)
  if (wider.totals.results === 0) return { filters, relaxed: null, page }
  const relaxed = { slot: 'keywords', said: keywords.include.join(', '), filter: { keywords }, why: RELAXED }
  return { filters: others, relaxed, page: wider }
}

const RELAXED = 'no company matched all'

function companiesOf(call: Call, filters: CompanyFilters, place: Page): Promise<CompaniesPage> {
  const nameKeys = (filters.organization?.name ?? []).map(companyKey)
  return isAbsent(filters) ? Promise.resolve(NOTHING) : call.store.companiesSearch.page({ filters, nameKeys, ...place })
}

/** Whether there are companies to discover at all. */
export const companiesAreKnown = ({ store }: Part<never, 'companiesSearch'>): Promise<boolean> =>
  store.companiesSearch.any()

const ECHOED = [...Object.keys(DiscoverInput.shape), 'filters']

/** What was sent, as it came. */
const paramsOf = ({ all }: Received): Record<string, unknown> =>
  Object.fromEntries(ECHOED.filter((name) => Object.hasOwn(all, name)).map((name) => [name, ownValue(all, name)]))
