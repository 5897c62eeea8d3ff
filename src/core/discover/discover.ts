/** Companies that match filters or a question in plain words. */

import type { Call, Part } from '../../context.ts'
import type { ErrorItem } from '../../errors.ts'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { objectOf } from '../../lib/input/field-kinds.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import type { CompaniesPage, FoundCompany } from '../../db/companies/companies-pages.ts'
import { reasonsOf } from '../../engine/discover/row-reasons.ts'
import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { Received } from '../capability/capability.ts'
import { forgottenBy } from '../optouts/opted-out.ts'
import { askedFilters, FILTER_NAMES } from './discover-filters.ts'
import type { FilterName } from './discover-filters.ts'
import { DiscoverInput, effectiveBody } from './discover-input.ts'
import { countsOf, describeCompany } from './discover-output.ts'
import { companiesOf, pageOf } from './relaxed-page.ts'

const DEFAULT_LIMIT = 100

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

export async function discover(
  call: Pick<Call, 'clock' | 'config' | 'jsonClient' | 'optoutKey' | 'principal' | 'remembered' | 'store'>,
  input: DiscoverInput,
  received: Received,
) {
  const { offset = 0 } = input
  const asked = await askedFilters(call, input)
  const { askedFor, leftOut } = asked
  const limit = input.limit ?? askedFor ?? DEFAULT_LIMIT
  const { filters, relaxed, emptyBecause, page } = await pageOf(call, asked, { limit, offset })
  const { companies, totals } = await withoutForgotten(call, filters, page)
  const reasons = input.explain === true ? await reasonsFor(call, filters, companies) : null
  const ignored = input.query === undefined ? [] : filtersIn(received)
  return {
    data: companies.map((company) => {
      const why = reasons?.(company.domain)
      return { ...describeCompany(company), ...(why !== undefined && { why }) }
    }),
    results: totals.results,
    emails: countsOf(totals),
    place: {
      ...(totals.isCapped && { results_capped: true }),
      limit,
      offset,
      params: paramsOf(received),
      filters: { ...filters },
      ...leftOut,
      ...(ignored.length > 0 && { ignored }),
      ...(askedFor !== null && { asked_for: askedFor }),
      ...(relaxed.length > 0 && { relaxed }),
      ...(emptyBecause !== null && { empty_because: emptyBecause }),
    },
  }
}

/** The page with the numbers of people that this account is shown: those who asked only it to forget them do not count. */
async function withoutForgotten(
  call: Pick<Call, 'optoutKey' | 'principal' | 'store'>,
  filters: CompanyFilters,
  { companies, totals }: CompaniesPage,
): Promise<CompaniesPage> {
  const forgotten = await forgottenBy(call)
  if (forgotten.length === 0) return { companies, totals }
  const among = [...new Set(forgotten.map(domainOfAddress))]
  const [there, kinds] = await Promise.all([
    companiesOf(call, filters, { limit: among.length, offset: 0, among }),
    call.store.search.kindsAmong(among, forgotten),
  ])
  const without = <T extends { personal: number; generic: number }>(
    counts: T,
    isThere: (domain: string) => boolean,
  ): T => {
    const less = { ...counts }
    for (const { domain, type, total } of kinds) if (isThere(domain)) less[type] -= total
    return less
  }
  const matching = new Set(there.companies.map(({ domain }) => domain))
  return {
    companies: companies.map((company) => without(company, (domain) => domain === company.domain)),
    totals: without(totals, (domain) => matching.has(domain)),
  }
}

/** Why each company is on the page. */
async function reasonsFor(
  { store }: Part<never, 'companiesSearch'>,
  filters: CompanyFilters,
  companies: readonly FoundCompany[],
) {
  const known = await store.companiesSearch.known(companies.map(({ domain }) => domain))
  return (domain: string) => {
    const company = known.get(domain)
    return company === undefined ? [] : reasonsOf(filters, company.facts, company.sources)
  }
}

/** Whether there are any companies to discover. */
export const companiesAreKnown = ({ store }: Part<never, 'companiesSearch'>): Promise<boolean> =>
  store.companiesSearch.any()

/** Filters that were sent, at the top level or in `filters`: together with a query, they have no effect. */
const filtersIn = ({ all }: Received): FilterName[] =>
  FILTER_NAMES.filter((name) => [all, objectOf(all['filters']) ?? {}].some((at) => !isAbsent(ownValue(at, name))))

const ECHOED = [...Object.keys(DiscoverInput.shape), 'filters']

/** The request as it was sent. */
const paramsOf = ({ all }: Received): Record<string, unknown> =>
  Object.fromEntries(ECHOED.filter((name) => Object.hasOwn(all, name)).map((name) => [name, ownValue(all, name)]))
