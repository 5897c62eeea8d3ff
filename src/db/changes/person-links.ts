import type { Pool, PoolClient } from 'pg'

/** A look at a page, as far as links are stored from it: those of people on a list. */
interface LookWithLinks {
  domain: string
  capturedAt: Date
  /** Null if the page is not a list of people. */
  signature: string | null
  people: readonly { key: string; links: readonly string[] }[]
}

/** A list of another company that names a person with the same full name. Times are seconds since 1970. */
export interface KeptElsewhere {
  domain: string
  key: string
  uri: string
  name: string
  position: string
  first: number
  isLinked: boolean
}

/** A link found at more companies than this does not show that a person moved from one to another. */
const COMPANIES = 3
/** A link found at more companies than this causes none of them to be settled again. */
const MOST_COMPANIES = 20
/** Companies whose lists are searched for one company. */
const LOOKED_INTO = 20

const KEEP = `insert into person_links as l (link, domain, person_key, last_seen)
  select link, domain, person_key, max(seen_at)
  from jsonb_to_recordset($1) as found (link text, domain text, person_key text, seen_at timestamptz)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (link, domain, person_key) do update set last_seen = greatest(l.last_seen, excluded.last_seen), is_told = false`

const companiesOf = (link: string): string =>
  `(select count(distinct m.domain) from person_links m where m.link = ${link})`

/** Other companies are settled again, once per observation of a link: $1 the company where it was seen. */
const TELL = `with fresh as (update person_links set is_told = true where domain = $1 and not is_told returning link, person_key)
  insert into unsettled_sites (domain, since) select o.domain, clock_timestamp() from fresh f
    join person_links o on o.link = f.link and o.person_key = f.person_key and o.domain <> $1
    where ${companiesOf('f.link')} <= ${MOST_COMPANIES} group by o.domain order by o.domain
  on conflict (domain) do update set since = excluded.since`

const LINKED = `select distinct o.domain, o.person_key as key from person_links l
  join person_links o on o.link = l.link and o.person_key = l.person_key and o.domain <> l.domain
  where l.domain = $1 and ${companiesOf('l.link')} <= ${COMPANIES} order by 1, 2`

const LISTED = `select o.domain, o.person_key as key, o.uri, o.name, o.position, extract(epoch from o.first_seen)::float8 as first
  from person_observations o join roster_pages r on r.domain = o.domain and r.uri = o.uri
  where o.domain = any($1::text[]) and r.domain = any($1::text[]) and o.person_key = any($2::text[]) order by 1, 2, 3, 5, 6, 4`

/** Stores how people on lists may be recognised elsewhere. */
export async function keepLinks(client: PoolClient, looks: readonly LookWithLinks[]): Promise<void> {
  const links = looks.flatMap(({ domain, capturedAt, signature, people }) =>
    signature === null
      ? []
      : people.flatMap(({ key, links: own }) =>
          own.map((link) => ({ link, domain, person_key: key, seen_at: capturedAt })),
        ),
  )
  if (links.length > 0) await client.query(KEEP, [JSON.stringify(links)])
}

/** Causes other companies that share a person with this one to be settled again. */
export const tellLinked = async (client: PoolClient, domain: string): Promise<void> =>
  void (await client.query(TELL, [domain]))

/** What lists of companies that share a link with this one say about people with these names. */
export async function otherListsOf(
  client: PoolClient,
  domain: string,
  keys: readonly string[],
): Promise<KeptElsewhere[]> {
  const { rows: linked } = await client.query<{ domain: string; key: string }>(LINKED, [domain])
  const domains = [...new Set(linked.map((row) => row.domain))].slice(0, LOOKED_INTO)
  if (domains.length === 0) return []
  const links = new Set(linked.map((row) => `${row.domain} ${row.key}`))
  const { rows } = await client.query<Omit<KeptElsewhere, 'isLinked'>>(LISTED, [domains, keys])
  return rows.map((row) => ({ ...row, isLinked: links.has(`${row.domain} ${row.key}`) }))
}

const OLD = 'select domain, person_key as key from person_links where last_seen < $1 limit $2'
const SEEN_SINCE = `select domain, person_key as key, max(last_seen) as last from person_observations
  where domain = any($1::text[]) and person_key = any($2::text[]) group by 1, 2`
const REFRESH = `update person_links l set last_seen = s.last
  from unnest($1::text[], $2::text[], $3::timestamptz[]) as s (domain, key, last) where l.domain = s.domain and l.person_key = s.key`
const FORGET = `delete from person_links where last_seen < $1
  and (domain, person_key) in (select * from unnest($2::text[], $3::text[]))`

/** Forgets links of people about whom nothing else is stored, slice by slice; an unchanged list keeps its people. */
export async function forgetLinks(pool: Pool, before: Date, slice: number): Promise<void> {
  for (;;) {
    const { rows: old } = await pool.query<{ domain: string; key: string }>(OLD, [before, slice])
    if (old.length === 0) return
    const keys = [old.map((row) => row.domain), old.map(({ key }) => key)]
    const { rows: seen } = await pool.query<{ domain: string; key: string; last: Date }>(SEEN_SINCE, keys)
    const fresh = seen.filter(({ last }) => last >= before)
    await pool.query(REFRESH, [
      fresh.map((row) => row.domain),
      fresh.map(({ key }) => key),
      fresh.map(({ last }) => last),
    ])
    await pool.query(FORGET, [before, ...keys])
  }
}

/** A person of one company that another one also lists. */
export interface SharedPerson {
  domain: string
  key: string
  /** The company whose people were looked up. */
  elsewhere: string
}

/** $1 sites, $2 folded names. */
const SHARED = `select distinct o.domain, o.person_key as key, l.domain as elsewhere
  from unnest($1::text[], $2::text[]) as k (domain, key) join person_links l on l.domain = k.domain and l.person_key = k.key
  join person_links o on o.link = l.link and o.person_key = l.person_key and o.domain <> l.domain order by 1, 2, 3`
const LINKED_AT = 'select domain, person_key as key from person_links where domain = $1 or domain like $2'

interface Named {
  domain: string
  key: string
}

/** Of the people of these sites, those that other companies also list. */
export const sharedPeople = async (client: PoolClient, people: readonly Named[]): Promise<SharedPerson[]> =>
  (await client.query<SharedPerson>(SHARED, [people.map(({ domain }) => domain), people.map(({ key }) => key)])).rows

/** All people that a site, or one matching the pattern, shares with another. */
export const sharedOfSite = async (client: PoolClient, domain: string, below: string): Promise<SharedPerson[]> =>
  sharedPeople(client, (await client.query<Named>(LINKED_AT, [domain, below])).rows)

const FORGET_TOLD = `delete from changes c using unnest($1::text[], $2::text[], $3::text[]) as k (domain, key, elsewhere)
  where c.domain = k.domain and c.person_key = k.key
    and exists (select from jsonb_array_elements(c.evidence) e where position(k.elsewhere in e ->> 'uri') > 0)`
const FORGET_EVIDENCE = `update addresses set left_on = null, left_evidence = null, affiliation = null
  where domain = any($1::text[]) and left_evidence is not null and exists (select from jsonb_array_elements(left_evidence) e,
    unnest($2::text[]) elsewhere where position(elsewhere in e ->> 'uri') > 0)`
const SETTLE_ANEW = `insert into unsettled_sites (domain, since) select distinct d, clock_timestamp() from unnest($1::text[]) d order by d
  on conflict (domain) do update set since = excluded.since`

/** Deletes what other companies know about these people from here; they are settled again without it. */
export async function forgetShared(client: PoolClient, shared: readonly SharedPerson[]): Promise<void> {
  if (shared.length === 0) return
  const [domains, elsewhere] = [shared.map(({ domain }) => domain), shared.map((one) => one.elsewhere)]
  await client.query(FORGET_TOLD, [domains, shared.map(({ key }) => key), elsewhere])
  await client.query(FORGET_EVIDENCE, [domains, elsewhere])
  await client.query(SETTLE_ANEW, [domains])
}
