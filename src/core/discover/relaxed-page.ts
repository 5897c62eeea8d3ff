import type { Part } from '../../context.ts'
import type { CompaniesPage } from '../../db/companies/companies-pages.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import { parseQuery } from '../../engine/discover/query-parser.ts'
import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import type { CompanyFilters, CompanyTopic } from '../../lib/companies/company-filters.ts'
import { besideTopics, withoutTopic } from '../../lib/companies/company-topics.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import type { AskedFilters } from './discover-filters.ts'

interface Place {
  limit: number
  offset: number
}

/** A part of a question that was dropped because nothing matched all of it. */
interface Relaxed {
  slot: string
  said: string
  filter: Record<string, unknown>
  why: string
}

interface AnsweredPage {
  filters: CompanyFilters
  relaxed: Relaxed[]
  /** For an empty result: the filter that emptied it. */
  emptyBecause: string | null
  page: CompaniesPage
}

const NOTHING: CompaniesPage = { companies: [], totals: { results: 0, isCapped: false, personal: 0, generic: 0 } }
const WHY = 'no company matched all'
const WHY_UNKNOWN = 'it is not a known place or industry, and no company matched all'
/** The most counts made for one question. */
const MOST_COUNTS = 5

/**
 * Returns the page of companies. If a question finds nothing, filters that were only read from its words are relaxed, one at a
 * time: subjects that are in no list, a name, topics beyond the first, keywords, a size that is only implied, technologies
 * beyond the first, and then a stated size by one band on each side. Filters sent by a caller are never relaxed; neither are
 * keywords if any of them was in quotes, the first known topic, place, kind, year, exclusions, and the last remaining filter.
 */
export async function pageOf(
  call: Part<never, 'companiesSearch'>,
  asked: AskedFilters,
  place: Place,
): Promise<AnsweredPage> {
  const { filters, isSaid } = asked
  const page = await companiesOf(call, filters, place)
  if (page.totals.results > 0 || place.offset > 0 || isAbsent(filters))
    return { filters, relaxed: [], emptyBecause: null, page }
  const relaxed: Relaxed[] = []
  let wider = filters
  for (const step of isSaid ? STEPS : []) {
    for (let next = step(wider, asked); next !== null; next = step(wider, asked)) {
      if (isAbsent(next.filters) || relaxed.length === MOST_COUNTS) break
      wider = next.filters
      relaxed.push({ why: WHY, ...next.dropped })
      const found = await companiesOf(call, wider, place)
      if (found.totals.results > 0) return { filters: wider, relaxed, emptyBecause: null, page: found }
      if (next.isLast === true) break
    }
  }
  const counts = MOST_COUNTS - relaxed.length
  return { filters, relaxed: [], emptyBecause: await emptyBecause(call, asked, counts), page }
}

interface Step {
  filters: CompanyFilters
  dropped: Omit<Relaxed, 'why'> & Partial<Pick<Relaxed, 'why'>>
  /** Taken only once. */
  isLast?: true
}

const STEPS: readonly ((filters: CompanyFilters, asked: AskedFilters) => Step | null)[] = [
  (filters) => {
    const topic = filters.topics?.findLast(({ known }) => known === false)
    return topic === undefined ? null : (knownTail(filters, topic) ?? droppedTopic(filters, topic))
  },
  ({ organization, ...filters }) =>
    organization?.name === undefined
      ? null
      : { filters, dropped: { slot: 'organization', said: organization.name.join(', '), filter: { organization } } },
  (filters) => droppedTopic(filters, filters.topics?.slice(1).at(-1)),
  ({ keywords, ...filters }, { required }) => {
    const { include, exclude } =
      besideTopics({ ...filters, ...(keywords !== undefined && { keywords }) }).keywords ?? {}
    if (include === undefined || keywords === undefined || required.length > 0) return null
    const left = filters.topics === undefined ? [] : (keywords.include ?? []).filter((word) => !include.includes(word))
    return {
      filters: {
        ...filters,
        ...((left.length > 0 || exclude !== undefined) && {
          keywords: { ...(left.length > 0 && { include: left }), ...(exclude !== undefined && { exclude }) },
        }),
      },
      dropped: { slot: 'keywords', said: include.join(', '), filter: { keywords: { include } } },
    }
  },
  ({ headcount, ...filters }, { inferred }) =>
    headcount === undefined || !inferred.includes('headcount')
      ? null
      : { filters, dropped: { slot: 'headcount', said: headcount.join(', '), filter: { headcount } } },
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
      isLast: true,
    }
  },
]

/**
 * Of several words that no list has as a whole, the known trade that they end in stays: `Qarvilon payments` becomes `payments`.
 * Null if they end in none, or if other topics are left anyway.
 */
function knownTail(filters: CompanyFilters, topic: CompanyTopic): Step | null {
  const { keywords, ...others } = withoutTopic(filters, topic)
  if (others.topics !== undefined || others.industry !== undefined || keywords?.include !== undefined) return null
  const words = topic.said.split(' ').slice(0, MOST_WORDS)
  for (const at of words.keys()) {
    if (at === 0) continue
    const {
      topics = [],
      industry,
      keywords: found,
    } = parseQuery(`${words.slice(at).join(' ')} companies`, ANY_DAY).filters
    if (topics.length === 0 || topics.some(({ known }) => known === false)) continue
    return {
      filters: {
        ...others,
        topics,
        ...(industry !== undefined && { industry }),
        ...((found !== undefined || keywords !== undefined) && { keywords: { ...found, ...keywords } }),
      },
      dropped: {
        slot: 'keywords',
        said: words.slice(0, at).join(' '),
        filter: { keywords: { include: topic.keywords ?? [] } },
        why: WHY_UNKNOWN,
      },
    }
  }
  return null
}
const MOST_WORDS = 4
/** Words of a trade mean the same on every day. */
const ANY_DAY = new Date(0)

function droppedTopic(filters: CompanyFilters, topic: CompanyTopic | undefined): Step | null {
  if (topic === undefined) return null
  const isWord = topic.known === false
  const filter = isWord ? { keywords: { include: topic.keywords ?? [] } } : { topics: [topic] }
  return {
    filters: withoutTopic(filters, topic),
    dropped: {
      slot: isWord ? 'keywords' : 'topics',
      said: topic.said,
      filter,
      ...(isWord && { why: WHY_UNKNOWN }),
    },
  }
}

/** With the band below and the band above. */
const withNeighbours = (bands: readonly string[]): string[] =>
  HEADCOUNTS.filter((_, at) => [at - 1, at, at + 1].some((near) => bands.includes(HEADCOUNTS[near] ?? '')))

/**
 * The first filter without which companies would be found; of a question, whose filters were not chosen by the caller, otherwise
 * the first that no company matches by itself. Null if no single filter is the cause.
 */
async function emptyBecause(
  call: Part<never, 'companiesSearch'>,
  { filters, isSaid }: Pick<AskedFilters, 'filters' | 'isSaid'>,
  counts: number,
): Promise<string | null> {
  const beside = besideTopics(filters)
  const isHeld = (name: keyof CompanyFilters): boolean =>
    (name === 'industry' || name === 'keywords') && beside[name] === undefined
  const all = Object.keys(filters) as (keyof CompanyFilters)[]
  const names = all.filter((name) => !isHeld(name)).toReversed()
  const [only, another] = names
  if (another === undefined) return isSaid && (await call.store.companiesSearch.any()) ? (only ?? null) : null
  let left = counts
  const anyWith = async (some: CompanyFilters): Promise<boolean> =>
    (await companiesOf(call, some, { limit: 1, offset: 0 })).totals.results > 0
  for (const name of names) {
    if (left-- <= 0) return null
    const { [name]: _left, ...others } =
      name === 'topics' ? (filters.topics ?? []).reduce(withoutTopic, filters) : filters
    if (await anyWith(others)) return name
  }
  for (const name of isSaid ? names : []) {
    if (left-- <= 0) return null
    const own = all.filter((one) => one === name || (name === 'topics' && isHeld(one)))
    if (!(await anyWith(Object.fromEntries(own.map((one) => [one, filters[one]]))))) return name
  }
  return null
}

/** Companies that match filters; none without any. */
export function companiesOf(
  call: Part<never, 'companiesSearch'>,
  filters: CompanyFilters,
  place: Place & { among?: readonly string[] },
): Promise<CompaniesPage> {
  const nameKeys = (filters.organization?.name ?? []).map(companyKey)
  const modelKey = companyKey(filters.similar_to?.name ?? '')
  return isAbsent(filters)
    ? Promise.resolve(NOTHING)
    : call.store.companiesSearch.page({ filters, nameKeys, modelKey, ...place })
}
