import type { Pool } from 'pg'
import { CREATOR_STILL_MAY } from './login-links-store.ts'
import type { MemberRole } from './members-store.ts'

export interface InvitationRow {
  /** The first digits of the code's hash: a name that gives nothing away. */
  id: string
  accountId: number
  accountName: string | null
  email: string
  role: MemberRole
  /** The inviter's address; null for the operator at a shell. */
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
}

export interface NewInvitation {
  hash: Buffer
  accountId: number
  email: string
  role: MemberRole
  /** A user of the account; null for the operator at a shell. */
  createdBy: number | null
  createdAt: Date
  expiresAt: Date
}

const ID = `encode(substring(o.hash from 1 for 8), 'hex')`

const INVITATION = `select ${ID} as id, o.account_id as "accountId", a.name as "accountName", o.email, o.role,
    o.created_at as "createdAt", o.expires_at as "expiresAt",
    (select coalesce(l.email, u.email) from users u left join logins l on l.id = u.login_id
      where u.account_id = o.account_id and u.id = o.created_by) as "invitedBy"
  from one_time_links o join accounts a on a.id = o.account_id
  where o.kind = 'invitation' and o.used_at is null and ${CREATOR_STILL_MAY}`

const OPEN = `${INVITATION} and o.account_id = $1 and o.expires_at > $2 order by o.created_at desc, id`
const BY_CODE = `${INVITATION} and o.hash = $1 and o.expires_at > $2`

const REPLACE = `delete from one_time_links where kind = 'invitation' and account_id = $1 and email = $2 and used_at is null`
const ADD = `insert into one_time_links (hash, kind, account_id, email, role, created_by, created_at, expires_at)
  values ($1, 'invitation', $2, $3, $4, $5, $6, $7)`

const REVOKE = `delete from one_time_links o where kind = 'invitation' and used_at is null and account_id = $1 and ${ID} = $2
  returning email, role`

/** The statement that decides who is first. */
const TAKE = `update one_time_links o set used_at = $2
  where o.hash = $1 and o.kind = 'invitation' and o.used_at is null and o.expires_at > $2 and ${CREATOR_STILL_MAY}`

/** Invitations to accounts; codes are never stored in the clear. */
export const createInvitationsStore = (pool: Pool) => ({
  /** Those that can be accepted, newest first. */
  open: async (accountId: number, now: Date): Promise<InvitationRow[]> =>
    (await pool.query<InvitationRow>(OPEN, [accountId, now])).rows,

  /** The invitation with this SHA-256, if it can be accepted. */
  find: async (hash: Buffer, now: Date): Promise<InvitationRow | null> =>
    (await pool.query<InvitationRow>(BY_CODE, [hash, now])).rows[0] ?? null,

  /** Adds an invitation, replacing an earlier one to the same address. */
  add: async ({ hash, accountId, email, role, createdBy, createdAt, expiresAt }: NewInvitation): Promise<void> => {
    await pool.query(REPLACE, [accountId, email])
    await pool.query(ADD, [hash, accountId, email, role, createdBy, createdAt, expiresAt])
  },

  /** Null when there is no open invitation with this id. */
  revoke: async (accountId: number, id: string): Promise<{ email: string; role: MemberRole } | null> =>
    (await pool.query<{ email: string; role: MemberRole }>(REVOKE, [accountId, id])).rows[0] ?? null,

  /** Uses up the invitation; false when someone was faster, or it has expired. */
  take: async (hash: Buffer, now: Date): Promise<boolean> => (await pool.query(TAKE, [hash, now])).rowCount === 1,
})
