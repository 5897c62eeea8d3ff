import type { Pool } from 'pg'
import { isoDate } from '../../lib/process/clock.ts'

interface Key {
  domain: string
  value: string
}

/** Sources that vanished before $1, and the addresses that lose them. */
const PURGE_SOURCES = `with gone as (
    delete from sources where (domain, value, uri) in (
      select domain, value, uri from sources where not still_on_page and last_seen_at < $1 limit $2)
    returning domain, value)
  update addresses a set sources_count = greatest(a.sources_count - lost.n, 0)
  from (select domain, value, count(*)::int as n from gone group by domain, value) lost
  where a.domain = lost.domain and a.value = lost.value returning a.domain, a.value`

/** Shown addresses that no page has shown since $1. */
const STALE_ADDRESSES = `select a.domain, a.value from addresses a where a.visible and a.last_seen_on < $1::date and not exists (
    select 1 from sources s where s.domain = a.domain and s.value = a.value and s.still_on_page) limit $2`

/** Settled charges of periods that began before $1. What a period cost in all stands in the period. */
const DROP_CHARGES = `delete from charges where (account_id, starts_on, fingerprint) in (
    select account_id, starts_on, fingerprint from billing_periods p join charges c using (account_id, starts_on)
    where p.starts_on < $1::date and c.settled limit $2)`

/** What has to be forgotten. Each call takes one slice; the caller goes on until it is empty. */
export const createRetentionStore = (pool: Pool) => ({
  /** Deletes sources that vanished before the date. @returns the addresses to judge again. */
  purgeSources: async (before: Date, limit: number): Promise<Key[]> =>
    (await pool.query<Key>(PURGE_SOURCES, [before, limit])).rows,

  staleAddresses: async (before: Date, limit: number): Promise<Key[]> =>
    (await pool.query<Key>(STALE_ADDRESSES, [isoDate(before), limit])).rows,

  /** @returns how many were dropped: `limit` when there may be more. */
  dropCharges: async (before: Date, limit: number): Promise<number> =>
    (await pool.query(DROP_CHARGES, [isoDate(before), limit])).rowCount ?? 0,

  dropIdempotentRequests: async (before: Date): Promise<void> => {
    await pool.query('delete from idempotent_requests where started_at < $1', [before])
  },
})
