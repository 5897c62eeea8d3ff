import type { Pool, PoolClient } from 'pg'
import { createSingleFlight } from '../../lib/process/single-flight.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import { filterSearch } from './company-page-statements.ts'
import type { CompaniesCount, CompaniesSearch, CompanyQuestion } from './company-page-statements.ts'
import { companyConditions } from './company-conditions.ts'
import type { CompaniesWanted } from './company-conditions.ts'
import { FACT_SOURCES } from './profiles-store.ts'
import type { FactSourceRow } from './profiles-store.ts'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import type { Trait } from '../../lib/companies/company-traits.ts'
import { planned } from '../calls/planned.ts'
import { MODEL_BY_DOMAIN, MODEL_BY_NAME, similarSearch } from './similar-companies.ts'
import type { Model } from './similar-companies.ts'

export interface FoundCompany {
  domain: string
  organization: string | null
  personal: number
  generic: number
  /** When its site was last read; null where it never was. */
  crawledAt: Date | null
  /** Only of companies like another, of 100. */
  score?: number
  because?: Trait[]
}

/** All companies under some filters, and their addresses. */
export interface CompanyTotals {
  results: number
  /** There are more than were counted. */
  isCapped: boolean
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

/** Field → source, `*` for all that are not named. */
export interface KnownFacts {
  facts: CompanyFacts
  sources: Record<string, FactSourceRow>
}

interface DomainTraits {
  country: string | null
  headcount: string | null
  provider: string | null
}

export interface NamedCompany {
  domain: string
  name: string
  emails: number
}

/** Whoever pages on asks again within so long; counting is most of the work of a broad question. */
const TOTALS_KEPT_MS = 60_000
const MAX_TOTALS = 10_000

const NOTHING: CompanyTotals = { results: 0, isCapped: false, personal: 0, generic: 0 }

type Counted = Omit<CompanyTotals, 'isCapped'>

/** Of the indexes that could answer, leaves those of an order. */
const WALKING = 'set local enable_bitmapscan = off'
/** Companies of an index, about; where more than the root of it and the page are found, walking finds the page sooner. */
const COMPANIES = 1_000_000

/** A longer name holds so many trigrams that looking each of them up takes longer than all the rest; its beginning tells. */
const MAX_NAME = 60

/** What a page tells of itself stands in the beginning. */
const MAX_DESCRIPTION = 4_000

/** Names of which a part is like $1, and those known as $2 exactly; the likest $3. */
const NAMED = `select domain, name, emails from (
    (select domain, name, emails_total as emails, similarity(left(lower(name), 200), $1) as likeness from companies
      where $1 <% left(lower(name), 200) order by likeness desc, emails_total desc, domain limit $3)
    union all
    select n.domain, n.name, coalesce(c.emails_total, d.personal_count + d.generic_count, 0), 1 from company_names n
      left join companies c using (domain) left join domains d using (domain) where n.name_key = $2) named
  order by likeness desc, emails desc, domain limit $3`

const KNOWN = `select jsonb_build_object('domain', c.domain, 'name', c.name, 'industry', c.industry, 'tags', c.tags,
      'description', left(c.description, ${MAX_DESCRIPTION}), 'country', c.country, 'state', c.state, 'city', c.city,
      'headcount', c.headcount, 'company_type', c.company_type, 'founded_year', c.founded_year, 'technologies', c.technologies,
      'funding_series', c.funding_series, 'funding_amount', c.funding_amount, 'funding_on', c.funding_on) as facts,
    ${FACT_SOURCES} as sources
  from companies c where c.domain = any($1::text[])`

const TRAITS = `select domain, country, headcount, email_provider as provider from companies where domain = any($1::text[])`

const NAMES_OF = `select distinct on (name_key) name_key as key, name, domain, kind = 'label' as "isLabel" from company_names
  where name_key = any($1::text[]) order by name_key, kind = 'label', domain`

/** Companies by filters, most addresses first, and by name. */
export const createCompaniesSearchStore = (pool: Pool) => {
  const known = createTtlMap<CompanyTotals>(TOTALS_KEPT_MS, MAX_TOTALS)
  const counted = createSingleFlight<CompanyTotals>()

  const totalsOf = async (client: PoolClient, { count }: CompaniesSearch): Promise<CompanyTotals> => {
    const key = JSON.stringify(count)
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const totals = await counted(key, () => countAll(client, count))
    known.set(key, totals)
    return totals
  }

  /** Null where the company that others are to be like is unknown. */
  const searchOf = async (client: PoolClient, wanted: CompaniesWanted): Promise<CompaniesSearch | null> => {
    const { similar_to: similar } = wanted.filters
    if (similar === undefined) return filterSearch(wanted)
    const { domain, name = '' } = similar
    const { rows } = await (domain === undefined
      ? client.query<Model>(MODEL_BY_NAME, [name.toLowerCase()])
      : client.query<Model>(MODEL_BY_DOMAIN, [domain]))
    return rows[0] === undefined ? null : similarSearch(companyConditions(wanted), rows[0])
  }

  return {
    /** One page and the totals; the totals may be a minute old. */
    page: ({ limit, offset, ...wanted }: CompaniesQuestion): Promise<CompaniesPage> =>
      planned(pool, async (client) => {
        const search = await searchOf(client, wanted)
        if (search === null) return { companies: [], totals: NOTHING }
        if (search.isCompared && offset === 0) {
          const { rows } = await client.query<FoundCompany>(search.page, [...search.values, limit, offset])
          if (rows.length === limit) return { companies: rows, totals: await totalsOf(client, search) }
          return { companies: rows, totals: { ...summed(rows), isCapped: await isBeyond(client, search.count) } }
        }
        const totals = await totalsOf(client, search)
        const isBroad = totals.isCapped || totals.results > Math.sqrt(COMPANIES * (limit + offset))
        if (search.walk !== null && isBroad) await client.query(WALKING)
        const page = isBroad ? (search.walk ?? search.page) : search.page
        const { rows } = await client.query<FoundCompany>(page, [...search.values, limit, offset])
        return { companies: rows, totals }
      }),

    /** Whether there is a company at all. */
    any: async (): Promise<boolean> => (await pool.query('select 1 from companies limit 1')).rowCount === 1,

    /** What is known of companies, as far as filters ask for it, and where from. */
    known: async (domains: readonly string[]): Promise<Map<string, KnownFacts>> => {
      const { rows } = await pool.query<KnownFacts>(KNOWN, [domains])
      return new Map(rows.map((row) => [row.facts.domain, row]))
    },

    /** What of companies may tell how they write addresses, by domain. */
    traits: async (domains: readonly string[]): Promise<Map<string, DomainTraits>> => {
      const { rows } = await pool.query<DomainTraits & { domain: string }>(TRAITS, [domains])
      return new Map(rows.map(({ domain, ...traits }) => [domain, traits]))
    },

    /** One company for each key that is a name of some, or else the first part of the domain of one. */
    namesOf: async (keys: readonly string[]): Promise<Map<string, { name: string } | { domain: string }>> => {
      const { rows } = await pool.query<{ key: string; name: string; domain: string; isLabel: boolean }>(NAMES_OF, [
        keys,
      ])
      return new Map(rows.map(({ key, name, domain, isLabel }) => [key, isLabel ? { domain } : { name }]))
    },

    /** Companies whose name has a part like `name` (lower case), or that are known under `nameKey`; the likest first. */
    named: (name: string, nameKey: string, limit: number): Promise<NamedCompany[]> =>
      planned(
        pool,
        async (client) => (await client.query<NamedCompany>(NAMED, [name.slice(0, MAX_NAME), nameKey, limit])).rows,
      ),
  }
}

/** A page that is not full holds all there are: those who had to be compared one by one need not be counted as well. */
const summed = (all: readonly FoundCompany[]): CompanyTotals => ({
  results: all.length,
  isCapped: false,
  personal: all.reduce((sum, { personal }) => sum + personal, 0),
  generic: all.reduce((sum, { generic }) => sum + generic, 0),
})

/** Whether there are more companies than are compared. */
async function isBeyond(client: PoolClient, { reach }: CompaniesCount): Promise<boolean> {
  if (reach === null) return false
  const { text, values } = reach.counting
  return ((await client.query<Counted>(text, values)).rows[0]?.results ?? 0) > reach.most
}

async function countAll(client: PoolClient, count: CompaniesCount): Promise<CompanyTotals> {
  const { all, without, most } = count
  const one = async ({ text, values }: CompanyQuestion): Promise<Counted> =>
    (await client.query<Counted>(text, values)).rows[0] ?? NOTHING
  const whole = await one(all)
  if (whole.results > most) return { ...whole, results: most, isCapped: true }
  const off = without === null ? NOTHING : await one(without)
  return {
    results: whole.results - off.results,
    isCapped: await isBeyond(client, count),
    personal: whole.personal - off.personal,
    generic: whole.generic - off.generic,
  }
}
