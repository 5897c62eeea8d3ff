import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { optedOutDomains } from '../opted-out-domains.ts'

/** What the index keeps of a page between two visits. */
export interface StoredPage {
  etag: string | null
  lastModified: string | null
  contentHash: string
  links: { url: string; text: string; nofollow: boolean }[]
}

export interface NamedAddress {
  value: string
  firstName: string
  lastName: string
  quality: 'high' | 'medium' | 'low'
  hidden: boolean
  stillOnPage: boolean
  lastSeenAt: Date
  /** Of its latest check. */
  verificationStatus: string | null
}

export interface SiteSummary {
  domain: string
  organization: { name: string; key: string } | null
  aliases: readonly { name: string; key: string; kind: 'alias' | 'label' }[]
  linkedDomains: readonly { domain: string; kind: 'alias' | 'link' }[]
  seenOn: string
}

const KNOWN_PAGE = `select etag, last_modified as "lastModified", content_hash as "contentHash", links from pages
  where domain = $1 and url = $2 and content_hash is not null`

/** Pages with addresses on them come first at the next visit, so that what vanished is noticed. */
const PAGES_WITH_SOURCES = `select uri from sources where source_domain = $1 and still_on_page group by uri order by max(last_seen_at), uri limit $2`

/** One row for each address with an owner: its best source. */
const NAMES_DOMAIN = 'select 1 from sources where domain = $1 and source_domain = $2 and still_on_page limit 1'
const IS_NAMED = `a.type = 'personal' and a.visible and a.first_name is not null and a.last_name is not null`
const NAMED_ADDRESSES = `select distinct on (a.value) a.value, a.first_name as "firstName", a.last_name as "lastName", s.quality, s.hidden,
    s.still_on_page as "stillOnPage", s.last_seen_at as "lastSeenAt",
    a.verification_status as "verificationStatus"
  from addresses a join sources s on s.domain = a.domain and s.value = a.value
  where a.domain = $1 and ${IS_NAMED}
  order by a.value, array_position(array['high', 'medium', 'low'], s.quality), s.last_seen_at desc limit $2`

/** Drawn again each time, so no part of the index is permanently left out. */
const SAMPLE_DOMAINS = 'select domain from domains where personal_count >= $1 order by random() limit $2'

const SET_PATTERN = `update domains set pattern = $2, updated_at = now() where domain = $1 and pattern is distinct from $2`

/** A crawl knows the site's own name best; it replaces the name of an earlier crawl. */
const SET_ORGANIZATION = `insert into domains (domain, organization, updated_at) values ($1, $2, now())
  on conflict (domain) do update set organization = coalesce(excluded.organization, domains.organization),
    updated_at = excluded.updated_at`

const DROP_NAMES = 'delete from company_names where domain = $1'
const ADD_NAME = `insert into company_names (name_key, domain, name, kind) values ($1, $2, $3, $4)
  on conflict (name_key, domain) do nothing`
const DROP_LINKS = 'delete from linked_domains where domain = $1'
const ADD_LINK = `insert into linked_domains (domain, linked_domain, kind, seen_on) values ($1, $2, $3, $4)
  on conflict (domain, linked_domain) do nothing`

/** What the pages nearest to the start page of a host link to, as far as visits keep links. */
const LINKED_HOSTS = `select distinct split_part(link ->> 'url', '/', 3) as host
  from (select links from pages where domain = $1 and split_part(url, '/', 3) in ($2, 'www.' || $2)
    order by length(url) limit 200) nearest, jsonb_array_elements(links) as link
  limit 1000`

/** What visits of a web site leave behind for the next one, and what is concluded when a visit ends. */
export const createSitesStore = (pool: Pool) => ({
  knownPage: async (domain: string, url: string): Promise<StoredPage | null> =>
    (await pool.query<StoredPage>(KNOWN_PAGE, [domain, url])).rows[0] ?? null,

  /** Hosts that known pages of this host link to. @param domain its registrable domain */
  linkedHosts: async (domain: string, host: string): Promise<string[]> =>
    (await pool.query<{ host: string }>(LINKED_HOSTS, [domain, host])).rows.map((row) => row.host),

  /** The name by which the last visit knew the company. */
  organizationOf: async (domain: string): Promise<string | null> => {
    const text = 'select organization from domains where domain = $1'
    return (await pool.query<{ organization: string | null }>(text, [domain])).rows[0]?.organization ?? null
  },

  /** Whether a page of the site gives an address at the domain. */
  namesDomain: async (site: string, domain: string): Promise<boolean> =>
    (await pool.query(NAMES_DOMAIN, [domain, site])).rows.length > 0,

  pagesWithSources: async (domain: string, limit: number): Promise<string[]> =>
    (await pool.query<{ uri: string }>(PAGES_WITH_SOURCES, [domain, limit])).rows.map((row) => row.uri),

  /** Addresses of this domain that have an owner, at most `limit`: what a pattern is learnt from. */
  namedAddresses: async (domain: string, limit: number): Promise<NamedAddress[]> =>
    (await pool.query<NamedAddress>(NAMED_ADDRESSES, [domain, limit])).rows,

  /** Those of these domains that have addresses with an owner. */
  withNamedAddresses: async (domains: readonly string[]): Promise<Set<string>> => {
    const text = `select distinct a.domain from addresses a where a.domain = any($1::text[]) and ${IS_NAMED}`
    const { rows } = await pool.query<{ domain: string }>(text, [domains])
    return new Set(rows.map(({ domain }) => domain))
  },

  /** Domains with at least so many addresses of people, drawn by lot. */
  sampleDomains: async (leastPeople: number, limit: number): Promise<string[]> =>
    (await pool.query<{ domain: string }>(SAMPLE_DOMAINS, [leastPeople, limit])).rows.map((row) => row.domain),

  /** Addresses of this domain, at most `limit`. */
  addressesOf: async (domain: string, limit: number): Promise<{ domain: string; value: string }[]> =>
    (
      await pool.query<{ domain: string; value: string }>(
        'select domain, value from addresses where domain = $1 order by value limit $2',
        [domain, limit],
      )
    ).rows,

  /** The patterns of those of the domains that are known; null where none was learnt. */
  patterns: async (domains: readonly string[]): Promise<Map<string, string | null>> => {
    const text = 'select domain, pattern from domains where domain = any($1::text[])'
    const { rows } = await pool.query<{ domain: string; pattern: string | null }>(text, [domains])
    return new Map(rows.map(({ domain, pattern }) => [domain, pattern]))
  },

  /** @returns whether the pattern changed. */
  setPattern: async (domain: string, pattern: string | null): Promise<boolean> =>
    (await pool.query(SET_PATTERN, [domain, pattern])).rowCount === 1,

  /** Stores what a visit concluded about the site as a whole. */
  summarize: async (summary: SiteSummary): Promise<void> =>
    inTransaction(pool, (client) => writeSummary(client, summary)),
})

async function writeSummary(
  client: PoolClient,
  { domain, organization, aliases, linkedDomains, seenOn }: SiteSummary,
): Promise<void> {
  const optedOut = await optedOutDomains(client, [domain])
  await client.query(SET_ORGANIZATION, [domain, organization?.name ?? null])
  if (organization !== null) await client.query(DROP_NAMES, [domain])
  const own = organization === null ? [] : [{ ...organization, kind: 'organization' }]
  for (const { key, name, kind } of optedOut.has(domain) ? [] : [...own, ...aliases])
    await client.query(ADD_NAME, [key, domain, name, kind])
  await client.query(DROP_LINKS, [domain])
  for (const link of linkedDomains) await client.query(ADD_LINK, [domain, link.domain, link.kind, seenOn])
}
