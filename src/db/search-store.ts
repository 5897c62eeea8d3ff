import type { Pool } from 'pg'
import { filterConditions } from './search-conditions.ts'
import type { AddressFilter } from './search-conditions.ts'
import { createTtlMap } from '../lib/ttl-map.ts'

/** What a domain search and an email count read. */
export interface DomainFacts {
  organization: string | null
  pattern: string | null
  acceptAll: boolean | null
  linkedDomains: string[]
  personalCount: number
  genericCount: number
  /** Its owner has opted out. */
  claimed: boolean
  /** Its crawl has ended well and the next one is not due. */
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
}

export interface DomainPage {
  facts: DomainFacts
  emails: FoundAddressRow[]
}

export interface KindCount {
  type: 'personal' | 'generic'
  seniority: string
  department: string
  decisionMaker: boolean
  total: number
}

/**
 * One row whatever is known: the domain itself may be unknown while its crawl is queued or its owner has opted out.
 * $1 is the domain; `claimable` and `now` name the parameters of the names it may be claimed under and of the time.
 */
const domainStatement = (claimable: string, now: string, more = ''): string => `
  select d.organization, d.pattern, d.accept_all as "acceptAll", coalesce(d.personal_count, 0) as "personalCount",
    coalesce(d.generic_count, 0) as "genericCount", array(
      select l.linked_domain from linked_domains l where l.domain = $1 and (l.kind = 'alias' or exists (
        select 1 from linked_domains back where back.domain = l.linked_domain and back.linked_domain = $1))
      order by 1 limit 20) as "linkedDomains",
    exists (select 1 from claims where kind = 'domain' and domain = any(${claimable})) as claimed,
    coalesce(c.status = 'done' and c.next_crawl_at > ${now}, false) as "freshlyCrawled"${more}
  from (values ($1)) wanted (domain) left join domains d using (domain) left join crawls c using (domain)`

/** Where the row after which a page begins stands in the order of a domain search. */
interface Position {
  confidence: number
  sources_count: number
  value: string
}

const ORDER = 'a.confidence desc, a.sources_count desc, a.value'

const ROW = `a.value, a.type, a.confidence, a.sources_count, a.first_name, a.last_name, a.position, a.position_raw, a.seniority,
  a.department, a.linkedin, a.twitter, a.phone_number, a.verified_on, a.verification_status, a.sources`

/** One page as one JSON text, which costs the least to carry; the rows come in the order of the index. */
const firstRows = (conditions: string, limit: string): string => `
  select coalesce(json_agg(row), '[]')::text from (
    select ${ROW} from addresses a where ${conditions} order by ${ORDER} limit ${limit}) row`

/** The same from an offset on: what is skipped is skipped in the index alone. */
const laterRows = (conditions: string, limit: string, offset: string): string => `
  with page as materialized (select a.domain, a.value from addresses a where ${conditions} order by ${ORDER} limit ${limit} offset ${offset})
  select coalesce(json_agg(row), '[]')::text from (
    select ${ROW} from page join addresses a using (domain, value) order by ${ORDER}) row`

/** Whoever pages on asks for the next page within so long; later the order may have changed. */
const POSITION_KEPT_MS = 60_000
const MAX_POSITIONS = 10_000

export interface DomainQuestion {
  domain: string
  /** The names under which the domain may be claimed: itself and its parents. */
  claimable: readonly string[]
  now: Date
}

export interface PageQuestion extends DomainQuestion {
  filter: AddressFilter
  limit: number
  offset: number
}

/** Reading the index by domain. Filters of one request are one `AddressFilter`. */
export const createSearchStore = (pool: Pool) => {
  const positions = createTtlMap<Position>(POSITION_KEPT_MS, MAX_POSITIONS)
  return {
    domainFacts: async ({ domain, claimable, now }: DomainQuestion): Promise<DomainFacts> => {
      const query = { name: 'domain-facts', text: domainStatement('$2', '$3'), values: [domain, claimable, now] }
      return (await pool.query<DomainFacts>(query)).rows[0] as DomainFacts
    },

    /**
     * The domain and one page of its addresses (by confidence, number of sources, value), in one round trip. A page that
     * follows one served lately begins where that one ended, so that deep pages cost what the first one does.
     */
    domainPage: async ({ filter, limit, offset, claimable, now }: PageQuestion): Promise<DomainPage> => {
      const { text, values, name } = filterConditions(filter)
      const place = (at: number) => `${name} ${JSON.stringify(values)} ${at}`
      const after = offset === 0 ? undefined : positions.get(place(offset))
      const [claimableAt, nowAt, limitAt, ...rest] = [1, 2, 3, 4, 5, 6].map((index) => `$${values.length + index}`)
      const common = [...values, claimable, now, limit]
      const rowsFrom = pagePart(text, limitAt ?? '', rest, { offset, after })
      const { rows } = await pool.query<DomainFacts & { page: string }>({
        name: `${rowsFrom.name}-${name}`,
        text: domainStatement(claimableAt ?? '', nowAt ?? '', `, (${rowsFrom.text}) as page`),
        values: [...common, ...rowsFrom.values],
      })
      const { page, ...facts } = rows[0] as DomainFacts & { page: string }
      const emails = JSON.parse(page) as (FoundAddressRow & Position)[]
      const last = emails.at(-1)
      if (last !== undefined) positions.set(place(offset + emails.length), last)
      return { facts, emails }
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
        (await pool.query<{ domain: string }>({ name: 'domain-of-company', text, values: [nameKey] })).rows[0]
          ?.domain ?? null
      )
    },
  }
}

/** How the rows of a page are reached: from the start, after a known row, or by counting. */
function pagePart(
  conditions: string,
  limit: string,
  [first = '', second = '', third = '']: readonly string[],
  { offset, after }: { offset: number; after: Position | undefined },
): { name: string; text: string; values: unknown[] } {
  if (offset === 0) return { name: 'first', text: firstRows(conditions, limit), values: [] }
  if (after === undefined) return { name: 'later', text: laterRows(conditions, limit, first), values: [offset] }
  const onwards = `${conditions} and ${isAfter(first, second, third)}`
  return { name: 'next', text: firstRows(onwards, limit), values: [after.confidence, after.sources_count, after.value] }
}

/** In the order of a domain search, what comes after a row. The first comparison is the one an index can answer. */
const isAfter = (confidence: string, sources: string, value: string): string =>
  `(a.confidence, a.sources_count) <= (${confidence}, ${sources})
    and ((a.confidence, a.sources_count) < (${confidence}, ${sources}) or a.value > ${value})`
