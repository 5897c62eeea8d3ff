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
  /** What it came to; null where that was not kept in a form that may lie about, or is not known yet. */
  sealed: Buffer | null
}

export interface EndedRequest extends RequestName {
  fingerprint: Buffer
  /** Null while it is carried out, where nobody can take back what it does. */
  sealed: Buffer | null
  startedAt: Date
}

const FIND = `select fingerprint, sealed from idempotent_requests
  where account_id = $1 and user_id = $2 and name = $3 and started_at > $4`

/** An outcome from before $7 counts as gone; one takes the place of the mark that its own request left. */
const KEEP = `insert into idempotent_requests (account_id, user_id, name, fingerprint, sealed, started_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, user_id, name) do update set fingerprint = $4, sealed = $5, started_at = $6
  where idempotent_requests.started_at <= $7
    or (idempotent_requests.sealed is null and idempotent_requests.started_at = $6)`

const FORGET_MARK = `delete from idempotent_requests
  where account_id = $1 and user_id = $2 and name = $3 and sealed is null and started_at = $4`

/** Outcomes of requests that are to happen once, whatever becomes of their answers on the way. */
export const createIdempotencyStore = (pool: Pool) => ({
  /** The request of this name that has ended, unless it started before `keptSince`. */
  find: async ({ accountId, userId, name }: RequestName, keptSince: Date): Promise<EarlierRequest | null> =>
    (await pool.query<EarlierRequest>(FIND, [accountId, userId, name, keptSince])).rows[0] ?? null,

  /** Stores what a request came to. @returns false where another of this name ended first: its outcome stays. */
  keep: async (request: EndedRequest, keptSince: Date): Promise<boolean> => {
    const { accountId, userId, name, fingerprint, sealed, startedAt } = request
    const kept = await pool.query(KEEP, [accountId, userId, name, fingerprint, sealed, startedAt, keptSince])
    return kept.rowCount === 1
  },

  /** Takes back the mark that a request left, unless its outcome has taken the place of it. */
  forgetMark: async ({ accountId, userId, name, startedAt }: RequestName & { startedAt: Date }): Promise<void> =>
    void (await pool.query(FORGET_MARK, [accountId, userId, name, startedAt])),
})
