import type { Pool } from 'pg'

/** Times in ms from now, by the database clock. */
interface Past {
  nextInMs: number
  strikes: number
  leftAloneMs: number
  pauseMs: number
}

interface Key {
  name: string
  place: number
}

/** A waiting process asks twice a second, until it has the place or is gone. */
const WANTED_FOR = `interval '3 seconds'`

const IS_FREE = `(p.held_until <= clock_timestamp()
  and (p.wanted_by is null or p.wanted_by = $3 or p.wanted_until <= clock_timestamp()))`

const msUntil = (column: string): string =>
  `(extract(epoch from greatest(p.${column}, clock_timestamp()) - clock_timestamp()) * 1000)::float8`

/**
 * The place that this process waited for, otherwise the one usable first. If its holder is gone, that holder's last pause still
 * applies.
 */
const TAKE = `with free as (
    select n as place from generate_series(0, $2::int - 1) n left join crawl_places p on p.name = $1 and p.place = n
    where p.name is null or ${IS_FREE}
    order by p.wanted_by is not distinct from $3 desc, p.next_at nulls first limit 1)
  insert into crawl_places as p (name, place, holder, held_until)
    select $1, place, $3, clock_timestamp() + $4 * interval '1 ms' from free
  on conflict (name, place) do update set holder = $3, held_until = excluded.held_until, wanted_by = null,
    next_at = case when p.holder is null then p.next_at else clock_timestamp() + p.pause_ms * interval '1 ms' end
  where ${IS_FREE}
  returning name, place, strikes, pause_ms as "pauseMs", ${msUntil('next_at')} as "nextInMs",
    ${msUntil('left_alone_until')} as "leftAloneMs"`

const WANT = `update crawl_places set wanted_by = $2, wanted_until = clock_timestamp() + ${WANTED_FOR}
  where (name, place) = (
    select name, place from crawl_places
    where name = $1 and (wanted_by is null or wanted_by = $2 or wanted_until <= clock_timestamp())
    order by wanted_by is not distinct from $2 desc, held_until limit 1)`

const KEEP = `update crawl_places p set held_until = clock_timestamp() + $5 * interval '1 ms', pause_ms = k.pause_ms
  from unnest($2::text[], $3::int[], $4::int[]) as k (name, place, pause_ms)
  where p.name = k.name and p.place = k.place and p.holder = $1
  returning p.name, p.place, p.wanted_by is not null and p.wanted_until > clock_timestamp() as "isWanted"`

const GIVE = `update crawl_places p set holder = null, held_until = clock_timestamp(), pause_ms = k.pause_ms,
    strikes = k.strikes, next_at = clock_timestamp() + k.next_in * interval '1 ms',
    left_alone_until = clock_timestamp() + k.left_alone * interval '1 ms'
  from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::float8[], $7::float8[])
    as k (name, place, pause_ms, strikes, next_in, left_alone)
  where p.name = k.name and p.place = k.place and p.holder = $1`

const FORGET = `delete from crawl_places where held_until < $1 and next_at < $1 and left_alone_until < $1`

/** Which process may send requests where. All times are the database's, because the clocks of machines differ. */
export const createCrawlPlacesStore = (pool: Pool) => ({
  /** A free place out of `most`, or null; with `wants`, another process is then told to give one up. */
  take: async (asking: {
    holder: string
    name: string
    most: number
    heldMs: number
    wants: boolean
  }): Promise<(Key & Past) | null> => {
    const { holder, name, most, heldMs, wants } = asking
    const query = { name: 'crawl-places-take', text: TAKE, values: [name, most, holder, heldMs] }
    const [taken] = (await pool.query<Key & Past>(query)).rows
    if (taken === undefined && wants)
      await pool.query({ name: 'crawl-places-want', text: WANT, values: [name, holder] })
    return taken ?? null
  },

  /** Signals that the process is alive. @returns the places it still has */
  keep: async (
    holder: string,
    held: readonly (Key & Pick<Past, 'pauseMs'>)[],
    heldMs: number,
  ): Promise<(Key & { isWanted: boolean })[]> => {
    const values = [holder, ...keysOf(held), held.map(({ pauseMs }) => Math.round(pauseMs)), heldMs]
    return (await pool.query<Key & { isWanted: boolean }>({ name: 'crawl-places-keep', text: KEEP, values })).rows
  },

  give: async (holder: string, places: readonly (Key & Past)[]): Promise<void> => {
    const values = [
      holder,
      ...keysOf(places),
      places.map(({ pauseMs }) => Math.round(pauseMs)),
      places.map(({ strikes }) => strikes),
      places.map(({ nextInMs }) => nextInMs),
      places.map(({ leftAloneMs }) => leftAloneMs),
    ]
    await pool.query({ name: 'crawl-places-give', text: GIVE, values })
  },

  forget: async (before: Date): Promise<void> => {
    await pool.query(FORGET, [before])
  },
})

const keysOf = (places: readonly Key[]): [names: string[], places: number[]] => [
  places.map(({ name }) => name),
  places.map(({ place }) => place),
]
