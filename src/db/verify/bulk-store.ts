import { OPTED_OUT } from '../../errors.ts'
import type { Pool, PoolClient } from 'pg'
import { chargeAllAtOnce } from '../accounts/billing-store.ts'
import type { ChargeRequest, StopReason } from '../accounts/billing-store.ts'
import { inTransaction } from '../database.ts'
import type { FoundSourceRow } from '../search/search-store.ts'
import { withSources } from './answer-sources.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'

export interface BulkJob {
  id: number
  /** The key that started it; null for lists older than this field. */
  keyId: number | null
  /** The user of that key or session; null likewise. */
  userId: number | null
  name: string | null
  status: 'queued' | 'running' | 'done' | 'cancelled' | 'stopped'
  /** Why it was stopped. */
  stoppedReason: StopReason | null
  total: number
  done: number
  creditsCharged: number
  createdAt: Date
}

export interface NewBulkJob {
  accountId: number
  keyId: number
  userId: number
  name: string | null
  /** Null without a limit of its own. */
  maxCredits: number | null
  /** The app or limited key that pays. */
  spender: { id: string; dailyCredits: number | null } | null
  createdAt: Date
  /** In the order of the answers. */
  rows: readonly { email: string; domain: string; queue: string }[]
}

/** Identifies the list. */
export interface ListKey {
  accountId: number
  jobId: number
}

export interface BulkResult {
  email: string
  settled: boolean
  /** Whether the list was stopped. */
  stopped: boolean
  /** As JSON; null while the row is open, or if there is an error. */
  outcome: unknown
  error: string | null
  sources: FoundSourceRow[] | null
}

export interface BulkSettlement {
  position: number
  outcome: object | null
  error: string | null
  /** What the answer costs, if it was not already paid for in this period; null if it is free. */
  charge: ChargeRequest | null
}

const JOB = `id, key_id as "keyId", user_id as "userId", name, status, total, done, credits_charged as "creditsCharged", stopped_reason as "stoppedReason", created_at as "createdAt"`

const ADD_ROWS = `insert into bulk_rows (account_id, job_id, position, email, domain, queue, due_at)
  select $1, $2, $3 + n - 1, email, domain, queue, $7
  from unnest($4::text[], $5::text[], $6::text[]) with ordinality as given (email, domain, queue, n)`

const ADD_QUEUES = `insert into bulk_queues (account_id, job_id, queue, due_at)
  select distinct account_id, job_id, queue, $3::timestamptz from bulk_rows where account_id = $1 and job_id = $2`

/** Whether the list of `r` was stopped. */
export const STOPPED = `(select status = 'stopped' from bulk_jobs where account_id = r.account_id and id = r.job_id) as stopped`

const RESULTS = `select r.email, r.settled_at is not null as settled, ${STOPPED}, r.outcome, r.error from bulk_rows r
  where r.account_id = $1 and r.job_id = $2 and r.position >= $3 and r.position < $3 + $4 order by r.position`

/** The kind of an answer `r`: an error, `no_address` if it was not an address, or the status of the verdict. */
export const KIND = `coalesce(r.error, case when r.domain = '' then 'no_address' else r.outcome ->> 'status' end)`

/** A row whose owner has opted out keeps nothing of the address. */
const SETTLE_ROWS = `update bulk_rows r set settled_at = $3, outcome = s.outcome, error = s.error,
    email = case when s.error = '${OPTED_OUT}' then '' else r.email end,
    domain = case when s.error = '${OPTED_OUT}' then '' else r.domain end
  from unnest($4::integer[], $5::jsonb[], $6::text[]) s (position, outcome, error)
  where r.account_id = $1 and r.job_id = $2 and r.position = any($4) and r.position = s.position and r.settled_at is null
  returning r.position, ${KIND} as kind`

/** Reopens rows: an answer that cannot be paid for is not shown, and another list may check it again. */
const REOPEN = `update bulk_rows set outcome = null, error = null, settled_at = null
  where account_id = $1 and job_id = $2 and position = any($3)`

const STOP = `update bulk_jobs set status = 'stopped', stopped_reason = $3
  where account_id = $1 and id = $2 and status in ('queued', 'running')`

const DROP_QUEUES = 'delete from bulk_queues where account_id = $1 and job_id = $2'

/** What is left of the limit of a list that has one. */
const LEFT = `select max_credits - credits_charged as "left" from bulk_jobs
  where account_id = $1 and id = $2 and max_credits is not null`

/** Until the answers are counted, nothing else can charge to the list. */
const LOCK_LEFT = `${LEFT} for no key update`

/** Does nothing to a job that was cancelled meanwhile; answers in progress when it was stopped count. */
const COUNT = `update bulk_jobs set done = done + $3, credits_charged = credits_charged + $4, tally = (
      select coalesce(jsonb_object_agg(kind, number), '{}') from (
        select kind, sum(number::integer) as number from (
          select * from jsonb_each_text(tally) union all select * from jsonb_each_text($5)) each (kind, number)
        group by kind) kinds),
    status = case when done + $3 = total then 'done' when status = 'stopped' then status else 'running' end,
    stopped_reason = case when done + $3 = total then null else stopped_reason end
  where account_id = $1 and id = $2 and status in ('queued', 'running', 'stopped') returning status`

const COUNT_OPEN = `select count(*) as open from bulk_jobs where account_id = $1 and status in ('queued', 'running')`

/** Maximum number of rows per statement. */
const SLICE = 5_000

/** Lists of addresses to verify, their answers and the cost. */
export const createBulkStore = (pool: Pool) => ({
  /** @returns null when the account already has `maxOpen` open jobs. */
  add: async (list: NewBulkJob, maxOpen: number): Promise<BulkJob | null> => {
    const job = await inTransaction(pool, (client) => add(client, list, maxOpen))
    // Many new rows invalidate old statistics: until the next vacuum, each lease would read the whole list.
    if (job !== null && list.rows.length > SLICE) await pool.query('analyze bulk_rows')
    return job
  },

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
    return { jobs, total: settledTotal(rows[0]?.total ?? 0, jobs.length, { limit, offset }) }
  },

  /** Leaves open rows without an answer; a job that has ended stays unchanged. */
  cancel: async (accountId: number, id: number): Promise<BulkJob | null> =>
    inTransaction(pool, async (client) => {
      const cancel = `update bulk_jobs set status = case when status in ('done', 'stopped') then status else 'cancelled' end
        where account_id = $1 and id = $2 returning ${JOB}`
      const { rows } = await client.query<BulkJob>(cancel, [accountId, id])
      if (rows[0] !== undefined) await client.query(DROP_QUEUES, [accountId, id])
      return rows[0] ?? null
    }),

  /** In list order. */
  results: async ({ accountId, jobId }: ListKey, offset: number, limit: number): Promise<BulkResult[]> => {
    const values = [accountId, jobId, offset, limit]
    return withSources(pool, (await pool.query<Omit<BulkResult, 'sources'>>(RESULTS, values)).rows)
  },

  /**
   * Stores answers and charges them in one transaction; ignores rows that already have an answer, and cancelled jobs. If an
   * answer cannot be paid for, or exceeds the limit of the list, it stays open and the list is stopped.
   * @returns whether this ended the list.
   */
  settle: async (list: ListKey, settledAt: Date, settlements: readonly BulkSettlement[]): Promise<boolean> => {
    if (settlements.length === 0) return false
    return inTransaction(pool, (client) => settle(client, { list, settledAt, settlements })).catch((error: unknown) => {
      if (error instanceof JobCancelled) return false
      throw error
    })
  },

  /** What is left of the list's own limit; null without one. */
  creditsLeft: async ({ accountId, jobId }: ListKey): Promise<number | null> =>
    (await pool.query<{ left: number }>(LEFT, [accountId, jobId])).rows[0]?.left ?? null,

  /** Leaves open rows without an answer. @returns whether the list was still running. */
  stop: async (list: ListKey, reason: StopReason): Promise<boolean> =>
    inTransaction(pool, (client) => stop(client, list, reason)),

  /** Number of rows without an answer, across all open jobs. */
  openRows: async (): Promise<number> => {
    const text = `select coalesce(sum(total - done), 0) as open from bulk_jobs where status in ('queued', 'running')`
    return (await pool.query<{ open: number }>(text)).rows[0]?.open ?? 0
  },

  /** Removes jobs older than the date, with all their answers. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from bulk_jobs where created_at < $1', [before])
  },
})

async function add(
  client: PoolClient,
  { accountId, keyId, userId, name, maxCredits, spender, createdAt, rows }: NewBulkJob,
  maxOpen: number,
): Promise<BulkJob | null> {
  await client.query('select 1 from accounts where id = $1 for no key update', [accountId])
  const counted = await client.query<{ open: number }>(COUNT_OPEN, [accountId])
  if ((counted.rows[0]?.open ?? 0) >= maxOpen) return null
  const text = `insert into bulk_jobs (account_id, name, total, created_at, key_id, user_id, max_credits, spender, daily_credits)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${JOB}`
  const payer = [spender?.id ?? null, spender?.dailyCredits ?? null]
  const values = [accountId, name, rows.length, createdAt, keyId, userId, maxCredits, ...payer]
  const added = await client.query<BulkJob>(text, values)
  const job = added.rows[0] as BulkJob
  for (let start = 0; start < rows.length; start += SLICE) {
    const slice = rows.slice(start, start + SLICE)
    const columns = (['email', 'domain', 'queue'] as const).map((column) => slice.map((row) => row[column]))
    await client.query(ADD_ROWS, [accountId, job.id, start, ...columns, createdAt])
  }
  await client.query(ADD_QUEUES, [accountId, job.id, createdAt])
  return job
}

/** Rolls back a settlement. */
class JobCancelled extends Error {}

interface Settlements {
  list: ListKey
  settledAt: Date
  settlements: readonly BulkSettlement[]
}

async function settle(client: PoolClient, { list, settledAt, settlements }: Settlements): Promise<boolean> {
  const key = [list.accountId, list.jobId]
  const sorted = [...settlements].sort((a, b) => a.position - b.position)
  const columns = [
    sorted.map(({ position }) => position),
    sorted.map(({ outcome }) => (outcome === null ? null : JSON.stringify(outcome))),
    sorted.map(({ error }) => error),
  ]
  const limited = await client.query<{ left: number }>({ name: 'bulk-left', text: LOCK_LEFT, values: key })
  const query = { name: 'bulk-settle', text: SETTLE_ROWS, values: [...key, settledAt, ...columns] }
  const { rows } = await client.query<{ position: number; kind: string }>(query)
  const answered = new Set(rows.map(({ position }) => position))
  const priced = sorted.filter(({ position, charge }) => charge !== null && answered.has(position))
  const within = withinLimit(priced, limited.rows[0]?.left ?? Infinity)
  const { charged, unpaid, isDayOver } = await chargeAllAtOnce(
    client,
    within.flatMap(({ charge }) => charge ?? []),
  )
  const open = priced.filter((one) => !within.includes(one) || (one.charge !== null && unpaid.has(one.charge)))
  const places = new Set(open.map(({ position }) => position))
  if (places.size > 0) await client.query(REOPEN, [...key, [...places]])
  const tally = tallyOf(rows.flatMap(({ position, kind }) => (places.has(position) ? [] : [kind])))
  const values = [...key, answered.size - places.size, charged, JSON.stringify(tally)]
  const counted = await client.query<Pick<BulkJob, 'status'>>({ name: 'bulk-count', text: COUNT, values })
  if (counted.rowCount === 0) throw new JobCancelled()
  if (places.size === 0) return answered.size > 0 && counted.rows[0]?.status === 'done'
  const own = within.length < priced.length ? 'max_credits' : 'credits_used_up'
  return stop(client, list, isDayOver ? 'daily_limit' : own)
}

/** As many as the limit pays for; answers already paid for would be free, but that is not looked up. */
function withinLimit(priced: readonly BulkSettlement[], left: number): readonly BulkSettlement[] {
  let rest = left
  return priced.filter(({ charge }) => {
    const pays = charge !== null && charge.credits <= rest
    if (pays) rest -= charge.credits
    return pays
  })
}

async function stop(client: PoolClient, { accountId, jobId }: ListKey, reason: StopReason): Promise<boolean> {
  const { rowCount } = await client.query(STOP, [accountId, jobId, reason])
  await client.query(DROP_QUEUES, [accountId, jobId])
  return rowCount === 1
}

function tallyOf(kinds: readonly string[]): Record<string, number> {
  const tally = new Map<string, number>()
  for (const kind of kinds) tally.set(kind, (tally.get(kind) ?? 0) + 1)
  return Object.fromEntries(tally)
}
