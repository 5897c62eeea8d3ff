import type { Pool, PoolClient } from 'pg'
import type { CompanyFilters } from '../../lib/companies/company-filters.ts'
import type { Trait } from '../../lib/companies/company-traits.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'
import { createSingleFlight } from '../../lib/process/single-flight.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import { planned } from '../calls/planned.ts'
import { comparedSearch } from './compared-companies.ts'
import type { ComparedSearch } from './compared-companies.ts'
import { companyConditions, NAMED_SO } from './company-conditions.ts'
import type { CompaniesWanted } from './company-conditions.ts'
import { filterSearch } from './company-page-statements.ts'
import type { CompaniesCount, CompaniesSearch, CompanyQuestion } from './company-page-statements.ts'
import { createLikelyBounds, isDeep } from './deep-page.ts'
import type { PageWanted } from './deep-page.ts'
import { MODEL_BY_DOMAIN, MODEL_BY_KEY, MODEL_BY_NAME, similarSearch } from './similar-companies.ts'
import type { Model } from './similar-companies.ts'

export interface FoundCompany {
  domain: string
  organization: string | null
  personal: number
  generic: number
  /** When its site was last read; null if it never was. */
  crawledAt: Date | null
  /** Only for companies similar to another; out of 100. */
  score?: number
  because?: Trait[]
}

/** Totals of all companies that match some filters, and of their addresses. */
export interface CompanyTotals {
  results: number
  /** There are more than were counted. */
  isCapped: boolean
  personal: number
  generic: number
}

interface Page<Company> {
  companies: Company[]
  totals: CompanyTotals
}
export type CompaniesPage = Page<FoundCompany>

/** Before it is known when the site was read. */
type Listed = Omit<FoundCompany, 'crawledAt'>
type ListedPage = Page<Listed>

export interface CompaniesQuestion extends Pick<CompaniesWanted, 'among' | 'filters'> {
  /** The names among the filters, in the form used by `company_names`. */
  nameKeys: readonly string[]
  /** The name to be similar to, in the same form. */
  modelKey?: string
  limit: number
  offset: number
}

/** Callers who page on ask again within this time; counting is most of the work of a broad question. */
const TOTALS_KEPT_MS = 60_000
const MAX_TOTALS = 10_000

type Counted = Omit<CompanyTotals, 'isCapped'>

const NOTHING: Counted = { results: 0, personal: 0, generic: 0 }
const NONE: CompaniesPage = { companies: [], totals: { ...NOTHING, isCapped: false } }

/** Of the indexes that could be used, leaves only those in sort order. */
const WALKING = 'set local enable_bitmapscan = off'
const LOOKING_UP = 'set local enable_bitmapscan = on'
/**
 * Approximate size of an index. If more companies match than the square root of this size times the rows up to the end of the
 * page, walking finds the page sooner.
 */
const COMPANIES = 1_000_000

/** If this many times more match than are counted, walking in sort order counts them sooner. */
const WIDE = 4

/** Subtracting more companies than this takes longer than comparing the first of them with the phrases. */
const MOST_LEFT_OUT = 40_000

/** Pages of companies with totals, which may be a minute old. */
export function createCompaniesPages(
  pool: Pool,
  isDistributed: boolean,
): (question: CompaniesQuestion) => Promise<CompaniesPage> {
  const known = createTtlMap<CompanyTotals>(TOTALS_KEPT_MS, MAX_TOTALS)
  const opening = createSingleFlight<ListedPage>()
  const counting = createSingleFlight<CompanyTotals>()
  const likelyBounds = createLikelyBounds()

  /** Those that are known are used for a minute, and only if they may be right. */
  const totalsOf = async (
    key: string,
    count: () => Promise<CompanyTotals>,
    mayBe: (totals: CompanyTotals) => boolean = () => true,
  ): Promise<CompanyTotals> => {
    const kept = known.get(key)
    if (kept !== undefined && mayBe(kept)) return kept
    const totals = await counting(key, count)
    known.set(key, totals)
    return totals
  }

  const deepPage = async (client: PoolClient, search: CompaniesSearch, place: PageWanted): Promise<Listed[]> => {
    const { limit, offset } = place
    for await (const { emails, domain } of likelyBounds(client, search, place)) {
      const page = search.above?.page ?? search.page
      const { rows } = await client.query<Listed>(page, [...search.values, limit, offset, emails, domain])
      if (rows.length === limit) return rows
    }
    return rowsOf<Listed>(client, search.page, search.values, place)
  }

  const filteredPage = async (client: PoolClient, search: CompaniesSearch, place: PageWanted): Promise<ListedPage> => {
    const key = JSON.stringify(search.count)
    const counted = known.get(key) === undefined ? search.counted : null
    const isWide = counted !== null && (await expected(client, counted.found)) > search.count.most * WIDE
    if (isWide) await client.query(WALKING)
    else if (counted !== null && place.offset === 0) {
      const asked = JSON.stringify([key, place.limit])
      const page = await opening(asked, () => countedPage(client, counted.page, search, place))
      known.set(key, page.totals)
      if (!page.totals.isCapped) return page
    }
    const count = (): Promise<CompanyTotals> => countAll(client, search.count)
    const totals = await totalsOf(key, count)
    const isBroad = totals.isCapped || totals.results > Math.sqrt(COMPANIES * (place.limit + place.offset))
    // Nodes would have to send all companies on the way to a position.
    if (isBroad && search.above !== null && !isDistributed && isDeep(place, totals.results / COMPANIES)) {
      if (isWide) await client.query(LOOKING_UP)
      return { companies: await deepPage(client, search, place), totals }
    }
    if (search.walk !== null && isBroad && !isWide) await client.query(WALKING)
    const page = isBroad ? (search.walk ?? search.page) : search.page
    const companies = await rowsOf<Listed>(client, page, search.values, place)
    const fits = ({ results, isCapped }: CompanyTotals): boolean =>
      isCapped || settledTotal(results, companies.length, place) === results
    return { companies, totals: await totalsOf(key, count, fits) }
  }

  /** A page that is not full contains all there are, which then need not be counted. */
  const comparedPage = async (client: PoolClient, search: ComparedSearch, place: PageWanted): Promise<ListedPage> => {
    const companies = await rowsOf<Listed>(client, search.page, search.values, place)
    const totals =
      place.offset === 0 && companies.length < place.limit
        ? { ...summed(companies), isCapped: await isBeyond(client, search) }
        : await totalsOf(JSON.stringify(search.count), () => countCompared(client, search))
    return { companies, totals }
  }

  return ({ limit, offset, filters, nameKeys, modelKey = '', among }) =>
    planned(pool, async (client) => {
      const wanted = { filters: await byDomains(client, filters, nameKeys), ...(among && { among }) }
      const search = await searchOf(client, wanted, modelKey, isDistributed)
      if (search === null) return NONE
      const { leftOut } = search
      const isCompared = leftOut !== null && (await expected(client, leftOut)) > MOST_LEFT_OUT
      const page = isCompared
        ? await comparedPage(client, comparedSearch(wanted, isDistributed), { limit, offset })
        : await filteredPage(client, search, { limit, offset })
      return { ...page, companies: await withVisits(client, page.companies) }
    })
}

const VISITED = `select domain, finished_at as "crawledAt" from crawls where domain = any($1::text[]) and pages > 0`

async function withVisits(client: PoolClient, companies: readonly Listed[]): Promise<FoundCompany[]> {
  if (companies.length === 0) return []
  const { rows } = await client.query<Pick<FoundCompany, 'domain' | 'crawledAt'>>(VISITED, [
    companies.map(({ domain }) => domain),
  ])
  const visits = new Map(rows.map(({ domain, crawledAt }) => [domain, crawledAt]))
  return companies.map((company) => ({ ...company, crawledAt: visits.get(company.domain) ?? null }))
}

/** Replaces named organisations with their domains. */
async function byDomains(
  client: PoolClient,
  { organization, ...others }: CompanyFilters,
  nameKeys: readonly string[],
): Promise<CompanyFilters> {
  if (organization === undefined) return others
  const { domain = [], name = [] } = organization
  if (name.length === 0) return { ...others, organization }
  const names = name.map((each) => each.toLowerCase())
  const { rows } = await client.query<{ domain: string }>(NAMED_SO, [names, nameKeys])
  return { ...others, organization: { domain: [...new Set([...domain, ...rows.map((row) => row.domain)])] } }
}

/** Null if the company to be similar to is unknown. */
async function searchOf(
  client: PoolClient,
  wanted: CompaniesWanted,
  modelKey: string,
  isDistributed: boolean,
): Promise<CompaniesSearch | null> {
  const { similar_to: similar } = wanted.filters
  if (similar === undefined) return filterSearch(wanted)
  const { domain, name = '' } = similar
  const { rows } = await (domain === undefined
    ? client.query<Model>(MODEL_BY_NAME, [name.toLowerCase()])
    : client.query<Model>(MODEL_BY_DOMAIN, [domain]))
  const model = rows[0] ?? (modelKey === '' ? undefined : (await client.query<Model>(MODEL_BY_KEY, [modelKey])).rows[0])
  return model === undefined ? null : similarSearch(companyConditions(wanted), model, isDistributed)
}

async function rowsOf<Row extends Listed>(
  client: PoolClient,
  page: string,
  values: readonly unknown[],
  { limit, offset }: PageWanted,
): Promise<Row[]> {
  return (await client.query<Row>(page, [...values, limit, offset])).rows
}

async function countedPage(
  client: PoolClient,
  text: string,
  { values, count: { most } }: CompaniesSearch,
  place: PageWanted,
): Promise<ListedPage> {
  const rows = await rowsOf<Listed & { totals: Counted }>(client, text, values, place)
  const companies = rows.map((row) => {
    const { totals: _, ...company } = row
    return company
  })
  return { companies, totals: atMost(rows[0]?.totals ?? NOTHING, most) }
}

const one = async (client: PoolClient, { text, values }: CompanyQuestion): Promise<Counted> =>
  (await client.query<Counted>(text, values)).rows[0] ?? NOTHING

const atMost = (counted: Counted, most: number): CompanyTotals =>
  counted.results > most ? { ...counted, results: most, isCapped: true } : { ...counted, isCapped: false }

async function countAll(client: PoolClient, { all, without, most }: CompaniesCount): Promise<CompanyTotals> {
  const whole = await one(client, all)
  const off = without === null ? NOTHING : await one(client, without)
  const [results, personal, generic] = [
    whole.results - off.results,
    whole.personal - off.personal,
    whole.generic - off.generic,
  ]
  return atMost({ results, personal, generic }, most)
}

async function countCompared(client: PoolClient, search: ComparedSearch): Promise<CompanyTotals> {
  const totals = atMost(await one(client, search.count), search.most)
  return { ...totals, isCapped: totals.isCapped || (await isBeyond(client, search)) }
}

/** Whether there are more companies than are compared. */
const isBeyond = async (client: PoolClient, { reach }: ComparedSearch): Promise<boolean> =>
  (await one(client, reach.counting)).results > reach.most

function summed(all: readonly Listed[]): Counted {
  const sumOf = (figure: 'personal' | 'generic'): number => all.reduce((sum, company) => sum + company[figure], 0)
  return { results: all.length, personal: sumOf('personal'), generic: sumOf('generic') }
}

interface Plan {
  'Plan Rows': number
  /** With several nodes: the plan for one part. */
  'Distributed Query'?: { Job: { 'Task Count': number; Tasks: { 'Remote Plan': [{ Plan: Plan }][] }[] } }
}

/**
 * How many companies a question finds, as estimated by the planner; with several nodes, the estimate for one part times the
 * number of parts.
 */
async function expected(client: PoolClient, { text, values }: CompanyQuestion): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const job = plan?.['Distributed Query']?.Job
  if (job === undefined) return plan?.['Plan Rows'] ?? 0
  return job['Task Count'] * (job.Tasks[0]?.['Remote Plan'][0]?.[0].Plan['Plan Rows'] ?? 0)
}
