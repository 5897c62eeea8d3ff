import type { Pool, QueryConfig, QueryResultRow } from 'pg'
import { DOMAIN_FACTS, firstPageStatement, PAGE_ORDER } from './page-statements.ts'
import { planned } from '../calls/planned.ts'
import { filterConditions } from './search-conditions.ts'
import type { AddressFilter, Conditions } from './search-conditions.ts'
import { createFreshFlight } from '../../lib/process/fresh-flight.ts'

/** What a domain search and an email count read. */
export interface DomainFacts {
  organization: string | null
  pattern: string | null
  acceptAll: boolean | null
  linkedDomains: string[]
  personalCount: number
  genericCount: number
  /** Its owner has opted out. */
  optedOut: boolean
  /** Its crawl succeeded and the next one is not due. */
  freshlyCrawled: boolean
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
  /** Whether the holder is still with the company; null before it was judged. */
  affiliation: 'current' | 'likely' | 'former' | 'unknown' | null
  affiliation_since: string | null
  last_seen_on: string
  left_evidence: { uri: string; seen_on: string; says: string }[] | null
}

export interface DomainPage {
  facts: DomainFacts
  emails: FoundAddressRow[]
}

/** Who sees a page, and what of it. */
export interface PageViewer<Seen> {
  /** Viewers of one key see the same. */
  key: string
  see: (page: DomainPage) => Promise<Seen>
}

export interface KindCount {
  type: 'personal' | 'generic'
  seniority: string
  department: string
  decisionMaker: boolean
  total: number
}

interface KindAt extends KindCount {
  domain: string
}

export interface TitledAddress {
  value: string
  position: string
}

export interface DomainQuestion {
  domain: string
  /** The names under which the domain may be opted out: itself and its parents. */
  optoutDomains: readonly string[]
  now: Date
}

export interface PageQuestion extends DomainQuestion {
  filter: AddressFilter
  limit: number
}

const DOMAIN_OF_COMPANY = `select c.domain from company_names c left join domains d using (domain) where c.name_key = $1
  order by array_position(array['organization', 'alias', 'label'], c.kind), d.personal_count + d.generic_count desc nulls last, c.domain limit 1`

type AroundDomain = Pick<DomainFacts, 'linkedDomains' | 'optedOut'> & { aliased: string | null }
type KeptDomain = Pick<DomainFacts, 'freshlyCrawled'> & {
  known: Omit<DomainFacts, keyof AroundDomain | 'freshlyCrawled'> | null
  company: { name: string | null } | null
}

const NOTHING_KNOWN: NonNullable<KeptDomain['known']> = {
  organization: null,
  pattern: null,
  acceptAll: null,
  personalCount: 0,
  genericCount: 0,
}

/** Reads the index by domain. The filters of a request form one `AddressFilter`. */
export const createSearchStore = (pool: Pool, isDistributed: boolean) => {
  const asked = createFreshFlight<unknown>()
  /** Only a plan made for a specific title knows how many addresses have it. */
  const ask = async <Row extends QueryResultRow>({ byTitles }: Conditions, query: QueryConfig): Promise<Row[]> =>
    byTitles
      ? planned(pool, async (client) => (await client.query<Row>(query)).rows)
      : (await pool.query<Row>(query)).rows
  /** Adds what is on the coordinator. */
  const factsOf = async (
    { known, company, freshlyCrawled }: KeptDomain,
    { domain, optoutDomains }: DomainQuestion,
  ): Promise<DomainFacts> => {
    const query = { ...DOMAIN_FACTS.nodes.around, values: [domain, optoutDomains] }
    const { aliased, ...around } = (await pool.query<AroundDomain>(query)).rows[0] as AroundDomain
    const kept = known ?? NOTHING_KNOWN
    const name = company === null && aliased !== null ? await nameOf(aliased) : (company?.name ?? null)
    return { ...kept, ...around, freshlyCrawled, organization: name ?? kept.organization }
  }
  const nameOf = async (domain: string): Promise<string | null> => {
    const query = { name: 'company-name', text: 'select name from companies where domain = $1', values: [domain] }
    return (await pool.query<{ name: string | null }>(query)).rows[0]?.name ?? null
  }
  const readFirstPage = async ({ filter, limit, ...question }: PageQuestion): Promise<DomainPage> => {
    const conditions = filterConditions(filter)
    if (isDistributed) {
      const query = { ...firstPageStatement(conditions, true), values: [...conditions.values, question.now, limit] }
      const [kept] = await ask<KeptDomain & { page: string }>(conditions, query)
      const { page } = kept as { page: string }
      return { facts: await factsOf(kept as KeptDomain, question), emails: JSON.parse(page) as FoundAddressRow[] }
    }
    const values = [...conditions.values, question.optoutDomains, question.now, limit]
    const query = { ...firstPageStatement(conditions, false), values }
    const rows = await ask<DomainFacts & { page: string }>(conditions, query)
    const { page, ...facts } = rows[0] as DomainFacts & { page: string }
    return { facts, emails: JSON.parse(page) as FoundAddressRow[] }
  }
  return {
    domainFacts: async (question: DomainQuestion): Promise<DomainFacts> => {
      const { domain, optoutDomains, now } = question
      if (isDistributed) {
        const { rows } = await pool.query<KeptDomain>({ ...DOMAIN_FACTS.nodes.kept, values: [domain, now] })
        return factsOf(rows[0] as KeptDomain, question)
      }
      const { rows } = await pool.query<DomainFacts>({ ...DOMAIN_FACTS.one, values: [domain, optoutDomains, now] })
      return rows[0] as DomainFacts
    },

    /**
     * The domain and the first page of its addresses (by confidence, number of sources, value), in one round trip, as the viewer
     * sees it. The result may be shared with viewers of the same key who ask the same meanwhile: do not change it.
     * Later pages are walks.
     */
    firstPage: <Seen>(question: PageQuestion, { key, see }: PageViewer<Seen>): Promise<Seen> => {
      const name = `${key} ${question.limit} ${JSON.stringify(question.filter)}`
      return asked(name, async () => see(await readFirstPage(question))) as Promise<Seen>
    },

    /** Counts the rows under these filters, if the stored counters do not cover them. */
    count: async (filter: AddressFilter): Promise<number> => {
      const conditions = filterConditions(filter)
      const text = `select count(*)::int as total from addresses a where ${conditions.text}`
      return (await ask<{ total: number }>(conditions, { text, values: conditions.values }))[0]?.total ?? 0
    },

    /** The addresses at a domain with a title that a search without filters shows first. */
    titled: async (domain: string, limit: number): Promise<TitledAddress[]> => {
      const text = `select a.value, a.position from addresses a
        where a.domain = $1 and a.visible and a.position is not null order by ${PAGE_ORDER} limit $2`
      return (await pool.query<TitledAddress>({ name: 'titled-addresses', text, values: [domain, limit] })).rows
    },

    /** The stored counters of a domain, one row per kind of address it has. */
    kindCounts: async (domain: string): Promise<KindCount[]> => {
      const text = `select type, seniority, department, decision_maker as "decisionMaker", total from address_counts where domain = $1 and total > 0`
      return (await pool.query<KindCount>({ name: 'kind-counts', text, values: [domain] })).rows
    },

    /** How many of these addresses at some domains are shown, by domain and kind, as the stored counters have them. */
    kindsAmong: async (domains: readonly string[], addresses: readonly string[]): Promise<KindAt[]> => {
      const text = `select domain, type, coalesce(seniority, '') as seniority, coalesce(department, '') as department,
        decision_maker as "decisionMaker", count(*)::int as total
        from addresses where domain = any($1) and visible and value = any($2) group by 1, 2, 3, 4, 5`
      return (await pool.query<KindAt>({ name: 'kinds-among', text, values: [domains, addresses] })).rows
    },

    /**
     * The domain known under this name: as its own name first, then as an alias, then as the label of its domain; most
     * addresses win.
     */
    domainOfCompany: async (nameKey: string): Promise<string | null> => {
      const query = { name: 'domain-of-company', text: DOMAIN_OF_COMPANY, values: [nameKey] }
      return (await pool.query<{ domain: string }>(query)).rows[0]?.domain ?? null
    },
  }
}
