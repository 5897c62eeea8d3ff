import type { Pool } from 'pg'

/** What one day cost, in credits, by what they were spent on. */
export interface UsageDay {
  /** `YYYY-MM-DD`, UTC. */
  day: string
  searches: number
  verifications: number
}

const DAYS = `select day::text, searches::float8, verifications::float8 from usage_days
  where account_id = $1 and day >= $2::date order by day`

/** What accounts have used per day, as it is settled. */
export const createUsageDaysStore = (pool: Pool) => ({
  /** Days without use are left out. @param since `YYYY-MM-DD` */
  since: async (accountId: number, since: string): Promise<UsageDay[]> =>
    (await pool.query<UsageDay>(DAYS, [accountId, since])).rows,

  /** @param before `YYYY-MM-DD` */
  forget: async (before: string): Promise<void> => {
    await pool.query('delete from usage_days where day < $1::date', [before])
  },
})
