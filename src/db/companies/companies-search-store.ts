import type { Pool } from 'pg'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import { askBesideCompanies, besideCompanies } from '../beside-companies.ts'
import { planned } from '../calls/planned.ts'
import { createCompaniesPages } from './companies-pages.ts'
import { FACT_SOURCES } from './profiles-store.ts'
import type { FactSourceRow } from './profiles-store.ts'

/** Facts of a company; `sources` is field → source, with `*` for all fields not named. */
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

/** A longer name has so many trigrams that looking them all up takes longer than everything else; its beginning is enough. */
const MAX_NAME = 60

/** What a page says about itself is at the beginning. */
const MAX_DESCRIPTION = 4_000

/** Names with a part similar to $1, and those known exactly as $2; the $3 most similar ones. */
const NAMED = `select domain, name, emails from (
    (select domain, name, emails_total as emails, similarity(left(lower(name), 200), $1) as likeness from companies
      where $1 <% left(lower(name), 200) order by likeness desc, emails_total desc, domain limit $3)
    union all
    select n.domain, n.name, coalesce(c.emails_total, d.personal_count + d.generic_count, 0), 1 from company_names n
      left join companies c using (domain) left join domains d using (domain) where n.name_key = $2) named
  order by likeness desc, emails desc, domain limit $3`

const KNOWN = besideCompanies(
  (companies) => `select jsonb_build_object('domain', c.domain, 'name', c.name, 'industry', c.industry, 'tags', c.tags,
      'description', left(c.description, ${MAX_DESCRIPTION}), 'country', c.country, 'state', c.state, 'city', c.city,
      'headcount', c.headcount, 'company_type', c.company_type, 'founded_year', c.founded_year, 'technologies', c.technologies,
      'funding_series', c.funding_series, 'funding_amount', c.funding_amount, 'funding_on', c.funding_on) as facts,
    ${FACT_SOURCES} as sources
  from ${companies('c')} where c.domain = any($1::text[])`,
)

const TRAITS = `select domain, country, headcount, email_provider as provider from companies where domain = any($1::text[])`

/**
 * For each of the keys $1, companies with this name, those that bear it as their own name first; at most $2. Citus does not
 * support this kind of lateral.
 */
const NAMES_OF = {
  one: `select key, name, domain, kind = 'label' as "isLabel" from unnest($1::text[]) key
  cross join lateral (select name, domain, kind from company_names where name_key = key order by kind = 'label', domain limit $2) named
  order by key, kind = 'label', domain`,
  nodes: `select name_key as key, name, domain, kind = 'label' as "isLabel" from (
    select *, row_number() over (partition by name_key order by kind = 'label', domain) as nth
    from company_names where name_key = any($1::text[])) named where nth <= $2 order by key, kind = 'label', domain`,
}

/** Companies with the same name. */
interface CalledCompanies {
  name: string
  /** It is the first label of their domains, and not the name of any. */
  isLabel: boolean
  domains: readonly string[]
}

/** Finds companies by filters, most addresses first, and by name. */
export const createCompaniesSearchStore = (pool: Pool, isDistributed: boolean) => ({
  page: createCompaniesPages(pool, isDistributed),

  /** Whether there is any company. */
  any: async (): Promise<boolean> => (await pool.query('select 1 from companies limit 1')).rowCount === 1,

  /** What is known about companies, as far as filters use it, and its sources. */
  known: async (domains: readonly string[]): Promise<Map<string, KnownFacts>> => {
    const asked = { statement: KNOWN, values: [domains], domains }
    const rows = await askBesideCompanies<KnownFacts>(pool, isDistributed, asked)
    return new Map(rows.map((row) => [row.facts.domain, row]))
  },

  /** Traits of companies that may show how they write addresses, by domain. */
  traits: async (domains: readonly string[]): Promise<Map<string, DomainTraits>> => {
    const { rows } = await pool.query<DomainTraits & { domain: string }>(TRAITS, [domains])
    return new Map(rows.map(({ domain, ...traits }) => [domain, traits]))
  },

  /** For each key that is the name of a company, or otherwise the first label of a domain, `most` of the companies called so. */
  namesOf: async (keys: readonly string[], most: number): Promise<Map<string, CalledCompanies>> => {
    const { rows } = await pool.query<{ key: string; name: string; domain: string; isLabel: boolean }>(
      isDistributed ? NAMES_OF.nodes : NAMES_OF.one,
      [[...new Set(keys)], most],
    )
    const called = new Map<string, CalledCompanies>()
    for (const { key, name, domain, isLabel } of rows) {
      const held = called.get(key) ?? { name, isLabel, domains: [] }
      if (held.isLabel === isLabel) called.set(key, { ...held, domains: [...held.domains, domain] })
    }
    return called
  },

  /** Companies whose name has a part similar to `name` (lower case), or that are known under `nameKey`; most similar first. */
  named: (name: string, nameKey: string, limit: number): Promise<NamedCompany[]> =>
    planned(
      pool,
      async (client) => (await client.query<NamedCompany>(NAMED, [name.slice(0, MAX_NAME), nameKey, limit])).rows,
    ),
})
