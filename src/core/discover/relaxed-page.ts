import type { Call } from '../../context.ts'
import type { CompaniesPage } from '../../db/companies/companies-search-store.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import type { AskedFilters } from './discover-filters.ts'

interface Place {
  limit: number
  offset: number
}

/** What of a question was dropped, because nothing matched all of it. */
interface Relaxed {
  slot: string
  said: string
  filter: Record<string, unknown>
  why: string
}

interface AnsweredPage {
  filters: CompanyFilters
  relaxed: Relaxed[]
  /** Of an empty answer: the filter without which there would be companies. */
  emptyBecause: string | null
  page: CompaniesPage
}

const NOTHING: CompaniesPage = { companies: [], totals: { results: 0, isCapped: false, personal: 0, generic: 0 } }
const WHY = 'no company matched all'
/** More counts are made for no question. */
const MOST_COUNTS = 5

/**
 * The page; where a question finds nothing, without what was taken from its words alone: first keywords, then technologies
 * beyond the first, then the size by a band to each side. What a caller sends as a filter is never relaxed, and nor are place,
 * trade, kind, year and exclusions.
 */
export async function pageOf(call: Call, { filters, isSaid }: AskedFilters, place: Place): Promise<AnsweredPage> {
  const page = await companiesOf(call, filters, place)
  if (page.totals.results > 0 || place.offset > 0 || isAbsent(filters))
    return { filters, relaxed: [], emptyBecause: null, page }
  const relaxed: Relaxed[] = []
  let wider = filters
  for (const step of isSaid ? STEPS : []) {
    const next = step(wider)
    if (next === null || isAbsent(next.filters)) continue
    wider = next.filters
    relaxed.push({ ...next.dropped, why: WHY })
    const found = await companiesOf(call, wider, place)
    if (found.totals.results > 0) return { filters: wider, relaxed, emptyBecause: null, page: found }
  }
  return { filters, relaxed: [], emptyBecause: await emptyBecause(call, filters, MOST_COUNTS - relaxed.length), page }
}

interface Step {
  filters: CompanyFilters
  dropped: Omit<Relaxed, 'why'>
}

const STEPS: readonly ((filters: CompanyFilters) => Step | null)[] = [
  ({ keywords, ...filters }) =>
    keywords?.include === undefined
      ? null
      : { filters, dropped: { slot: 'keywords', said: keywords.include.join(', '), filter: { keywords } } },
  ({ technology, ...filters }) => {
    const [first, ...more] = technology?.include ?? []
    if (first === undefined || more.length === 0 || technology?.match === 'any') return null
    const { match: _all, ...sides } = technology ?? {}
    return {
      filters: { ...filters, technology: { ...sides, include: [first] } },
      dropped: { slot: 'technology', said: more.join(', '), filter: { technology: { include: more } } },
    }
  },
  ({ headcount, ...filters }) => {
    const wider = headcount === undefined ? [] : withNeighbours(headcount)
    if (headcount === undefined || wider.length === headcount.length) return null
    return {
      filters: { ...filters, headcount: wider },
      dropped: { slot: 'headcount', said: headcount.join(', '), filter: { headcount } },
    }
  },
]

/** With the band below and the band above. */
const withNeighbours = (bands: readonly string[]): string[] =>
  HEADCOUNTS.filter((_, at) => [at - 1, at, at + 1].some((near) => bands.includes(HEADCOUNTS[near] ?? '')))

/** The first filter without which companies would be found; null where it is none alone. */
async function emptyBecause(call: Call, filters: CompanyFilters, counts: number): Promise<string | null> {
  const names = Object.keys(filters) as (keyof CompanyFilters)[]
  if (names.length < 2) return null
  for (const name of names.toReversed().slice(0, counts)) {
    const { [name]: _left, ...others } = filters
    const { totals } = await companiesOf(call, others, { limit: 1, offset: 0 })
    if (totals.results > 0) return name
  }
  return null
}

function companiesOf(call: Call, filters: CompanyFilters, place: Place): Promise<CompaniesPage> {
  const nameKeys = (filters.organization?.name ?? []).map(companyKey)
  return isAbsent(filters) ? Promise.resolve(NOTHING) : call.store.companiesSearch.page({ filters, nameKeys, ...place })
}
