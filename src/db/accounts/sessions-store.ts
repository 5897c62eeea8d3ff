import type { Pool } from 'pg'

/** A session with everything its requests need to know, read again for each one: changed rights apply immediately. */
export interface SessionRow {
  loginId: number
  email: string
  firstName: string | null
  lastName: string | null
  /** Whether the login runs the installation, whichever account it is in now. */
  isOperator: boolean
  language: string | null
  timeZone: string | null
  theme: 'light' | 'dark' | null
  compact: boolean
  shortcuts: boolean
  accountId: number
  userId: number
  role: 'owner' | 'admin' | 'member' | 'reader'
  accountName: string | null
  plan: string
  accountCreatedAt: Date
  suspended: boolean
  discover: boolean
  /** Whether this is the first account, from which the installation is run. */
  isFirstAccount: boolean
  memberships: number
  confirmedAt: Date
  createdAt: Date
  seenAt: Date
}

export interface NewSession {
  hash: Buffer
  loginId: number
  /** Null: the account the login used last, or else its oldest membership. */
  accountId: number | null
  browser: string
  network: string
  now: Date
}

/** A session as its owner sees it in a list. */
export interface ListedSession {
  hash: Buffer
  accountName: string | null
  browser: string
  network: string
  createdAt: Date
  seenAt: Date
}

/** The earliest times at which a session that is still valid was started and last seen. */
export interface SessionBounds {
  createdSince: Date
  seenSince: Date
}

const READ = `select l.id as "loginId", l.email, l.first_name as "firstName", l.last_name as "lastName", l.operator as "isOperator",
    l.language, l.time_zone as "timeZone", l.theme, l.compact, l.shortcuts,
    u.account_id as "accountId", u.id as "userId", u.role, a.name as "accountName", a.plan, a.created_at as "accountCreatedAt",
    a.suspended_at is not null as suspended, a.discover, a.id = (select min(id) from accounts) as "isFirstAccount",
    (select count(*) from users m where m.login_id = l.id and m.left_at is null) as memberships,
    s.confirmed_at as "confirmedAt", s.created_at as "createdAt", s.seen_at as "seenAt"
  from sessions s join logins l on l.id = s.login_id
    join users u on u.account_id = s.account_id and u.id = s.user_id and u.login_id = s.login_id
    join accounts a on a.id = s.account_id
  where s.hash = $1 and s.created_at > $2 and s.seen_at > $3 and u.left_at is null and l.disabled_at is null`

const TOUCH = 'update sessions set seen_at = $2 where hash = $1 and seen_at < $2'

const START = `insert into sessions (hash, login_id, account_id, user_id, confirmed_at, created_at, seen_at, browser, network)
  select $1, l.id, u.account_id, u.id, $6, $6, $6, $4, $5
  from logins l join users u on u.login_id = l.id
  where l.id = $2 and l.disabled_at is null and u.left_at is null and ($3::integer is null or u.account_id = $3)
  order by (select max(s.seen_at) from sessions s where s.login_id = l.id and s.account_id = u.account_id) desc nulls last,
    u.account_id
  limit 1
  returning account_id as "accountId", user_id as "userId"`

/** $3: the account to switch to, null to stay; $4: the new time of confirmation, null to keep the old one. */
const RENEW = `with old as (
    delete from sessions s using users u
    where s.hash = $1 and u.login_id = s.login_id and u.account_id = coalesce($3, s.account_id) and u.left_at is null
    returning s.*, u.account_id as next_account_id, u.id as next_user_id)
  insert into sessions (hash, login_id, account_id, user_id, confirmed_at, created_at, seen_at, browser, network, notice)
  select $2, login_id, next_account_id, next_user_id, coalesce($4, confirmed_at), created_at, seen_at, browser, network, notice
  from old`

const TAKE_NOTICE = `update sessions s set notice = null
  from (select hash, notice from sessions where hash = $1 and notice is not null for update) old
  where s.hash = old.hash returning old.notice`

const LIST = `select s.hash, a.name as "accountName", s.browser, s.network, s.created_at as "createdAt", s.seen_at as "seenAt"
  from sessions s join accounts a on a.id = s.account_id
  where s.login_id = $1 and s.created_at > $2 and s.seen_at > $3 order by s.seen_at desc, s.hash limit 100`

const FORGET = 'delete from sessions where created_at <= $1 or seen_at <= $2'

/** People's sessions in browsers. A token is never stored: its SHA-256 identifies the row. */
export const createSessionsStore = (pool: Pool) => ({
  read: async (hash: Buffer, { createdSince, seenSince }: SessionBounds): Promise<SessionRow | null> => {
    const values = [hash, createdSince, seenSince]
    return (await pool.query<SessionRow>({ name: 'sessions-read', text: READ, values })).rows[0] ?? null
  },

  touch: async (hash: Buffer, now: Date): Promise<void> => {
    await pool.query(TOUCH, [hash, now])
  },

  /** @returns the account and user of the session; null when the login is disabled, or not a member of the account or of any. */
  start: async (session: NewSession): Promise<{ accountId: number; userId: number } | null> => {
    const { hash, loginId, accountId, browser, network, now } = session
    const values = [hash, loginId, accountId, browser, network, now]
    return (await pool.query<{ accountId: number; userId: number }>(START, values)).rows[0] ?? null
  },

  /** Replaces the old hash. False when the old session is gone, or the login is not a member of the account. */
  renew: async (
    hash: Buffer,
    renewed: { hash: Buffer; accountId: number | null; confirmedAt: Date | null },
  ): Promise<boolean> =>
    (await pool.query(RENEW, [hash, renewed.hash, renewed.accountId, renewed.confirmedAt])).rowCount === 1,

  /** False when there was none. */
  end: async (hash: Buffer): Promise<boolean> =>
    (await pool.query('delete from sessions where hash = $1', [hash])).rowCount === 1,

  /** Ends a session of this login. @returns its browser; null when there is none */
  endOwn: async (loginId: number, hash: Buffer): Promise<string | null> => {
    const text = 'delete from sessions where login_id = $1 and hash = $2 returning browser'
    return (await pool.query<{ browser: string }>(text, [loginId, hash])).rows[0]?.browser ?? null
  },

  /** Ends all sessions of a login except `except`. @returns how many */
  endOthers: async (loginId: number, except: Buffer | null): Promise<number> => {
    const text = 'delete from sessions where login_id = $1 and ($2::bytea is null or hash <> $2)'
    return (await pool.query(text, [loginId, except])).rowCount ?? 0
  },

  /** Ends all sessions of a user, in that account only. @returns how many */
  endOfUser: async (accountId: number, userId: number): Promise<number> =>
    (await pool.query('delete from sessions where account_id = $1 and user_id = $2', [accountId, userId])).rowCount ??
    0,

  /** Most recently seen first, at most 100. */
  list: async (loginId: number, { createdSince, seenSince }: SessionBounds): Promise<ListedSession[]> =>
    (await pool.query<ListedSession>(LIST, [loginId, createdSince, seenSince])).rows,

  putNotice: async (hash: Buffer, notice: unknown): Promise<void> => {
    const text = 'update sessions set notice = $2 where hash = $1'
    await pool.query(text, [hash, notice === null ? null : JSON.stringify(notice)])
  },

  /** Reads and clears. */
  takeNotice: async (hash: Buffer): Promise<unknown> =>
    (await pool.query<{ notice: unknown }>(TAKE_NOTICE, [hash])).rows[0]?.notice ?? null,

  /** Deletes sessions that were started or last seen too long ago. */
  forget: async ({ createdSince, seenSince }: SessionBounds): Promise<void> => {
    await pool.query(FORGET, [createdSince, seenSince])
  },
})
