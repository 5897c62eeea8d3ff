import { askedPeople } from '../../../src/core/discover/asked-people.ts'
import { companyKey } from '../../../src/engine/classify/company-name.ts'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'
import type { KnownNames } from '../../../src/engine/discover/known-companies.ts'
import type { CompanyFilters, Place } from '../../../src/lib/companies/company-filters.ts'
import { citySpellings } from '../../../src/lib/vocabulary/places/city-spellings.ts'

/** A question with its meaning. */
export interface LabelledQuery {
  query: string
  filters: CompanyFilters
  unscored: string[]
  topic: { terms: string[]; industries: string[]; not_terms: string[] } | null
  expressible: 'full' | 'partial' | 'lookup'
  /** Places that the gold cannot express exactly: narrower places inside the gold's country are then right as well. */
  widened?: string[]
  ambiguous?: string[]
  /** For a look-up: the company that is meant. */
  name?: string | null
  answer_domain?: string | null
  /** What the answer has to report as not understood. */
  not_understood?: string[]
  /** Words and industries that must not be required. */
  not_required?: string[]
  /** The count that the question asks for. */
  limit?: number | null
}

export type Judged = LabelledQuery & { found: CompanyFilters; said: ParsedQuery }

export const SLOTS = [
  'headquarters_location',
  'company_type',
  'year_founded',
  'headcount',
  'funding.amount',
  'funding.series',
  'funding.date',
  'technology',
  'similar_to',
] as const
type Slot = (typeof SLOTS)[number]

/** Maps differ on regions: this share of common countries counts as right. */
const LEAST_OVERLAP = 0.6
/** "This year" when the questions were written. */
const NOW = new Date('2026-03-23T00:00:00Z')

export function read(labelled: LabelledQuery, names: KnownNames): Judged {
  const said = parseQuery(askedPeople(labelled.query)?.rest ?? labelled.query, NOW, names)
  return { ...labelled, said, found: said.filters }
}

export function judge(slot: Slot, { filters, found, unscored, widened = [], said }: Judged) {
  const gold = valueOf(filters, slot)
  const own = valueOf(found, slot)
  if (unscored.includes(slot)) return { slot, inGold: false, isFound: false, outcome: 'none' as const }
  const inGold = gold !== undefined
  const isFound = own !== undefined
  const outcome =
    !inGold && !isFound
      ? ('none' as const)
      : isSame(slot, gold, own) || (slot === 'headquarters_location' && isWidenedRight(widened, said, gold, own))
        ? ('right' as const)
        : ('wrong' as const)
  return { slot, inGold, isFound, outcome }
}

export function valueOf(filters: CompanyFilters, slot: Slot): unknown {
  const [outer, inner] = slot.split('.')
  const value: unknown = filters[outer as keyof CompanyFilters]
  return inner === undefined || value === undefined ? value : (value as Record<string, unknown>)[inner]
}

function isSame(slot: Slot, gold: unknown, own: unknown): boolean {
  if (slot !== 'headquarters_location' || gold === undefined || own === undefined)
    return canonical(gold) === canonical(own)
  const sides = [gold, own] as { include?: unknown[]; exclude?: unknown[] }[]
  return (['include', 'exclude'] as const).every((side) => {
    const [one, other] = sides.map((locations) => new Set((locations[side] ?? []).map(placeOf).map(canonical)))
    if (one === undefined || other === undefined) return false
    return (
      one.size + other.size === 0 || shared(one, other) / (one.size + other.size - shared(one, other)) >= LEAST_OVERLAP
    )
  })
}

interface Seats {
  include?: Place[]
  exclude?: Place[]
}

/**
 * Judges a place that the gold cannot express exactly: only its country if the answer says so, or places inside that
 * country.
 */
function isWidenedRight(widened: readonly string[], said: ParsedQuery, gold: unknown, own: unknown): boolean {
  if (widened.length === 0 || gold === undefined || own === undefined) return false
  const [wanted, found] = [gold, own] as [Seats, Seats]
  if (canonical(wanted.exclude ?? []) !== canonical(found.exclude ?? [])) return false
  const named = said.widened.map((place) => place.said.toLowerCase()).join(' ')
  const isNamed = widened.every((name) => named.includes(name.toLowerCase()) || name.toLowerCase().includes(named))
  const within = (place: Place): boolean =>
    (wanted.include ?? []).some(
      ({ country, subdivision, state, city }) =>
        country === place.country &&
        (subdivision === undefined && state === undefined && city === undefined
          ? true
          : isNamed && place.city === undefined && place.state === undefined && place.subdivision === undefined),
    )
  return (found.include ?? []).length > 0 && (found.include ?? []).every(within)
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((item) => other.has(item)).length
}

/** Compares cities as places, not as spellings. */
function placeOf(place: unknown): unknown {
  const { city, ...area } = place as Place
  return city === undefined ? place : { ...area, city: citySpellings(area.country, city).toSorted().join() }
}

/** Puts keys and members in a fixed order, ignoring case. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.toLowerCase() ?? ''
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, member]) => `${key}:${canonical(member)}`).join()}}`
}

export function isTopicRight({ topic, found }: Judged): boolean {
  if (topic === null) return true
  const keywords = (found.keywords?.include ?? []).map((word) => word.toLowerCase())
  const excluded = [...(found.keywords?.exclude ?? []), ...(found.industry?.exclude ?? [])].map((word) =>
    word.toLowerCase(),
  )
  const isNamed = topic.industries.some((name) => found.industry?.include?.includes(name))
  const isWord = topic.terms.some((term) => keywords.some((word) => word.includes(term)))
  return (isNamed || isWord) && topic.not_terms.every((term) => excluded.some((word) => word.includes(term)))
}

/** Whether the company that is meant was found, by its name or domain. */
export function isFoundByName({ found: { organization }, name, answer_domain: domain }: Judged): boolean {
  const said = [...(organization?.name ?? []), ...(organization?.domain ?? [])].map((one) => one.toLowerCase())
  return said.some(
    (one) =>
      one === domain || one === name?.toLowerCase() || companyKey(one).replaceAll(' ', '') === domainLabel(domain),
  )
}

/** Whether everything that must be reported as not understood is reported. */
export const isHonest = ({ not_understood: wanted = [], said }: Judged): boolean => {
  const named = said.notUnderstood.map((words) => words.toLowerCase())
  return wanted.every((word) => named.some((words) => words.includes(word.toLowerCase())))
}

/** Whether every name that means several places is reported. */
export const isAmbiguityTold = ({ ambiguous: wanted = [], said }: Judged): boolean =>
  wanted.every((name) => said.ambiguous.some((one) => one.said.toLowerCase().includes(name.toLowerCase())))

/** Whether something is required that the question does not ask for. */
export const demandsTooMuch = ({ not_required: unwanted = [], found }: Judged): boolean => {
  const words = [...(found.keywords?.include ?? []), ...(found.industry?.include ?? [])]
  const demanded = new Set(words.map((word) => word.toLowerCase()))
  return unwanted.some((word) => demanded.has(word.toLowerCase()))
}

/** Whether the answer reports nothing as left out or changed. */
export const isSilent = ({ said }: Judged): boolean =>
  said.notUnderstood.length + said.widened.length + said.ambiguous.length + said.corrected.length === 0

/** The first part of a domain, where a name is written. */
export function domainLabel(domain: string | null | undefined): string {
  return domain?.split('.')[0]?.replaceAll('-', '') ?? ''
}
