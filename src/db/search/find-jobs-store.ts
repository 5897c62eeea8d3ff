import type { Pool, PoolClient } from 'pg'
import { chargeWithin } from '../accounts/billing-store.ts'
import type { ChargeRequest, StopReason } from '../accounts/billing-store.ts'
import { inTransaction } from '../database.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'

export interface FindJob {
  id: number
  /** The key that started it; 0 for none. */
  keyId: number
  userId: number
  name: string | null
  status: 'queued' | 'running' | 'done' | 'cancelled' | 'stopped'
  /** Why it was stopped. */
  stoppedReason: StopReason | null
  total: number
  done: number
  found: number
  creditsCharged: number
  leadsListId: number | null
  createdAt: Date
}

export interface NewFindJob {
  accountId: number
  keyId: number
  userId: number
  /** The app or key that has a daily spending limit, as in its calls. */
  spender: { id: string; dailyCredits: number | null } | null
  name: string | null
  /** Null if the job has no limit of its own. */
  maxCredits: number | null
  leadsListId: number | null
  createdAt: Date
  /** In the order of the results. */
  rows: readonly { ref: string | null; asked: object; queue: string }[]
}

export interface FoundRow {
  /** Position in the list, from 0. */
  place: number
  ref: string | null
  /** Null while open. */
  status: string | null
  /** As JSON; null while open, and if there is nothing to say. */
  outcome: unknown
  email: string | null
  leadId: number | null
}

/** The result for one person. */
export interface FindSettlement {
  status: string
  outcome: object | null
  domain: string | null
  email: string | null
  /** Null if free. */
  charge: ChargeRequest | null
}

export interface FindRowKey {
  accountId: number
  jobId: number
  place: number
}

const JOB = `id, key_id as "keyId", user_id as "userId", name, status, stopped_reason as "stoppedReason", total, done, found,
  credits_charged as "creditsCharged", leads_list_id as "leadsListId", created_at as "createdAt"`

const ROW = `place, ref, status, outcome, email, lead_id as "leadId"`

const ADD = `insert into find_jobs (account_id, key_id, user_id, spender, name, total, max_credits, leads_list_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${JOB}`

const ADD_ROWS = `insert into find_rows (account_id, job_id, place, ref, asked, queue, due_at)
  select $1, $2, $3 + n - 1, ref, asked, queue, $7
  from unnest($4::text[], $5::jsonb[], $6::text[]) with ordinality as given (ref, asked, queue, n)`

const COUNT_OPEN = `select count(*)::int as open from find_jobs where account_id = $1 and status in ('queued', 'running')`

const CANCEL = `update find_jobs set status = case when status in ('done', 'stopped') then status else 'cancelled' end
  where account_id = $1 and id = $2 returning ${JOB}`

/** Open rows of a job that has ended were not looked up. */
const SHOWN = `coalesce(r.status, case when j.status in ('stopped', 'cancelled') then 'not_checked' end)`

const ROWS = `select ${ROW.replace(' status', ` ${SHOWN} as status`)} from find_rows r,
    (select status from find_jobs where account_id = $1 and id = $2) j
  where r.account_id = $1 and r.job_id = $2 and ($5::text[] is null or ${SHOWN} = any($5)) order by place limit $3 offset $4`

const TALLY = `select ${SHOWN} as status, count(*)::int as number from find_rows r,
    (select status from find_jobs where account_id = $1 and id = $2) j
  where r.account_id = $1 and r.job_id = $2 group by 1`

/** Locked until it is counted: nobody else charges to the job in the meantime. */
const HOLD = `select status, max_credits - credits_charged as "left" from find_jobs
  where account_id = $1 and id = $2 for no key update`

/** For a row whose person has opted out: the caller's own reference stays, unless it names the person. */
export const REF_OF_NOBODY = `case when (select bool_or(position(lower(word) in lower(ref)) > 0)
    from unnest(array[email, asked ->> 'full_name', asked ->> 'first_name', asked ->> 'last_name']
      || regexp_split_to_array(asked ->> 'full_name', '\\s+')) word where length(word) > 1)
  then null else ref end`

const SETTLE_ROW = `update find_rows set status = $4, outcome = $5, domain = $6, email = $7, holder = null,
    asked = case when $4 = 'opted_out' then '{}' else asked end,
    ref = case when $4 = 'opted_out' then ${REF_OF_NOBODY} else ref end
  where account_id = $1 and job_id = $2 and place = $3 and status is null`

const COUNT = `update find_jobs set done = done + 1, found = found + $3, credits_charged = credits_charged + $4,
    status = case when done + 1 = total then 'done' when status = 'stopped' then status else 'running' end,
    stopped_reason = case when done + 1 = total then null else stopped_reason end
  where account_id = $1 and id = $2 returning status`

const STOP = `update find_jobs set status = 'stopped', stopped_reason = $3
  where account_id = $1 and id = $2 and status in ('queued', 'running')`

/** Rows per statement. */
const SLICE = 5_000

/** Lists of people to find, their results and their costs. */
export const createFindJobsStore = (pool: Pool) => ({
  /** @returns null if the account already has `maxOpen` unfinished jobs. */
  add: async (job: NewFindJob, maxOpen: number): Promise<FindJob | null> =>
    inTransaction(pool, (client) => add(client, job, maxOpen)),

  find: async (accountId: number, id: number): Promise<FindJob | null> => {
    const text = `select ${JOB} from find_jobs where account_id = $1 and id = $2`
    return (await pool.query<FindJob>(text, [accountId, id])).rows[0] ?? null
  },

  /** Newest first. */
  list: async (
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ jobs: FindJob[]; total: number }> => {
    const text = `select ${JOB} from find_jobs where account_id = $1 order by id desc limit $2 offset $3`
    const { rows: jobs } = await pool.query<FindJob>(text, [accountId, limit, offset])
    const counted = 'select count(*)::int as total from find_jobs where account_id = $1'
    const { rows } = await pool.query<{ total: number }>(counted, [accountId])
    return { jobs, total: settledTotal(rows[0]?.total ?? 0, jobs.length, { limit, offset }) }
  },

  /** Open rows stay without a result; a job that has ended stays unchanged. */
  cancel: async (accountId: number, id: number): Promise<FindJob | null> =>
    (await pool.query<FindJob>(CANCEL, [accountId, id])).rows[0] ?? null,

  /** In list order; with some statuses (`not_checked` for rows that an ended job left open), or all. */
  rows: async (
    accountId: number,
    id: number,
    { limit, offset, statuses }: { limit: number; offset: number; statuses: readonly string[] | null },
  ): Promise<FoundRow[]> => (await pool.query<FoundRow>(ROWS, [accountId, id, limit, offset, statuses])).rows,

  /** The number of rows per status; the key is null for open ones. */
  tally: async (accountId: number, id: number): Promise<ReadonlyMap<string | null, number>> => {
    const { rows } = await pool.query<{ status: string | null; number: number }>(TALLY, [accountId, id])
    return new Map(rows.map(({ status, number }) => [status, number]))
  },

  /**
   * Stores and charges the result for one person, in one transaction.
   * @returns whether it was stored: false if the row already has a result or the job was cancelled; `ended` if it was the last
   * row. If it cannot be paid for, nothing is stored, and the reason is returned.
   */
  settle: async (key: FindRowKey, settlement: FindSettlement): Promise<boolean | 'ended' | StopReason> =>
    inTransaction(pool, (client) => settle(client, key, settlement)).catch((error: unknown) => {
      if (error instanceof Unpaid) return error.reason
      throw error
    }),

  /** Records the lead that a found person has become. */
  noteLead: async ({ accountId, jobId, place }: FindRowKey, leadId: number): Promise<void> => {
    const text = 'update find_rows set lead_id = $4 where account_id = $1 and job_id = $2 and place = $3'
    await pool.query(text, [accountId, jobId, place, leadId])
  },

  /** Its open rows stay without a result. @returns whether it was still unfinished. */
  stop: async (accountId: number, id: number, reason: StopReason): Promise<boolean> =>
    (await pool.query(STOP, [accountId, id, reason])).rowCount === 1,

  /** Removes jobs older than the date, with everything they found. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from find_jobs where created_at < $1', [before])
  },
})

async function add(client: PoolClient, job: NewFindJob, maxOpen: number): Promise<FindJob | null> {
  const { accountId, keyId, userId, spender, name, maxCredits, leadsListId, createdAt, rows } = job
  await client.query('select 1 from accounts where id = $1 for no key update', [accountId])
  const counted = await client.query<{ open: number }>(COUNT_OPEN, [accountId])
  if ((counted.rows[0]?.open ?? 0) >= maxOpen) return null
  const values = [accountId, keyId, userId, spender, name, rows.length, maxCredits, leadsListId, createdAt]
  const added = (await client.query<FindJob>(ADD, values)).rows[0] as FindJob
  for (let start = 0; start < rows.length; start += SLICE) {
    const slice = rows.slice(start, start + SLICE)
    const columns = [
      slice.map(({ ref }) => ref),
      slice.map(({ asked }) => JSON.stringify(asked)),
      slice.map(({ queue }) => queue),
    ]
    await client.query(ADD_ROWS, [accountId, added.id, start, ...columns, createdAt])
  }
  return added
}

/** Rolls back a settlement. */
class Unpaid extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(reason)
    this.reason = reason
  }
}

async function settle(
  client: PoolClient,
  { accountId, jobId, place }: FindRowKey,
  { status, outcome, domain, email, charge }: FindSettlement,
): Promise<boolean | 'ended'> {
  const job = [accountId, jobId]
  const held = await client.query<{ status: FindJob['status']; left: number | null }>(HOLD, job)
  const { status: state, left } = held.rows[0] ?? { status: 'cancelled', left: null }
  if (state === 'cancelled') return false
  const { rowCount } = await client.query(SETTLE_ROW, [...job, place, status, outcome, domain, email])
  if (rowCount === 0) return false
  const paid = charge === null ? { charged: 0 } : await chargeWithin(client, charge, left)
  if ('refused' in paid) throw new Unpaid(paid.refused)
  const counted = await client.query<Pick<FindJob, 'status'>>(COUNT, [...job, email === null ? 0 : 1, paid.charged])
  return counted.rows[0]?.status === 'done' ? 'ended' : true
}
