import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import { wantsClosed } from '../../lib/vocabulary/company-status.ts'
import { companyConditions } from './company-conditions.ts'
import type { CompaniesWanted, CompanyConditions } from './company-conditions.ts'

export interface CompanyQuestion {
  text: string
  values: unknown[]
  /** What is counted, if not all companies. */
  from?: string
}

/** The statements of a search. Pages take limit and offset after the values. */
export interface CompaniesSearch {
  page: string
  /** The same page, read in the order of all companies; null if that is the only way. */
  walk: string | null
  /** How to read a page that is far down; null if it is not found by words. */
  above: PageAbove | null
  /** The first page, each row with the totals of all matches, and what finds them; null if counting does not yield a page. */
  counted: { page: string; found: CompanyQuestion } | null
  /** Companies with unwanted phrases: if there are many, `comparedSearch` is used. */
  leftOut: CompanyQuestion | null
  values: unknown[]
  count: CompaniesCount
}

export interface PageAbove {
  /** The same page, among the companies above one, whose addresses and domain follow limit and offset. */
  page: string
  /** The match at a position of a sample, which follows the values. */
  sample: string
  /** The share of all companies in the sample. */
  sampled: number
}

/** How many there are: those of `all` minus those of `without`. */
export interface CompaniesCount {
  all: CompanyQuestion
  without: CompanyQuestion | null
  /** No more than these are counted; a higher total means that there are at least this many. */
  most: number
}

export const SHOWN = `c.domain, coalesce(c.name, c.legal_name) as organization, c.personal_count as personal,
  c.generic_count as generic`

const TOTALS = `count(*) as results, coalesce(sum(personal_count), 0)::bigint as personal,
  coalesce(sum(generic_count), 0)::bigint as generic`

/** Comparisons of companies with phrases per count: some tens of milliseconds. */
const COMPARISONS = 1_000_000
const LEAST_COUNTED = 20_000
const ALL = Number.POSITIVE_INFINITY

export const mostOf = ({ phrases, isTopic }: Pick<CompanyConditions, 'phrases' | 'isTopic'>): number =>
  isTopic ? LEAST_COUNTED : phrases === 0 ? ALL : Math.max(LEAST_COUNTED, Math.floor(COMPARISONS / phrases))

const oneMoreThan = (most: number): string => (most === ALL ? '' : ` limit ${most + 1}`)

/** Counts the companies `c` of a `where`; one more than `most` shows that there are more. */
export const countOf = ({ text, values, from = 'companies' }: CompanyQuestion, most: number): CompanyQuestion => ({
  text: `select ${TOTALS} from (select c.personal_count, c.generic_count from ${from} c where ${text}${oneMoreThan(most)}) c`,
  values: [...values],
})

/** The companies of a page, with what is shown of them. */
export const shownPage = (page: string, more = ''): string =>
  `select ${SHOWN}${more} from (${page}) page join companies c using (domain) order by c.emails_total desc, c.domain`

/** The first companies `c` under conditions. Nodes return only the domains of their first ones, instead of whole rows. */
export function firstOf({ text, most, isDistributed }: { text: string; most: number; isDistributed: boolean }): string {
  const first = (columns: string) =>
    `select ${columns} from companies c where ${text} order by c.emails_total desc, c.domain limit ${most}`
  return isDistributed ? `select * from companies c where c.domain in (${first('c.domain')})` : first('*')
}

/** The order and bounds of a page whose limit and offset follow these values. */
export const pageBounds = (values: readonly unknown[]): string =>
  `order by emails_total desc, domain limit $${values.length + 1} offset $${values.length + 2}`

/**
 * Companies by filters, most addresses first. Filters on words are answered by their index and sorted afterwards, unless so
 * many companies match that walking in sort order finds the first ones sooner. Everything else is read from the index in sort
 * order, or found by an index that leaves few. Names are fetched only for the companies of the page.
 */
export function filterSearch(wanted: CompaniesWanted): CompaniesSearch {
  const conditions = companyConditions(wanted)
  const { text, values, byWords } = conditions
  const found = `select c.domain, c.emails_total from companies c where ${text}`
  const bounds = pageBounds(values)
  const walk = shownPage(`${found} ${bounds}`)
  const leftOut = byWords ? null : leftOutBy(wanted)
  const count = leftOut === null ? countSearch(wanted, conditions) : difference(withoutKeywords(wanted), leftOut)
  return {
    page: byWords ? sortedPage(found, bounds) : walk,
    walk: byWords ? walk : null,
    above: byWords ? pageAbove(conditions, found, bounds) : null,
    counted: byWords ? { page: countedPage(conditions, count.most), found: foundBy(conditions) } : null,
    leftOut: leftOut && foundBy(leftOut),
    values,
    count,
  }
}

const sortedPage = (found: string, bounds: string): string =>
  shownPage(`with found as materialized (${found}) select * from found ${bounds}`)

/** Per cent. Whole blocks, the same ones each time. */
const SAMPLE = 1

function pageAbove({ text, values: { length } }: CompanyConditions, found: string, bounds: string): PageAbove {
  // A comparison of both columns at once would not use that addresses descend and domains ascend.
  const [emails, domain] = [`$${length + 3}`, `$${length + 4}`]
  const above = `(c.emails_total > ${emails} or (c.emails_total = ${emails} and c.domain < ${domain}))`
  return {
    page: sortedPage(`${found} and ${above}`, bounds),
    sample: `select c.emails_total as emails, c.domain from companies c tablesample system (${SAMPLE}) repeatable (1)
      where ${text} order by c.emails_total desc, c.domain offset $${length + 1} limit 1`,
    sampled: SAMPLE / 100,
  }
}

/**
 * Finding companies by words is expensive, so they are counted and sorted together. If there are more than `most`, the page
 * does not show the first of all.
 */
function countedPage({ text, values }: CompanyConditions, most: number): string {
  const found = `select c.domain, c.emails_total, c.personal_count, c.generic_count from companies c where ${text}${oneMoreThan(most)}`
  const page = `select domain from found ${pageBounds(values)}`
  const shown = shownPage(page, ', (select to_json(totals) from totals) as totals')
  return `with found as materialized (${found}), totals as (select ${TOTALS} from found) ${shown}`
}

const foundBy = ({ text, values }: CompanyConditions): CompanyQuestion => ({
  text: `select from companies c where ${text}`,
  values,
})

function withoutKeywords(wanted: CompaniesWanted): CompaniesWanted {
  const { keywords: _, ...filters } = wanted.filters
  return { ...wanted, filters }
}

/** Companies that match all other filters and contain an unwanted phrase; null if no phrase is unwanted. */
function leftOutBy(wanted: CompaniesWanted): CompanyConditions | null {
  const phrases = wanted.filters.keywords?.exclude ?? []
  if (phrases.length === 0) return null
  const filters: CompanyFilters = { ...wanted.filters, keywords: { include: phrases, match: 'any' } }
  return companyConditions({ ...wanted, filters, closed: wantsClosed(wanted.filters) })
}

/**
 * An index finds companies in a city or with a phrase, but not those in none of a list of cities or without any phrase: all are
 * counted, and those in the list subtracted. Companies found by words are tested along the way.
 */
function countSearch(wanted: CompaniesWanted, conditions: CompanyConditions): CompaniesCount {
  const { headquarters_location: place, ...others } = wanted.filters
  const excluded = place?.exclude?.some(({ city }) => city !== undefined) === true ? place.exclude : []
  if (excluded.length === 0 || conditions.byWords) {
    const most = mostOf(conditions)
    return { all: countOf(conditions, most), without: null, most }
  }
  const isIn = place?.include === undefined ? {} : { headquarters_location: { include: place.include } }
  const filters = { ...others, ...isIn }
  return difference({ ...wanted, filters }, companyConditions({ ...wanted, filters, takenAway: excluded }))
}

const difference = (all: CompaniesWanted, without: CompanyConditions): CompaniesCount => ({
  all: countOf(companyConditions(all), ALL),
  without: countOf(without, ALL),
  most: ALL,
})
