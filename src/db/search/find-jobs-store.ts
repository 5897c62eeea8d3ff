import type { Pool, PoolClient } from 'pg'
import { chargeWithin } from '../accounts/billing-store.ts'
import type { ChargeRequest } from '../accounts/billing-store.ts'
import { inTransaction } from '../database.ts'

/** What a job may cost is spent: the credits of the account, the limit of its own, or what its app may spend a day. */
export type FindStopReason = 'credits_used_up' | 'max_credits' | 'daily_limit'

export interface FindJob {
  id: number
  /** The key that started it; 0 for none. */
  keyId: number
  userId: number
  name: string | null
  status: 'queued' | 'running' | 'done' | 'cancelled' | 'stopped'
  /** Why it was stopped. */
  stoppedReason: FindStopReason | null
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
  /** The app or key whose spending is limited by the day, as its calls have it. */
  spender: { id: string; dailyCredits: number | null } | null
  name: string | null
  /** Null without a separate limit. */
  maxCredits: number | null
  leadsListId: number | null
  createdAt: Date
  /** In the order of the answers. */
  rows: readonly { ref: string | null; asked: object; queue: string }[]
}

export interface FoundRow {
  /** In the list, from 0. */
  place: number
  ref: string | null
  /** Null while open. */
  status: string | null
  /** As JSON; null while open, and where nothing is to be said. */
  outcome: unknown
  email: string | null
  leadId: number | null
}

/** What a person came to. */
export interface FindSettlement {
  status: string
  outcome: object | null
  domain: string | null
  email: string | null
  /** Null when it is free. */
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

/** Open rows of a job that has ended were not looked for. */
const SHOWN = `coalesce(r.status, case when j.status in ('stopped', 'cancelled') then 'not_checked' end)`

const ROWS = `select ${ROW.replace(' status', ` ${SHOWN} as status`)} from find_rows r,
    (select status from find_jobs where account_id = $1 and id = $2) j
  where r.account_id = $1 and r.job_id = $2 and ($5::text[] is null or ${SHOWN} = any($5)) order by place limit $3 offset $4`

const TALLY = `select ${SHOWN} as status, count(*)::int as number from find_rows r,
    (select status from find_jobs where account_id = $1 and id = $2) j
  where r.account_id = $1 and r.job_id = $2 group by 1`

/** Held until it is counted: nobody else charges to the job meanwhile. */
const HOLD = `select status, max_credits - credits_charged as "left" from find_jobs
  where account_id = $1 and id = $2 for no key update`

/** Of a row whose person has opted out: the caller's own word for it stays, unless it names them. */
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

/** A statement takes so many rows at a time. */
const SLICE = 5_000

/** Lists of people to find, what became of them and what that cost. */
export const createFindJobsStore = (pool: Pool) => ({
  /** @returns null when the account has `maxOpen` jobs that have not ended. */
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
    return { jobs, total: rows[0]?.total ?? 0 }
  },

  /** What is open stays without an answer; a job that has ended stays as it is. */
  cancel: async (accountId: number, id: number): Promise<FindJob | null> =>
    (await pool.query<FindJob>(CANCEL, [accountId, id])).rows[0] ?? null,

  /** In the order of the list; of some statuses (`not_checked` for what a job that has ended left open), or all. */
  rows: async (
    accountId: number,
    id: number,
    { limit, offset, statuses }: { limit: number; offset: number; statuses: readonly string[] | null },
  ): Promise<FoundRow[]> => (await pool.query<FoundRow>(ROWS, [accountId, id, limit, offset, statuses])).rows,

  /** How many came to what; the key is null for open ones. */
  tally: async (accountId: number, id: number): Promise<ReadonlyMap<string | null, number>> => {
    const { rows } = await pool.query<{ status: string | null; number: number }>(TALLY, [accountId, id])
    return new Map(rows.map(({ status, number }) => [status, number]))
  },

  /**
   * Stores and charges what a person came to, in one transaction.
   * @returns whether it is stored: not where the row has its answer already or the job was cancelled; `ended` where it was the
   * last. Where it cannot be paid nothing is stored, and the answer is why.
   */
  settle: async (key: FindRowKey, settlement: FindSettlement): Promise<boolean | 'ended' | FindStopReason> =>
    inTransaction(pool, (client) => settle(client, key, settlement)).catch((error: unknown) => {
      if (error instanceof Unpaid) return error.reason
      throw error
    }),

  /** The lead that a person who was found has become. */
  noteLead: async ({ accountId, jobId, place }: FindRowKey, leadId: number): Promise<void> => {
    const text = 'update find_rows set lead_id = $4 where account_id = $1 and job_id = $2 and place = $3'
    await pool.query(text, [accountId, jobId, place, leadId])
  },

  /** Its open rows stay without an answer. @returns whether it was continuing. */
  stop: async (accountId: number, id: number, reason: FindStopReason): Promise<boolean> =>
    (await pool.query(STOP, [accountId, id, reason])).rowCount === 1,

  /** Removes jobs older than the date, with all that was found. */
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

/** Rolls a settlement back. */
class Unpaid extends Error {
  readonly reason: FindStopReason

  constructor(reason: FindStopReason) {
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
