import type { Pool } from 'pg'

type LinkKind = 'setup' | 'reset'

export interface NewLoginLink {
  hash: Buffer
  kind: LinkKind
  /** The login whose password is reset. */
  loginId: number | null
  /** The user who can see the code; null for the operator at a shell. */
  creator: { accountId: number; userId: number } | null
  now: Date
  expiresAt: Date
}

const ADD = `insert into one_time_links (hash, kind, login_id, created_at, expires_at, account_id, created_by)
  values ($1, $2, $3, $4, $5, $6, $7)`

/**
 * Whether whoever created a link `o`, and so can use it, may still create it: a person who was removed, or may no longer manage
 * the team, does not come back with a link kept from before.
 */
export const CREATOR_STILL_MAY = `(o.created_by is null or exists (select 1 from users c
    where c.account_id = o.account_id and c.id = o.created_by and c.left_at is null
      and (c.role = 'owner' or c.role = 'admin' and o.role is distinct from 'owner')))`

const OPEN = `o.hash = $1 and o.kind = $2 and o.used_at is null and o.expires_at > $3 and ${CREATOR_STILL_MAY}`

const DROP_OTHERS = `delete from one_time_links where kind = $1 and used_at is null and login_id is not distinct from $2`

/** Codes that set up an installation's owner or reset a login's password. Invitations have their own store. */
export const createLoginLinksStore = (pool: Pool) => ({
  add: async ({ hash, kind, loginId, creator, now, expiresAt }: NewLoginLink): Promise<void> => {
    const by = [creator?.accountId ?? null, creator?.userId ?? null]
    await pool.query(ADD, [hash, kind, loginId, now, expiresAt, ...by])
  },

  /** The login of a code that would work; null for any other. */
  find: async (hash: Buffer, kind: LinkKind, now: Date): Promise<{ loginId: number | null } | null> => {
    const text = `select login_id as "loginId" from one_time_links o where ${OPEN}`
    return (await pool.query<{ loginId: number | null }>(text, [hash, kind, now])).rows[0] ?? null
  },

  /**
   * Uses up a code. Of simultaneous attempts only one succeeds; null for all others, and for a code that is used, expired or
   * unknown.
   */
  use: async (hash: Buffer, kind: LinkKind, now: Date): Promise<{ loginId: number | null } | null> => {
    const text = `update one_time_links o set used_at = $3 where ${OPEN} returning login_id as "loginId"`
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
