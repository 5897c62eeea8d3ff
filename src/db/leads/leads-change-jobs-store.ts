import type { Pool } from 'pg'

/** A change of many leads, carried out by a worker. */
export interface LeadsChangeJob {
  id: number
  action: string
  total: number
  done: number
  status: 'running' | 'done'
  createdAt: Date
}

const JOB = `id, action, total, done, case when cardinality(parts_done) < parts then 'running' else 'done' end as status,
  created_at as "createdAt"`

const END_PART = `update leads_change_jobs set parts_done = parts_done || $3::smallint, done = done + $4
  where account_id = $1 and id = $2 and not $3 = any(parts_done) returning ${JOB}`

/** The progress of changes of many leads. */
export const createLeadsChangeJobsStore = (pool: Pool) => ({
  add: async (
    accountId: number,
    { action, total, parts, now }: { action: string; total: number; parts: number; now: Date },
  ): Promise<number> => {
    const text = `insert into leads_change_jobs (account_id, action, total, parts, created_at)
      values ($1, $2, $3, $4, $5) returning id`
    return (await pool.query<{ id: number }>(text, [accountId, action, total, parts, now])).rows[0]?.id ?? 0
  },

  /** Counts a part, once. @returns the updated change; null if the part was already counted. */
  endPart: async (
    accountId: number,
    { id, part, leads }: { id: number; part: number; leads: number },
  ): Promise<LeadsChangeJob | null> =>
    (await pool.query<LeadsChangeJob>(END_PART, [accountId, id, part, leads])).rows[0] ?? null,

  /** Changes in progress, newest first. */
  open: async (accountId: number, limit: number): Promise<LeadsChangeJob[]> => {
    const text = `select ${JOB} from leads_change_jobs
      where account_id = $1 and cardinality(parts_done) < parts order by id desc limit $2`
    return (await pool.query<LeadsChangeJob>(text, [accountId, limit])).rows
  },

  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from leads_change_jobs where created_at < $1', [before])
  },
})
