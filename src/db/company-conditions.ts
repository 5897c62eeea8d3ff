import type { CompanyFilters, Matching, Place, Range, Sides } from '../lib/company-filters.ts'
import { companyWords } from '../lib/company-words.ts'
import { countriesOf } from '../lib/regions.ts'

export interface CompaniesWanted {
  filters: CompanyFilters
  /** The names among the filters, as `company_names` keeps them. */
  nameKeys: readonly string[]
}

export interface CompanyConditions {
  /** A `where` over `companies c`; every value is a parameter. */
  text: string
  values: unknown[]
  /** Some filter looks into words or technologies: an index over them gives the companies, not the one of the order. */
  byWords: boolean
}

type Parameter = (value: unknown) => string

/**
 * The `where` of discover's filters, without `similar_to`. AND between filters, OR inside a list unless all are wanted.
 * Unknown never matches what is included and is never excluded: a comparison with null is null.
 */
export function companyConditions({ filters, nameKeys }: CompaniesWanted): CompanyConditions {
  const values: unknown[] = []
  const parameter: Parameter = (value) => `$${values.push(value)}`
  const { organization, headquarters_location: place, headcount, year_founded: years, funding } = filters
  const conditions = [
    ...(organization === undefined ? [] : [organizationCondition(organization, nameKeys, parameter)]),
    ...sidesConditions(place, (places) => anyOf(places.map((one) => placeCondition(one, parameter)))),
    ...sidesConditions(filters.industry, (names) => `c.industry = any(${parameter(names)}::text[])`),
    ...(headcount === undefined ? [] : [`c.headcount = any(${parameter(headcount)}::text[])`]),
    ...sidesConditions(filters.company_type, (types) => `c.company_type = any(${parameter(types)}::text[])`),
    ...yearConditions(years, parameter),
    ...keywordConditions(filters.keywords, parameter),
    ...technologyConditions(filters.technology, parameter),
    ...fundingConditions(funding, parameter),
  ]
  return {
    text: conditions.length === 0 ? 'true' : conditions.join(' and '),
    values,
    byWords: filters.keywords?.include !== undefined || filters.technology?.include !== undefined,
  }
}

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`

function sidesConditions<T>(sides: Sides<T> | undefined, condition: (items: readonly T[]) => string): string[] {
  const { include = [], exclude = [] } = sides ?? {}
  return [
    ...(include.length > 0 ? [condition(include)] : []),
    ...(exclude.length > 0 ? [`(${condition(exclude)}) is not true`] : []),
  ]
}

/** Names compare on the whole name or an alias, whatever the case. */
function organizationCondition(
  { domain = [], name = [] }: NonNullable<CompanyFilters['organization']>,
  nameKeys: readonly string[],
  parameter: Parameter,
): string {
  const names = parameter(name.map((each) => each.toLowerCase()))
  return `c.domain in (select unnest(${parameter(domain)}::text[])
    union select domain from companies where left(lower(name), 200) = any(${names}::text[]) and lower(name) = any(${names}::text[])
    union select domain from company_names where name_key = any(${parameter(nameKeys)}::text[])
      and kind <> 'label' and lower(name) = any(${names}::text[]))`
}

function placeCondition({ state, city, ...area }: Place, parameter: Parameter): string {
  const all = [`c.country = any(${parameter(countriesOf(area))}::text[])`]
  if (state !== undefined) all.push(`c.state = ${parameter(state)}`)
  if (city !== undefined) {
    const wanted = parameter(city.toLowerCase())
    all.push(`left(lower(c.city), 100) = ${wanted} and lower(c.city) = ${wanted}`)
  }
  return all.join(' and ')
}

function yearConditions(years: CompanyFilters['year_founded'], parameter: Parameter): string[] {
  if (years === undefined) return []
  const isListed = 'include' in years || 'exclude' in years
  if (isListed) return sidesConditions(years, (items) => `c.founded_year = any(${parameter(items)}::int[])`)
  return rangeConditions(years, 'c.founded_year', 'int', parameter)
}

function rangeConditions<T>({ from, to }: Range<T>, column: string, type: string, parameter: Parameter): string[] {
  return [
    ...(from === undefined ? [] : [`${column} >= ${parameter(from)}::${type}`]),
    ...(to === undefined ? [] : [`${column} <= ${parameter(to)}::${type}`]),
  ]
}

const joined = (match: Matching['match'], conditions: readonly string[]): string =>
  match === 'any' ? anyOf(conditions) : conditions.join(' and ')

function keywordConditions(keywords: CompanyFilters['keywords'], parameter: Parameter): string[] {
  const { include = [], exclude = [], match } = keywords ?? {}
  const has = (keyword: string): string => `c.words @@ phraseto_tsquery('simple', ${parameter(companyWords(keyword))})`
  return [
    ...(include.length > 0 ? [joined(match, include.map(has))] : []),
    ...(exclude.length > 0 ? [`not ${anyOf(exclude.map(has))}`] : []),
  ]
}

function technologyConditions(technology: CompanyFilters['technology'], parameter: Parameter): string[] {
  const { include = [], exclude = [], match } = technology ?? {}
  const operator = match === 'any' ? '&&' : '@>'
  return [
    ...(include.length > 0 ? [`c.technologies ${operator} ${parameter(include)}::text[]`] : []),
    ...(exclude.length > 0 ? [`not c.technologies && ${parameter(exclude)}::text[]`] : []),
  ]
}

function fundingConditions(funding: CompanyFilters['funding'], parameter: Parameter): string[] {
  const { series, amount = {}, date = {} } = funding ?? {}
  return [
    ...(series === undefined ? [] : [`c.funding_series = any(${parameter(series)}::text[])`]),
    ...rangeConditions(amount, 'c.funding_amount', 'numeric', parameter),
    ...rangeConditions(date, 'c.funding_on', 'date', parameter),
  ]
}
