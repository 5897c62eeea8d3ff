import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { seedLeads } from '../leads-seed.ts'
import type { JobsHouse, Row } from './jobs-house.ts'

/**
 * Ten thousand leads changed by one call of `change_leads`: how long the preview and the work take, and how many rows
 * are locked at once.
 */

export const LEADS = 10_000
const PREVIEWS = 5

export interface Changed {
  action: string
  /** The median of several previews, in milliseconds. */
  previewMs: number
  /** From the call until the last lead is changed. */
  seconds: number
  /** The leads that one transaction changed, or whose list memberships it changed. */
  rowsAtOnce: number
}

/** Each action, and the condition that the database meets when it is done. */
const ACTIONS: readonly { action: string; args: Row; isDone: string }[] = [
  {
    action: 'copy',
    args: { query: 'site', target_list_name: 'Copied' },
    isDone: `select count(*) >= ${LEADS} as is from leads_list_members m join leads_lists l on l.id = m.leads_list_id where l.name = 'Copied'`,
  },
  {
    action: 'tag',
    args: { query: 'site', custom_attributes: [{ slug: 'fair', value: 'Spring' }] },
    isDone: `select count(*) >= ${LEADS} as is from leads where custom_attributes ->> 'fair' = 'Spring'`,
  },
  {
    action: 'move',
    args: { leads_list_id: 0, target_list_name: 'Moved' },
    isDone: `select count(*) >= ${LEADS} as is from leads_list_members m join leads_lists l on l.id = m.leads_list_id where l.name = 'Moved'`,
  },
  { action: 'merge_duplicates', args: { query: 'site' }, isDone: `select count(*) <= ${LEADS / 2} as is from leads` },
  { action: 'delete', args: { query: 'site' }, isDone: 'select count(*) = 0 as is from leads' },
]

export async function changeMany(house: JobsHouse, pool: Pool): Promise<Changed[]> {
  await pool.query('delete from leads')
  await seedLeads(pool, LEADS)
  // Every second lead has the name of the one before, at the same company.
  await pool.query(
    `update leads d set last_name = o.last_name, first_name = o.first_name, website = o.website,
       email = 'twin' || d.id || '@' || split_part(o.email, '@', 2)
     from leads o where o.id = d.id - 1 and d.id % 2 = 0`,
  )
  await watchRows(pool)
  const all: Changed[] = []
  for (const { action, args, isDone } of ACTIONS) all.push(await changeAll(house, pool, { action, args, isDone }))
  return all
}

async function changeAll(
  { call }: JobsHouse,
  pool: Pool,
  { action, args, isDone }: (typeof ACTIONS)[number],
): Promise<Changed> {
  const sent: Row = { action, ...args, ...('leads_list_id' in args && { leads_list_id: await copiedList(pool) }) }
  const previews: number[] = []
  let count: unknown
  for (let round = 0; round < PREVIEWS; round++) {
    const startedAt = performance.now()
    const { meta } = await call('change_leads', sent)
    previews.push(performance.now() - startedAt)
    count = (meta['effect'] as Row)['leads_count']
  }
  await pool.query('truncate rows_changed')
  const startedAt = performance.now()
  const { data } = await call('change_leads', { ...sent, expected_count: count, confirm: true })
  if (data === null) throw new Error(`${action} was not done.`)
  while ((await pool.query<{ is: boolean }>(isDone)).rows[0]?.is !== true) await sleep(20)
  const seconds = (performance.now() - startedAt) / 1_000
  const most = 'select max(n)::int as n from (select count(distinct lead_id) as n from rows_changed group by xid) t'
  const { rows } = await pool.query<{ n: number }>(most)
  return {
    action,
    previewMs: previews.toSorted((a, b) => a - b)[Math.floor(PREVIEWS / 2)] ?? NaN,
    seconds,
    rowsAtOnce: rows[0]?.n ?? 0,
  }
}

async function copiedList(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(`select id from leads_lists where name = 'Copied'`)
  return Number(rows[0]?.id)
}

/**
 * Records for each transaction the leads that it writes, or whose list memberships it writes: it locks that many until
 * it ends.
 */
async function watchRows(pool: Pool): Promise<void> {
  await pool.query(`create table rows_changed (xid bigint, lead_id bigint)`)
  for (const [table, column] of [
    ['leads', 'id'],
    ['leads_list_members', 'lead_id'],
  ]) {
    await pool.query(`create function note_${table}() returns trigger language plpgsql security definer as $$
      begin
        insert into rows_changed select txid_current(), ${column} from changed;
        return null;
      end $$`)
    for (const [verb, image] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ])
      await pool.query(`create trigger note_${verb} after ${verb} on ${table} referencing ${image} table as changed
        for each statement execute function note_${table}()`)
  }
}
