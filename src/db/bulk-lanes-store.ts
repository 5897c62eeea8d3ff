import type { Pool } from 'pg'
import { inTransaction } from './database.ts'

/** The turn of one queue of addresses, with whom its answers are charged to. */
export interface BulkTurn {
  jobId: number
  lane: string
  accountId: number
  plan: string
  accountCreatedAt: Date
}

export interface OpenBulkRow {
  position: number
  email: string
  tries: number
}

type LaneKey = Pick<BulkTurn, 'jobId' | 'lane'>

/** Those that have waited longest, each for one holder: round robin over all lanes of all jobs. */
const CLAIM = `update bulk_lanes l set due_at = $2, holder = $3
  from (select job_id, lane from bulk_lanes where due_at <= $1 order by due_at limit $4 for update skip locked) due,
    bulk_jobs j, accounts a
  where l.job_id = due.job_id and l.lane = due.lane and j.id = l.job_id and a.id = j.account_id
  returning l.job_id as "jobId", l.lane, a.id as "accountId", a.plan, a.created_at as "accountCreatedAt"`

const OPEN_ROWS = `select position, email, tries from bulk_rows
  where job_id = $1 and lane = $2 and settled_at is null and due_at <= $3 order by due_at, position limit $4`

/** Also locks the lane, so that its turn does not end while rows come in; a cancelled job gets none. */
const JOIN_LANE = `insert into bulk_lanes (job_id, lane, due_at)
  select id, $2, $3 from bulk_jobs where id = $1 and status in ('queued', 'running') for share
  on conflict (job_id, lane) do update
  set due_at = case when bulk_lanes.holder is null then least(bulk_lanes.due_at, $3) else bulk_lanes.due_at end`

const MOVE_ROWS = 'update bulk_rows set lane = $3 where job_id = $1 and lane = $2 and settled_at is null'

const NEXT_TURN = `update bulk_lanes set holder = null, due_at = greatest($3::timestamptz, (
    select min(due_at) from bulk_rows where job_id = $1 and lane = $2 and settled_at is null))
  where job_id = $1 and lane = $2
    and exists (select 1 from bulk_rows where job_id = $1 and lane = $2 and settled_at is null)`

/** Whose turn it is: queues of addresses, leased to whoever asks their mail servers. */
export const createBulkLanesStore = (pool: Pool) => ({
  /** Takes the lanes that have waited longest, until `leasedUntil`. */
  claim: async (now: Date, leasedUntil: Date, holder: string, limit: number): Promise<BulkTurn[]> =>
    (await pool.query<BulkTurn>({ name: 'bulk-claim', text: CLAIM, values: [now, leasedUntil, holder, limit] })).rows,

  renew: async (holder: string, leasedUntil: Date): Promise<void> => {
    await pool.query('update bulk_lanes set due_at = $2 where holder = $1', [holder, leasedUntil])
  },

  /** Gives back all lanes of a holder that stops. */
  release: async (holder: string, now: Date): Promise<void> => {
    await pool.query('update bulk_lanes set due_at = $2, holder = null where holder = $1', [holder, now])
  },

  /** Rows that are due, in the order of the list. */
  openRows: async ({ jobId, lane }: LaneKey, now: Date, limit: number): Promise<OpenBulkRow[]> =>
    (await pool.query<OpenBulkRow>({ name: 'bulk-open', text: OPEN_ROWS, values: [jobId, lane, now, limit] })).rows,

  /** Moves the rows of a lane to another one, that of its mail servers. */
  join: async ({ jobId, lane }: LaneKey, into: string, now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      await client.query(JOIN_LANE, [jobId, into, now])
      await client.query(MOVE_ROWS, [jobId, lane, into])
      await client.query('delete from bulk_lanes where job_id = $1 and lane = $2', [jobId, lane])
    }),

  /** The lane goes to the end of the queue; without open rows it is gone. */
  endTurn: async ({ jobId, lane }: LaneKey, now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      const lock = 'select 1 from bulk_lanes where job_id = $1 and lane = $2 for update'
      await client.query(lock, [jobId, lane])
      const next = await client.query(NEXT_TURN, [jobId, lane, now])
      if (next.rowCount === 0)
        await client.query('delete from bulk_lanes where job_id = $1 and lane = $2', [jobId, lane])
    }),

  /** The row is to be asked again later. */
  postpone: async (jobId: number, position: number, dueAt: Date, tries: number): Promise<void> => {
    const text =
      'update bulk_rows set due_at = $3, tries = $4 where job_id = $1 and position = $2 and settled_at is null'
    await pool.query(text, [jobId, position, dueAt, tries])
  },
})
