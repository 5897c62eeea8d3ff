import type { Pool } from 'pg'
import { nodeFigures } from './node-figures.ts'
import type { Figure } from './node-figures.ts'

/** Jobs that are due and not yet started; site visits have their own queue. */
const WAITING = `select name::text as queue, min(start_after) as since from pgboss.job
    where state in ('created', 'retry') and start_after <= clock_timestamp() and name not like '\\_\\_pgboss%' group by name`

const FIGURES = `select 'messages' as name, status as label, count(*)::float8 as value from messages group by status
  union all select 'bounced', '', count(*) from messages where bounced_at is not null
  union all select 'deliveries', status, count(*) from webhook_deliveries group by status
  union all select 'failing_webhooks', '', count(*) from webhooks where failing_since is not null and disabled_at is null
  union all select 'credits', '', coalesce(sum(credits_used), 0) from billing_periods
  union all select 'oldest_job', queue, extract(epoch from clock_timestamp() - since) from (${WAITING}) waiting
  union all select 'oldest_transaction', '', coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  union all select 'dead_rows', schemaname, sum(n_dead_tup) from pg_stat_user_tables
    where schemaname = 'pgboss' group by schemaname`
const SIZES = `select 'pages' as name, '' as label, greatest(reltuples, 0)::float8 as value from pg_class where oid = 'pages'::regclass
  union all select 'database_bytes', '', pg_database_size(current_database())
  union all select 'dead_rows', 'public', coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables where schemaname = current_schema()`

const CRAWLS = `select 'crawls' as name, status as label, count(*)::float8 as value from crawls group by status`
const OLDEST_CRAWL = `select 'oldest_job' as name, 'crawl' as label, extract(epoch from clock_timestamp() - requested_at)::float8 as value
  from crawls where status = 'queued' and requested_at <= now() order by requested_at limit 1`
const VERDICTS = `select 'verdicts' as name, status as label, count(*)::float8 as value from verifications group by status`

/** What there is to monitor in an installation as a whole. */
export const createFiguresStore = (pool: Pool, isDistributed: boolean) => ({
  read: async (): Promise<Figure[]> => {
    const figures: Figure[] = []
    for (const text of [CRAWLS, OLDEST_CRAWL, FIGURES, VERDICTS]) figures.push(...(await pool.query<Figure>(text)).rows)
    const sizes = isDistributed ? await nodeFigures(pool) : (await pool.query<Figure>(SIZES)).rows
    return [...figures, ...sizes]
  },
})
