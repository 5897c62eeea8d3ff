import type { Pool } from 'pg'

/** Who made a request, and its name: a caller's key is its own, and applies to one method and path. */
export interface RequestName {
  accountId: number
  userId: number
  /** `POST /v2/… KEY` */
  name: string
}

export interface EarlierRequest {
  fingerprint: Buffer
  /** The outcome; null if it is not yet known, or was not in a form that may be stored. */
  sealed: Buffer | null
}

export interface EndedRequest extends RequestName {
  fingerprint: Buffer
  /** Null while it is carried out, if its effects cannot be undone. */
  sealed: Buffer | null
  startedAt: Date
}

const FIND = `select fingerprint, sealed from idempotent_requests
  where account_id = $1 and user_id = $2 and name = $3 and started_at > $4`

/** An outcome from before $7 counts as gone; a new one replaces the mark that its own request left. */
const KEEP = `insert into idempotent_requests (account_id, user_id, name, fingerprint, sealed, started_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, user_id, name) do update set fingerprint = $4, sealed = $5, started_at = $6
  where idempotent_requests.started_at <= $7
    or (idempotent_requests.sealed is null and idempotent_requests.started_at = $6)`

const FORGET_MARK = `delete from idempotent_requests
  where account_id = $1 and user_id = $2 and name = $3 and sealed is null and started_at = $4`

/** Outcomes of requests that must take effect only once, even if their answers get lost. */
export const createIdempotencyStore = (pool: Pool) => ({
  /** The earlier request of this name, unless it started before `keptSince`. */
  find: async ({ accountId, userId, name }: RequestName, keptSince: Date): Promise<EarlierRequest | null> =>
    (await pool.query<EarlierRequest>(FIND, [accountId, userId, name, keptSince])).rows[0] ?? null,

  /** Stores the outcome of a request. @returns false if another of this name ended first: its outcome stays. */
  keep: async (request: EndedRequest, keptSince: Date): Promise<boolean> => {
    const { accountId, userId, name, fingerprint, sealed, startedAt } = request
    const kept = await pool.query(KEEP, [accountId, userId, name, fingerprint, sealed, startedAt, keptSince])
    return kept.rowCount === 1
  },

  /** Removes the mark that a request left, unless its outcome has replaced it. */
  forgetMark: async ({ accountId, userId, name, startedAt }: RequestName & { startedAt: Date }): Promise<void> =>
    void (await pool.query(FORGET_MARK, [accountId, userId, name, startedAt])),
})
