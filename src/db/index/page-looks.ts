import type { PoolClient } from 'pg'
import type { PageLook, StoredSource } from '../../lib/addresses/address-record.ts'
import { secondsOf } from '../changes/look-times.ts'

const PAGES = 'unnest($1::text[], $2::text[]) as shown (domain, url)'

/** Over several nodes, the domains are repeated so that only their shards are queried. */
const near = (column: string, isDistributed: boolean): string =>
  isDistributed ? ` and ${column} = any($1::text[])` : ''

/** The time of the newest look is given for pages that were not read for changes. */
const looks = (isDistributed: boolean): string => `select p.url as uri, p.looks, r.looks as listed, r.signatures,
    case when p.content_hash is not null then extract(epoch from p.captured_at)::integer end as "readAt"
  from ${PAGES} join pages p on p.domain = shown.domain and p.url = shown.url${near('p.domain', isDistributed)}
    left join roster_pages r on r.domain = p.domain and r.uri = p.url`
const LOOKS = { one: looks(false), nodes: looks(true) }

const people = (isDistributed: boolean): string => `select o.uri, look, count(distinct o.person_key)::integer as people
  from ${PAGES} join person_observations o on o.domain = shown.domain and o.uri = shown.url${near('o.domain', isDistributed)}
    cross join unnest(o.seen) as look group by o.domain, o.uri, look`
const PEOPLE = { one: people(false), nodes: people(true) }

interface LooksRow {
  uri: string
  looks: number[] | null
  readAt: number | null
  listed: number[] | null
  signatures: string[] | null
}

/**
 * The looks at the pages that no longer show an address, by URI and in order of time. What the company's own site still shows
 * needs none.
 */
export async function looksWithout(
  client: PoolClient,
  sources: Iterable<readonly StoredSource[]>,
  isDistributed: boolean,
): Promise<Map<string, PageLook[]>> {
  const gone = [...sources].flatMap((ofOne) => (ofOne.some(isShown) ? [] : ofOne.filter((one) => !one.stillOnPage)))
  const pages = new Map(gone.map(({ uri, sourceDomain }) => [uri, sourceDomain]))
  if (pages.size === 0) return new Map()
  const keys = [[...pages.values()], [...pages.keys()]]
  const at = isDistributed ? 'nodes' : 'one'
  const { rows } = await client.query<LooksRow>(LOOKS[at], keys)
  const { rows: shown } = await client.query<{ uri: string; look: number; people: number }>(PEOPLE[at], keys)
  const peopleAt = new Map(shown.map((row) => [`${row.uri} ${row.look}`, row.people]))
  return new Map(rows.map((row) => [row.uri, looksOf(row, peopleAt)]))
}

const isShown = ({ domain, sourceDomain, stillOnPage }: StoredSource): boolean =>
  stillOnPage && (domain === sourceDomain || domain.endsWith(`.${sourceDomain}`))

function looksOf(
  { uri, looks, readAt, listed, signatures }: LooksRow,
  peopleAt: ReadonlyMap<string, number>,
): PageLook[] {
  const signatureAt = new Map(listed?.map((look, place) => [look, signatures?.[place] ?? null]))
  const seen = (looks ?? []).map((look) => ({
    at: secondsOf(look),
    signature: signatureAt.get(look) ?? null,
    people: peopleAt.get(`${uri} ${look}`) ?? 0,
  }))
  const isIn = readAt === null || readAt <= (seen.at(-1)?.at ?? 0)
  return isIn ? seen : [...seen, { at: readAt, signature: null, people: 0 }]
}
