import { createHash } from 'node:crypto'
import type { Conditions } from './search-conditions.ts'

/** The statements of a domain search: the domain and a page of its addresses in one round trip. */

export interface Statement {
  /** Each connection parses and plans a named statement once, and keeps it. */
  name?: string
  text: string
}

/** Where the row after which a page begins stands in the order of a domain search. */
export interface Position {
  confidence: number
  sources_count: number
  value: string
}

/**
 * One row whatever is known: the domain itself may be unknown while its crawl is queued or its owner has opted out.
 * $1 is the domain; `claimable` and `now` name the parameters of the names it may be claimed under and of the time.
 */
const domainText = (claimable: string, now: string, more = ''): string => `
  select coalesce((select co.name from companies co where co.domain = coalesce(
      (select own.domain from companies own where own.domain = $1),
      (select l.linked_domain from linked_domains l where l.domain = $1 and l.kind = 'alias' order by 1 limit 1))), d.organization) as organization,
    d.pattern, d.accept_all as "acceptAll", coalesce(d.personal_count, 0) as "personalCount",
    coalesce(d.generic_count, 0) as "genericCount", array(
      select l.linked_domain from linked_domains l where l.domain = $1 and (l.kind = 'alias' or exists (
        select 1 from linked_domains back where back.domain = l.linked_domain and back.linked_domain = $1))
      order by 1 limit 20) as "linkedDomains",
    exists (select 1 from claims where kind = 'domain' and domain = any(${claimable})) as claimed,
    coalesce(c.status = 'done' and c.next_crawl_at > ${now}, false) as "freshlyCrawled"${more}
  from (values ($1)) wanted (domain) left join domains d using (domain) left join crawls c using (domain)`

export const DOMAIN_FACTS: Statement = { name: 'domain-facts', text: domainText('$2', '$3') }

const ORDER = 'a.confidence desc, a.sources_count desc, a.value'

/** What is shown of an address; `a` is its row. */
export const ADDRESS_ROW = `a.value, a.type, a.confidence, a.sources_count, a.first_name, a.last_name, a.position, a.position_raw, a.seniority,
  a.department, a.linkedin, a.twitter, a.phone_number, a.verified_on, a.verification_status, a.sources`

/** Addresses `a` under conditions. Found by their titles first, and put in order then: along the order lie all of the domain. */
const addressesUnder = (conditions: string, byTitles: boolean): string =>
  byTitles ? `(select * from addresses a where ${conditions} offset 0) a` : `addresses a where ${conditions}`

/** One page as one JSON text, which costs the least to carry; the rows come in the order of the index. */
const rowsText = (addresses: string, limit: string): string => `
  select coalesce(json_agg(row), '[]')::text from (
    select ${ADDRESS_ROW} from ${addresses} order by ${ORDER} limit ${limit}) row`

/** The same from an offset on: what is skipped is skipped in the index alone. */
const laterRowsText = (addresses: string, limit: string, offset: string): string => `
  with page as materialized (select a.domain, a.value from ${addresses} order by ${ORDER} limit ${limit} offset ${offset})
  select coalesce(json_agg(row), '[]')::text from (
    select ${ADDRESS_ROW} from page join addresses a using (domain, value) order by ${ORDER}) row`

/** In the order of a domain search, what comes after a row. The first comparison is the one an index can answer. */
const isAfter = (confidence: string, sources: string, value: string): string =>
  `(a.confidence, a.sources_count) <= (${confidence}, ${sources})
    and ((a.confidence, a.sources_count) < (${confidence}, ${sources}) or a.value > ${value})`

/** How the rows of a page are reached: from the start, by counting, or after a known row. */
interface Reach {
  kind: 'first' | 'later' | 'next'
  /** Parameters behind those of the filter, of the claims and of the time. */
  values: unknown[]
}

/** A counted page takes along the row before it: the place of the page is known from then on. */
export function reachOf(limit: number, offset: number, after: Position | undefined): Reach {
  if (offset === 0) return { kind: 'first', values: [limit] }
  if (after === undefined) return { kind: 'later', values: [limit + 1, offset - 1] }
  return { kind: 'next', values: [limit, after.confidence, after.sources_count, after.value] }
}

const statements = new Map<string, Statement>()

/** The statement for one kind of reach and one shape of conditions; common shapes are made and named once. */
export function pageStatement(
  kind: Reach['kind'],
  { text: conditions, values, common, byTitles }: Conditions,
): Statement {
  const key = `${kind} ${conditions}`
  const known = statements.get(key)
  if (known !== undefined) return known
  const at = (index: number) => `$${values.length + index}`
  const rows = {
    first: () => rowsText(addressesUnder(conditions, byTitles), at(3)),
    later: () => laterRowsText(addressesUnder(conditions, byTitles), at(3), at(4)),
    next: () => rowsText(addressesUnder(`${conditions} and ${isAfter(at(4), at(5), at(6))}`, byTitles), at(3)),
  }[kind]()
  const text = domainText(at(1), at(2), `, (${rows}) as page`)
  if (!common) return { text }
  const made = { name: `page-${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`, text }
  statements.set(key, made)
  return made
}
