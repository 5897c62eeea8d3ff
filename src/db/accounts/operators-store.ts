import type { Pool } from 'pg'

/** A login that runs the installation. */
export interface OperatorRow {
  id: number
  email: string
  /** Whether it is a member of the first account, the only one in which the right applies. */
  isMember: boolean
  disabled: boolean
}

const IS_MEMBER = `exists (select 1 from users u where u.login_id = l.id and u.left_at is null
    and u.account_id = (select min(id) from accounts))`

const OPERATORS = `select id, email, ${IS_MEMBER} as "isMember", disabled_at is not null as disabled
  from logins l where operator order by id`

/** Makes changes run one after the other, so that two operators cannot remove each other's right at once. */
const HOLD = 'select id from accounts order by id limit 1 for no key update'

const OTHERS = `select count(*)::int as others from logins l where operator and disabled_at is null and email <> $1 and ${IS_MEMBER}`

const SET = `update logins set operator = $2
  from (select id as held, operator as before from logins where email = $1 for no key update) h where id = held returning before`

/** Who runs the installation. */
export const createOperatorsStore = (pool: Pool) => ({
  /** Oldest first. */
  list: async (): Promise<OperatorRow[]> => (await pool.query<OperatorRow>(OPERATORS)).rows,

  /** Locks the set of operators until the end of the transaction. */
  hold: async (): Promise<void> => {
    await pool.query(HOLD)
  },

  /** How many other operators can sign in. */
  others: async (email: string): Promise<number> =>
    (await pool.query<{ others: number }>(OTHERS, [email])).rows[0]?.others ?? 0,

  /** @returns whether it was an operator before; null when there is no such login */
  set: async (email: string, operator: boolean): Promise<boolean | null> =>
    (await pool.query<{ before: boolean }>(SET, [email, operator])).rows[0]?.before ?? null,
})
