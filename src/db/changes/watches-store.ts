import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { changeOf, CHANGE_COLUMNS } from './changes-list-store.ts'
import type { ChangeRow, KeptChange } from './changes-list-store.ts'

export interface Watch {
  id: number
  domain: string
  /** Null for all. */
  types: string[] | null
  everyDays: number
  createdAt: Date
  visitAt: Date
  lastVisitedAt: Date | null
}

export interface WatchesWanted {
  domains: readonly string[]
  types: readonly string[] | null
  everyDays: number
}

/** A change that somebody is to hear of, and who. */
export interface UntoldChange {
  change: KeptChange
  accountId: number
  watchId: number
}

const LOCK_ACCOUNT = 'select 1 from accounts where id = $1 for no key update'
const CHANGE = `update watches set types = $3, every_days = $4::integer,
    visit_at = least(visit_at, $5::timestamptz + $4::integer * interval '1 day')
  where account_id = $1 and domain = any($2) returning domain`
const COUNT = 'select count(*)::integer as total from watches where account_id = $1'
/** Whoever was visited a short time ago is visited again when that is as long ago as wanted. */
const ADD = `insert into watches (account_id, domain, types, every_days, created_at, visit_at)
  select $1::integer, d.domain, $3::text[], $4::integer, $5::timestamptz,
    greatest($5::timestamptz, c.finished_at + $4::integer * interval '1 day')
  from unnest($2::text[]) d (domain) left join crawls c on c.domain = d.domain
  on conflict do nothing returning domain`
const LIST = `select w.id, w.domain, w.types, w.every_days as "everyDays", w.created_at as "createdAt", w.visit_at as "visitAt",
    c.finished_at as "lastVisitedAt" from watches w left join crawls c on c.domain = w.domain
  where w.account_id = $1 and ($4::text is null or w.domain = $4) order by w.domain limit $2 offset $3`
const REMOVE = 'delete from watches where account_id = $1 and domain = any($2) returning domain'
const DOMAINS_OF_LIST = `select distinct substring(l.email from '@([^@]+)$') as domain from leads_list_members m
  join leads l on l.account_id = m.account_id and l.id = m.lead_id
  where m.account_id = $1 and m.leads_list_id = $2 and l.email is not null order by 1 limit $3`

/** $1 now, $2 how many visits of this kind may wait. No site is asked for twice in a day, whoever made it be visited. */
const ASK_FOR_DUE = `with due as (
    select w.domain, min(w.visit_at) as visit_at from watches w
    join accounts a on a.id = w.account_id and a.suspended_at is null
    left join crawls c on c.domain = w.domain
    where w.visit_at <= $1 and (c.domain is null
      or (c.status not in ('queued', 'running') and coalesce(c.finished_at < $1::timestamptz - interval '1 day', true)))
    group by w.domain order by 2, 1
    limit greatest(0, $2 - (select count(*) from crawls where for_watch and status = 'queued')))
  insert into crawls (domain, status, requested_at, for_watch) select domain, 'queued', $1, true from due
  on conflict (domain) do update set status = 'queued', requested_at = $1, account_id = null, for_watch = true,
    heartbeat_at = null, run_id = null, attempts = 0
  where crawls.status not in ('queued', 'running') returning domain`

/** Of addresses that the index shows as those of people who are there: $1 domains, $2 addresses. */
const SHOWN_AS_THERE = `select distinct a.domain from unnest($1::text[], $2::text[]) as k (domain, value)
  join addresses a on a.domain = k.domain and a.value = k.value where a.affiliation = 'current'`
/** Sites that were read before, and not today: $1 now, $2 how many visits of this kind may wait, $3 sites. */
const ASK_AGAIN = `update crawls set status = 'queued', requested_at = $1, account_id = null, for_watch = true,
    heartbeat_at = null, run_id = null, attempts = 0
  where domain in (select domain from crawls where domain = any($3) and status not in ('queued', 'running')
      and finished_at < $1::timestamptz - interval '1 day' order by domain
    limit greatest(0, $2 - (select count(*) from crawls where for_watch and status = 'queued')))
  returning domain`

const TAKE_UNTOLD = `delete from untold_changes where change_id = any(array(
    select change_id from untold_changes order by change_id for update skip locked limit $1)) returning change_id as id`
const HEARD = `select c.*, w.account_id as "accountId", w.id as "watchId"
  from (select ${CHANGE_COLUMNS} from changes where id = any($1)) c
  join watches w on w.domain = c.domain and (w.types is null or c.type = any(w.types)) order by c.id, w.account_id`

/** Which companies accounts keep an eye on. */
export const createWatchesStore = (pool: Pool) => ({
  /**
   * Watches these, in their order, up to `most` in all; those watched already take what is wanted now.
   * @returns how many are watched now, which of these came new, and which found no room.
   */
  add: (
    accountId: number,
    { domains, types, everyDays }: WatchesWanted,
    { now, most }: { now: Date; most: number },
  ): Promise<{ watched: number; added: string[]; left: string[] }> =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK_ACCOUNT, [accountId])
      const known = await client.query<{ domain: string }>(CHANGE, [accountId, domains, types, everyDays, now])
      const isKnown = new Set(known.rows.map(({ domain }) => domain))
      const fresh = domains.filter((domain) => !isKnown.has(domain))
      const { rows } = await client.query<{ total: number }>(COUNT, [accountId])
      const total = rows[0]?.total ?? 0
      const room = Math.max(0, most - total)
      const added = await client.query<{ domain: string }>(ADD, [
        accountId,
        fresh.slice(0, room),
        types,
        everyDays,
        now,
      ])
      return {
        watched: total + added.rows.length,
        added: added.rows.map(({ domain }) => domain),
        left: fresh.slice(room),
      }
    }),

  count: async (accountId: number): Promise<number> =>
    (await pool.query<{ total: number }>(COUNT, [accountId])).rows[0]?.total ?? 0,

  /** By name; with a domain only that one. */
  list: async (
    accountId: number,
    { limit, offset, domain = null }: { limit: number; offset: number; domain?: string | null },
  ): Promise<Watch[]> => (await pool.query<Watch>(LIST, [accountId, limit, offset, domain])).rows,

  remove: async (accountId: number, domains: readonly string[]): Promise<string[]> =>
    (await pool.query<{ domain: string }>(REMOVE, [accountId, domains])).rows.map(({ domain }) => domain),

  /** The domains that the leads of a list have addresses at, as they are written. */
  domainsOfList: async (accountId: number, leadsListId: number, limit: number): Promise<string[]> => {
    const { rows } = await pool.query<{ domain: string }>(DOMAINS_OF_LIST, [accountId, leadsListId, limit])
    return rows.map(({ domain }) => domain)
  },

  /** Puts watched sites that are due into the queue of visits; at most `most` wait there at a time. @returns which */
  askForDue: async (now: Date, most: number): Promise<string[]> =>
    (await pool.query<{ domain: string }>(ASK_FOR_DUE, [now, most])).rows.map(({ domain }) => domain),

  /** The domains of those of these addresses whose holders are there as far as the index knows. */
  shownAsThere: async (addresses: readonly { domain: string; value: string }[]): Promise<string[]> => {
    const columns = [addresses.map(({ domain }) => domain), addresses.map(({ value }) => value)]
    return (await pool.query<{ domain: string }>(SHOWN_AS_THERE, columns)).rows.map(({ domain }) => domain)
  },

  /** Puts sites that were read before today into the queue of visits; at most `most` wait there at a time. @returns which */
  askAgain: async (domains: readonly string[], now: Date, most: number): Promise<string[]> =>
    (await pool.query<{ domain: string }>(ASK_AGAIN, [now, most, domains])).rows.map(({ domain }) => domain),

  /**
   * Takes changes that nobody was told of, with those who watch; the caller tells them in the same transaction.
   * @returns null when there was none.
   */
  takeUntold: async (limit: number): Promise<UntoldChange[] | null> => {
    const taken = await pool.query<{ id: number }>(TAKE_UNTOLD, [limit])
    if (taken.rows.length === 0) return null
    const ids = taken.rows.map(({ id }) => id)
    const { rows } = await pool.query<ChangeRow & { accountId: number; watchId: number }>(HEARD, [ids])
    return rows.map(({ accountId, watchId, ...row }) => ({ change: changeOf(row), accountId, watchId }))
  },
})
