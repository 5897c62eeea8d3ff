import { createHash } from 'node:crypto'
import type { Conditions } from './search-conditions.ts'

/** The statements of a domain search: the domain and the first page of its addresses in one round trip. */

export interface PageStatement {
  /** Each connection parses and plans a named statement once, and keeps it. */
  name?: string
  text: string
}

const ALIASED = `(select l.linked_domain from linked_domains l where l.domain = $1 and l.kind = 'alias' order by 1 limit 1)`
const COMPANY = `(select co.name from companies co where co.domain = coalesce(
      (select own.domain from companies own where own.domain = $1), ${ALIASED}))`

/** `optoutDomains`: the parameter with the names under which the domain may be opted out. */
const around = (optoutDomains: string): string => `array(
      select l.linked_domain from linked_domains l where l.domain = $1 and (l.kind = 'alias' or exists (
        select 1 from linked_domains back where back.domain = l.linked_domain and back.linked_domain = $1))
      order by 1 limit 20) as "linkedDomains",
    exists (select 1 from optouts where kind = 'domain' and domain = any(${optoutDomains})) as "optedOut"`

const KEPT = `d.pattern, d.accept_all as "acceptAll", coalesce(d.personal_count, 0) as "personalCount",
    coalesce(d.generic_count, 0) as "genericCount"`

/**
 * One row whatever is known: the domain itself may be unknown while its crawl is queued, or because its owner has opted out. $1
 * is the domain.
 */
const domainText = (optoutDomains: string, now: string, more = ''): string => `
  select coalesce(${COMPANY}, d.organization) as organization, ${KEPT}${more}, ${around(optoutDomains)},
    coalesce(c.status = 'done' and c.next_crawl_at > ${now}, false) as "freshlyCrawled"
  from (values ($1)) wanted (domain) left join domains d using (domain) left join crawls c using (domain)`

/** What several nodes store by domain, in one row whatever is known; `now` as above. */
const keptText = (now: string, more = ''): string => `
  select (select to_json(known) from (select d.organization, ${KEPT} from domains d where d.domain = $1) known) as known,
    (select json_build_object('name', co.name) from companies co where co.domain = $1) as company,
    exists (select from crawls where domain = $1 and status = 'done' and next_crawl_at > ${now}) as "freshlyCrawled"${more}`

/** Over several nodes, what is distributed by domain is read separately. */
export const DOMAIN_FACTS = {
  one: { name: 'domain-facts', text: domainText('$2', '$3') },
  nodes: {
    kept: { name: 'domain-kept', text: keptText('$2') },
    around: { name: 'domain-around', text: `select ${ALIASED} as aliased, ${around('$2')}` },
  },
} as const

/** The order of a domain search; `a` is the row of an address. */
export const PAGE_ORDER = 'a.confidence desc, a.sources_count desc, a.value'

/** What is shown of an address; `a` is its row. */
export const ADDRESS_ROW = `a.value, a.type, a.confidence, a.sources_count, a.first_name, a.last_name, a.position, a.position_raw, a.seniority,
  a.department, a.linkedin, a.twitter, a.phone_number, a.verified_on, a.verification_status, a.sources,
  a.affiliation, a.affiliation_since, a.last_seen_on, a.left_evidence`

/**
 * Addresses `a` under conditions. Found by title first, and only then sorted: reading them in order would read the whole
 * domain.
 */
export const addressesUnder = (conditions: string, byTitles: boolean): string =>
  byTitles ? `(select * from addresses a where ${conditions} offset 0) a` : `addresses a where ${conditions}`

/** One page as a single JSON text, which is cheapest to transfer; the rows come in index order. */
const rowsText = (addresses: string, limit: string): string => `
  select coalesce(json_agg(row), '[]')::text from (
    select ${ADDRESS_ROW} from ${addresses} order by ${PAGE_ORDER} limit ${limit}) row`

const statements = new Map<string, PageStatement>()

/**
 * The statement for one shape of conditions; common shapes are built and named once. The values of the conditions are followed
 * by the names under which the domain may be opted out, the time, and the limit; over several nodes only by the last two.
 */
export function firstPageStatement(
  { text: conditions, values, common, byTitles }: Conditions,
  isDistributed: boolean,
): PageStatement {
  const shape = `${isDistributed ? 'nodes' : 'one'} ${conditions}`
  const known = statements.get(shape)
  if (known !== undefined) return known
  const at = (index: number) => `$${values.length + index}`
  const page = (limit: string) => `, (${rowsText(addressesUnder(conditions, byTitles), limit)}) as page`
  const text = isDistributed ? keptText(at(1), page(at(2))) : domainText(at(1), at(2), page(at(3)))
  if (!common) return { text }
  const made = { name: `page-${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`, text }
  statements.set(shape, made)
  return made
}
