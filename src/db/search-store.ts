import type { Pool } from 'pg'
import { filterConditions } from './search-conditions.ts'
import type { AddressFilter } from './search-conditions.ts'

/** What a domain search and an email count read. */
export interface DomainFacts {
  organization: string | null
  pattern: string | null
  acceptAll: boolean | null
  linkedDomains: string[]
  personalCount: number
  genericCount: number
}

export interface FoundSourceRow {
  domain: string
  uri: string
  extracted_on: string
  last_seen_on: string
  still_on_page: boolean
}

export interface FoundAddressRow {
  value: string
  type: 'personal' | 'generic'
  confidence: number
  first_name: string | null
  last_name: string | null
  position: string | null
  position_raw: string | null
  seniority: string | null
  department: string | null
  linkedin: string | null
  twitter: string | null
  phone_number: string | null
  verified_on: string | null
  verification_status: string | null
  sources: FoundSourceRow[]
}

export interface KindCount {
  type: 'personal' | 'generic'
  seniority: string
  department: string
  decisionMaker: boolean
  total: number
}

const DOMAIN_FACTS = `select d.organization, d.pattern, d.accept_all as "acceptAll", d.personal_count as "personalCount",
    d.generic_count as "genericCount", array(
      select l.linked_domain from linked_domains l where l.domain = d.domain and (l.kind = 'alias' or exists (
        select 1 from linked_domains back where back.domain = l.linked_domain and back.linked_domain = d.domain))
      order by 1 limit 20) as "linkedDomains"
  from domains d where d.domain = $1`

const SERVED_SOURCES = 20

/** Sources are read for the page's rows only, newest first; the whole page is one JSON text, which costs the least to carry. */
const pageStatement = (conditions: string, limit: number, offset: number): string => `
  select coalesce(json_agg(row order by row.confidence desc, row.sources_count desc, row.value), '[]')::text as page from (
    select a.value, a.type, a.confidence, a.sources_count, a.first_name, a.last_name, a.position, a.position_raw, a.seniority, a.department,
      a.linkedin, a.twitter, a.phone_number, a.verified_on, a.verification_status, (
        select coalesce(json_agg(s), '[]') from (
          select source_domain as domain, uri, (extracted_at at time zone 'utc')::date as extracted_on,
            (last_seen_at at time zone 'utc')::date as last_seen_on, still_on_page
          from sources where domain = a.domain and value = a.value order by last_seen_at desc, uri limit ${SERVED_SOURCES}) s) as sources
    from addresses a where ${conditions}
    order by a.confidence desc, a.sources_count desc, a.value limit $${limit} offset $${offset}) row`

/** Reading the index by domain. Filters of one request are one `AddressFilter`. */
export const createSearchStore = (pool: Pool) => ({
  domainFacts: async (domain: string): Promise<DomainFacts | null> => {
    const { rows } = await pool.query<DomainFacts>({ name: 'domain-facts', text: DOMAIN_FACTS, values: [domain] })
    return rows[0] ?? null
  },

  /** One page in the order of a domain search: confidence, number of sources, value. */
  page: async (filter: AddressFilter, limit: number, offset: number): Promise<FoundAddressRow[]> => {
    const { text, values, name } = filterConditions(filter)
    const statement = pageStatement(text, values.length + 1, values.length + 2)
    const { rows } = await pool.query<{ page: string }>({
      name: `page-${name}`,
      text: statement,
      values: [...values, limit, offset],
    })
    return JSON.parse(rows[0]?.page ?? '[]') as FoundAddressRow[]
  },

  /** Rows under these filters, counted; for filters that the stored counters do not know. */
  count: async (filter: AddressFilter): Promise<number> => {
    const { text, values, name } = filterConditions(filter)
    const statement = {
      name: `count-${name}`,
      text: `select count(*)::int as total from addresses a where ${text}`,
      values,
    }
    return (await pool.query<{ total: number }>(statement)).rows[0]?.total ?? 0
  },

  /** The stored counters of a domain, one row for each kind of address it has. */
  kindCounts: async (domain: string): Promise<KindCount[]> => {
    const text = `select type, seniority, department, decision_maker as "decisionMaker", total from address_counts where domain = $1 and total > 0`
    return (await pool.query<KindCount>({ name: 'kind-counts', text, values: [domain] })).rows
  },

  /** The domain known under this name: its own name first, then an alias, then the label of its domain; most addresses win. */
  domainOfCompany: async (nameKey: string): Promise<string | null> => {
    const text = `select c.domain from company_names c join domains d using (domain) where c.name_key = $1
      order by array_position(array['organization', 'alias', 'label'], c.kind), d.personal_count + d.generic_count desc, c.domain limit 1`
    return (
      (await pool.query<{ domain: string }>({ name: 'domain-of-company', text, values: [nameKey] })).rows[0]?.domain ??
      null
    )
  },
})

export type SearchStore = ReturnType<typeof createSearchStore>
