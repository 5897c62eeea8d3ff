import type { Pool } from 'pg'
import { ADDRESS_ROW } from './page-statements.ts'
import type { FoundAddressRow } from './search-store.ts'

export interface PersonQuestion {
  domain: string
  /** Lower case; any of them. */
  lastNames: readonly string[]
  /** Addresses that may be theirs whatever name is given with them. */
  values: readonly string[]
  limit: number
}

/** The person whom a page links to a profile. */
export interface ProfileOwner {
  domain: string
  firstName: string | null
  lastName: string | null
}

const BY_NAME = `select coalesce(json_agg(row), '[]')::text as rows from (
  select ${ADDRESS_ROW} from addresses a where a.domain = $1 and a.visible and a.type = 'personal'
    and (lower(a.last_name) = any($2) or lower(a.first_name) = any($2) or a.value = any($3))
  order by a.confidence desc, a.sources_count desc, a.value limit $4) row`

const BY_PROFILE = `select domain, first_name as "firstName", last_name as "lastName" from addresses
  where lower(linkedin) = $1 and visible and type = 'personal' order by confidence desc, value limit 1`

/** A profile with more addresses identifies nobody. */
const PROFILE_ADDRESSES = 10
const CURRENT_WITH_PROFILE = `select coalesce(json_agg(row), '[]')::text as rows from (
  select ${ADDRESS_ROW} from addresses a where lower(a.linkedin) = $1 and a.visible and a.type = 'personal' and a.affiliation = 'current'
  order by a.last_seen_on desc, a.value limit ${PROFILE_ADDRESSES}) row`

const COUNT_KNOWN = `select count(*)::int as known from unnest($1::text[], $2::text[]) as k (domain, value)
  join addresses a on a.domain = k.domain and a.value = k.value`

const COUNT_OBSERVED = `select count(*)::int as known from (select distinct domain, uri from person_observations
  where domain = any($1) and uri = any($2)) observed`

/** Reads the index by person. */
export const createPeopleStore = (pool: Pool) => ({
  /** Addresses of a domain that may belong to a person, best first. */
  possibleAddresses: async ({ domain, lastNames, values, limit }: PersonQuestion): Promise<FoundAddressRow[]> => {
    const query = { name: 'possible-addresses', text: BY_NAME, values: [domain, lastNames, values, limit] }
    const { rows } = await pool.query<{ rows: string }>(query)
    return JSON.parse(rows[0]?.rows ?? '[]') as FoundAddressRow[]
  },

  /** Addresses, at any domain, whose holder has this LinkedIn handle (lower case) and is still there; most recently seen first. */
  currentWithProfile: async (handle: string): Promise<FoundAddressRow[]> => {
    const query = { name: 'current-with-profile', text: CURRENT_WITH_PROFILE, values: [handle] }
    const { rows } = await pool.query<{ rows: string }>(query)
    return JSON.parse(rows[0]?.rows ?? '[]') as FoundAddressRow[]
  },

  /** How many of these addresses the index has. */
  countKnown: async (domains: readonly string[], values: readonly string[]): Promise<number> =>
    (await pool.query<{ known: number }>(COUNT_KNOWN, [domains, values])).rows[0]?.known ?? 0,

  /** How many of these rows of files name a person known at one of these sites. */
  countObserved: async (domains: readonly string[], uris: readonly string[]): Promise<number> =>
    (await pool.query<{ known: number }>(COUNT_OBSERVED, [domains, uris])).rows[0]?.known ?? 0,

  /** The person with this LinkedIn handle (lower case), by their best address. */
  ownerOfProfile: async (handle: string): Promise<ProfileOwner | null> => {
    const query = { name: 'owner-of-profile', text: BY_PROFILE, values: [handle] }
    return (await pool.query<ProfileOwner>(query)).rows[0] ?? null
  },
})
