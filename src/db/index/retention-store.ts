import type { Pool } from 'pg'
import { isoDate } from '../../lib/process/clock.ts'
import { inTransaction } from '../database.ts'

interface Key {
  domain: string
  value: string
}

/** Sources that vanished before $1. */
const VANISHED = `select domain, value, uri from sources where not still_on_page and last_seen_at < $1 limit $2`
const DROP_SOURCES = `delete from sources s using unnest($1::text[], $2::text[], $3::text[]) as k (domain, value, uri)
  where s.domain = k.domain and s.value = k.value and s.uri = k.uri and not s.still_on_page
  returning s.domain, s.value, s.uri, s.source_domain as site`
/** Of the pages of these sources; see migration 081. */
const DROP_ON_PAGES = `delete from page_addresses p using unnest($1::text[], $2::text[], $3::text[], $4::text[]) as k (domain, value, uri, site)
  where p.source_domain = k.site and p.uri = k.uri and p.value = k.value and p.domain = k.domain`
/** Subtracts one for each source that an address lost. */
const LOSE_SOURCES = `update addresses a set sources_count = greatest(a.sources_count - lost.n, 0)
  from (select domain, value, count(*)::int as n from unnest($1::text[], $2::text[]) as k (domain, value) group by domain, value) lost
  where a.domain = lost.domain and a.value = lost.value returning a.domain, a.value`

/** Visible addresses that no page has shown since $1. */
const STALE_ADDRESSES = `select a.domain, a.value from addresses a where a.visible and a.last_seen_on < $1::date and not exists (
    select 1 from sources s where s.domain = a.domain and s.value = a.value and s.still_on_page) limit $2`

/** Settled charges of billing periods that began before $1. The total cost stays in the period. */
const DROP_CHARGES = `delete from charges where (account_id, starts_on, fingerprint) in (
    select account_id, starts_on, fingerprint from billing_periods p join charges c using (account_id, starts_on)
    where p.starts_on < $1::date and c.settled limit $2)`

/** Jobs that ended before $1, successfully or not. */
const DROP_JOBS = `with ended as materialized (
    select name, id from pgboss.job where state >= 'completed' and completed_on < $1 limit $2 for update skip locked)
  delete from pgboss.job j using ended e where j.name = e.name and j.id = e.id`

const keysOf = (rows: readonly Key[]): [string[], string[]] => [
  rows.map(({ domain }) => domain),
  rows.map(({ value }) => value),
]

/** Deletes what must not be kept any longer. Each call takes one slice; the caller repeats it until nothing is left. */
export const createRetentionStore = (pool: Pool) => ({
  /** Deletes sources that vanished before the date. @returns the addresses to judge again. */
  purgeSources: (before: Date, limit: number): Promise<Key[]> =>
    inTransaction(pool, async (client) => {
      const { rows: vanished } = await client.query<Key & { uri: string }>(VANISHED, [before, limit])
      const { rows: gone } = await client.query<Key & { uri: string; site: string }>(DROP_SOURCES, [
        ...keysOf(vanished),
        vanished.map(({ uri }) => uri),
      ])
      await client.query(DROP_ON_PAGES, [...keysOf(gone), gone.map(({ uri }) => uri), gone.map(({ site }) => site)])
      return (await client.query<Key>(LOSE_SOURCES, keysOf(gone))).rows
    }),

  staleAddresses: async (before: Date, limit: number): Promise<Key[]> =>
    (await pool.query<Key>(STALE_ADDRESSES, [isoDate(before), limit])).rows,

  /** @returns the number deleted: `limit` if there may be more. */
  dropCharges: async (before: Date, limit: number): Promise<number> =>
    (await pool.query(DROP_CHARGES, [isoDate(before), limit])).rowCount ?? 0,

  /** @returns the same as for charges. */
  dropJobs: async (before: Date, limit: number): Promise<number> =>
    (await pool.query(DROP_JOBS, [before, limit])).rowCount ?? 0,

  dropIdempotentRequests: async (before: Date): Promise<void> => {
    await pool.query('delete from idempotent_requests where started_at < $1', [before])
  },
})
