import type { Pool } from 'pg'

/** One number for the whole installation, whichever process caused it. */
export interface Figure {
  name:
    | 'crawls'
    | 'verdicts'
    | 'messages'
    | 'bounced'
    | 'deliveries'
    | 'failing_webhooks'
    | 'credits'
    | 'pages'
    | 'database_bytes'
    | 'oldest_job'
    | 'oldest_transaction'
    | 'dead_rows'
  /** A state or a queue; empty if there is only one number. */
  label: string
  value: number
}

/**
 * What the coordinator of several nodes does not know of the tables that they store, added to its own. A node that does not
 * answer is left out.
 */
const NODES = `select 'pages' as name, '' as label, coalesce(sum(result::float8), 0) as value
    from run_command_on_shards('pages', 'select greatest(reltuples, 0) from pg_class where oid = ''%s''::regclass') where success
  union all select 'database_bytes', '', pg_database_size(current_database()) + coalesce(sum(result::float8), 0)
    from run_command_on_workers('select pg_database_size(current_database())') where success
  union all select 'dead_rows', 'public', coalesce(sum(dead), 0) from (
    select n_dead_tup as dead from pg_stat_user_tables where schemaname = current_schema()
    union all select result::float8 from run_command_on_workers(
      format('select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables where schemaname = %L', current_schema())) where success) each`

export const nodeFigures = async (pool: Pool): Promise<Figure[]> => (await pool.query<Figure>(NODES)).rows
