import type { Pool } from 'pg'

export type MemberRole = 'owner' | 'admin' | 'member' | 'reader'

/** A user of an account who has not left. */
export interface MemberRow {
  userId: number
  /** Null for a user who cannot sign in: keys act in its name. */
  loginId: number | null
  email: string | null
  firstName: string | null
  lastName: string | null
  role: MemberRole
  createdAt: Date
  lastSeenAt: Date | null
  /** What belongs to the user. */
  keys: number
  campaigns: number
}

/** A person who joins or returns. */
export interface Joining {
  accountId: number
  loginId: number
  role: MemberRole
  now: Date
}

const IS_TOLD = 'select told_by_mail as told from users where account_id = $1 and id = $2'
const TELL = 'update users set told_by_mail = $3 where account_id = $1 and id = $2'

const MEMBERS = `select u.id as "userId", u.login_id as "loginId", coalesce(l.email, u.email) as email,
    coalesce(l.first_name, u.first_name) as "firstName", coalesce(l.last_name, u.last_name) as "lastName", u.role,
    u.created_at as "createdAt", greatest(
      (select max(seen_at) from sessions s where s.account_id = u.account_id and s.user_id = u.id),
      (select max(last_used_at) from api_keys k where k.account_id = u.account_id and k.user_id = u.id),
      (select max(at) from audit_events e where e.account_id = u.account_id and e.user_id = u.id)) as "lastSeenAt",
    (select count(*)::int from api_keys k where k.account_id = u.account_id and k.user_id = u.id and revoked_at is null) as keys,
    (select count(*)::int from campaigns c where c.account_id = u.account_id and c.user_id = u.id) as campaigns
  from users u left join logins l on l.id = u.login_id
  where u.account_id = $1 and u.left_at is null and ($2::bigint is null or u.id = $2)
  order by array_position(array['owner', 'admin', 'member', 'reader'], u.role), u.id`

/** Changes to an account's members wait here for one another. */
const HOLD = 'select name from accounts where id = $1 and deleted_at is null for no key update'

/** Owners other than this user who can sign in. */
const OTHER_OWNERS = `select count(*)::int as owners from users u join logins l on l.id = u.login_id
  where u.account_id = $1 and u.id <> $2::bigint and u.role = 'owner' and u.left_at is null and l.disabled_at is null`

const SET_ROLE = 'update users set role = $3 where account_id = $1 and id = $2'

const LEAVE = 'update users set left_at = $3 where account_id = $1 and id = $2'
const REVOKE_KEYS = 'update api_keys set revoked_at = $3 where account_id = $1 and user_id = $2 and revoked_at is null'
const END_SESSIONS = 'delete from sessions where account_id = $1 and user_id = $2'
/** Ends a member's unfinished connections and deletes what was stored for them; see `mailbox_connects`. */
const END_CONNECTS = `update mailbox_connects set status = 'failed', problem = $3, state_hash = null, verifier_sealed = null,
    device_code_sealed = null, tokens_sealed = null, nonce_hash = null
  where account_id = $1 and user_id = $2 and status in ('waiting', 'confirming')`
const HAND_OVER_CAMPAIGNS = 'update campaigns set user_id = $3 where account_id = $1 and user_id = $2'
const HAND_OVER_MAILBOXES = 'update mailboxes set user_id = $3 where account_id = $1 and user_id = $2'

const OF_LOGIN = `select id as "userId", left_at is null as active from users where account_id = $1 and login_id = $2`

/** The user an account was created with, as long as nobody in the account can sign in. */
const FIRST_OF_KEYS = `select id as "userId" from users u where account_id = $1 and login_id is null and left_at is null
    and not exists (select 1 from users o where o.account_id = u.account_id and o.login_id is not null)
  order by id limit 1`

const NAMES = `email = l.email, first_name = coalesce(l.first_name, u.first_name), last_name = coalesce(l.last_name, u.last_name)`
const COME_BACK = `update users u set login_id = l.id, role = $4, left_at = null, ${NAMES}
  from logins l where u.account_id = $1 and u.id = $2 and l.id = $3`
const JOIN = `insert into users (account_id, login_id, role, email, first_name, last_name, created_at)
  select $1, id, $3, email, first_name, last_name, $4 from logins where id = $2 returning id as "userId"`

/** Who is in an account, and in which role. */
export const createMembersStore = (pool: Pool) => ({
  /** Owners first. */
  list: async (accountId: number): Promise<MemberRow[]> =>
    (await pool.query<MemberRow>(MEMBERS, [accountId, null])).rows,

  find: async (accountId: number, userId: number): Promise<MemberRow | null> =>
    (await pool.query<MemberRow>(MEMBERS, [accountId, userId])).rows[0] ?? null,

  /** Locks the account until the end of the transaction. @returns its name; null when there is no such account. */
  hold: async (accountId: number): Promise<{ name: string | null } | null> =>
    (await pool.query<{ name: string | null }>(HOLD, [accountId])).rows[0] ?? null,

  /** How many others own the account and can sign in. */
  otherOwners: async (accountId: number, userId: number): Promise<number> =>
    (await pool.query<{ owners: number }>(OTHER_OWNERS, [accountId, userId])).rows[0]?.owners ?? 0,

  setRole: async (accountId: number, userId: number, role: MemberRole): Promise<void> => {
    await pool.query(SET_ROLE, [accountId, userId, role])
  },

  /** Ends keys, sessions and pending consents with the membership; the row is kept in case the person returns. */
  leave: async (accountId: number, userId: number, now: Date): Promise<{ keys: number; sessions: number }> => {
    await pool.query(LEAVE, [accountId, userId, now])
    const keys = await pool.query(REVOKE_KEYS, [accountId, userId, now])
    const sessions = await pool.query(END_SESSIONS, [accountId, userId])
    await pool.query(END_CONNECTS, [accountId, userId, 'The person who started this connection has left the account.'])
    return { keys: keys.rowCount ?? 0, sessions: sessions.rowCount ?? 0 }
  },

  /** Gives campaigns and mailboxes another owner. @returns how many campaigns. */
  handOver: async (accountId: number, from: number, to: number): Promise<number> => {
    await pool.query(HAND_OVER_MAILBOXES, [accountId, from, to])
    return (await pool.query(HAND_OVER_CAMPAIGNS, [accountId, from, to])).rowCount ?? 0
  },

  /** Whether a user gets emails about mailboxes and campaigns; false for a user who no longer exists. */
  isTold: async (accountId: number, userId: number): Promise<boolean> =>
    (await pool.query<{ told: boolean }>(IS_TOLD, [accountId, userId])).rows[0]?.told ?? false,

  tell: async (accountId: number, userId: number, told: boolean): Promise<void> => {
    await pool.query(TELL, [accountId, userId, told])
  },

  /** The user that this login is or was in the account. */
  ofLogin: async (accountId: number, loginId: number): Promise<{ userId: number; active: boolean } | null> =>
    (await pool.query<{ userId: number; active: boolean }>(OF_LOGIN, [accountId, loginId])).rows[0] ?? null,

  /** The user that a first owner takes over, with its keys and campaigns; null when someone in the account can already sign in. */
  firstOfKeys: async (accountId: number): Promise<{ userId: number } | null> =>
    (await pool.query<{ userId: number }>(FIRST_OF_KEYS, [accountId])).rows[0] ?? null,

  /** Gives this user to the login. */
  comeBack: async ({ accountId, loginId, role }: Joining, userId: number): Promise<void> => {
    await pool.query(COME_BACK, [accountId, userId, loginId, role])
  },

  /** @returns the new user's id. */
  join: async ({ accountId, loginId, role, now }: Joining): Promise<number> =>
    (await pool.query<{ userId: number }>(JOIN, [accountId, loginId, role, now])).rows[0]?.userId ?? 0,
})
