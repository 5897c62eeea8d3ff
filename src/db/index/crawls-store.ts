import type { Pool } from 'pg'
import { WORK_CHANNEL } from '../work-channel.ts'

export type CrawlStatus = 'queued' | 'running' | 'done' | 'blocked' | 'failed'

export interface CrawlState {
  domain: string
  status: CrawlStatus
  reason: string | null
  pages: number
  queued: number
  bytes: number
  addresses: number
  pageBudget: number
  startedAt: Date | null
  finishedAt: Date | null
  nextCrawlAt: Date | null
  intervalDays: number | null
  /** Requested only by watches. */
  isForWatch: boolean
}

/** A visit as the operator sees it in a list. */
export interface ListedCrawl extends Pick<
  CrawlState,
  'domain' | 'status' | 'reason' | 'pages' | 'addresses' | 'startedAt' | 'finishedAt' | 'nextCrawlAt'
> {
  requestedAt: Date
}

/** A leased visit; what it writes counts only until another process takes the site over. */
export interface CrawlLease {
  domain: string
  runId: string
}

export interface TakenCrawl extends CrawlLease {
  accountId: number | null
  /** Requested only by watches. */
  isForWatch: boolean
  /** Including this one. */
  attempts: number
}

export interface CrawlProgress {
  pages: number
  queued: number
  bytes: number
  addresses: number
}

export interface CrawlEnd {
  status: 'done' | 'blocked' | 'failed'
  reason: string | null
  finishedAt: Date
  nextCrawlAt: Date
  intervalDays: number
}

/** A visit silent for this long died with its process; a live one signals every few seconds. */
const LOST_AFTER = `interval '20 seconds'`

const IS_LOST = `crawls.status = 'running'
  and (crawls.heartbeat_at is null or crawls.heartbeat_at < now() - ${LOST_AFTER})`

/**
 * Requests a visit if none is waiting or running, and it is due ($3: even if it is not). One row per domain, one statement: two
 * simultaneous searches request only one visit. A visit waiting only for a watch passes to the caller.
 */
const ASK = `insert into crawls (domain, status, requested_at, account_id) values ($1, 'queued', $2, $4)
    on conflict (domain) do update
      set status = 'queued', requested_at = $2, account_id = $4, for_watch = false, heartbeat_at = null, run_id = null, attempts = 0
    where (crawls.status not in ('queued', 'running') and ($3 or crawls.next_crawl_at <= $2))
      or (crawls.status = 'queued' and crawls.for_watch)
    returning domain`
const TELL = `pg_notify('${WORK_CHANNEL}', 'crawls')`
const REQUEST = { one: `with asked as (${ASK}) select domain, ${TELL} from asked`, nodes: ASK, tell: `select ${TELL}` }

const begin = (heartbeat: string): string => `status = 'running', run_id = $1, started_at = $2, page_budget = $3,
  heartbeat_at = ${heartbeat}, finished_at = null, reason = null, pages = 0, queued = 0, bytes = 0, addresses = 0`

const isDue = (now: string): string => `((status = 'queued' and requested_at <= ${now}) or (${IS_LOST}))`
const OPEN = `select account_id, count(*)::integer from crawls where status = 'running' group by account_id`
const nextOf = (open: string): string => `select domain from crawls
    left join ${open} on open.account_id is not distinct from crawls.account_id
    where ${isDue('$2')} and (not for_watch or $4) order by coalesce(open.count, 0), requested_at`
const TAKEN = 'returning domain, account_id, for_watch, attempts'

/**
 * The site whose requester has the fewest visits open, and of those the one requested first; $4: whether visits for watches
 * count. Over several nodes, some candidates are fetched ($1: how many are open), and whoever changes the row of one first has
 * it.
 */
const TAKE_NEXT = {
  one: `with open as (${OPEN}) update crawls set ${begin('now()')}, attempts = attempts + 1
    where domain = (${nextOf('open')} limit 1 for update of crawls skip locked) ${TAKEN}`,
  open: OPEN,
  next: `${nextOf('jsonb_to_recordset($1::jsonb) open (account_id integer, count integer)')} limit $3::integer`,
  nodes: `update crawls set ${begin('now()')}, attempts = attempts + 1 where domain = $4 and ${isDue('$2')} ${TAKEN}`,
}

/** Whether a visit is waiting to be made. */
export const anyCrawlDue = (now: string): string => `(
  exists (select 1 from crawls where status = 'queued' and requested_at <= ${now})
  or exists (select 1 from crawls where ${IS_LOST}))`
/** The same over several nodes: $1 is the time. */
export const SOME_CRAWL_DUE = `select 1 from crawls where ${isDue('$1')} limit 1`

/** This particular site, unless another process is visiting it. */
const TAKE_OVER = `insert into crawls (domain, status, requested_at, run_id, started_at, page_budget, heartbeat_at, attempts)
  values ($4, 'running', $2, $1, $2, $3, now(), 1)
  on conflict (domain) do update set ${begin('excluded.heartbeat_at')}, attempts = 1
  where crawls.status <> 'running' or crawls.heartbeat_at is null or excluded.heartbeat_at - crawls.heartbeat_at > ${LOST_AFTER}
  returning domain`

const FIND = `select domain, status, reason, pages, queued, bytes, addresses, page_budget as "pageBudget",
    started_at as "startedAt", finished_at as "finishedAt", next_crawl_at as "nextCrawlAt", interval_days as "intervalDays",
    for_watch as "isForWatch"
  from crawls where domain = $1`

const LIST = `select domain, status, reason, pages, addresses, requested_at as "requestedAt", started_at as "startedAt",
    finished_at as "finishedAt", next_crawl_at as "nextCrawlAt"
  from crawls where $1::text is null or status = $1 order by requested_at desc, domain limit $2 offset $3`

/** A change that takes effect only while this visit has the site. */
const change = (columns: string): string => `update crawls set ${columns} where domain = $1 and run_id = $2`

const BEAT = change('heartbeat_at = now()')
const PROGRESS = change('pages = $3, queued = $4, bytes = $5, addresses = $6')
const PUT_BACK = change(`status = 'queued', run_id = null, heartbeat_at = null, requested_at = $3`)
const POSTPONE = change(`status = 'queued', run_id = null, heartbeat_at = null, requested_at = $3, queued = 0,
  attempts = 0, reason = $4`)
const BREAK_OFF = change(`status = 'failed', reason = 'interrupted', queued = 0, run_id = null, next_crawl_at = $3`)
const FINISH = change(`status = $3, reason = $4, queued = 0, run_id = null, attempts = 0, finished_at = $5,
  next_crawl_at = $6, interval_days = $7`)
/** A little later each time, to spread out what began together; after one day if the visit failed ($3). */
const WATCH_ON = `update watches set visit_at = $2::timestamptz
    + (case when $3 then 1 else every_days end) * (1 + random() * 0.1) * interval '1 day' where domain = $1`

/** One row per domain: the state of its latest crawl, and the queue of those waiting. */
export const createCrawlsStore = (pool: Pool, isDistributed: boolean) => ({
  /** Whether this request put the site in the queue. `force` also requests a visit that is not due yet. */
  request: async (
    domain: string,
    { now, force, accountId }: { now: Date; force: boolean; accountId: number | null },
  ): Promise<boolean> => {
    const values = [domain, now, force, accountId]
    const text = isDistributed ? REQUEST.nodes : REQUEST.one
    const isAsked = (await pool.query({ name: 'crawls-request', text, values })).rowCount === 1
    if (isAsked && isDistributed) await pool.query(REQUEST.tell)
    return isAsked
  },

  /** Visits requested by the account that have not ended. */
  unfinishedOf: async (accountId: number): Promise<number> => {
    const text = `select count(*)::integer as count from crawls where account_id = $1 and status in ('queued', 'running')`
    const { rows } = await pool.query<{ count: number }>(text, [accountId])
    return rows[0]?.count ?? 0
  },

  /** Begins the next visit; null if none is waiting. */
  takeNext: async (
    runId: string,
    now: Date,
    { pageBudget, mayBeForWatch }: { pageBudget: number; mayBeForWatch: boolean },
  ): Promise<TakenCrawl | null> => {
    const values = [runId, now, pageBudget, mayBeForWatch] as const
    const row = await (isDistributed ? takeAtNodes(pool, values) : takeAtOne(pool, values))
    if (row === null) return null
    const { domain, attempts } = row
    return { domain, runId, accountId: row.account_id, isForWatch: row.for_watch, attempts }
  },

  /** Begins a visit to this site; false while another process is making one. */
  takeOver: async ({ domain, runId }: CrawlLease, now: Date, pageBudget: number): Promise<boolean> =>
    (await pool.query(TAKE_OVER, [runId, now, pageBudget, domain])).rowCount === 1,

  find: async (domain: string): Promise<CrawlState | null> =>
    (await pool.query<CrawlState>({ name: 'crawls-find', text: FIND, values: [domain] })).rows[0] ?? null,

  /** Most recently requested first. */
  list: async (wanted: { status: CrawlStatus | null; limit: number; offset: number }): Promise<ListedCrawl[]> =>
    (await pool.query<ListedCrawl>(LIST, [wanted.status, wanted.limit, wanted.offset])).rows,

  /** Signals that the visit continues. @returns false if another process has taken the site over, or it was removed */
  beat: async ({ domain, runId }: CrawlLease): Promise<boolean> =>
    (await pool.query(BEAT, [domain, runId])).rowCount === 1,

  progress: async ({ domain, runId }: CrawlLease, progress: CrawlProgress): Promise<void> => {
    const { pages, queued, bytes, addresses } = progress
    await pool.query(PROGRESS, [domain, runId, pages, queued, bytes, addresses])
  },

  /** Puts the site back in the queue, to be taken from `at` on. */
  putBack: async ({ domain, runId }: CrawlLease, at: Date): Promise<void> => {
    await pool.query(PUT_BACK, [domain, runId, at])
  },

  /** The same for a visit that could say nothing about the site: its attempts do not count. */
  postpone: async ({ domain, runId }: CrawlLease, { at, reason }: { at: Date; reason: string }): Promise<void> => {
    await pool.query(POSTPONE, [domain, runId, at, reason])
  },

  /** Ends a visit that its user interrupted: nobody continues it, and it is due. */
  breakOff: async ({ domain, runId }: CrawlLease, now: Date): Promise<void> => {
    await pool.query(BREAK_OFF, [domain, runId, now])
  },

  finish: async ({ domain, runId }: CrawlLease, end: CrawlEnd): Promise<void> => {
    const { status, reason, finishedAt, nextCrawlAt, intervalDays } = end
    const values = [domain, runId, status, reason, finishedAt, nextCrawlAt, intervalDays]
    const { rowCount } = await pool.query(FINISH, values)
    if (rowCount === 1) await pool.query(WATCH_ON, [domain, finishedAt, status === 'failed'])
  },
})

interface TakenRow {
  domain: string
  account_id: number | null
  for_watch: boolean
  attempts: number
}

type Taking = readonly [runId: string, now: Date, pageBudget: number, mayBeForWatch: boolean]

const takeAtOne = async (pool: Pool, values: Taking): Promise<TakenRow | null> =>
  (await pool.query<TakenRow>({ name: 'crawls-take-next', text: TAKE_NEXT.one, values: [...values] })).rows[0] ?? null

/** Candidates tried, because others taking at the same moment are after the same ones. */
const TRIED = 20

async function takeAtNodes(pool: Pool, [runId, now, pageBudget, mayBeForWatch]: Taking): Promise<TakenRow | null> {
  const open = JSON.stringify((await pool.query<Record<string, unknown>>(TAKE_NEXT.open)).rows)
  const { rows: next } = await pool.query<{ domain: string }>(TAKE_NEXT.next, [open, now, TRIED, mayBeForWatch])
  for (const { domain } of next) {
    const { rows } = await pool.query<TakenRow>(TAKE_NEXT.nodes, [runId, now, pageBudget, domain])
    if (rows[0] !== undefined) return rows[0]
  }
  return null
}
