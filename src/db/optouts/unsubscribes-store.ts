import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { stopEverywhere } from '../campaigns/mail-events-store.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'

/** An address that an account no longer writes to. */
export interface Unsubscribe {
  email: string
  reason: 'unsubscribed' | 'bounced' | 'manual' | 'complained'
  createdAt: Date
}

const COLUMNS = `email, reason, created_at as "createdAt"`
const LIST = `select ${COLUMNS} from unsubscribes where account_id = $1
  order by created_at desc, email limit $2 offset $3`
const ADD = `insert into unsubscribes as s (account_id, email, reason, created_at) values ($1, $2, 'manual', $3)
  on conflict (account_id, email) do update set email = s.email returning ${COLUMNS}`

/** The account may not remove what the recipient said. */
const REMOVE = `delete from unsubscribes
  where account_id = $1 and email = $2 and reason not in ('unsubscribed', 'complained') returning ${COLUMNS}`
const LIFT = `with lifted as (delete from unsubscribes where account_id = $1 and email = $2
    returning email, reason, created_at),
  traced as (insert into unsubscribe_lifts (account_id, email, said_at, lifted_at, lifted_by, reason)
    select $1, email, created_at, $3, $4, $5 from lifted)
  select ${COLUMNS} from lifted`
const LIFTS = `select account_id as "accountId", email, said_at as "saidAt", lifted_at as "liftedAt",
    lifted_by as "liftedBy", reason from unsubscribe_lifts order by lifted_at desc limit $1`

/** The record of an unsubscribe that the operator lifted. */
export interface OptOutLift {
  accountId: number
  email: string
  saidAt: Date
  liftedAt: Date
  liftedBy: string
  reason: string
}

/** Unsubscribes, which apply to one account. Opt-outs apply to the whole installation. */
export const createUnsubscribesStore = (pool: Pool) => ({
  /** Newest first. */
  list: async (
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ unsubscribes: Unsubscribe[]; total: number }> => {
    const { rows } = await pool.query<Unsubscribe>(LIST, [accountId, limit, offset])
    const count = 'select count(*) as total from unsubscribes where account_id = $1'
    const counted = await pool.query<{ total: number }>(count, [accountId])
    const total = settledTotal(counted.rows[0]?.total ?? 0, rows.length, { limit, offset })
    return { unsubscribes: rows, total }
  },

  /** An address already on the list keeps its reason. Messages scheduled for it are cancelled. */
  add: (accountId: number, email: string, now: Date): Promise<Unsubscribe> =>
    inTransaction(pool, async (client) => {
      await stopEverywhere(client, accountId, email, 'unsubscribed')
      return (await client.query<Unsubscribe>(ADD, [accountId, email, now])).rows[0] as Unsubscribe
    }),

  /**
   * Returns the removed entry; null when there was none, `theirs` when the recipient added it. Cancelled messages stay
   * cancelled.
   */
  remove: async (accountId: number, email: string): Promise<Unsubscribe | null | 'theirs'> => {
    const removed = await pool.query<Unsubscribe>(REMOVE, [accountId, email])
    if (removed.rows[0] !== undefined) return removed.rows[0]
    const text = 'select 1 from unsubscribes where account_id = $1 and email = $2'
    return (await pool.query(text, [accountId, email])).rowCount === 1 ? 'theirs' : null
  },

  /** Removes an unsubscribe, whoever added it, and records who did so and why; null if there was none. */
  lift: async (
    accountId: number,
    email: string,
    { by, reason, now }: { by: string; reason: string; now: Date },
  ): Promise<Unsubscribe | null> =>
    (await pool.query<Unsubscribe>(LIFT, [accountId, email, now, by, reason])).rows[0] ?? null,

  /** Newest first, across all accounts. */
  lifts: async (limit: number): Promise<OptOutLift[]> => (await pool.query<OptOutLift>(LIFTS, [limit])).rows,
})
