import type { Pool } from 'pg'

/** A person leased to be looked up, and who requested it. */
export interface FindLease {
  accountId: number
  jobId: number
  place: number
  /** As it was sent. */
  asked: unknown
  queue: string
  tries: number
  keyId: number
  userId: number
  spender: { id: string; dailyCredits: number | null } | null
  leadsListId: number | null
  plan: string
  accountCreatedAt: Date
}

/** Rows of a job considered at a time. */
const WINDOW = 2_000

const IS_DUE = `r.status is null and r.due_at <= $1 and not r.queue = any($5::text[])`

/**
 * For one holder, which may already have some: accounts take turns, and each gives the people who come first, a few per queue.
 * $4 and $6: the most places of a holder for one account, and the most for one queue.
 */
const LEASE = `with jobs as (select account_id, id from find_jobs where status in ('queued', 'running')),
  taken as (select account_id, count(*) from find_rows where holder = $3 group by 1),
  waiting as (
    select r.*, row_number() over (partition by r.account_id, r.job_id, r.queue order by r.place) as nth
    from jobs cross join lateral (
      select r.account_id, r.job_id, r.place, r.queue from find_rows r
      where r.account_id = jobs.account_id and r.job_id = jobs.id and ${IS_DUE} order by r.place limit ${WINDOW}) r),
  placed as (
    select w.*, coalesce(taken.count, 0) + row_number() over (partition by w.account_id order by w.nth, w.job_id, w.place) as turn
    from waiting w left join taken on taken.account_id = w.account_id where w.nth <= $6),
  chosen as (select account_id, job_id, place from placed where turn <= $4 order by turn limit $7),
  due as (
    select r.account_id, r.job_id, r.place from chosen c join find_rows r using (account_id, job_id, place)
    where ${IS_DUE} for update of r skip locked)
  update find_rows r set due_at = $2, holder = $3
  from due, find_jobs j, accounts a
  where r.account_id = due.account_id and r.job_id = due.job_id and r.place = due.place
    and j.account_id = due.account_id and j.id = due.job_id and a.id = due.account_id
  returning r.account_id as "accountId", r.job_id as "jobId", r.place, r.asked, r.queue, r.tries, j.key_id as "keyId",
    j.user_id as "userId", j.spender, j.leads_list_id as "leadsListId", a.plan, a.created_at as "accountCreatedAt"`

const NEXT_DUE = `select min(due_at) as "dueAt" from find_jobs j cross join lateral (
    select due_at from find_rows r where r.account_id = j.account_id and r.job_id = j.id and r.status is null
    order by due_at limit 1) r
  where j.status in ('queued', 'running')`

const PAUSE = `update find_rows set due_at = $4, tries = $5, holder = null
  where account_id = $1 and job_id = $2 and place = $3 and status is null`

export interface FindShare {
  holder: string
  leasedUntil: Date
  /** The most rows to lease now. */
  limit: number
  /** The most rows per account at a time. */
  perAccount: number
  /** The most rows per queue now. */
  perQueue: number
  /** Queues the holder is already working on: no more rows of these. */
  busy: readonly string[]
}

/** Whose turn it is: people are leased to the process that looks up their addresses. */
export const createFindQueuesStore = (pool: Pool) => ({
  /** Leases people until `leasedUntil`. */
  lease: async (now: Date, share: FindShare): Promise<FindLease[]> => {
    const { holder, leasedUntil, limit, perAccount, perQueue, busy } = share
    const values = [now, leasedUntil, holder, perAccount, busy, perQueue, limit]
    return (await pool.query<FindLease>({ name: 'find-lease', text: LEASE, values })).rows
  },

  renew: async (holder: string, leasedUntil: Date): Promise<void> => {
    await pool.query('update find_rows set due_at = $2 where holder = $1', [holder, leasedUntil])
  },

  /** Gives back all people of a holder that is stopping. */
  release: async (holder: string, now: Date): Promise<void> => {
    await pool.query('update find_rows set due_at = $2, holder = null where holder = $1', [holder, now])
  },

  /** Postpones looking up the person. */
  pause: async (
    { accountId, jobId, place }: Pick<FindLease, 'accountId' | 'jobId' | 'place'>,
    { dueAt, tries }: { dueAt: Date; tries: number },
  ): Promise<void> => {
    await pool.query(PAUSE, [accountId, jobId, place, dueAt, tries])
  },

  /** When the next person is due, or the lease of a silent holder expires; null if none is open. */
  nextDue: async (): Promise<Date | null> =>
    (await pool.query<{ dueAt: Date | null }>(NEXT_DUE)).rows[0]?.dueAt ?? null,
})
