import type { Pool, PoolClient } from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { forgetShared, sharedPeople } from './person-links.ts'

/** A name that a site uses for the owner of an address. */
export interface KnownName {
  /** Registrable domain of the site. */
  domain: string
  /** The folded name. */
  key: string
  name: string
  /** Keyed hash of site and name; see `optout_people`. */
  digest: Buffer
}

/** Names of the owner of address $2 at domain $1: those that sites use, and one that only the index may have. */
const NAMES_SEEN = 'select distinct domain, person_key as key, name from person_observations where address = $1'
const NAME_KNOWN = `select domain, null as key, first_name || ' ' || last_name as name from addresses
  where domain = $1 and value = $2 and first_name is not null and last_name is not null`
/** Changes spell the name as it was at the time: $1 the address, $2 and $3 sites and names as seen. */
const NAMES_TOLD = `with seen as (
    select * from unnest($2::text[], $3::text[]) as k (domain, key)
    union select domain, person_key from changes where person_key is not null and $1 in (address, before, after))
  select distinct c.domain, c.person_key as key, c.person_name as name
  from changes c join seen on seen.domain = c.domain and seen.key = c.person_key`

interface NameOfOwner {
  domain: string
  key: string | null
  name: string
}

/** Taken while reporting what changed at a site, after reading what was seen before. */
const LOCK_SITES = `select pg_advisory_xact_lock(hashtextextended(domain, ${ADVISORY_LOCKS.toldSite}))
  from (select distinct domain from unnest($1::text[]) domain order by domain) sites`

/** What is stored under a name: $1 sites, $2 folded names. */
const FORGET_PEOPLE = ['person_observations', 'changes', 'person_links'].map(
  (table) => `delete from ${table} where (domain, person_key) in (select * from unnest($1::text[], $2::text[]))`,
)
/** The name sketches of these sites' lists are deleted as well: a single name cannot be removed from a sketch. */
const FORGET_SKETCHES = `update roster_pages set signature = regexp_replace(signature, '^([^.]*[.][^.]*).*$', '\\1'),
    signatures = array(select regexp_replace(s, '^([^.]*[.][^.]*).*$', '\\1')
      from unnest(signatures) with ordinality as kept (s, place) order by place)
  where domain = any($1)`
const SITES_OF = 'select distinct domain from person_observations where address = $1'
const FORGET_SEEN_ADDRESS = 'delete from person_observations where domain = any($2) and address = $1'
const FORGET_TOLD_ADDRESS = 'delete from changes where $1 in (address, before, after)'
/**
 * Bodies that contain the address, and those that report a change of the person, sent or still to be sent: $1 address, $2
 * sites, $3 names.
 */
const FORGET_BODIES = `delete from webhook_deliveries w where position($1 in lower(payload)) > 0
  or (event = 'change.detected' and exists (select from unnest($2::text[], $3::text[]) as p (domain, name)
    where position(p.domain in w.payload) > 0 and position(to_json(p.name)::text in w.payload) > 0))`

/** Bodies that report changes at a company or contain one of its addresses: $1 its domain, $2 a pattern for its subdomains. */
export const FORGET_COMPANY_BODIES = `delete from webhook_deliveries where (event = 'change.detected'
    and (payload::jsonb #>> '{data,change,domain}' = $1 or payload::jsonb #>> '{data,change,domain}' like $2))
  or position('@' || $1 || '"' in lower(payload)) > 0 or lower(payload) like '%@' || $2 || '"%'`

/** The names under which sites and the index know the owner of an address; `key` is null if only the index has the name. */
export async function namesOfOwner(pool: Pool, domain: string, address: string): Promise<NameOfOwner[]> {
  const { rows: seen } = await pool.query<NameOfOwner>(NAMES_SEEN, [address])
  const keys = [seen.map((row) => row.domain), seen.map(({ key }) => key)]
  const { rows: told } = await pool.query<NameOfOwner>(NAMES_TOLD, [address, ...keys])
  const { rows: known } = await pool.query<NameOfOwner>(NAME_KNOWN, [domain, address])
  const names = [...seen, ...told, ...known]
  return [...new Map(names.map((row) => [JSON.stringify([row.domain, row.key, row.name]), row])).values()]
}

/** Blocks reports of changes at these sites until the transaction ends. */
export const holdSites = async (client: PoolClient, domains: readonly string[]): Promise<void> =>
  void (await client.query(LOCK_SITES, [domains]))

/** Deletes what sites said about people with these names, and the reports of it. */
export async function forgetNames(
  client: PoolClient,
  people: readonly Pick<KnownName, 'domain' | 'key'>[],
): Promise<void> {
  await forgetShared(client, await sharedPeople(client, people))
  const values = [people.map(({ domain }) => domain), people.map(({ key }) => key)]
  for (const statement of FORGET_PEOPLE) await client.query(statement, values)
  await client.query(FORGET_SKETCHES, [values[0]])
}

/** Deletes what was seen of an address's owner and the reports about that person; runs in the transaction of the opt-out. */
export async function forgetObserved(
  client: PoolClient,
  address: string,
  people: readonly Pick<KnownName, 'domain' | 'key' | 'name'>[],
): Promise<void> {
  await forgetNames(client, people)
  const { rows } = await client.query<{ domain: string }>(SITES_OF, [address])
  if (rows.length > 0) await client.query(FORGET_SEEN_ADDRESS, [address, rows.map(({ domain }) => domain)])
  await client.query(FORGET_TOLD_ADDRESS, [address])
  await client.query(FORGET_BODIES, [address, people.map(({ domain }) => domain), people.map(({ name }) => name)])
}
