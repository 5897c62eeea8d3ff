import type { Pool } from 'pg'

/** Whose request under which name: the caller's key is one's own, and counts for one method and path. */
export interface RequestName {
  accountId: number
  userId: number
  /** `POST /v2/… KEY` */
  name: string
}

export interface EarlierRequest {
  fingerprint: Buffer
  /** What it came to, as `end` stored it; null while it runs. */
  outcome: unknown
}

/** Expired ones count as gone: $6 bounds those that still run, $7 those that ended. */
const BEGIN = `insert into idempotent_requests (account_id, user_id, name, fingerprint, started_at) values ($1, $2, $3, $4, $5)
  on conflict (account_id, user_id, name) do update set fingerprint = $4, started_at = $5, outcome = null
  where idempotent_requests.started_at <= case when idempotent_requests.outcome is null then $6::timestamptz else $7 end
  returning name`

const OWN = 'account_id = $1 and user_id = $2 and name = $3 and started_at = $4'

/** Requests that are to happen once, whatever becomes of their answers on the way. */
export const createIdempotencyStore = (pool: Pool) => ({
  /**
   * Takes the right to run a request.
   * @param expired before these times a request that runs, or one that ended, is forgotten.
   * @returns null for who may run it, or the request that came first.
   */
  begin: async (
    { accountId, userId, name }: RequestName,
    fingerprint: Buffer,
    startedAt: Date,
    expired: { running: Date; ended: Date },
  ): Promise<EarlierRequest | null> => {
    const values = [accountId, userId, name, fingerprint, startedAt, expired.running, expired.ended]
    for (;;) {
      if ((await pool.query(BEGIN, values)).rowCount === 1) return null
      const { rows } = await pool.query<EarlierRequest>(
        'select fingerprint, outcome from idempotent_requests where account_id = $1 and user_id = $2 and name = $3',
        [accountId, userId, name],
      )
      if (rows[0] !== undefined) return rows[0]
    }
  },

  /** Stores what the request came to, unless it ran so long that another took its place. */
  end: async ({ accountId, userId, name }: RequestName, startedAt: Date, outcome: object): Promise<void> => {
    await pool.query(`update idempotent_requests set outcome = $5 where ${OWN}`, [
      accountId,
      userId,
      name,
      startedAt,
      JSON.stringify(outcome),
    ])
  },

  /** Forgets a request that may be tried again. */
  release: async ({ accountId, userId, name }: RequestName, startedAt: Date): Promise<void> => {
    await pool.query(`delete from idempotent_requests where ${OWN}`, [accountId, userId, name, startedAt])
  },
})
