import type { Pool, PoolClient } from 'pg'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { inTransaction } from '../database.ts'
import { ADDRESS_ROW, addressesUnder, PAGE_ORDER } from './page-statements.ts'
import { filterConditions } from './search-conditions.ts'
import type { AddressFilter } from './search-conditions.ts'
import type { FoundAddressRow } from './search-store.ts'

/** Who walks through the pages of which search, and the current time. */
export interface WalkQuestion {
  accountId: number
  filter: AddressFilter
  now: Date
}

/** One page of a walk, and how many rows the whole walk has. */
export interface WalkPage {
  emails: FoundAddressRow[]
  results: number
}

/** A walk ends if no page is requested for this long. */
const KEPT_MS = 15 * MINUTE_MS
/** While a later page is being read, the first page keeps the same order. */
const UNDER_WAY_MS = 10 * SECOND_MS
/** First pages whose rows are remembered until the second one is requested. */
const MAX_FIRST_PAGES = 2_000
/** Per account; the latest are kept. */
const MAX_WALKS = 100
/** A walk that is replaced while being read is read again. */
const MAX_ATTEMPTS = 5
/** Addresses per stored row: enough to need few rows, few enough to read a row for ten addresses. */
const CHUNK = 500

/** One without rows has no order to keep, and there may be some by now. */
const USE = `update search_walks set used_at = $3
  where account_id = $1 and question = $2 and used_at > $4 and started_at >= $5 and results > 0 returning id, results`

const DROP_OLD = `delete from search_walks where used_at <= $4 or (account_id = $1 and question = $2 and (started_at < $3 or results = 0))
  or account_id = $1 and id in (select id from search_walks where account_id = $1 order by used_at desc offset ${MAX_WALKS - 1})`

const OPEN = `insert into search_walks (account_id, question, domain, results, started_at, used_at) values ($1, $2, $3, 0, $4, $4)
  on conflict (account_id, question) do nothing returning id`

/** The rows of the first page as shown, then all others in order. */
const fillText = (addresses: string, at: (index: number) => string): string => `
  with walked as (
    select value, row_number() over () - 1 as n from (
      (select value from unnest(${at(3)}::text[]) with ordinality first (value, i) order by i)
      union all
      (select a.value from ${addresses} where a.value <> all (${at(3)}::text[]) order by ${PAGE_ORDER})) row (value)),
  stored as (
    insert into search_walk_rows (account_id, walk_id, chunk, addresses)
    select ${at(1)}, ${at(2)}, n / ${CHUNK}, array_agg(value order by n) from walked group by n / ${CHUNK} returning cardinality(addresses) as n)
  update search_walks set results = (select coalesce(sum(n), 0) from stored)
    where account_id = ${at(1)} and id = ${at(2)} returning results`

/** The $4 addresses of walk $2 after position $3. */
const PLACES = `select coalesce(array_agg(one.value order by w.chunk, one.i), '{}') as values
  from search_walk_rows w cross join lateral unnest(w.addresses) with ordinality one (value, i)
  where w.account_id = $1 and w.walk_id = $2 and w.chunk between $3::int / ${CHUNK} and ($3::int + $4::int - 1) / ${CHUNK}
    and w.chunk * ${CHUNK} + one.i > $3 and w.chunk * ${CHUNK} + one.i <= $3::int + $4::int`

/** The rows in their current state; people who have opted out in the meantime are gone. */
const ROWS = `select coalesce(json_agg(row order by n), '[]')::text as rows from (
  select place.n, ${ADDRESS_ROW}
  from unnest($2::text[]) with ordinality place (value, n) join addresses a on a.domain = $1 and a.value = place.value) row`

interface Walk {
  id: number
  results: number
}

interface FirstPage {
  addresses: string[]
  shownAt: Date
}

/** Later pages of a domain search: positions do not move while somebody goes from page to page. */
export const createSearchWalksStore = (pool: Pool) => {
  const firstPages = createTtlMap<FirstPage>(KEPT_MS, MAX_FIRST_PAGES)
  const underWay = createTtlMap<boolean>(UNDER_WAY_MS, MAX_FIRST_PAGES)

  return {
    /** Whether somebody in the account is currently on a later page of the same search. */
    isUnderWay: ({ accountId, filter }: WalkQuestion): boolean => underWay.get(nameOf(accountId, filter)) === true,

    /** Records what a first page has shown: a walk that continues it does not show it again. */
    began: ({ accountId, filter, now }: WalkQuestion, emails: readonly FoundAddressRow[]): void =>
      firstPages.set(nameOf(accountId, filter), { addresses: emails.map(({ value }) => value), shownAt: now }),

    /** A page of the walk in progress, or of a new one. */
    page: async (question: WalkQuestion, limit: number, offset: number): Promise<WalkPage> => {
      const { accountId, filter } = question
      const name = nameOf(accountId, filter)
      for (let attempt = 1; ; attempt++) {
        const first = underWay.get(name) === true ? undefined : firstPages.get(name)
        const walk = (await use(pool, question, first)) ?? (await open(pool, question, first))
        if (walk === null) {
          if (attempt < MAX_ATTEMPTS) continue
          return { emails: [], results: 0 }
        }
        // Whoever looks at the first page again and again is on no later page.
        if (offset > 0 || walk.results === 0) underWay.set(name, walk.results > 0)
        const places = { name: 'walk-places', text: PLACES, values: [accountId, walk.id, offset, limit] }
        const { rows: walked } = await pool.query<{ values: string[] }>(places)
        const values = [filter.domain, walked[0]?.values ?? []]
        const { rows } = await pool.query<{ rows: string }>({ name: 'walk-rows', text: ROWS, values })
        const emails = JSON.parse(rows[0]?.rows ?? '[]') as FoundAddressRow[]
        // Another page requested at the same moment may have restarted the walk.
        if (emails.length > 0 || offset >= walk.results || attempt === MAX_ATTEMPTS)
          return { emails, results: walk.results }
      }
    },

    /** Removes walks that nobody has continued. */
    forget: async (now: Date): Promise<void> => {
      await pool.query('delete from search_walks where used_at <= $1', [expired(now)])
    },
  }
}

const expired = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

const digestOf = (filter: AddressFilter): Buffer => sha256(JSON.stringify(filter))

const nameOf = (accountId: number, filter: AddressFilter): string =>
  `${accountId} ${digestOf(filter).toString('base64')}`

/** A walk older than the first page shown last is a different one. */
const oldest = (first: FirstPage | undefined): Date => first?.shownAt ?? new Date(0)

async function use(
  client: Pool | PoolClient,
  { accountId, filter, now }: WalkQuestion,
  first: FirstPage | undefined,
): Promise<Walk | null> {
  const values = [accountId, digestOf(filter), now, expired(now), oldest(first)]
  return (await client.query<Walk>({ name: 'walk-use', text: USE, values })).rows[0] ?? null
}

/** If several begin at once, one writes; the others wait for it and share its walk. Null if that one is already gone. */
const open = (pool: Pool, question: WalkQuestion, first: FirstPage | undefined): Promise<Walk | null> =>
  inTransaction(pool, async (client) => {
    const { accountId, filter, now } = question
    const digest = digestOf(filter)
    await client.query(DROP_OLD, [accountId, digest, oldest(first), expired(now)])
    const { rows } = await client.query<{ id: number }>(OPEN, [accountId, digest, filter.domain, now])
    const id = rows[0]?.id
    if (id === undefined) return use(client, question, undefined)
    const { text, values, byTitles } = filterConditions(filter)
    if (byTitles) await client.query(`set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off`)
    const fill = fillText(`(select * from ${addressesUnder(text, byTitles)}) a`, (index) => `$${values.length + index}`)
    const filled = await client.query<{ results: number }>(fill, [...values, accountId, id, first?.addresses ?? []])
    return { id, results: filled.rows[0]?.results ?? 0 }
  })
