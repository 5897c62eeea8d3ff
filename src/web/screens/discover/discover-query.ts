import { objectOf } from '../../../lib/input/field-kinds.ts'
import type { CompanyFilters } from '../../../lib/companies/company-filters.ts'
import { besideTopics } from '../../../lib/companies/company-topics.ts'
import { isRecord } from '../../../lib/text/json-record.ts'
import { subdivisions } from '../../../lib/vocabulary/places/subdivisions.ts'
import type { PageQuery } from '../../page/page-query.ts'

/** Filters of a discovery as in the address bar, in JSON. */
export type Filters = Readonly<Record<string, unknown>>

/** What the address bar asks for: words, or filters including those just added. */
export function discoverInput(query: PageQuery): Record<string, unknown> | null {
  const filters = filtersOf(query)
  const place = query['offset'] === undefined ? {} : { offset: query['offset'] }
  if (Object.keys(filters).length > 0) return { ...filters, ...place }
  return query['query'] === undefined ? null : { query: query['query'], ...place }
}

/** The filters in the address bar, combined with the inputs that add one. */
export function filtersOf(query: PageQuery): Filters {
  const kept: Filters = objectOf(query['filters']) ?? {}
  const { similar_to, industry, headcount, country, city, technology } = query
  const place = { ...(country !== undefined && { country }), ...(city !== undefined && { city }) }
  return {
    ...kept,
    ...(similar_to !== undefined && { similar_to: { domain: similar_to } }),
    ...(industry !== undefined && { industry: including(kept['industry'], industry) }),
    ...(headcount !== undefined && { headcount: [...itemsOf(kept['headcount']), headcount] }),
    ...(Object.keys(place).length > 0 && {
      headquarters_location: including(kept['headquarters_location'], place),
    }),
    ...(technology !== undefined && { technology: including(kept['technology'], technology) }),
  }
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function including(kept: unknown, item: unknown): Filters {
  const sides = isRecord(kept) ? kept : {}
  return { ...sides, include: [...itemsOf(sides['include']), item] }
}

/** One part of the filters that a reader can remove. */
export interface FilterPart {
  name: string
  label: string
  isExcluded: boolean
  /** The filters without it. */
  without: Filters
}

const SIDES = ['include', 'exclude'] as const

/** The filters without the industries and words covered by a topic: a topic is removed as one. */
export function apartFromTopics(filters: CompanyFilters): Filters {
  const { industry: _industries, keywords: _words, ...others } = filters
  return { ...others, ...besideTopics(filters) }
}

/**
 * The filters in parts, each with what remains without it.
 * @param countryOf the name of a country by its code
 */
export const filterParts = (filters: Filters, countryOf: (code: string) => string): FilterPart[] => {
  const labelOf = (value: unknown): string => labelWith(value, countryOf)
  return Object.entries(filters).flatMap(([name, value]): FilterPart[] => {
    const whole = { name, isExcluded: false }
    const rest = Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name))
    const keeping = (left: unknown): Filters => (isNothing(left) ? rest : { ...filters, [name]: left })
    if (Array.isArray(value))
      return value.map((item, at) => ({ ...whole, label: labelOf(item), without: keeping(value.toSpliced(at, 1)) }))
    if (!isRecord(value) || !SIDES.some((side) => Array.isArray(value[side])))
      return [{ ...whole, label: labelOf(value), without: rest }]
    return SIDES.flatMap((side) =>
      itemsOf(value[side]).map((item, at) => ({
        name,
        label: labelOf(item),
        isExcluded: side === 'exclude',
        without: keeping({ ...value, [side]: itemsOf(value[side]).toSpliced(at, 1) }),
      })),
    )
  })
}

/** An empty list filters nothing any more. */
const isNothing = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : isRecord(value) && SIDES.every((side) => itemsOf(value[side]).length === 0)

/** A place is named from the smallest part on: "Lisbon, Portugal". */
export function labelWith(value: unknown, countryOf: (code: string) => string): string {
  if (!isRecord(value) && !Array.isArray(value)) return String(value)
  // A topic is shown as it was worded; its industries and words would fill the page.
  if (isRecord(value) && typeof value['said'] === 'string') return value['said']
  if (!isRecord(value) || typeof value['country'] !== 'string') return partsOf(value, countryOf)
  const { country, subdivision, ...smaller } = value
  const part = typeof subdivision === 'string' ? areaName(subdivision, countryOf) : ''
  return [partsOf(smaller, countryOf), part, countryOf(country)].filter((part) => part !== '').join(', ')
}

/** @param code of a country or of a part of one (ISO 3166) */
export const areaName = (code: string, countryOf: (code: string) => string): string =>
  subdivisions().get(code)?.names[0] ?? countryOf(code)

const partsOf = (value: object, countryOf: (code: string) => string): string =>
  Object.values(value)
    .filter((part) => part !== null && part !== undefined)
    .map((part) => labelWith(part, countryOf))
    .join(', ')
