import type { Call } from '../../context.ts'
import { leadingNames } from '../../engine/discover/known-companies.ts'
import type { KnownNames } from '../../engine/discover/known-companies.ts'
import { parseQuery } from '../../engine/discover/query-parser.ts'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import type { CompanyFilters, Place } from '../../lib/companies/company-filters.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'

/** If more companies share a name, no question can single one out. */
const A_FEW = 5

/**
 * Looks up what a question may begin with among the names of companies and the first labels of their domains. If a few have the
 * same name, the one that the rest of the question fits is meant; if it fits none best, the name stands for all of them.
 */
export async function knownNames({ store, clock }: Pick<Call, 'store' | 'clock'>, query: string): Promise<KnownNames> {
  const leading = leadingNames(query).flatMap(({ keys, rest }) => keys.map((key) => ({ key, rest })))
  const called = await store.companiesSearch.namesOf(
    leading.map(({ key }) => key),
    A_FEW + 1,
  )
  const isFew = (domains: readonly string[]): boolean => domains.length > 1 && domains.length <= A_FEW
  const alike = [...called.values()].flatMap(({ domains }) => (isFew(domains) ? domains : []))
  const known = alike.length === 0 ? null : await store.companiesSearch.known(alike)
  const names = new Map<string, { name: string } | { domain: string }>()
  for (const { key, rest } of leading) {
    const { name = '', isLabel = true, domains = [] } = called.get(key) ?? {}
    const companies = isFew(domains) ? domains.flatMap((domain) => known?.get(domain)?.facts ?? []) : []
    const meant = domains.length === 1 && isLabel ? domains[0] : fitting(rest, companies, clock.now())
    if (meant !== undefined) names.set(key, { domain: meant })
    else if (!isLabel) names.set(key, { name })
  }
  return names
}

/** Of a few companies with one name, the only one that best fits words about its trade and place. */
function fitting(words: string, companies: readonly CompanyFacts[], now: Date): string | undefined {
  if (companies.length === 0) return undefined
  const { filters } = parseQuery(words, now)
  const grades = companies.map((company) => ({ domain: company.domain, fits: fitsOf(filters, company) }))
  const [best, second] = grades.toSorted((one, other) => other.fits - one.fits)
  return best !== undefined && best.fits > (second?.fits ?? 0) ? best.domain : undefined
}

/** How many of place, industry and words about its trade match a company. */
function fitsOf(
  { headquarters_location: places, industry, topics = [], keywords }: CompanyFilters,
  company: CompanyFacts,
): number {
  const industries = [...(industry?.include ?? []), ...topics.flatMap((topic) => topic.industries ?? [])]
  const said = [
    ...(keywords?.include ?? []),
    ...topics.flatMap((topic) => [...(topic.keywords ?? []), ...(topic.tags ?? [])]),
  ]
  const told = ` ${[company.name, company.description, ...(company.tags ?? [])].join(' ').toLowerCase()} `
  return [
    places?.include?.some((place) => isIn(place, company)) === true,
    industries.some((one) => one === company.industry),
    said.some((word) => told.includes(` ${word.toLowerCase()} `)),
  ].filter(Boolean).length
}

function isIn({ country, state, city }: Place, company: CompanyFacts): boolean {
  return (
    country !== undefined &&
    country === company.country &&
    (state === undefined || state === company.state) &&
    (city === undefined || dropMarks(city) === dropMarks(company.city ?? ''))
  )
}
