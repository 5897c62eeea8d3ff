import type { Pool } from 'pg'

type LinkKind = 'setup' | 'reset'

export interface NewLoginLink {
  hash: Buffer
  kind: LinkKind
  /** The login whose password is reset. */
  loginId: number | null
  now: Date
  expiresAt: Date
}

const ADD = 'insert into one_time_links (hash, kind, login_id, created_at, expires_at) values ($1, $2, $3, $4, $5)'

const OPEN = 'hash = $1 and kind = $2 and used_at is null and expires_at > $3'

const DROP_OTHERS = `delete from one_time_links where kind = $1 and used_at is null and login_id is not distinct from $2`

/** Codes that set up an installation's owner or reset a login's password. Invitations have their own store. */
export const createLoginLinksStore = (pool: Pool) => ({
  add: async ({ hash, kind, loginId, now, expiresAt }: NewLoginLink): Promise<void> => {
    await pool.query(ADD, [hash, kind, loginId, now, expiresAt])
  },

  /** The login of a code that would work; null for any other. */
  find: async (hash: Buffer, kind: LinkKind, now: Date): Promise<{ loginId: number | null } | null> => {
    const text = `select login_id as "loginId" from one_time_links where ${OPEN}`
    return (await pool.query<{ loginId: number | null }>(text, [hash, kind, now])).rows[0] ?? null
  },

  /**
   * Uses up a code. Of simultaneous attempts only one succeeds; null for all others, and for a code that is used, expired or
   * unknown.
   */
  use: async (hash: Buffer, kind: LinkKind, now: Date): Promise<{ loginId: number | null } | null> => {
    const text = `update one_time_links set used_at = $3 where ${OPEN} returning login_id as "loginId"`
    return (await pool.query<{ loginId: number | null }>(text, [hash, kind, now])).rows[0] ?? null
  },

  /** Drops unused codes of the same kind and login. */
  drop: async (kind: LinkKind, loginId: number | null): Promise<void> => {
    await pool.query(DROP_OTHERS, [kind, loginId])
  },

  /** Forgets codes of all kinds that expired before then. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from one_time_links where expires_at < $1', [before])
  },
})
