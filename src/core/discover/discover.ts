/** Companies by filters or by a question in plain words. */

import type { Call, Part } from '../../context.ts'
import type { CompaniesPage } from '../../db/companies/companies-search-store.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import type { ErrorItem } from '../../errors.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { Received } from '../capability/capability.ts'
import { askedFilters, FILTER_NAMES } from './discover-filters.ts'
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
  const { limit = DEFAULT_LIMIT, offset = 0 } = input
  const { filters, leftOut } = await askedFilters(call, input)
  const nameKeys = (filters.organization?.name ?? []).map(companyKey)
  const { companies, totals } = isAbsent(filters)
    ? NOTHING
    : await call.store.companiesSearch.page({ filters, nameKeys, limit, offset })
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
    },
  }
}

/** Whether there are companies to discover at all. */
export const companiesAreKnown = ({ store }: Part<never, 'companiesSearch'>): Promise<boolean> =>
  store.companiesSearch.any()

const ECHOED = [...Object.keys(DiscoverInput.shape), 'filters']

/** What was sent, as it came. */
const paramsOf = ({ all }: Received): Record<string, unknown> =>
  Object.fromEntries(ECHOED.filter((name) => Object.hasOwn(all, name)).map((name) => [name, ownValue(all, name)]))
