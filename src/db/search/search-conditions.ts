import { stateCondition } from './state-condition.ts'
import { citySpellings } from '../../lib/vocabulary/places/city-spellings.ts'
import { lyingIn } from '../../lib/vocabulary/places/subdivisions.ts'

export interface LocationFilter {
  countries?: readonly string[]
  state?: string
  /** ISO 3166-2, of a country other than the United States. */
  subdivision?: string
  city?: string
}

/** A title that is searched for. */
export interface WantedTitle {
  /** A matching title contains all of these. */
  words: readonly string[]
  /** Or one of each list. */
  concepts: readonly (readonly string[])[]
  /** Or, in place of a title, the local part of a role address. */
  role: string | null
}

/** Filters of one search: AND between members, OR inside a list; an absent member does not filter. */
export interface AddressFilter {
  domain: string
  type?: 'personal' | 'generic'
  seniority?: readonly string[]
  department?: readonly string[]
  decisionMaker?: boolean
  requiredFields?: readonly ('full_name' | 'position' | 'phone_number')[]
  verification?: { statuses: readonly string[]; notBefore: string }
  titles?: readonly WantedTitle[]
  location?: { include: readonly LocationFilter[]; exclude: readonly LocationFilter[] }
  /** Whether the holder is still with the company. */
  affiliation?: readonly string[]
  /** Only addresses with a source. */
  found?: boolean
  /** Not these addresses. */
  without?: readonly string[]
}

const REQUIRED = {
  full_name: 'a.first_name is not null and a.last_name is not null',
  position: 'a.position is not null',
  phone_number: 'a.phone_number is not null',
} as const

/** Webmail and disposable verdicts are shown as unknown. */
const SHOWN_STATUS = `case when a.verification_status in ('webmail', 'disposable') then 'unknown' else a.verification_status end`

export interface Conditions {
  text: string
  values: unknown[]
  /** One of the few recurring shapes; places and titles make endless others. */
  common: boolean
  /** An index over titles finds the addresses, not the one in sort order. */
  byTitles: boolean
}

/** The `where` of a filter over `addresses a`; every value is a parameter. */
export function filterConditions(filter: AddressFilter): Conditions {
  const values: unknown[] = [filter.domain]
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const all = ['a.domain = $1', 'a.visible']
  if (filter.type !== undefined) all.push(`a.type = ${parameter(filter.type)}`)
  if (filter.seniority !== undefined) all.push(`a.seniority = any(${parameter(filter.seniority)}::text[])`)
  if (filter.department !== undefined) all.push(`a.department = any(${parameter(filter.department)}::text[])`)
  if (filter.decisionMaker !== undefined) all.push(`a.decision_maker = ${parameter(filter.decisionMaker)}`)
  for (const field of filter.requiredFields ?? []) all.push(REQUIRED[field])
  if (filter.affiliation !== undefined)
    all.push(`coalesce(a.affiliation, 'unknown') = any(${parameter(filter.affiliation)}::text[])`)
  if (filter.found === true) all.push('a.sources_count > 0')
  if (filter.without !== undefined) all.push(`a.value <> all(${parameter(filter.without)}::text[])`)
  if (filter.verification !== undefined) {
    const { statuses, notBefore } = filter.verification
    all.push(`a.verified_on >= ${parameter(notBefore)}::date and ${SHOWN_STATUS} = any(${parameter(statuses)}::text[])`)
  }
  if (filter.titles !== undefined) {
    all.push(anyOf(filter.titles.flatMap((title) => titleConditions(filter.domain, title, parameter))))
  }
  if (filter.location !== undefined) {
    const matches = (location: LocationFilter) => locationCondition(location, parameter)
    if (filter.location.include.length > 0) all.push(anyOf(filter.location.include.map(matches)))
    for (const excluded of filter.location.exclude) all.push(`(${matches(excluded)}) is not true`)
  }
  const text = all.join(' and ')
  const byTitles = filter.titles !== undefined
  return { text, values, common: !byTitles && filter.location === undefined, byTitles }
}

function titleConditions(
  domain: string,
  { words, concepts, role }: WantedTitle,
  parameter: (value: unknown) => string,
): string[] {
  const overlaps = concepts.map((tokens) => `a.title_tokens && ${parameter(tokens)}::text[]`)
  return [
    `a.title_tokens @> ${parameter(words)}::text[]`,
    ...(overlaps.length === 0 ? [] : [`(${overlaps.join(' and ')})`]),
    ...(role === null ? [] : [`a.value = ${parameter(`${role}@${domain}`)}`]),
  ]
}

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`

/** Unknown never matches: a null column makes the comparison null. */
function locationCondition(
  { countries, state, subdivision, city }: LocationFilter,
  parameter: (value: unknown) => string,
): string {
  const all: string[] = []
  if (countries !== undefined) all.push(`a.country = any(${parameter(countries)}::text[])`)
  if (state !== undefined) all.push(stateCondition('a', { state, city }, parameter))
  if (subdivision !== undefined) {
    const { names, cities } = lyingIn(subdivision)
    all.push(`(lower(a.state) = any(${parameter(names)}::text[]) or lower(a.city) = any(${parameter(cities)}::text[]))`)
  }
  if (city !== undefined) {
    const [country] = countries ?? []
    all.push(`lower(a.city) = any(${parameter(citySpellings(country, city, state))}::text[])`)
  }
  return all.length === 0 ? 'false' : all.join(' and ')
}
