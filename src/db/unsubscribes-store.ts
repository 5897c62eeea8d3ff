import type { Pool } from 'pg'
import { inTransaction } from './database.ts'
import { stopEverywhere } from './mail-events-store.ts'

/** An address that an account writes to no more. */
export interface Unsubscribe {
  email: string
  reason: 'unsubscribed' | 'bounced' | 'manual'
  createdAt: Date
}

const COLUMNS = `email, reason, created_at as "createdAt"`
const LIST = `select ${COLUMNS} from account_suppressions where account_id = $1
  order by created_at desc, email limit $2 offset $3`
const ADD = `insert into account_suppressions as s (account_id, email, reason, created_at) values ($1, $2, 'manual', $3)
  on conflict (account_id, email) do update set email = s.email returning ${COLUMNS}`

/** Opt-outs of accounts. Those of the whole installation are claims. */
export const createUnsubscribesStore = (pool: Pool) => ({
  /** Newest first. */
  list: async (
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ unsubscribes: Unsubscribe[]; total: number }> => {
    const { rows } = await pool.query<Unsubscribe>(LIST, [accountId, limit, offset])
    const count = 'select count(*) as total from account_suppressions where account_id = $1'
    const counted = await pool.query<{ total: number }>(count, [accountId])
    return { unsubscribes: rows, total: counted.rows[0]?.total ?? 0 }
  },

  /** An address that is there already keeps its reason. What was scheduled for it is canceled. */
  add: (accountId: number, email: string, now: Date): Promise<Unsubscribe> =>
    inTransaction(pool, async (client) => {
      await stopEverywhere(client, accountId, email, 'unsubscribed')
      return (await client.query<Unsubscribe>(ADD, [accountId, email, now])).rows[0] as Unsubscribe
    }),

  /** As it was; null when there was none. What was canceled stays so. */
  remove: async (accountId: number, email: string): Promise<Unsubscribe | null> => {
    const text = `delete from account_suppressions where account_id = $1 and email = $2 returning ${COLUMNS}`
    return (await pool.query<Unsubscribe>(text, [accountId, email])).rows[0] ?? null
  },
})
