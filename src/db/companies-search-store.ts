import type { Pool, PoolClient } from 'pg'
import { createSingleFlight } from '../lib/single-flight.ts'
import { createTtlMap } from '../lib/ttl-map.ts'
import { filterSearch } from './company-page-statements.ts'
import type { CompaniesSearch } from './company-page-statements.ts'
import { companyConditions } from './company-conditions.ts'
import type { CompaniesWanted } from './company-conditions.ts'
import { MODEL_BY_DOMAIN, MODEL_BY_NAME, similarSearch } from './similar-companies.ts'
import type { Model } from './similar-companies.ts'

export interface FoundCompany {
  domain: string
  organization: string | null
  personal: number
  generic: number
}

/** All companies under some filters, and their addresses. */
export interface CompanyTotals {
  results: number
  personal: number
  generic: number
}

export interface CompaniesPage {
  companies: FoundCompany[]
  totals: CompanyTotals
}

export interface CompaniesQuestion extends CompaniesWanted {
  limit: number
  offset: number
}

export interface NamedCompany {
  domain: string
  name: string
  emails: number
}

/** Whoever pages on asks again within so long; counting is most of the work of a broad question. */
const TOTALS_KEPT_MS = 60_000
const MAX_TOTALS = 10_000

const NOTHING: CompanyTotals = { results: 0, personal: 0, generic: 0 }

/** Filters differ so much that a plan for all of them suits none; what is sorted and hashed fits into memory. */
export const PLANNING = `begin read only; set local plan_cache_mode = force_custom_plan; set local jit = off;
  set local random_page_cost = 1.1; set local work_mem = '64MB'; set local pg_trgm.word_similarity_threshold = 0.5`

/** Names of which a part is like $1, and those known as $2 exactly; the likest $3. */
const NAMED = `select domain, name, emails from (
    (select domain, name, emails_total as emails, similarity(left(lower(name), 200), $1) as likeness from companies
      where $1 <% left(lower(name), 200) order by likeness desc, emails_total desc, domain limit $3)
    union all
    select n.domain, n.name, coalesce(c.emails_total, d.personal_count + d.generic_count, 0), 1 from company_names n
      left join companies c using (domain) left join domains d using (domain) where n.name_key = $2) named
  order by likeness desc, emails desc, domain limit $3`

/** Companies by filters, most addresses first, and by name. */
export const createCompaniesSearchStore = (pool: Pool) => {
  const known = createTtlMap<CompanyTotals>(TOTALS_KEPT_MS, MAX_TOTALS)
  const counted = createSingleFlight<CompanyTotals>()

  const totalsOf = async (
    client: PoolClient,
    { count, countValues: values }: CompaniesSearch,
  ): Promise<CompanyTotals> => {
    const key = `${JSON.stringify(values)} ${count}`
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const totals = await counted(key, async () => (await client.query<CompanyTotals>(count, values)).rows[0] ?? NOTHING)
    known.set(key, totals)
    return totals
  }

  /** Null where the company that others are to be like is unknown. */
  const searchOf = async (client: PoolClient, wanted: CompaniesWanted): Promise<CompaniesSearch | null> => {
    const conditions = companyConditions(wanted)
    const { similar_to: similar } = wanted.filters
    if (similar === undefined) return filterSearch(conditions)
    const { domain, name = '' } = similar
    const { rows } = await (domain === undefined
      ? client.query<Model>(MODEL_BY_NAME, [name.toLowerCase()])
      : client.query<Model>(MODEL_BY_DOMAIN, [domain]))
    return rows[0] === undefined ? null : similarSearch(conditions, rows[0])
  }

  return {
    /** One page and the totals; the totals may be a minute old. */
    page: ({ limit, offset, ...wanted }: CompaniesQuestion): Promise<CompaniesPage> =>
      planned(pool, async (client) => {
        const search = await searchOf(client, wanted)
        if (search === null) return { companies: [], totals: NOTHING }
        const { rows } = await client.query<FoundCompany>(search.page, [...search.values, limit, offset])
        return { companies: rows, totals: await totalsOf(client, search) }
      }),

    /** Companies whose name has a part like `name` (lower case), or that are known under `nameKey`; the likest first. */
    named: (name: string, nameKey: string, limit: number): Promise<NamedCompany[]> =>
      planned(pool, async (client) => (await client.query<NamedCompany>(NAMED, [name, nameKey, limit])).rows),
  }
}

/** Runs reading statements that are planned for their values. */
async function planned<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(PLANNING)
    return await work(client)
  } finally {
    await client.query('rollback').catch(() => (broken = true))
    client.release(broken)
  }
}
