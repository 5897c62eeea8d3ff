import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { joinedLooks } from '../changes/look-times.ts'

/** The statements of an ingest transaction, in the order in which `ingest-store.ts` runs them. */

/** Serialises ingests of one domain; locks are taken in sorted order, so that they never deadlock. */
export const LOCK_DOMAINS = `select pg_advisory_xact_lock(hashtextextended(d, ${ADVISORY_LOCKS.ingestedDomain}))
  from (select d from unnest($1::text[]) d order by d) as sorted`

const PAGE_COLUMNS = ['status', 'etag', 'last_modified', 'content_hash', 'links', 'captured_at']
const IS_NEWER = 'pages.captured_at <= excluded.captured_at'

/** The newest complete capture says what the page shows; of an older one that arrives late, only the time is kept. */
export const RECORD_PAGES = `insert into pages (domain, url, ${PAGE_COLUMNS.join(', ')}, looks)
  select domain, url, ${PAGE_COLUMNS.join(', ')}, looks
  from jsonb_to_recordset($1) as page (domain text, url text, status integer, etag text, last_modified text, content_hash text,
    links jsonb, captured_at timestamptz, looks integer[])
  order by domain, url
  on conflict (domain, url) do update set ${PAGE_COLUMNS.map(
    (column) => `${column} = case when ${IS_NEWER} then excluded.${column} else pages.${column} end`,
  ).join(', ')}, looks = ${joinedLooks('pages.looks', 'excluded.looks')}
  where ${IS_NEWER} or not (coalesce(excluded.looks, '{}') <@ coalesce(pages.looks, '{}'))`

const LOOKS = 'jsonb_to_recordset($1) as look (domain text, url text, captured_at timestamptz)'

const PAGES = 'unnest($1::text[], $2::text[]) as shown (domain, url)'

const CATCH_ALL_OF = `select d.domain, c.answer = 'accepted' as accepts, (c.checked_at at time zone 'UTC')::date as day
  from unnest($1::text[]) as d (domain) left join catch_all_domains c on c.domain = d.domain and c.answer <> 'inconclusive'`

/** Whether a domain is a catch-all may have been established before any page showed an address of it. */
export const OPEN_DOMAINS = {
  one: `insert into domains (domain, accept_all, accept_all_on) ${CATCH_ALL_OF} on conflict do nothing`,
  catchAllOf: CATCH_ALL_OF,
  nodes: `insert into domains (domain, accept_all, accept_all_on) select * from unnest($1::text[], $2::boolean[], $3::date[])
    on conflict do nothing`,
}

/** Dates only widen; what the newest capture says about the owner counts. */
export const UPSERT_SOURCES = `insert into sources
    (domain, value, uri, source_domain, extracted_at, last_seen_at, still_on_page, quality, hidden, person)
  select domain, value, uri, source_domain, seen_at, seen_at, true, quality, hidden, person
  from jsonb_to_recordset($1) as found (domain text, value text, quality text, hidden boolean, person jsonb, uri text,
    source_domain text, seen_at timestamptz)
  on conflict (domain, value, uri) do update set
    extracted_at = least(sources.extracted_at, excluded.extracted_at),
    last_seen_at = greatest(sources.last_seen_at, excluded.last_seen_at),
    quality = case when excluded.last_seen_at >= sources.last_seen_at then excluded.quality else sources.quality end,
    hidden = case when excluded.last_seen_at >= sources.last_seen_at then excluded.hidden else sources.hidden end,
    person = case when excluded.last_seen_at >= sources.last_seen_at then excluded.person else sources.person end
  returning domain, value, xmax = 0 as fresh`

/**
 * A source is still there if it was seen in the newest capture of its page, whatever order captures arrive in. $2: the domains
 * of all addresses on these pages, by which sources are distributed.
 */
export const SETTLE_PRESENCE = `update sources s set still_on_page = s.last_seen_at >= look.captured_at
  from ${LOOKS} where s.domain = any($2) and s.source_domain = look.domain and s.uri = look.url
    and s.still_on_page <> (s.last_seen_at >= look.captured_at)`

/** $2 as above. */
export const SEE_AGAIN = `update sources s set last_seen_at = greatest(s.last_seen_at, look.captured_at)
  from ${LOOKS} where s.domain = any($2) and s.source_domain = look.domain and s.uri = look.url and s.still_on_page`

const KEYS = 'unnest($1::text[], $2::text[]) as k (domain, value)'

const COLUMNS = `domain text, value text, type text, confidence smallint, sources_count integer, sources jsonb, visible boolean,
  first_name text, last_name text, position text, position_raw text, title_tokens text[], seniority text, department text,
  decision_maker boolean, linkedin text, twitter text, phone_number text, city text, state text, country text,
  found_on date, last_seen_on date, affiliation text, affiliation_since date`

const NAMES = COLUMNS.split(',').map((column) => column.trim().split(' ')[0] ?? '')

export const UPSERT_ADDRESSES = `insert into addresses (${NAMES.join(', ')})
  select ${NAMES.join(', ')} from jsonb_to_recordset($1) as merged (${COLUMNS})
  on conflict (domain, value) do update set ${NAMES.slice(2)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`

export const ADD_COUNTS = `insert into address_counts (domain, type, seniority, department, decision_maker, total)
  select * from jsonb_to_recordset($1) as change (domain text, type text, seniority text, department text, decision_maker boolean, total integer)
  on conflict (domain, type, seniority, department, decision_maker) do update set total = address_counts.total + excluded.total`

const ADDED = `personal_count = personal_count + change.personal, generic_count = generic_count + change.generic
  from jsonb_to_recordset($1) as change (domain text, personal integer, generic integer)`

const SOURCE = `s.domain, s.value, s.uri, s.source_domain as "sourceDomain", s.quality, s.hidden, s.person,
    s.extracted_at as "extractedAt", s.last_seen_at as "lastSeenAt", s.still_on_page as "stillOnPage"`
const NEWEST = 's.still_on_page desc, s.last_seen_at desc, s.uri'

/**
 * Queries tables that are distributed by domain. Over several nodes, each statement names the domains of its keys again, so
 * that only their nodes are queried; on a single PostgreSQL, that would suggest reading whole domains.
 */
function byDomain(isDistributed: boolean) {
  const near = (column: string, values = '$1'): string =>
    isDistributed ? ` and ${column} = any(${values}::text[])` : ''
  return {
    /** Only the page's own domain is known, not those of its addresses; see migration 081. */
    addressesOnPages: isDistributed
      ? `select distinct s.domain, s.value from ${PAGES}
        join page_addresses s on s.source_domain = shown.domain and s.uri = shown.url${near('s.source_domain')}`
      : `select distinct s.domain, s.value from ${PAGES} join sources s on s.source_domain = shown.domain and s.uri = shown.url`,

    /** Over several nodes, $2 are the domains of the pages. */
    touchPages: `update pages p set captured_at = greatest(p.captured_at, look.captured_at)
      from ${LOOKS} where p.domain = look.domain and p.url = look.url${near('p.domain', '$2')}`,

    newestCaptures: `select p.domain, p.url, p.captured_at::text
      from ${PAGES} join pages p on p.domain = shown.domain and p.url = shown.url${near('p.domain')}`,

    /**
     * The newest sources of each address: enough to judge it, however often it was seen. Citus does not support this kind of
     * lateral.
     */
    sourcesOf: isDistributed
      ? `select ${SOURCE} from (select s.*, row_number() over (partition by s.domain, s.value order by ${NEWEST}) as nth
          from ${KEYS} join sources s on s.domain = k.domain and s.value = k.value${near('s.domain')}) s
        where nth <= $3`
      : `select ${SOURCE} from ${KEYS} cross join lateral (
          select * from sources s where s.domain = k.domain and s.value = k.value order by ${NEWEST} limit $3) s`,

    addressesOf: `select a.domain, a.value, a.type, a.visible, a.seniority, a.department, a.decision_maker as "decisionMaker",
        a.sources_count as "sourcesCount", a.left_on as "leftOn", a.left_evidence as "leftEvidence"
      from ${KEYS} join addresses a on a.domain = k.domain and a.value = k.value${near('a.domain')}`,

    dropAddresses: `delete from addresses a using ${KEYS} where a.domain = k.domain and a.value = k.value${near('a.domain')}`,

    /** What is known about the addresses without any page. */
    checksOf: `select k.domain, k.value, d.pattern, v.status as "verificationStatus", v.checked_at as "verifiedAt"
      from ${KEYS} join domains d on d.domain = k.domain${near('d.domain')}
        left join verifications v on v.domain = d.domain and v.value = k.value${near('v.domain')}`,

    /** Over several nodes, $2 are the domains. */
    addTotals: `update domains d set updated_at = now(), ${ADDED} where d.domain = change.domain${near('d.domain', '$2')}`,

    /**
     * With the same values. A separate statement, so that it sees a company that another transaction stored while the totals
     * were waiting for it.
     */
    addCompanyTotals: `update companies c set ${ADDED} where c.domain = change.domain${near('c.domain', '$2')}`,

    verdictsOf: `select v.domain, v.value, v.status, (v.checked_at at time zone 'UTC')::date as day
      from ${KEYS} join verifications v on v.domain = k.domain and v.value = k.value${near('v.domain')}`,

    /** An address may have been checked before any page showed it. */
    showVerdicts: `update addresses a set verification_status = k.status, verified_on = k.day
      from unnest($1::text[], $2::text[], $3::text[], $4::date[]) as k (domain, value, status, day)
      where a.domain = k.domain and a.value = k.value and a.verification_status is distinct from k.status${near('a.domain')}`,
  }
}
const AT_ONE = byDomain(false)
const AT_NODES = byDomain(true)
export const statementsByDomain = (isDistributed: boolean) => (isDistributed ? AT_NODES : AT_ONE)

export const KEEP_PAGE_ADDRESSES = `insert into page_addresses (source_domain, uri, domain, value)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`
