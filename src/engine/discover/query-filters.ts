import type { CompanyFilters, Range, Sides } from '../../lib/companies/company-filters.ts'
import type { Topic } from './query-subjects.ts'
import type { TimeSpan } from './query-years.ts'

/** The lists that are not empty; undefined if both are. */
export function sidesOf<Item>(include: readonly Item[], exclude: readonly Item[]): Sides<Item> | undefined {
  if (include.length + exclude.length === 0) return undefined
  return {
    ...(include.length > 0 ? { include: [...include] } : {}),
    ...(exclude.length > 0 ? { exclude: [...exclude] } : {}),
  }
}

const EARLIEST_YEAR = 1000
/** A longer negated span is not listed year by year. */
const MAX_LISTED_YEARS = 30

/** The founding years of all spans: a range if there is one, otherwise single years; a range with gaps is listed. */
export function yearsOf(
  spans: readonly TimeSpan[],
  thisYear: number,
  isNegated: (span: TimeSpan) => boolean,
): CompanyFilters['year_founded'] {
  const founded = spans.filter((span) => span.of === 'founding' && isPossible(span, thisYear))
  const wanted = founded.flatMap((span) => (isNegated(span) ? (complementOf(span) ?? []) : span))
  const exclude = founded.filter(isNegated).flatMap(({ fromYear, toYear }) => listedYears(fromYear, toYear))
  const [range, ...others] = wanted.filter(({ fromYear, toYear }) => fromYear !== toYear)
  if (range !== undefined) {
    const { fromYear, toYear } = others.reduce(within, range)
    const listed = exclude.length > 0 ? without(listedYears(fromYear, toYear ?? thisYear), exclude) : []
    if (listed.length > 0) return { include: listed }
    return { ...(fromYear === null ? {} : { from: fromYear }), ...(toYear === null ? {} : { to: toYear }) }
  }
  const include = without(
    wanted.flatMap(({ fromYear }) => fromYear ?? []),
    exclude,
  )
  if (include.length > 0) return { include: ascending(include) }
  return exclude.length > 0 ? { exclude: ascending(exclude) } : undefined
}

/** `not before 2010` is from 2010 on; what is not within a range may be on either side of it. */
function complementOf(span: TimeSpan): TimeSpan | null {
  const { fromYear, toYear } = span
  if (fromYear === null && toYear !== null) return { ...span, fromYear: toYear + 1, toYear: null }
  return toYear === null && fromYear !== null ? { ...span, fromYear: null, toYear: fromYear - 1 } : null
}

/** `after 2015 but before 2020` is one range; if two spans have no year in common, the first one counts. */
function within<Bounds extends Pick<TimeSpan, 'fromYear' | 'toYear'>>(one: Bounds, other: TimeSpan): Bounds {
  const fromYear = Math.max(one.fromYear ?? -Infinity, other.fromYear ?? -Infinity)
  const toYear = Math.min(one.toYear ?? Infinity, other.toYear ?? Infinity)
  if (fromYear > toYear) return one
  return {
    ...one,
    fromYear: Number.isFinite(fromYear) ? fromYear : null,
    toYear: Number.isFinite(toYear) ? toYear : null,
  }
}

const without = (years: readonly number[], excluded: readonly number[]): number[] =>
  years.filter((year) => !excluded.includes(year))

const ascending = (years: readonly number[]): number[] => [...new Set(years)].sort((one, other) => one - other)

/** Whether the filter accepts the years; "older than 9,000 years" has none. */
const isPossible = ({ fromYear, toYear }: TimeSpan, thisYear: number): boolean =>
  [fromYear, toYear].every((year) => year === null || (year >= EARLIEST_YEAR && year <= thisYear)) &&
  (fromYear === null || toYear === null || fromYear <= toYear)

function listedYears(from: number | null, to: number | null): number[] {
  if (from === null || to === null || to - from >= MAX_LISTED_YEARS) return []
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}

/** The period that covers all funding dates. */
export function datesOf(spans: readonly TimeSpan[]): Range<string> | undefined {
  const funded = spans.filter(({ of }) => of === 'funding')
  if (funded.length === 0) return undefined
  const from = funded.every(({ fromDate }) => fromDate !== null)
    ? funded.map(({ fromDate }) => fromDate ?? '').sort()[0]
    : undefined
  const to = funded.every(({ toDate }) => toDate !== null)
    ? funded
        .map(({ toDate }) => toDate ?? '')
        .sort()
        .at(-1)
    : undefined
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/**
 * Keywords: all alternatives if there is one topic, otherwise the first word of each; any of them matches if they are
 * alternatives or many.
 */
export function keywordsOf(topics: readonly Topic[]): CompanyFilters['keywords'] {
  const wanted = topics.filter(({ negated, keywords }) => !negated && keywords.length > 0)
  const include = distinct(
    wanted.length === 1 ? wanted.flatMap(({ keywords }) => keywords) : wanted.map(({ keywords }) => keywords[0] ?? ''),
  )
  const unwanted = topics.filter(({ negated }) => negated)
  const exclude = distinct(unwanted.flatMap(({ said, keywords }) => [said, ...keywords])).filter(
    (word) => !include.includes(word),
  )
  const sides = sidesOf(include, exclude)
  if (sides === undefined || include.length < 2) return sides
  return { ...sides, match: wanted.length === 1 || wanted.length > MAX_ALL ? 'any' : 'all' }
}

/** Hardly any company matches more words than this at once. */
const MAX_ALL = 2

export function industriesOf(topics: readonly Topic[]): { include?: string[]; exclude?: string[] } | undefined {
  const include = distinct(topics.filter(({ negated }) => !negated).flatMap(({ industries }) => industries))
  const exclude = distinct(topics.filter(({ negated }) => negated).flatMap(({ industries }) => industries))
  return sidesOf(
    include,
    exclude.filter((name) => !include.includes(name)),
  )
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)]
