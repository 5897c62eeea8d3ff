import type { TestApp } from '../app.ts'

/**
 * Adds leads `p1@lumen.example` … to a list with one statement.
 * @returns their ids
 */
export async function seedLeads(
  { database }: Pick<TestApp, 'database'>,
  { accountId = 1, count, list, prefix = 'p' }: { accountId?: number; count: number; list: number; prefix?: string },
): Promise<number[]> {
  const text = `with added as (
      insert into leads (account_id, email, first_name)
      select $1, $2 || n || '@lumen.example', 'Person ' || n from generate_series(1, $3) n returning id)
    insert into leads_list_members (account_id, leads_list_id, lead_id) select $1, $4, id from added order by id returning lead_id`
  const { rows } = await database.pool.query<{ lead_id: number }>(text, [accountId, prefix, count, list])
  await database.pool.query('analyze leads, leads_list_members') // as the server does by itself within a minute
  return rows.map(({ lead_id: id }) => id)
}

/** Returns counters that differ from the tables: list, counted, real. */
export async function wrongCounters({ database }: Pick<TestApp, 'database'>): Promise<unknown[]> {
  const text = `with real as (
      select account_id, 0 as list, count(*) from leads group by account_id
      union all select account_id, leads_list_id, count(*) from leads_list_members group by 1, 2),
    counted as (select account_id, leads_list_id as list, sum(total) as count from leads_counts group by 1, 2)
    select account_id, list, coalesce(counted.count, 0) as counted, coalesce(real.count, 0) as real
    from counted full join real using (account_id, list) where coalesce(counted.count, 0) <> coalesce(real.count, 0)`
  return (await database.pool.query(text)).rows
}

/** Waits until no job with this name is waiting or running. */
export async function queueIsEmpty({ database }: Pick<TestApp, 'database'>, name: string): Promise<void> {
  const text = `select 1 from pgboss.job where name = $1 and state in ('created', 'retry', 'active') limit 1`
  for (;;) {
    if ((await database.pool.query(text, [name])).rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
