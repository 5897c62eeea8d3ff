import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import type { ListKey } from './bulk-store.ts'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'

/** A lease of one queue of addresses, with the account and plan its answers are charged to. */
export interface BulkLease extends ListKey {
  queue: string
  plan: string
  accountCreatedAt: Date
  /** The app or limited key that started the list. */
  spender?: { id: string; dailyCredits: number | null }
}

interface LeasedRow extends Omit<BulkLease, 'spender'> {
  spenderId: string | null
  dailyCredits: number | null
}

export interface OpenBulkRow {
  position: number
  email: string
  tries: number
  /** A verdict that is still fresh, as JSON, or null. */
  fresh: unknown
}

/** When a row is to be checked (again). */
export interface Postponement {
  position: number
  dueAt: Date
  tries: number
}

type QueueKey = Pick<BulkLease, keyof ListKey | 'queue'>

/** Lists that have queues, each found with one index look-up. */
const JOBS = `with recursive jobs (id) as (
    (select job_id from bulk_queues order by job_id limit 1)
    union all
    select (select l.job_id from bulk_queues l where l.job_id > jobs.id order by l.job_id limit 1) from jobs
    where jobs.id is not null)`

const NEXT_DUE = `${JOBS} select min(l.due_at) as "dueAt" from jobs cross join lateral (
  select due_at from bulk_queues where job_id = jobs.id order by due_at limit 1) l`

/**
 * For one holder, which may already have queues: accounts take turns, and each gives the queues that have waited longest,
 * whichever list they belong to. Rows are addressed by ctid, which a lock keeps stable, so the planner cannot scan them all.
 * $5: the maximum number of a holder's queues for one account.
 */
const LEASE = `${JOBS},
  taken as (
    select account_id, count(*) from bulk_queues where holder = $3 group by 1),
  waiting as (
    select l.* from jobs cross join lateral (
      select account_id, job_id, queue, due_at from bulk_queues where job_id = jobs.id and due_at <= $1 order by due_at limit $4) l),
  placed as (
    select w.*, coalesce(taken.count, 0) + row_number() over (partition by w.account_id order by w.due_at) as place
    from waiting w left join taken on taken.account_id = w.account_id),
  chosen as (select account_id, job_id, queue from placed where place <= $5 order by place, due_at limit $4),
  due as (
    select l.row from chosen c cross join lateral (
      select ctid as row from bulk_queues
      where account_id = c.account_id and job_id = c.job_id and queue = c.queue and due_at <= $1 for update skip locked) l)
  update bulk_queues l set due_at = $2, holder = $3
  from bulk_jobs j, accounts a
  where l.ctid = any (array(select row from due)) and j.account_id = l.account_id and j.id = l.job_id and a.id = l.account_id
  returning l.job_id as "jobId", l.queue, a.id as "accountId", a.plan, a.created_at as "accountCreatedAt",
    j.spender as "spenderId", j.daily_credits as "dailyCredits"`

/** Rows of one domain together, so that one session can check them. */
const openRows = (fresh: string, verdicts: string): string => `select r.position, r.email, r.tries, ${fresh} as fresh
  from bulk_rows r ${verdicts}
  where r.account_id = $1 and r.job_id = $2 and r.queue = $3 and r.settled_at is null and r.due_at <= $4
    and exists (select 1 from bulk_jobs where account_id = $1 and id = $2 and status in ('queued', 'running'))
  order by r.due_at, r.domain, r.position limit $5`
const OPEN_ROWS = {
  one: openRows(
    'v.outcome',
    'left join verifications v on v.domain = r.domain and v.value = r.email and v.fresh_until > $4',
  ),
  nodes: openRows('null::jsonb', ''),
}
/** Verdicts on these addresses; the domains are repeated so that only their shards are queried. */
const FRESH = `select v.value as email, v.outcome from unnest($1::text[], $2::text[]) as k (domain, value)
  join verifications v on v.domain = k.domain and v.value = k.value and v.domain = any($1::text[])
  where v.fresh_until > $3`

/**
 * Also locks the queues, so that their leases do not end while rows are added; a cancelled job gets none. (One cancelled at
 * this very moment may; its next lease finds no rows and removes it.)
 */
const JOIN_QUEUES = `insert into bulk_queues (account_id, job_id, queue, due_at)
  select $1, $2, queue, $4 from unnest($3::text[]) queue
  where exists (select 1 from bulk_jobs where account_id = $1 and id = $2 and status in ('queued', 'running'))
  on conflict (account_id, job_id, queue) do update
  set due_at = case when bulk_queues.holder is null then least(bulk_queues.due_at, $4) else bulk_queues.due_at end`

/**
 * `any` selects the index to use, and `is not distinct from` rules one out, whatever statistics exist for rows written a moment
 * ago: the index on the account would read the whole list.
 */
const MOVE_ROWS = `update bulk_rows r set queue = m.target from unnest($3::text[], $4::text[]) m (queue, target)
  where r.account_id is not distinct from $1 and r.job_id = $2 and r.queue = any($3) and r.queue = m.queue and r.settled_at is null`

const THE_QUEUE = 'account_id = $1 and job_id = $2 and queue = $3'
const ITS_OPEN = `${THE_QUEUE} and settled_at is null`

const NEXT_TURN = `update bulk_queues set holder = null, due_at = greatest($4::timestamptz, (
    select min(due_at) from bulk_rows where ${ITS_OPEN}))
  where ${THE_QUEUE} and exists (select 1 from bulk_rows where ${ITS_OPEN})
    and exists (select 1 from bulk_jobs where account_id = $1 and id = $2 and status in ('queued', 'running'))`

const LOCK = `select 1 from bulk_queues where ${THE_QUEUE} for update`
const GO_ON = `update bulk_queues set holder = null, due_at = $4 where ${THE_QUEUE}`
const END = `delete from bulk_queues where ${THE_QUEUE}`
const LEAVE = 'delete from bulk_queues where account_id = $1 and job_id = $2 and queue = any($3)'

const POSTPONE = `update bulk_rows r set due_at = p.due_at, tries = p.tries
  from unnest($3::integer[], $4::timestamptz[], $5::integer[]) p (position, due_at, tries)
  where r.account_id = $1 and r.job_id = $2 and r.position = any($3) and r.position = p.position and r.settled_at is null`

/** Queues of addresses, leased in turn to the workers that ask their mail servers. */
export const createBulkQueuesStore = (pool: Pool, isDistributed: boolean) => ({
  /** Leases queues until `leasedUntil`: at most `limit`, and no more than `perAccount` of one account at a time. */
  lease: async (
    now: Date,
    {
      holder,
      leasedUntil,
      limit,
      perAccount,
    }: { holder: string; leasedUntil: Date; limit: number; perAccount: number },
  ): Promise<BulkLease[]> => {
    const values = [now, leasedUntil, holder, limit, perAccount]
    const { rows } = await pool.query<LeasedRow>({ name: 'bulk-lease', text: LEASE, values })
    return rows.map(({ spenderId, dailyCredits, ...lease }) =>
      spenderId === null ? lease : { ...lease, spender: { id: spenderId, dailyCredits } },
    )
  },

  renew: async (holder: string, leasedUntil: Date): Promise<void> => {
    await pool.query('update bulk_queues set due_at = $2 where holder = $1', [holder, leasedUntil])
  },

  /** Returns all queues of a holder that stops. */
  release: async (holder: string, now: Date): Promise<void> => {
    await pool.query('update bulk_queues set due_at = $2, holder = null where holder = $1', [holder, now])
  },

  /** Due rows, by due time and then by domain. */
  openRows: async ({ accountId, jobId, queue }: QueueKey, now: Date, limit: number): Promise<OpenBulkRow[]> => {
    const text = isDistributed ? OPEN_ROWS.nodes : OPEN_ROWS.one
    const { rows } = await pool.query<OpenBulkRow>({
      name: 'bulk-open',
      text,
      values: [accountId, jobId, queue, now, limit],
    })
    return isDistributed ? withFresh(pool, rows, now) : rows
  },

  /** When the next queue is due, or a lease of a silent holder expires; null without queues. */
  nextDue: async (): Promise<Date | null> => {
    const { rows } = await pool.query<{ dueAt: Date | null }>(NEXT_DUE)
    return rows[0]?.dueAt ?? null
  },

  /** Moves the rows of queues to other queues, those of their mail servers. */
  join: async (
    { accountId, jobId }: ListKey,
    moves: readonly { queue: string; into: string }[],
    now: Date,
  ): Promise<void> =>
    inTransaction(pool, async (client) => {
      const queues = moves.map(({ queue }) => queue)
      const targets = moves.map(({ into }) => into)
      await client.query(JOIN_QUEUES, [accountId, jobId, [...new Set(targets)].sort(), now])
      await client.query(MOVE_ROWS, [accountId, jobId, queues, targets])
      await client.query(LEAVE, [accountId, jobId, queues])
    }),

  /**
   * Ends a lease: the queue moves to the end, or is removed if it has no open rows.
   * @param isMoreDue whether rows are known to be due
   */
  endLease: async (
    { accountId, jobId, queue }: QueueKey,
    { notBefore, isMoreDue }: { notBefore: Date; isMoreDue: boolean },
  ): Promise<void> => {
    const key = [accountId, jobId, queue]
    if (isMoreDue) {
      await pool.query({ name: 'bulk-go-on', text: GO_ON, values: [...key, notBefore] })
      return
    }
    await inTransaction(pool, async (client) => {
      await client.query({ name: 'bulk-lock-queue', text: LOCK, values: key })
      const next = await client.query({ name: 'bulk-next', text: NEXT_TURN, values: [...key, notBefore] })
      if (next.rowCount === 0) await client.query(END, key)
    })
  },

  /** Postpones checking these rows. */
  postpone: async ({ accountId, jobId }: ListKey, rows: readonly Postponement[]): Promise<void> => {
    if (rows.length === 0) return
    const columns = [
      rows.map(({ position }) => position),
      rows.map(({ dueAt }) => dueAt),
      rows.map(({ tries }) => tries),
    ]
    await pool.query(POSTPONE, [accountId, jobId, ...columns])
  },
})

/** For several nodes, where rows of lists and verdicts cannot be joined. */
async function withFresh(pool: Pool, open: readonly OpenBulkRow[], now: Date): Promise<OpenBulkRow[]> {
  const emails = open.map(({ email }) => email)
  const query = { name: 'bulk-fresh', text: FRESH, values: [emails.map(domainOfAddress), emails, now] }
  const { rows } = await pool.query<{ email: string; outcome: unknown }>(query)
  const outcomes = new Map(rows.map(({ email, outcome }) => [email, outcome]))
  return open.map((row) => ({ ...row, fresh: outcomes.get(row.email) ?? null }))
}
