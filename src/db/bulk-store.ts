import type { Pool, PoolClient } from 'pg'
import { chargeAtOnce } from './billing-store.ts'
import type { ChargeRequest } from './billing-store.ts'
import { inTransaction } from './database.ts'

export interface BulkJob {
  id: number
  name: string | null
  status: 'queued' | 'running' | 'done' | 'cancelled'
  total: number
  done: number
  creditsCharged: number
  createdAt: Date
}

export interface NewBulkJob {
  accountId: number
  name: string | null
  createdAt: Date
  /** In the order of the answers. */
  rows: readonly { email: string; lane: string }[]
}

export interface BulkResult<Source> {
  email: string
  settled: boolean
  /** As JSON; null while open, and where there is an error. */
  outcome: unknown
  error: string | null
  sources: Source[] | null
}

export interface BulkSettlement {
  jobId: number
  position: number
  settledAt: Date
  outcome: object | null
  error: string | null
  /** What the answer costs, if it was not paid before in this period; null when it is free. */
  charge: ChargeRequest | null
}

const JOB = `id, name, status, total, done, credits_charged as "creditsCharged", created_at as "createdAt"`

const ADD_ROWS = `insert into bulk_rows (job_id, position, email, lane, due_at)
  select $1, $2 + n - 1, email, lane, $5 from unnest($3::text[], $4::text[]) with ordinality as given (email, lane, n)`

const ADD_LANES = `insert into bulk_lanes (job_id, lane, due_at) select distinct $1::bigint, lane, $2::timestamptz from bulk_rows where job_id = $1`

const RESULTS = `select r.email, r.settled_at is not null as settled, r.outcome, r.error, a.sources
  from bulk_rows r left join addresses a
    on a.domain = substring(r.outcome ->> 'email' from '@([^@]+)$') and a.value = r.outcome ->> 'email' and a.visible
  where r.job_id = $1 and r.position >= $2 and r.position < $2 + $3 order by r.position`

const SETTLE_ROW = `update bulk_rows set settled_at = $3, outcome = $4, error = $5
  where job_id = $1 and position = $2 and settled_at is null`

const COUNT = `update bulk_jobs set done = done + 1, credits_charged = credits_charged + $2,
    status = case when done + 1 = total then 'done' else 'running' end where id = $1`

/** A statement takes so many rows at a time. */
const SLICE = 5_000

/** Lists of addresses to verify, their answers and what these cost. */
export const createBulkStore = (pool: Pool) => ({
  add: async ({ accountId, name, createdAt, rows }: NewBulkJob): Promise<BulkJob> =>
    inTransaction(pool, async (client) => {
      const text = `insert into bulk_jobs (account_id, name, total, created_at) values ($1, $2, $3, $4) returning ${JOB}`
      const added = await client.query<BulkJob>(text, [accountId, name, rows.length, createdAt])
      const job = added.rows[0] as BulkJob
      for (let start = 0; start < rows.length; start += SLICE) {
        const slice = rows.slice(start, start + SLICE)
        const columns = [slice.map(({ email }) => email), slice.map(({ lane }) => lane)]
        await client.query(ADD_ROWS, [job.id, start, ...columns, createdAt])
      }
      await client.query(ADD_LANES, [job.id, createdAt])
      return job
    }),

  find: async (accountId: number, id: number): Promise<BulkJob | null> => {
    const text = `select ${JOB} from bulk_jobs where account_id = $1 and id = $2`
    return (await pool.query<BulkJob>(text, [accountId, id])).rows[0] ?? null
  },

  /** Newest first. */
  list: async (
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ jobs: BulkJob[]; total: number }> => {
    const text = `select ${JOB} from bulk_jobs where account_id = $1 order by id desc limit $2 offset $3`
    const { rows: jobs } = await pool.query<BulkJob>(text, [accountId, limit, offset])
    const counted = 'select count(*) as total from bulk_jobs where account_id = $1'
    const { rows } = await pool.query<{ total: number }>(counted, [accountId])
    return { jobs, total: rows[0]?.total ?? 0 }
  },

  /** What is open stays without an answer; a job that has ended stays as it is. */
  cancel: async (accountId: number, id: number): Promise<BulkJob | null> =>
    inTransaction(pool, async (client) => {
      const cancel = `update bulk_jobs set status = case when status = 'done' then status else 'cancelled' end
        where account_id = $1 and id = $2 returning ${JOB}`
      const { rows } = await client.query<BulkJob>(cancel, [accountId, id])
      if (rows[0] !== undefined) await client.query('delete from bulk_lanes where job_id = $1', [id])
      return rows[0] ?? null
    }),

  /** In the order of the list. */
  results: async <Source>(id: number, offset: number, limit: number): Promise<BulkResult<Source>[]> =>
    (await pool.query<BulkResult<Source>>(RESULTS, [id, offset, limit])).rows,

  /**
   * Stores an answer and charges it in one transaction; nothing happens to a row that has its answer, and to a cancelled
   * job. An answer that cannot be paid is withheld: its error is `too_many_requests`.
   */
  settle: (settlement: BulkSettlement): Promise<void> => inTransaction(pool, (client) => settle(client, settlement)),

  /** Removes jobs older than the date, with all that was answered. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from bulk_jobs where created_at < $1', [before])
  },
})

async function settle(client: PoolClient, settlement: BulkSettlement): Promise<void> {
  const { jobId, position, settledAt, charge } = settlement
  const open = `select 1 from bulk_jobs where id = $1 and status in ('queued', 'running') for update`
  if ((await client.query(open, [jobId])).rowCount === 0) return
  const outcome = settlement.outcome === null ? null : JSON.stringify(settlement.outcome)
  const answered = await client.query(SETTLE_ROW, [jobId, position, settledAt, outcome, settlement.error])
  if (answered.rowCount === 0) return
  const charged = charge === null ? 0 : await chargeAtOnce(client, charge)
  if (charged === null) {
    const withhold = `update bulk_rows set outcome = null, error = 'too_many_requests' where job_id = $1 and position = $2`
    await client.query(withhold, [jobId, position])
  }
  await client.query(COUNT, [jobId, charged ?? 0])
}
