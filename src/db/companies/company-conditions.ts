import type { CompanyFilters, Place, Range, Sides } from '../../lib/companies/company-filters.ts'
import { besideTopics } from '../../lib/companies/company-topics.ts'
import { companyWords } from '../../lib/companies/company-words.ts'
import { countriesOf } from '../../lib/companies/regions.ts'
import { topicCondition } from './topic-condition.ts'
import { citySpellings } from '../../lib/vocabulary/places/city-spellings.ts'
import { stateCondition } from '../search/state-condition.ts'
import { isClosedWord, wantsClosed } from '../../lib/vocabulary/company-status.ts'
import { lyingIn } from '../../lib/vocabulary/places/subdivisions.ts'

export interface CompaniesWanted {
  /** Organisations by domain only; `NAMED_SO` finds the domains of names. */
  filters: CompanyFilters
  /** The only companies that are looked for; if absent, all. */
  among?: readonly string[]
  /** In addition to the filters: only companies that excluding these places would remove. */
  takenAway?: readonly Place[]
  /** Whether closed companies are wanted, whatever the keywords say; if absent, the filters tell. */
  closed?: boolean
}

export interface CompanyConditions {
  /** A `where` over `companies c`; every value is a parameter. */
  text: string
  values: unknown[]
  /** A filter uses words or technologies: an index over them finds the companies, not the one in sort order. */
  byWords: boolean
  /** It includes topics, for which each company is examined. */
  isTopic: boolean
  /** The number of phrases that each company is compared with. */
  phrases: number
}

type Parameter = (value: unknown) => string

/**
 * The `where` of discover's filters, without `similar_to`. AND between filters, OR inside a list unless all are required.
 * Unknown values are never included and never excluded: a comparison with null is null.
 */
export function companyConditions({ filters, among, takenAway, closed }: CompaniesWanted): CompanyConditions {
  const values: unknown[] = []
  const parameter: Parameter = (value) => `$${values.push(value)}`
  const { industry, keywords } = besideTopics(filters)
  const names = closed === undefined ? (filters.keywords?.include ?? []) : []
  const topics = filters.topics ?? []
  const { organization, headquarters_location: place, headcount, year_founded: years, funding } = filters
  const conditions = [
    ...(among === undefined ? [] : [`c.domain = any(${parameter(among)}::text[])`]),
    ...(organization === undefined ? [] : [`c.domain = any(${parameter(organization.domain ?? [])}::text[])`]),
    ...((closed ?? wantsClosed(filters)) ? [] : [openCondition(names, parameter)]),
    ...(place?.include === undefined ? [] : [anyPlace(place.include, parameter)]),
    ...(place?.exclude === undefined ? [] : noneOfPlaces(place.exclude, parameter)),
    ...(takenAway === undefined ? [] : takenAwayBy(takenAway, parameter)),
    ...topics.map((topic) => topicCondition(topic, parameter)),
    ...sidesConditions(industry, (names) => `c.industry = any(${parameter(names)}::text[])`),
    ...(headcount === undefined ? [] : [`c.headcount = any(${parameter(headcount)}::text[])`]),
    ...sidesConditions(filters.company_type, (types) => `c.company_type = any(${parameter(types)}::text[])`),
    ...yearConditions(years, parameter),
    ...keywordConditions(keywords, closed === undefined, parameter),
    ...technologyConditions(filters.technology, parameter),
    ...fundingConditions(funding, parameter),
  ]
  return {
    text: conditions.length === 0 ? 'true' : conditions.join(' and '),
    values,
    byWords: keywords?.include !== undefined || topics.length > 0 || filters.technology?.include !== undefined,
    isTopic: topics.length > 0,
    phrases: (keywords?.include?.length ?? 0) + (keywords?.exclude?.length ?? 0),
  }
}

/** A closed company is still found by its name, which a question of one word has as a keyword. */
function openCondition(keywords: readonly string[], parameter: Parameter): string {
  const isOpen = `c.status is distinct from 'closed'`
  const names = keywords.map((keyword) => keyword.toLowerCase())
  return names.length === 0 ? isOpen : `(${isOpen} or lower(c.name) = any(${parameter(names)}::text[]))`
}

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`

function sidesConditions<T>(sides: Sides<T> | undefined, condition: (items: readonly T[]) => string): string[] {
  const { include = [], exclude = [] } = sides ?? {}
  return [
    ...(include.length > 0 ? [condition(include)] : []),
    ...(exclude.length > 0 ? [`(${condition(exclude)}) is not true`] : []),
  ]
}

/** Names must equal the whole name or an alias, regardless of case: $1 in lower case, $2 in the form used by `company_names`. */
export const NAMED_SO = `select domain from companies where left(lower(name), 200) = any($1::text[]) and lower(name) = any($1::text[])
  union select domain from company_names where name_key = any($2::text[]) and kind <> 'label' and lower(name) = any($1::text[])`

const anyPlace = (places: readonly Place[], parameter: Parameter): string =>
  anyOf(places.map((place) => placeCondition(place, parameter)))

/** Names of places as one list per kind of place, which is hashed: a hundred comparisons per company would take seconds. */
function noneOfPlaces(places: readonly Place[], parameter: Parameter): string[] {
  const shapes = new Map<string, string[]>()
  const inParts = places.filter(({ subdivision }) => subdivision !== undefined)
  for (const { state, city, subdivision, ...area } of places) {
    if (subdivision !== undefined) continue
    const parts = ['c.country']
    if (state !== undefined) parts.push('c.state')
    if (city !== undefined) parts.push('lower(c.city)')
    const shape = parts.join(` || '/' || `)
    const prefixes = countriesOf(area).map((country) => (state === undefined ? country : `${country}/${state}`))
    const names = prefixes.flatMap((prefix) =>
      city === undefined ? [prefix] : citySpellings(area.country, city, state).map((name) => `${prefix}/${name}`),
    )
    shapes.set(shape, [...(shapes.get(shape) ?? []), ...names])
  }
  return [
    ...[...shapes].map(([shape, names]) => `(${shape} = any(${parameter(names)}::text[])) is not true`),
    ...inParts.map((place) => `(${placeCondition(place, parameter)}) is not true`),
  ]
}

/** The complement of `noneOfPlaces`, found by the index of places, which yields more than exclusion removes. */
const takenAwayBy = (places: readonly Place[], parameter: Parameter): string[] => [
  anyPlace(places, parameter),
  `not (${noneOfPlaces(places, parameter).join(' and ')})`,
]

function placeCondition({ state, subdivision, city, ...area }: Place, parameter: Parameter): string {
  const all = [`c.country = any(${parameter(countriesOf(area))}::text[])`]
  if (state !== undefined) all.push(stateCondition('c', { state, city }, parameter))
  if (subdivision !== undefined) {
    const { names, cities } = lyingIn(subdivision)
    all.push(`(lower(c.state) = any(${parameter(names)}::text[]) or lower(c.city) = any(${parameter(cities)}::text[]))`)
  }
  if (city !== undefined) {
    const wanted = parameter(citySpellings(area.country, city, state))
    all.push(`left(lower(c.city), 100) = any(${wanted}::text[]) and lower(c.city) = any(${wanted}::text[])`)
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

/** @param byStatus a word for closed also finds companies that are */
function keywordConditions(keywords: CompanyFilters['keywords'], byStatus: boolean, parameter: Parameter): string[] {
  const { include = [], exclude = [], match } = keywords ?? {}
  const has = (query: string): string => `c.words @@ ${query}`
  const phrases = (words: readonly string[]): string[] => words.map((word) => phraseQuery(word, parameter))
  const orClosed = (words: readonly string[]): string[] =>
    byStatus && words.some(isClosedWord) ? [`c.status = 'closed'`] : []
  const included =
    match === 'any' && include.length > 0
      ? [anyOf([...eachWord(include).map(has), ...orClosed(include)])]
      : include.map((word) => anyOf([...phrases([word]).map(has), ...orClosed([word])]))
  return [...included, ...(exclude.length > 0 ? [withoutPhrases(exclude, parameter)] : [])]

  /**
   * The index reads a query of many broad words three times as slowly as the words one by one; phrases have to be compared, so
   * they form one query.
   */
  function eachWord(words: readonly string[]): string[] {
    const compared = words.filter((word) => !isOneWord(word))
    return [...phrases(words.filter(isOneWord)), ...(compared.length > 0 ? [anyPhrase(phrases(compared))] : [])]
  }
}

export const withoutPhrases = (phrases: readonly string[], parameter: Parameter): string =>
  `not c.words @@ ${anyPhrase(phrases.map((phrase) => phraseQuery(phrase, parameter)))}`

const isOneWord = (phrase: string): boolean => !companyWords(phrase).includes(' ')

export const phraseQuery = (phrase: string, parameter: Parameter): string =>
  `phraseto_tsquery('simple', ${parameter(companyWords(phrase))})`

/** One query for all: the index is read once, and each company's words are searched once. */
export const anyPhrase = (queries: readonly string[]): string => `(${queries.join(' || ')})`

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
