import { companyConditions, withoutPhrases } from './company-conditions.ts'
import type { CompaniesWanted, CompanyConditions } from './company-conditions.ts'

export interface CompanyQuestion {
  text: string
  values: unknown[]
  /** What is counted, if not all companies. */
  from?: string
}

/** The statements of a search. `page` takes limit and offset behind the values. */
export interface CompaniesSearch {
  page: string
  /** The same page along the order of all companies; null where that is the only way. */
  walk: string | null
  /** No index leads to what is wanted: companies are compared with phrases in their order. */
  isCompared: boolean
  values: unknown[]
  count: CompaniesCount
}

/** How many there are: those of `all` without those of `without`. */
export interface CompaniesCount {
  all: CompanyQuestion
  without: CompanyQuestion | null
  /** How many are looked at one by one, at most, and the question that counts one more than that; null where all are. */
  reach: { most: number; counting: CompanyQuestion } | null
  /** No more than these are counted; a total of more says that there are at least so many. */
  most: number
}

export const SHOWN = `c.domain, coalesce(c.name, c.legal_name) as organization, c.personal_count as personal,
  c.generic_count as generic,
  (select k.finished_at from crawls k where k.domain = c.domain and k.pages > 0) as "crawledAt"`

const TOTALS = `count(*) as results, coalesce(sum(personal_count), 0)::bigint as personal,
  coalesce(sum(generic_count), 0)::bigint as generic`

/** Comparisons of a company with a phrase that a count makes: some tens of milliseconds. */
const COMPARISONS = 1_000_000
const LEAST_COUNTED = 20_000

/** Words of phrases that companies are compared with for one page or count: a tenth of a second. */
const LOOKED_UP = 4_000_000

const mostOf = ({ phrases, isTopic }: Pick<CompanyConditions, 'phrases' | 'isTopic'>): number =>
  isTopic
    ? LEAST_COUNTED
    : phrases === 0
      ? Number.MAX_SAFE_INTEGER - 1
      : Math.max(LEAST_COUNTED, Math.floor(COMPARISONS / phrases))

/** Counts companies `c` of a `where`; one more than `most` tells that there are more. */
export const countOf = ({ text, values, from = 'companies' }: CompanyQuestion, most: number): CompanyQuestion => ({
  text: `select ${TOTALS} from (select c.personal_count, c.generic_count from ${from} c where ${text} limit ${most + 1}) c`,
  values: [...values],
})

/**
 * Companies by filters, most addresses first. Filters over words are answered by their index first and sorted then, unless so
 * many match that the first of the order are found sooner by walking along it. All else is read off the index of the order, or
 * found by an index that leaves few. Names are fetched for the companies of the page alone.
 */
export function filterSearch(wanted: CompaniesWanted): CompaniesSearch {
  const conditions = companyConditions(wanted)
  const { text, values, byWords } = conditions
  const reach = byWords || conditions.phrases === 0 ? null : reachOf(wanted)
  if (reach !== null) return comparedSearch(reach, mostOf(conditions))
  const found = `select c.domain, c.emails_total from companies c where ${text}`
  const bounds = `order by emails_total desc, domain limit $${values.length + 1} offset $${values.length + 2}`
  const shown = (page: string): string =>
    `select ${SHOWN} from (${page}) page join companies c using (domain) order by c.emails_total desc, c.domain`
  const walk = shown(`${found} ${bounds}`)
  return {
    page: byWords ? shown(`with found as materialized (${found}) select * from found ${bounds}`) : walk,
    walk: byWords ? walk : null,
    isCompared: false,
    values,
    count: countSearch(wanted, conditions),
  }
}

interface Reach {
  /** The companies that are compared: the first of those under all other filters. */
  text: string
  /** What tells one of them from those that are not wanted. */
  condition: string
  values: unknown[]
  most: number
  counting: CompanyQuestion
}

/** No index leads to companies without a phrase: those under all other filters are compared in their order, up to a bound. */
function reachOf(wanted: CompaniesWanted): Reach {
  const { keywords, ...filters } = wanted.filters
  const exclude = keywords?.exclude ?? []
  const { text, values } = companyConditions({ ...wanted, filters })
  const all = [...values]
  const condition = withoutPhrases(exclude, (value) => `$${all.push(value)}`)
  const words = exclude.reduce((sum, phrase) => sum + phrase.trim().split(/\s+/).length, 0)
  const most = Math.floor(LOOKED_UP / Math.max(1, words))
  const counting = countOf({ text, values }, most)
  const first = `select * from companies c where ${text} order by emails_total desc, domain limit ${most}`
  return { text: `(${first}) c`, condition, values: all, most, counting }
}

function comparedSearch({ text, condition, values, most: reached, counting }: Reach, most: number): CompaniesSearch {
  const bounds = `order by emails_total desc, domain limit $${values.length + 1} offset $${values.length + 2}`
  const page = `select c.domain, c.emails_total from ${text} where ${condition} ${bounds}`
  const found = `select c.personal_count, c.generic_count from ${text} where ${condition} limit ${most + 1}`
  return {
    page: `select ${SHOWN} from (${page}) page join companies c using (domain) order by c.emails_total desc, c.domain`,
    walk: null,
    isCompared: true,
    values,
    count: {
      all: { text: `select ${TOTALS} from (${found}) c`, values },
      without: null,
      most,
      reach: { most: reached, counting },
    },
  }
}

/**
 * An index finds companies of a city, but not those of no city in a list: all are counted, and those in the list taken off.
 * Beside phrases, which have to be compared in any case, both are tested together.
 */
function countSearch(wanted: CompaniesWanted, conditions: CompanyConditions): CompaniesCount {
  const { headquarters_location: place, ...others } = wanted.filters
  const most = mostOf(conditions)
  const excluded = place?.exclude?.some(({ city }) => city !== undefined) === true ? place.exclude : []
  if (excluded.length === 0 || conditions.phrases > 0 || conditions.isTopic)
    return { all: countOf(conditions, most), without: null, most, reach: null }
  const filters = {
    ...others,
    ...(place?.include !== undefined && { headquarters_location: { include: place.include } }),
  }
  const all = companyConditions({ ...wanted, filters })
  const without = companyConditions({ ...wanted, filters, takenAway: excluded })
  return { all: countOf(all, most), without: countOf(without, most), most, reach: null }
}
