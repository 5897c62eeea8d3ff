import type { Pool, PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { changeOf, CHANGE_COLUMNS } from './changes-list-store.ts'
import type { ChangeRow, KeptChange } from './changes-list-store.ts'
import { inTransaction } from '../database.ts'
import { LOOKS_KEPT, secondsOf } from './look-times.ts'
import { forgetLinks, otherListsOf, tellLinked } from './person-links.ts'
import type { KeptElsewhere } from './person-links.ts'
import { closeQuietSites } from './quiet-sites.ts'
import { markLeavers } from './leavers-writer.ts'
import type { MarkedAddress, Leaver } from './leavers-writer.ts'
import { leaveUntold } from './untold-changes.ts'

/** What is stored about a site, in the form from which changes are derived; times are seconds since 1970. */
export interface KeptHistory {
  domain: string
  pages: { uri: string; looks: { at: number; signature: string | null }[] }[]
  people: { uri: string; key: string; name: string; position: string; address: string | null; seen: number[] }[]
  site: { uri: string; kind: 'location' | 'technology' | 'opening' | 'moved'; value: string; seen: number[] }[]
  checks: { address: string; status: string; at: number }[]
  ends: { key: string; name: string; address: string | null; uri: string; leftOn: number; saidAt: number }[]
  elsewhere: KeptElsewhere[]
}

/** A change as derived from a history. */
export interface ToldChange {
  /** Built from type, person, before and after. */
  key: string
  type: string
  person: { key: string; name: string } | null
  address: string | null
  field: string
  before: string | null
  after: string | null
  evidence: readonly { uri: string; seen_on: string; says: string }[]
  happenedBetween: readonly [string | null, string]
  confidence: number
}

export interface Told {
  changes: readonly ToldChange[]
  leavers: readonly Leaver[]
}

/** A company has fewer staff than this; nothing is reported about such a site. */
const MAX_STATEMENTS = 20_000

/** The statement after it sees everything that the lock's previous owner stored. */
const LOCK_SITE = `select pg_advisory_xact_lock(hashtextextended($1, ${ADVISORY_LOCKS.toldSite}))`
/** As text, because a JavaScript date has no microseconds. */
const VISITED = 'select since::text from unsettled_sites where domain = $1'
const PEOPLE = `select uri, person_key as key, name, position, address, seen, left_on as "leftOn" from person_observations
  where domain = $1 order by uri, person_key, statement limit $2`
const PLACES =
  'select uri, kind, value, seen from site_observations where domain = $1 order by uri, kind, value limit $2'
const LOOKS = `select p.url as uri, p.looks, r.looks as "listed", r.signatures from pages p
  left join roster_pages r on r.domain = p.domain and r.uri = p.url
  where p.domain = $1 and p.looks is not null and (exists (select from person_observations o where o.domain = $1 and o.uri = p.url)
    or exists (select from site_observations s where s.domain = $1 and s.uri = p.url)) order by p.url`
const checks = (
  near: string,
): string => `select v.value as address, v.status, extract(epoch from v.checked_at)::integer as at
  from unnest($1::text[], $2::text[]) as k (domain, value)
    join verifications v on v.domain = k.domain and v.value = k.value${near}
  where v.status = 'invalid' order by 1`
/** Over several nodes, the domains are repeated so that only their shards are queried. */
const CHECKS = { one: checks(''), nodes: checks(' and v.domain = any($1::text[])') }
/** A site stays unsettled if it was visited meanwhile, even by a visit that began before and became visible only now. */
const SETTLE = 'delete from unsettled_sites where domain = $1 and since = $2::timestamptz'
const STILL_THERE = `update person_observations o set still_there = o.last_seen >= p.captured_at from pages p
  where o.domain = $1 and p.domain = $1 and p.url = o.uri and o.still_there <> (o.last_seen >= p.captured_at)`

const KNOWN = `select change_key as key, undone_at is null as holds, coalesce(coalesce(happened_from, happened_to) <= $2::date, false)
    or (coalesce(happened_from, happened_to) < $3 and detected_at < $4) as stands
  from changes where domain = $1`
const WRITE = `insert into changes as c (domain, change_key, type, person_key, person_name, address, field, before, after, evidence,
    happened_from, happened_to, confidence, detected_at)
  select $1, key, type, person_key, person_name, address, field, before, after, evidence, happened_from, happened_to, confidence, $3
  from jsonb_to_recordset($2) as told (key text, type text, person_key text, person_name text, address text, field text, before text,
    after text, evidence jsonb, happened_from date, happened_to date, confidence real, place integer)
  order by place
  on conflict (domain, change_key) do update set person_name = excluded.person_name, address = excluded.address,
    evidence = excluded.evidence, happened_from = excluded.happened_from, happened_to = excluded.happened_to,
    confidence = excluded.confidence, undone_at = null
  where c.undone_at is not null or (c.person_name, c.address, c.evidence, c.happened_from, c.happened_to, c.confidence)
    is distinct from (excluded.person_name, excluded.address, excluded.evidence, excluded.happened_from, excluded.happened_to, excluded.confidence)
  returning ${CHANGE_COLUMNS}, change_key as key`
const UNDO = `update changes set undone_at = $3 where domain = $1 and change_key = any($2) and undone_at is null returning ${CHANGE_COLUMNS}`
/** Observations are deleted after a year: from then on, what was derived from them stands. */
const SEEN_KEPT_DAYS = 330

export interface Settled {
  /** Reported for the first time, or again after having been undone. */
  fresh: KeptChange[]
  undone: KeptChange[]
  /** Addresses for which the answer to whether their owner has left is now different. */
  judged: MarkedAddress[]
  /** The visit up to which everything is included, as `close` takes it; null if the site waited for nothing. */
  visited: string | null
}

const SEEN = ['person_observations', 'roster_pages', 'site_observations']
/** Sites with statements not repeated since $1, and the deletion of these statements. Changes are kept longer. */
const OLD_SITES = SEEN.map(
  (table) => `select distinct domain from (select domain from ${table} where last_seen < $1 limit $2) old`,
)
const FORGET_SEEN = SEEN.map((table) => `delete from ${table} where domain = any($2) and last_seen < $1`)
const FORGET_CHANGES =
  'delete from changes where ctid = any(array(select ctid from changes where detected_at < $1 limit $2))'

/**
 * Addresses whose state changes through time alone: an owner last seen before day $1 is no longer current, and before day $2 no
 * longer likely.
 */
const AGED = `select domain, value from addresses where visible
    and (affiliation is null or (affiliation = 'current' and last_seen_on < $1::date and (verified_on is null or verified_on < $1::date))
      or (affiliation = 'likely' and last_seen_on < $2::date)) limit $3`

/** What changed at companies. */
export const createChangesStore = (pool: Pool, isDistributed: boolean) => ({
  /** Sites that have been visited but not settled since, ordered by name. */
  unsettled: async (behind: string, limit: number): Promise<string[]> => {
    const text = 'select domain from unsettled_sites where domain > $1 order by domain limit $2'
    return (await pool.query<{ domain: string }>(text, [behind, limit])).rows.map(({ domain }) => domain)
  },

  /** Closes those of these sites from which nothing can be told. @returns the others */
  closeQuiet: (domains: readonly string[]): Promise<string[]> =>
    inTransaction(pool, (client) => closeQuietSites(client, domains)),

  /** Forgets what was last seen, and what was reported, before these times, slice by slice. */
  forget: async (seenBefore: Date, toldBefore: Date, slice: number): Promise<void> => {
    for (const place of SEEN.keys()) while ((await forgetSeen(pool, place, seenBefore, slice)) >= slice) continue
    await forgetLinks(pool, seenBefore, slice)
    while ((await pool.query(FORGET_CHANGES, [toldBefore, slice])).rowCount === slice) continue
  },

  /** The next addresses whose owners count differently because time has passed. */
  aged: async (
    currentSince: string,
    likelySince: string,
    limit: number,
  ): Promise<{ domain: string; value: string }[]> =>
    (await pool.query<{ domain: string; value: string }>(AGED, [currentSince, likelySince, limit])).rows,

  /**
   * Derives a site's changes from everything stored about it, and stores the difference from what was reported before. The same
   * observations give the same changes, in any order and however often this runs.
   * @param tell a pure function.
   */
  settle: async (domain: string, tell: (history: KeptHistory) => Told, now: Date): Promise<Settled> =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK_SITE, [domain])
      const { rows } = await client.query<{ since: string }>(VISITED, [domain])
      const { history, horizon, namesPeople, addresses } = await historyOf(client, isDistributed, domain)
      if (namesPeople) await client.query(STILL_THERE, [domain])
      const visited = rows[0]?.since ?? null
      if (history.people.length >= MAX_STATEMENTS) return { fresh: [], undone: [], judged: [], visited }
      const { changes, leavers } = tell(history)
      const kept = await keep(client, domain, changes, { now, horizon })
      await tellLinked(client, domain)
      return { ...kept, judged: await markLeavers(client, isDistributed, { addresses, leavers }), visited }
    }),

  /** Marks a site as settled, as far as it had been visited. @param visited as `settle` returned it */
  close: async (domain: string, visited: string | null): Promise<void> => {
    await pool.query(SETTLE, [domain, visited])
  },
})

/** @returns how many statements were forgotten: fewer than a slice if no more are left. */
async function forgetSeen(pool: Pool, place: number, before: Date, slice: number): Promise<number> {
  const { rows } = await pool.query<{ domain: string }>(OLD_SITES[place] ?? '', [before, slice])
  const sites = rows.map(({ domain }) => domain)
  return sites.length === 0 ? 0 : ((await pool.query(FORGET_SEEN[place] ?? '', [before, sites])).rowCount ?? 0)
}

/**
 * Everything stored about a site, and the day before which nothing can be derived any more. Most sites name nobody or give no
 * address.
 */
async function historyOf(
  client: PoolClient,
  isDistributed: boolean,
  domain: string,
): Promise<{ history: KeptHistory; horizon: string | null; namesPeople: boolean; addresses: string[] }> {
  type Seen<Row> = Row & { seen: number[] }
  const { rows: people } = await client.query<Seen<KeptHistory['people'][number] & { leftOn: string | null }>>(PEOPLE, [
    domain,
    MAX_STATEMENTS,
  ])
  const { rows: site } = await client.query<Seen<KeptHistory['site'][number]>>(PLACES, [domain, MAX_STATEMENTS])
  const { rows: pages } = await client.query<{
    uri: string
    looks: number[]
    listed: number[] | null
    signatures: string[] | null
  }>(LOOKS, [domain])
  const addresses = [...new Set(people.flatMap(({ address }) => address ?? []))]
  const checked = addresses.length === 0 ? [] : await checksOf(client, isDistributed, addresses)
  const elsewhere =
    people.length === 0 ? [] : await otherListsOf(client, domain, [...new Set(people.map(({ key }) => key))])
  const timed = <Row extends { seen: number[] }>(row: Row): Row => ({ ...row, seen: row.seen.map(secondsOf) })
  const full = pages.flatMap(({ looks }) => (looks.length >= LOOKS_KEPT ? [secondsOf(looks[0] ?? 0)] : []))
  return {
    namesPeople: people.length > 0,
    addresses,
    horizon: full.length === 0 ? null : new Date(Math.max(...full) * 1_000).toISOString().slice(0, 10),
    history: {
      domain,
      pages: pages.map(({ uri, looks, listed, signatures }) => {
        const signatureOf = new Map(listed?.map((look, place) => [look, signatures?.[place] ?? null]))
        return { uri, looks: looks.map((look) => ({ at: secondsOf(look), signature: signatureOf.get(look) ?? null })) }
      }),
      people: people.filter(({ leftOn }) => leftOn === null).map(({ leftOn: _leftOn, ...said }) => timed(said)),
      site: site.map(timed),
      checks: checked,
      elsewhere,
      ends: people.flatMap(({ leftOn, key, name, address, uri, seen }) =>
        leftOn === null
          ? []
          : [{ key, name, address, uri, leftOn: Date.parse(leftOn) / 1_000, saidAt: secondsOf(seen.at(-1) ?? 0) }],
      ),
    },
  }
}

async function checksOf(
  client: PoolClient,
  isDistributed: boolean,
  addresses: readonly string[],
): Promise<KeptHistory['checks']> {
  const keys = [addresses.map(domainOfAddress), addresses]
  const text = isDistributed ? CHECKS.nodes : CHECKS.one
  return (await client.query<KeptHistory['checks'][number]>(text, keys)).rows
}

async function keep(
  client: PoolClient,
  domain: string,
  changes: readonly ToldChange[],
  { now, horizon }: { now: Date; horizon: string | null },
): Promise<Pick<Settled, 'fresh' | 'undone'>> {
  const [seenSince, toldBefore] = [SEEN_KEPT_DAYS, 1].map((days) => new Date(now.getTime() - days * DAY_MS))
  const values = [domain, horizon, seenSince, toldBefore]
  const { rows: known } = await client.query<{ key: string; holds: boolean; stands: boolean }>(KNOWN, values)
  const held = new Set(known.filter(({ holds }) => holds).map(({ key }) => key))
  const told = new Set(changes.map(({ key }) => key))
  const wrong = known.filter(({ key, holds, stands }) => holds && !told.has(key) && !stands)
  if (changes.length === 0 && wrong.length === 0) return { fresh: [], undone: [] }
  // The lock's owner assigns numbers until its changes are visible, so no lower number becomes visible after a higher one.
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.changes])
  const rows = changes.map(({ person, happenedBetween: [from, to], ...change }, place) => ({
    ...change,
    person_key: person?.key ?? null,
    person_name: person?.name ?? null,
    happened_from: from,
    happened_to: to,
    place,
  }))
  const written = await client.query<ChangeRow & { key: string }>(WRITE, [domain, JSON.stringify(rows), now])
  const undone = await client.query<ChangeRow>(UNDO, [domain, wrong.map(({ key }) => key), now])
  const fresh = written.rows.filter(({ key }) => !held.has(key))
  await leaveUntold(
    client,
    domain,
    [...fresh, ...undone.rows].map(({ id }) => id),
  )
  return { fresh: fresh.map(changeOf), undone: undone.rows.map(changeOf) }
}
