import type { Pool } from 'pg'

/** What one day cost, by what it was spent on. Credits. */
export interface UsageDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  searches: number
  verifications: number
}

/** Periods begin at most a month before their charges. */
const DAYS = `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    coalesce(sum(credits) filter (where kind = 'search'), 0)::float8 as searches,
    coalesce(sum(credits) filter (where kind = 'verification'), 0)::float8 as verifications
  from charges
  where account_id = $1 and starts_on >= $2::date - 31 and created_at >= $2::date::timestamp at time zone 'UTC' and settled
  group by 1 order by 1`

/** What accounts have used, day by day; as far back as charges are kept. */
export const createUsageDaysStore = (pool: Pool) => ({
  /** Days without use are left out. @param since `YYYY-MM-DD` */
  since: async (accountId: number, since: string): Promise<UsageDay[]> =>
    (await pool.query<UsageDay>(DAYS, [accountId, since])).rows,
})
