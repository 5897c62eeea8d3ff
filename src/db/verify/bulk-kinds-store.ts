import type { Pool } from 'pg'
import { withSources } from './answer-sources.ts'
import { KIND, STOPPED } from './bulk-store.ts'
import type { BulkResult, ListKey } from './bulk-store.ts'

/** Counts of answers by kind; kinds without answers are left out. */
export type BulkTally = Readonly<Record<string, number>>

export interface PlacedResult extends BulkResult {
  /** Position in the list, from 0. */
  position: number
}

const RESULT = `r.position, r.email, r.settled_at is not null as settled, ${STOPPED}, r.outcome, r.error`

const ALL = `select ${RESULT} from bulk_rows r
  where r.account_id = $1 and r.job_id = $2 and r.position >= $3 and r.position < $3 + $4 order by r.position`

const OF_KIND = `select ${RESULT} from bulk_rows r
  where r.account_id = $1 and r.job_id = $2 and r.settled_at is not null and ${KIND} = $5
  order by r.position limit $4 offset $3`

/** Each kind by its index, from the position after the last one read. */
const ADDRESSES = `select r.position, r.outcome ->> 'email' as email from unnest($3::text[]) wanted (kind) cross join lateral (
    select * from bulk_rows r where r.account_id = $1 and r.job_id = $2 and r.settled_at is not null
      and ${KIND} = wanted.kind and r.position > $4
    order by r.position limit $5) r
  where r.outcome ->> 'email' is not null order by r.position limit $5`

/** Rows of several kinds; `not_checked` stands for open rows. */
const OF_KINDS = `select ${RESULT} from bulk_rows r
  where r.account_id = $1 and r.job_id = $2
    and case when r.settled_at is null then 'not_checked' else ${KIND} end = any($5::text[])
  order by r.position limit $4 offset $3`

/** The answers of a list, by kind of result. */
export const createBulkKindsStore = (pool: Pool) => ({
  /** Empty for a list that does not belong to the account. */
  tally: async (accountId: number, id: number): Promise<BulkTally> => {
    const text = 'select tally from bulk_jobs where account_id = $1 and id = $2'
    return (await pool.query<{ tally: BulkTally }>(text, [accountId, id])).rows[0]?.tally ?? {}
  },

  /** In list order; with `kind` null all rows, including open ones. */
  page: async (
    { accountId, jobId }: ListKey,
    { kind, limit, offset }: { kind: string | null; limit: number; offset: number },
  ): Promise<PlacedResult[]> => {
    const values = [accountId, jobId, offset, limit, ...(kind === null ? [] : [kind])]
    const text = kind === null ? ALL : OF_KIND
    return withSources(pool, (await pool.query<Omit<PlacedResult, 'sources'>>(text, values)).rows)
  },

  /** In list order, rows of these kinds; `not_checked` stands for open rows. */
  ofKinds: async (
    { accountId, jobId }: ListKey,
    { kinds, limit, offset }: { kinds: readonly string[]; limit: number; offset: number },
  ): Promise<PlacedResult[]> => {
    const values = [accountId, jobId, offset, limit, kinds]
    return withSources(pool, (await pool.query<Omit<PlacedResult, 'sources'>>(OF_KINDS, values)).rows)
  },

  /** Addresses of these kinds, as judged, after a position in the list. */
  addresses: async (
    { accountId, jobId }: ListKey,
    { kinds, after, limit }: { kinds: readonly string[]; after: number; limit: number },
  ): Promise<{ position: number; email: string }[]> =>
    (await pool.query<{ position: number; email: string }>(ADDRESSES, [accountId, jobId, kinds, after, limit])).rows,
})
