import type { Pool, PoolClient, QueryResult } from 'pg'
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

/** A change to be reported, and to which account. */
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
/** A recently visited site is visited again once the requested interval has passed. */
const ADD = `insert into watches (account_id, domain, types, every_days, created_at, visit_at)
  select $1::integer, d.domain, $3::text[], $4::integer, $5::timestamptz,
    greatest($5::timestamptz, d.visited_at + $4::integer * interval '1 day')
  from unnest($2::text[], $6::timestamptz[]) d (domain, visited_at)
  on conflict do nothing returning domain`
const LIST = `select w.id, w.domain, w.types, w.every_days as "everyDays", w.created_at as "createdAt", w.visit_at as "visitAt"
  from watches w where w.account_id = $1 and ($4::text is null or w.domain = $4) order by w.domain limit $2 offset $3`
const REMOVE = 'delete from watches where account_id = $1 and domain = any($2) returning domain'
const DOMAINS_OF_LIST = `select distinct substring(l.email from '@([^@]+)$') as domain from leads_list_members m
  join leads l on l.account_id = m.account_id and l.id = m.lead_id
  where m.account_id = $1 and m.leads_list_id = $2 and l.email is not null order by 1 limit $3`

const VISITED = `select domain, finished_at as "visitedAt" from crawls where domain = any($1) and finished_at is not null`
const WAITING = `select count(*)::integer as total from crawls where for_watch and status = 'queued'`

const queued = (
  since: string,
): string => `status = 'queued', requested_at = ${since}, account_id = null, for_watch = true, heartbeat_at = null, run_id = null,
    attempts = 0`
const dueOf = (crawls: string, waiting: string): string => `select w.domain, min(w.visit_at) as visit_at from watches w
    join accounts a on a.id = w.account_id and a.suspended_at is null
    left join ${crawls} on c.domain = w.domain
    where w.visit_at <= $1 and (c.domain is null
      or (c.status not in ('queued', 'running') and coalesce(c.finished_at < $1::timestamptz - interval '1 day', true)))
    group by w.domain order by 2, 1 limit greatest(0, $2 - ${waiting})`
const askFor = (due: string): string => `insert into crawls (domain, status, requested_at, for_watch)
    select domain, 'queued', $1, true from ${due}
  on conflict (domain) do update set ${queued('excluded.requested_at')} where crawls.status not in ('queued', 'running') returning domain`

/**
 * $1 now, $2 how many visits of this kind may wait. No site is visited twice within a day, whoever requested it. Over several
 * nodes, the number waiting ($3) and the state of watched sites' visits ($4) are read first.
 */
const ASK_FOR_DUE = {
  one: `with due as (${dueOf('crawls c', `(${WAITING})`)}) ${askFor('due')}`,
  watched: 'select distinct domain from watches where visit_at <= $1',
  standing: 'select domain, status, finished_at from crawls where domain = any($1)',
  due: dueOf('jsonb_to_recordset($4::jsonb) c (domain text, status text, finished_at timestamptz)', '$3::integer'),
  nodes: askFor('unnest($2::text[]) due (domain)'),
}

/** Addresses that the index shows as those of current staff: $1 domains, $2 addresses. */
const SHOWN_AS_THERE = `select distinct a.domain from unnest($1::text[], $2::text[]) as k (domain, value)
  join addresses a on a.domain = k.domain and a.value = k.value where a.affiliation = 'current'`
/** Sites read before, but not within the last day: $1 now, $2 sites, $3 how many. */
const IS_READ = `domain = any($2) and status not in ('queued', 'running') and finished_at < $1::timestamptz - interval '1 day'`
const READ_BEFORE = `select domain from crawls where ${IS_READ} order by domain limit $3`
const ASK_AGAIN = `update crawls set ${queued('$1')} where ${IS_READ} returning domain`

const TAKE_UNTOLD = `delete from untold_changes where change_id = any(array(
    select change_id from untold_changes order by change_id for update skip locked limit $1)) returning change_id as id`
const HEARD = `select c.*, w.account_id as "accountId", w.id as "watchId"
  from (select ${CHANGE_COLUMNS} from changes where id = any($1)) c
  join watches w on w.domain = c.domain and (w.types is null or c.type = any(w.types)) order by c.id, w.account_id`

/** The companies that accounts watch. */
export const createWatchesStore = (pool: Pool, isDistributed: boolean) => ({
  /**
   * Watches these companies, in order, up to `most` in all; those already watched take the new settings.
   * @returns how many are watched now, which of these are new, and which did not fit.
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
      const fitting = fresh.slice(0, room)
      const visits = await visitsOf(client, fitting)
      const values = [accountId, fitting, types, everyDays, now, fitting.map((domain) => visits.get(domain) ?? null)]
      const added = await client.query<{ domain: string }>(ADD, values)
      return {
        watched: total + added.rows.length,
        added: added.rows.map(({ domain }) => domain),
        left: fresh.slice(room),
      }
    }),

  count: async (accountId: number): Promise<number> =>
    (await pool.query<{ total: number }>(COUNT, [accountId])).rows[0]?.total ?? 0,

  /** Ordered by domain; with a domain, only that one. */
  list: async (
    accountId: number,
    { limit, offset, domain = null }: { limit: number; offset: number; domain?: string | null },
  ): Promise<Watch[]> => {
    const { rows } = await pool.query<Omit<Watch, 'lastVisitedAt'>>(LIST, [accountId, limit, offset, domain])
    const visits = await visitsOf(
      pool,
      rows.map((watch) => watch.domain),
    )
    return rows.map((watch) => ({ ...watch, lastVisitedAt: visits.get(watch.domain) ?? null }))
  },

  remove: async (accountId: number, domains: readonly string[]): Promise<string[]> =>
    (await pool.query<{ domain: string }>(REMOVE, [accountId, domains])).rows.map(({ domain }) => domain),

  /** The domains of the addresses of a list's leads, as written. */
  domainsOfList: async (accountId: number, leadsListId: number, limit: number): Promise<string[]> => {
    const { rows } = await pool.query<{ domain: string }>(DOMAINS_OF_LIST, [accountId, leadsListId, limit])
    return rows.map(({ domain }) => domain)
  },

  /** Adds watched sites that are due to the queue of visits; at most `most` wait there at a time. @returns which */
  askForDue: async (now: Date, most: number): Promise<string[]> => {
    if (!isDistributed) return domainsOf(await pool.query(ASK_FOR_DUE.one, [now, most]))
    const watched = domainsOf(await pool.query(ASK_FOR_DUE.watched, [now]))
    const { rows } = await pool.query<Record<string, unknown>>(ASK_FOR_DUE.standing, [watched])
    const waiting = await waitingOf(pool)
    const due = domainsOf(await pool.query(ASK_FOR_DUE.due, [now, most, waiting, JSON.stringify(rows)]))
    return due.length === 0 ? [] : domainsOf(await pool.query(ASK_FOR_DUE.nodes, [now, due]))
  },

  /** The domains of those addresses whose owners, as far as the index knows, are still there. */
  shownAsThere: async (addresses: readonly { domain: string; value: string }[]): Promise<string[]> => {
    const columns = [addresses.map(({ domain }) => domain), addresses.map(({ value }) => value)]
    return (await pool.query<{ domain: string }>(SHOWN_AS_THERE, columns)).rows.map(({ domain }) => domain)
  },

  /** Adds sites last read before today to the queue of visits; at most `most` wait there at a time. @returns which */
  askAgain: async (domains: readonly string[], now: Date, most: number): Promise<string[]> => {
    const room = Math.max(0, most - (await waitingOf(pool)))
    const found = domainsOf(await pool.query(READ_BEFORE, [now, domains, room]))
    return found.length === 0 ? [] : domainsOf(await pool.query(ASK_AGAIN, [now, found]))
  },

  /**
   * Takes changes that have not been reported, with their watchers; the caller reports them in the same transaction.
   * @returns null if there were none.
   */
  takeUntold: async (limit: number): Promise<UntoldChange[] | null> => {
    const taken = await pool.query<{ id: number }>(TAKE_UNTOLD, [limit])
    if (taken.rows.length === 0) return null
    const ids = taken.rows.map(({ id }) => id)
    const { rows } = await pool.query<ChangeRow & { accountId: number; watchId: number }>(HEARD, [ids])
    return rows.map(({ accountId, watchId, ...row }) => ({ change: changeOf(row), accountId, watchId }))
  },
})

const domainsOf = ({ rows }: QueryResult<{ domain: string }>): string[] => rows.map(({ domain }) => domain)

/** How many visits for watches are waiting. */
const waitingOf = async (pool: Pool): Promise<number> =>
  (await pool.query<{ total: number }>(WAITING)).rows[0]?.total ?? 0

/** When these sites were last visited; sites never visited are left out. */
async function visitsOf(client: Pool | PoolClient, domains: readonly string[]): Promise<Map<string, Date>> {
  if (domains.length === 0) return new Map()
  const { rows } = await client.query<{ domain: string; visitedAt: Date }>(VISITED, [domains])
  return new Map(rows.map(({ domain, visitedAt }) => [domain, visitedAt]))
}
