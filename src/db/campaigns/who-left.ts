import type { Pool, PoolClient } from 'pg'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'

/** Somebody an account writes to. */
export interface WrittenTo {
  email: string
  /** First and last name of the lead; null unless both are known. */
  name: string | null
}

/** The keys under which a site may know a person with this name; none if it is not a full name. */
export type KeysOfName = (name: string) => readonly string[]

/** $1 domains, $2 addresses. */
const SEEN = `select a.value, a.affiliation is not distinct from 'former' as "isFormer", a.last_seen_on::text as "seenOn"
  from unnest($1::text[], $2::text[]) as k (domain, value) join addresses a on a.domain = k.domain and a.value = k.value`

/** The last arrival or departure of each person; $1 domains, $2 keys. */
const LAST = `select distinct on (c.domain, c.person_key) c.domain, c.person_key as key, c.type, c.happened_to::text as "leftOn"
  from unnest($1::text[], $2::text[]) as k (domain, key) join changes c on c.domain = k.domain and c.person_key = k.key
  where c.undone_at is null and c.type in ('joined', 'left', 'returned')
  order by c.domain, c.person_key, c.happened_to desc, c.id desc`

interface Seen {
  value: string
  isFormer: boolean
  seenOn: string
}

/**
 * Those of these people who have left their companies: by what is known of the address, or, unless that has been seen since, by
 * a page that names people without addresses.
 * @returns their addresses
 */
export async function whoLeft(
  client: Pool | PoolClient,
  people: readonly WrittenTo[],
  keysOf: KeysOfName,
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const emails = people.map(({ email }) => email)
  const query = { name: 'who-left', text: SEEN, values: [emails.map(domainOfAddress), emails] }
  const seen = new Map((await client.query<Seen>(query)).rows.map((row) => [row.value, row]))
  const others = people.filter(({ email }) => seen.get(email)?.isFormer !== true)
  const leftOn = await departures(client, others, keysOf)
  const byName = others.filter(({ email }) => {
    const day = leftOn.get(email)
    return day !== undefined && (seen.get(email)?.seenOn ?? '') < day
  })
  const byAddress = emails.filter((email) => seen.get(email)?.isFormer === true)
  return new Set([...byAddress, ...byName.map(({ email }) => email)])
}

interface Departure {
  domain: string
  key: string
  type: string
  leftOn: string
}

/** When the site of their company last said of each that they are gone, as `2026-12-01`; nothing for those who came back. */
async function departures(client: Pool | PoolClient, people: readonly WrittenTo[], keysOf: KeysOfName) {
  const asked = people.flatMap(({ email, name }) => {
    const domain = registrableDomain(domainOfAddress(email))
    return name === null ? [] : keysOf(name).map((key) => ({ email, domain, key }))
  })
  if (asked.length === 0) return new Map<string, string>()
  const values = [asked.map(({ domain }) => domain), asked.map(({ key }) => key)]
  const { rows } = await client.query<Departure>({ name: 'who-left-by-name', text: LAST, values })
  const last = new Map(rows.map((row) => [`${row.domain} ${row.key}`, row]))
  const known = Map.groupBy(asked, ({ email }) => email)
  return new Map(
    Array.from(
      known,
      ([email, keys]) => [email, keys.flatMap((each) => last.get(`${each.domain} ${each.key}`) ?? [])] as const,
    ).flatMap(([email, changes]) => {
      const newest = changes.toSorted((a, b) => (a.leftOn < b.leftOn ? 1 : -1))[0]
      return newest?.type === 'left' ? [[email, newest.leftOn] as const] : []
    }),
  )
}
