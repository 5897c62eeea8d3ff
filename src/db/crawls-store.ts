import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { CrawlStatus, Tables } from './tables.ts'

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

/** A run that has not reported for so long died with its worker: the domain may be queued again. */
const LOST_AFTER = `interval '5 minutes'`

/**
 * Takes the right to queue a crawl: nobody else has, and it is due ($3: also when it is not). One row a domain, one
 * statement: two simultaneous searches start one crawl.
 */
const REQUEST = `insert into crawls (domain, status, requested_at) values ($1, 'queued', $2)
  on conflict (domain) do update set status = 'queued', requested_at = $2, heartbeat_at = null
  where case when crawls.status in ('queued', 'running')
    then greatest(crawls.requested_at, crawls.heartbeat_at) < $2 - ${LOST_AFTER}
    else $3 or crawls.next_crawl_at <= $2 end
  returning domain`

/** One row a domain: where its latest crawl stands. */
export const createCrawlsStore = (kysely: Kysely<Tables>, pool: Pool) => ({
  /** True when this caller has to queue the crawl. `force` asks for one that is not due yet. */
  request: async (domain: string, now: Date, force: boolean): Promise<boolean> =>
    (await pool.query({ name: 'crawls-request', text: REQUEST, values: [domain, now, force] })).rowCount === 1,

  find: async (domain: string): Promise<CrawlState | null> => {
    const row = await kysely.selectFrom('crawls').selectAll().where('domain', '=', domain).executeTakeFirst()
    if (row === undefined) return null
    return {
      domain: row.domain,
      status: row.status,
      reason: row.reason,
      pages: row.pages,
      queued: row.queued,
      bytes: row.bytes,
      addresses: row.addresses,
      pageBudget: row.page_budget,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      nextCrawlAt: row.next_crawl_at,
      intervalDays: row.interval_days,
    }
  },

  start: async (domain: string, now: Date, pageBudget: number): Promise<void> => {
    const running = { status: 'running' as const, reason: null, pages: 0, queued: 0, bytes: 0, addresses: 0 }
    const times = { started_at: now, heartbeat_at: now, finished_at: null, page_budget: pageBudget }
    await kysely
      .insertInto('crawls')
      .values({ domain, requested_at: now, next_crawl_at: null, interval_days: null, ...running, ...times })
      .onConflict((conflict) => conflict.column('domain').doUpdateSet({ ...running, ...times }))
      .execute()
  },

  progress: async (domain: string, now: Date, progress: CrawlProgress): Promise<void> => {
    await kysely
      .updateTable('crawls')
      .set({ ...progress, heartbeat_at: now })
      .where('domain', '=', domain)
      .execute()
  },

  finish: async (domain: string, end: CrawlEnd): Promise<void> => {
    await kysely
      .updateTable('crawls')
      .set({
        status: end.status,
        reason: end.reason,
        queued: 0,
        finished_at: end.finishedAt,
        next_crawl_at: end.nextCrawlAt,
        interval_days: end.intervalDays,
      })
      .where('domain', '=', domain)
      .execute()
  },
})
