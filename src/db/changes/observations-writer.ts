import type { Pool, PoolClient } from 'pg'
import { forgetNames } from './forget-observed.ts'
import { joinedLooks, lookTime, LOOKS_KEPT } from './look-times.ts'
import { keepLinks } from './person-links.ts'

/** What a page says about one person at one look. */
export interface SeenPerson {
  key: string
  name: string
  position: string
  address: string | null
  /** `YYYY-MM-DD`, if a file says when they left. */
  leftOn?: string | null
  /** Hash of name, position and address. */
  statement: number
  /** How they may be recognised at another company; see `person_links`. */
  links: readonly string[]
  /** Keyed hashes of the site with the name, and of the address; see `optout_people`. */
  digest: Buffer
  /** The same for other spellings of the name. */
  spellingDigests: readonly Buffer[]
  addressDigest: Buffer | null
}

/** What a page says at one visit, for detecting changes. */
export interface Observed {
  people: readonly SeenPerson[]
  /** The layout of the page, if it names enough people to be a list of them. */
  signature: string | null
  statements: readonly { kind: 'location' | 'technology' | 'opening' | 'moved'; value: string }[]
  /** Names that an opt-out of the site may use. */
  optoutDomains: readonly string[]
}

export interface ObservedLook extends Observed {
  /** Registrable domain of the site. */
  domain: string
  url: string
  capturedAt: Date
}

const FOUND = `jsonb_to_recordset($1) as found (domain text, uri text, person_key text, statement integer, name text, position text,
  address text, left_on date, look integer, seen_at timestamptz)`

/** Dates only ever widen. */
const UPSERT_PEOPLE = `insert into person_observations as o
    (domain, uri, person_key, statement, name, position, address, left_on, seen, first_seen, last_seen, still_there)
  select domain, uri, person_key, statement, name, position, address, left_on, array[look], seen_at, seen_at, true from ${FOUND}
  order by domain, uri, person_key, statement
  on conflict (domain, uri, person_key, statement) do update set seen = ${joinedLooks('o.seen', 'excluded.seen')},
    first_seen = least(o.first_seen, excluded.first_seen), last_seen = greatest(o.last_seen, excluded.last_seen),
    left_on = coalesce(excluded.left_on, o.left_on)`

/** Statements kept per person and page. */
const STATEMENTS_KEPT = 8

/** $1 to $3: these people on these pages. Over several nodes, the domains are repeated so that only their shards are queried. */
const ofThese = (isDistributed: boolean): string =>
  `(domain, uri, person_key) in (select * from unnest($1::text[], $2::text[], $3::text[]))${isDistributed ? ' and domain = any($1::text[])' : ''}`

const full = (isDistributed: boolean): string => `select domain, uri, person_key from person_observations
  where ${ofThese(isDistributed)} group by domain, uri, person_key having count(*) >= ${STATEMENTS_KEPT}`

const ranked = (
  isDistributed: boolean,
): string => `(select domain, uri, person_key, statement, seen[cardinality(seen)] as look,
    row_number() over (partition by domain, uri, person_key order by seen[cardinality(seen)] desc, statement) as place
  from person_observations where ${ofThese(isDistributed)}) r`
const OF_ONE = 'o.domain = r.domain and o.uri = r.uri and o.person_key = r.person_key'

/**
 * The last statement kept retains only its newest look, and the others only looks after that one: anything dropped meanwhile
 * was older, so the result does not depend on the order in which looks arrive.
 */
const BEHIND = `case when o.statement = r.statement then array[r.look]
  else array(select l from unnest(o.seen) l where l > r.look or (l = r.look and o.statement < r.statement) order by l) end`

const dropOldest = (isDistributed: boolean): string[] => [
  `delete from person_observations o using ${ranked(isDistributed)}
    where r.place > ${STATEMENTS_KEPT} and ${OF_ONE} and o.statement = r.statement`,
  `update person_observations o set seen = ${BEHIND}, first_seen = timestamptz '2000-01-01 00:00Z' + (${BEHIND})[1] * interval '1 second'
    from ${ranked(isDistributed)} where r.place = ${STATEMENTS_KEPT} and ${OF_ONE}`,
]
const FULL = [full(false), full(true)]
const DROP_OLDEST = [dropOldest(false), dropOldest(true)]

/** A ninth statement of a page about one person replaces the one made longest ago. */
async function keepNewest(client: PoolClient, people: readonly Place[], isDistributed: boolean): Promise<void> {
  const keysOf = (places: readonly Place[]): string[][] => [
    places.map(({ domain }) => domain),
    places.map(({ uri }) => uri),
    places.map((place) => place.person_key),
  ]
  const at = Number(isDistributed)
  const { rows } = await client.query<Place>(FULL[at] ?? '', keysOf(people))
  if (rows.length === 0) return
  for (const statement of DROP_OLDEST[at] ?? []) await client.query(statement, keysOf(rows))
}

interface Place {
  domain: string
  uri: string
  person_key: string
}

const UPSERT_ROSTERS = `insert into roster_pages as r (domain, uri, people, signature, looks, signatures, first_seen, last_seen)
  select domain, uri, people, signature, array[look], array[signature], seen_at, seen_at
  from jsonb_to_recordset($1) as found (domain text, uri text, people integer, signature text, look integer, seen_at timestamptz)
  order by domain, uri
  on conflict (domain, uri) do update set
    people = case when excluded.last_seen >= r.last_seen then excluded.people else r.people end,
    signature = case when excluded.last_seen >= r.last_seen then excluded.signature else r.signature end,
    (looks, signatures) = (select array_agg(look order by look), array_agg(signature order by look) from (
      select distinct on (look) look, signature from unnest(r.looks || excluded.looks, r.signatures || excluded.signatures) as u (look, signature)
      order by look desc, signature limit ${LOOKS_KEPT}) kept),
    first_seen = least(r.first_seen, excluded.first_seen), last_seen = greatest(r.last_seen, excluded.last_seen)`

const UPSERT_SITE = `insert into site_observations as s (domain, uri, kind, value, seen, first_seen, last_seen)
  select domain, uri, kind, value, array[look], seen_at, seen_at
  from jsonb_to_recordset($1) as found (domain text, uri text, kind text, value text, look integer, seen_at timestamptz)
  order by domain, uri, kind, value
  on conflict (domain, uri, kind, value) do update set seen = ${joinedLooks('s.seen', 'excluded.seen')},
    first_seen = least(s.first_seen, excluded.first_seen), last_seen = greatest(s.last_seen, excluded.last_seen)`

const UNSETTLE = `insert into unsettled_sites (domain, since) select d, clock_timestamp() from unnest($1::text[]) d order by d
  on conflict (domain) do update set since = excluded.since`

/** Sites of pages that once named people: $1 and $2 are domains and URLs. */
const ONCE_NAMING = `select distinct o.domain from unnest($1::text[], $2::text[]) as p (domain, url)
  join person_observations o on o.domain = p.domain and o.uri = p.url where o.domain = any($1)`

/** Records that these pages name nobody now; if they once did, changes must be derived from that. */
export async function observeSilence(
  client: Pool | PoolClient,
  pages: readonly Pick<ObservedLook, 'domain' | 'url'>[],
): Promise<void> {
  if (pages.length === 0) return
  const values = [pages.map(({ domain }) => domain), pages.map(({ url }) => url)]
  const { rows } = await client.query<{ domain: string }>(ONCE_NAMING, values)
  if (rows.length > 0) await client.query(UNSETTLE, [rows.map(({ domain }) => domain)])
}

/** Unchanged pages: $1 has a domain, a URL and a time for each. What the look before showed counts as shown again. */
const AGAIN = 'jsonb_to_recordset($1) as again (domain text, url text, look integer, seen_at timestamptz)'
const near = (column: string, isDistributed: boolean): string =>
  isDistributed ? ` and ${column} = any($2::text[])` : ''
const seenAgain = (
  table: string,
  isDistributed: boolean,
): string => `update ${table} o set seen = ${joinedLooks('o.seen', 'array[again.look]')},
    last_seen = greatest(o.last_seen, again.seen_at)
  from ${AGAIN} join pages p on p.domain = again.domain and p.url = again.url
  where o.domain = again.domain and o.uri = again.url${near('o.domain', isDistributed)}
    and o.seen[cardinality(o.seen)] >= (select max(l) from unnest(p.looks) l where l <= again.look)`
/** The last statement returns the sites that were read for changes. */
const lookAgain = (isDistributed: boolean): string[] => [
  seenAgain('person_observations', isDistributed),
  seenAgain('site_observations', isDistributed),
  `update roster_pages r set looks = r.looks || again.look, signatures = r.signatures || r.signature, last_seen = again.seen_at
    from ${AGAIN} where r.domain = again.domain and r.uri = again.url and r.last_seen < again.seen_at${near('r.domain', isDistributed)}`,
  `update pages p set looks = ${joinedLooks('p.looks', 'array[again.look]')}
    from ${AGAIN} where p.domain = again.domain and p.url = again.url and p.looks is not null${near('p.domain', isDistributed)}
      and exists (select from person_observations o where o.domain = p.domain and o.uri = p.url
        union all select from site_observations s where s.domain = p.domain and s.uri = p.url)`,
  `select distinct p.domain from ${AGAIN} join pages p on p.domain = again.domain and p.url = again.url
    where p.looks is not null${near('p.domain', isDistributed)}`,
]
const AGAIN_AT_ONE = lookAgain(false)
const AGAIN_AT_NODES = lookAgain(true)

/** Those of these keyed hashes that belong to people or addresses that opted out. */
const OPTED_OUT = `select digest from optouts where digest = any($1) union select digest from optout_people where digest = any($1)`

const CLOSED_SITES = `select domain from optouts where kind = 'domain' and domain = any($1)`

/** A page may reveal the name of an address's owner who opted out. */
const KEEP_OUT = `insert into optout_people (optout_id, digest)
  select distinct o.id, p.digest from unnest($1::bytea[], $2::bytea[]) as p (address, digest) join optouts o on o.digest = p.address
  on conflict do nothing`

/**
 * The same looks without people who opted out, by address or by the name the site uses for them, and without closed sites. What
 * was stored under a name is deleted once it turns out to belong to someone who opted out.
 */
async function withoutOptedOutPeople(client: PoolClient, looks: readonly ObservedLook[]): Promise<ObservedLook[]> {
  const telling = looks.filter(({ people, statements }) => people.length > 0 || statements.length > 0)
  if (telling.length === 0) return []
  const { rows: sites } = await client.query<{ domain: string }>(CLOSED_SITES, [
    [...new Set(telling.flatMap(({ optoutDomains }) => [...optoutDomains]))],
  ])
  const closed = new Set(sites.map(({ domain }) => domain))
  const open = telling.filter(({ optoutDomains }) => !optoutDomains.some((domain) => closed.has(domain)))
  const people = open.flatMap((look) => [...look.people])
  const digests = people.flatMap(({ digest, spellingDigests, addressDigest }) => [
    digest,
    ...spellingDigests,
    ...(addressDigest === null ? [] : [addressDigest]),
  ])
  const { rows } = await client.query<{ digest: Buffer }>(OPTED_OUT, [digests])
  if (rows.length === 0) return open
  const gone = new Set(rows.map(({ digest }) => digest.toString('hex')))
  const isHidden = ({ addressDigest }: SeenPerson): boolean =>
    addressDigest !== null && gone.has(addressDigest.toString('hex'))
  const hidden = people.filter(isHidden)
  await forgetNames(
    client,
    open.flatMap((look) => look.people.filter(isHidden).map(({ key }) => ({ domain: look.domain, key }))),
  )
  await client.query(KEEP_OUT, [hidden.map(({ addressDigest }) => addressDigest), hidden.map(({ digest }) => digest)])
  for (const { digest } of hidden) gone.add(digest.toString('hex'))
  return open.map((look) => {
    const shown = look.people.filter(
      ({ digest, spellingDigests }) => ![digest, ...spellingDigests].some((one) => gone.has(one.toString('hex'))),
    )
    const isWhole = shown.length === look.people.length
    return isWhole ? look : { ...look, people: shown, signature: withoutSketch(look.signature) }
  })
}

/** Keeps only layout and language: the sketch of names would still contain people who opted out. */
const withoutSketch = (signature: string | null): string | null => signature?.split('.').slice(0, 2).join('.') ?? null

/** Stores what looks showed of people and of the site; each page once. */
export async function writeObservations(
  client: PoolClient,
  looks: readonly ObservedLook[],
  isDistributed: boolean,
): Promise<void> {
  const telling = await withoutOptedOutPeople(client, looks)
  if (telling.length === 0) return
  const people = telling.flatMap((look) => look.people.map((person) => rowOf(look, person)))
  if (people.length > 0) {
    await client.query(UPSERT_PEOPLE, [JSON.stringify(people)])
    await keepNewest(client, people, isDistributed)
  }
  const rosters = telling.flatMap((look) =>
    look.signature === null || look.people.length === 0
      ? []
      : [{ ...placeOf(look), people: new Set(look.people.map(({ key }) => key)).size, signature: look.signature }],
  )
  if (rosters.length > 0) await client.query(UPSERT_ROSTERS, [JSON.stringify(rosters)])
  await keepLinks(client, telling)
  const said = telling.flatMap((look) => look.statements.map((statement) => ({ ...placeOf(look), ...statement })))
  if (said.length > 0) await client.query(UPSERT_SITE, [JSON.stringify(said)])
  await client.query(UNSETTLE, [[...new Set(telling.map(({ domain }) => domain))]])
}

const placeOf = ({ domain, url, capturedAt }: Pick<ObservedLook, 'domain' | 'url' | 'capturedAt'>) => ({
  domain,
  uri: url,
  look: lookTime(capturedAt),
  seen_at: capturedAt,
})

const rowOf = (look: ObservedLook, { key, name, position, address, statement, leftOn = null }: SeenPerson) => ({
  ...placeOf(look),
  person_key: key,
  statement,
  name,
  position,
  address,
  left_on: leftOn,
})

/** Records looks that found their page unchanged. Must run before the pages themselves are updated. */
export async function observeAgain(
  client: PoolClient,
  looks: readonly Pick<ObservedLook, 'domain' | 'url' | 'capturedAt'>[],
  isDistributed: boolean,
): Promise<void> {
  const again = JSON.stringify(
    looks.map(({ domain, url, capturedAt }) => ({ domain, url, look: lookTime(capturedAt), seen_at: capturedAt })),
  )
  const values = isDistributed ? [again, looks.map(({ domain }) => domain)] : [again]
  const told = new Set<string>()
  for (const statement of isDistributed ? AGAIN_AT_NODES : AGAIN_AT_ONE) {
    const { rows } = await client.query<{ domain: string }>(statement, values)
    for (const { domain } of rows) told.add(domain)
  }
  if (told.size > 0) await client.query(UNSETTLE, [[...told]])
}
