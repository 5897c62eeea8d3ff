import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'

export interface KeyOwner {
  accountId: number
  userId: number
  keyId: number
  plan: string
  accountCreatedAt: Date
  scopes: string[]
  role: 'owner' | 'admin' | 'member' | 'reader'
  /** Whether the user is a person who can sign in. */
  hasLogin: boolean
  /** Whether that login runs the installation and this is the first account. */
  operator: boolean
  suspended: boolean
  discover: boolean
  /** What it may spend in a day; null without a limit of its own. */
  dailyCredits: number | null
}

export interface NewKeyRow {
  accountId: number
  userId: number
  name: string
  hash: Buffer
  lastFour: string
  scopes: string[]
  /** Null without a limit of its own. */
  dailyCredits: number | null
}

export interface KeyRow {
  id: number
  name: string
  lastFour: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

export interface AccountOwner {
  accountName: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  plan: string
  createdAt: Date
  role: KeyOwner['role']
  suspended: boolean
}

export interface UserNames {
  firstName: string | null
  lastName: string | null
  email: string | null
}

export interface AccountEntry {
  id: number
  name: string | null
  /** Of its first user. */
  email: string | null
  plan: string
  suspended: boolean
  createdAt: Date
}

/** So that leads have a place from the first day on. */
const FIRST_LIST = 'My leads'

const KEY_OWNER = `select k.account_id as "accountId", k.user_id as "userId", k.id as "keyId", a.plan,
    a.created_at as "accountCreatedAt", k.scopes, u.role, l.id is not null as "hasLogin",
    coalesce(l.operator, false) and a.id = (select min(id) from accounts) as operator,
    a.suspended_at is not null as suspended, a.discover, k.daily_credits as "dailyCredits"
  from api_keys k join accounts a on a.id = k.account_id
    join users u on u.account_id = k.account_id and u.id = k.user_id left join logins l on l.id = u.login_id
  where k.hash = $1 and k.revoked_at is null and u.left_at is null and l.disabled_at is null`

/** Users who have left or may only read come last: what a shell creates belongs to someone who may have it. */
const FIRST_USER = `select account_id as "accountId", id as "userId" from users
  where $1::bigint is null or account_id = $1
  order by account_id, left_at is not null, role = 'reader', id limit 1`

const ACCOUNTS = `select id, name, (select email from users u where u.account_id = a.id order by u.id limit 1) as email,
    plan, suspended_at is not null as suspended, created_at as "createdAt"
  from accounts a where deleted_at is null order by id`

const HELD = `(select id as held, plan as before, suspended_at is not null as was from accounts
    where id = $1::bigint and deleted_at is null for no key update) h`
const SET_PLAN = `update accounts set plan = $2 from ${HELD} where id = held returning before`
/** A second suspension keeps the date of the first. */
const SUSPEND = `update accounts set suspended_at = case when $2::timestamptz is null then null
    else coalesce(suspended_at, $2) end from ${HELD} where id = held returning was`

/** What is not given ($3, $5, $7) stays unchanged. */
const CHANGE_USER = `update users set first_name = case when $3 then $4 else first_name end,
    last_name = case when $5 then $6 else last_name end, email = case when $7 then $8 else email end
  where account_id = $1 and id = $2`

const CREATE_KEY = `insert into api_keys (account_id, user_id, name, hash, last_four, scopes, daily_credits)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`

const KEYS = `select account_id as "accountId", id, name, last_four as "lastFour", scopes, created_at as "createdAt",
    last_used_at as "lastUsedAt"
  from api_keys where revoked_at is null and ($1::bigint is null or account_id = $1) order by account_id, id`

const REVOKE_KEY = `update api_keys set revoked_at = $3
  where id = $1::bigint and revoked_at is null and ($2::bigint is null or account_id = $2)`

const OWNER = `select a.name as "accountName", u.first_name as "firstName", u.last_name as "lastName", u.email, a.plan,
    a.created_at as "createdAt", u.role, a.suspended_at is not null as suspended
  from accounts a join users u on u.account_id = a.id left join logins l on l.id = u.login_id
  where a.id = $1 and u.id = $2 and a.deleted_at is null and u.left_at is null and l.disabled_at is null`

/** Accounts, their users and their API keys. */
export const createAccountsStore = (pool: Pool) => ({
  /** The owner of the key with this SHA-256; null if it was revoked, or its user has left or is disabled. */
  keyOwner: async (hash: Buffer): Promise<KeyOwner | null> => {
    const { rows } = await pool.query<KeyOwner>({ name: 'accounts-key-owner', text: KEY_OWNER, values: [hash] })
    return rows[0] ?? null
  },

  /** Notes that a key was used, at most once a minute per key, so that reading stays free of writes. */
  touchKey: async (accountId: number, keyId: number, now: Date): Promise<void> => {
    await pool.query('update api_keys set last_used_at = $3 where account_id = $1 and id = $2', [accountId, keyId, now])
  },

  /** Whether the account has ever had a key, revoked or not. */
  hasKeys: async (accountId: number): Promise<boolean> =>
    (await pool.query('select 1 from api_keys where account_id = $1 limit 1', [accountId])).rowCount === 1,

  /** The first user of the given account, or of the first account. */
  firstUser: async (accountId?: number): Promise<{ accountId: number; userId: number } | null> => {
    const { rows } = await pool.query<{ accountId: number; userId: number }>(FIRST_USER, [accountId ?? null])
    return rows[0] ?? null
  },

  /** Oldest first, each with its first user. */
  listAccounts: async (): Promise<AccountEntry[]> => (await pool.query<AccountEntry>(ACCOUNTS)).rows,

  /** @returns the plan before; null when there is no such account */
  setPlan: async (accountId: number, plan: string): Promise<string | null> =>
    (await pool.query<{ before: string }>(SET_PLAN, [accountId, plan])).rows[0]?.before ?? null,

  /** False when there is no such account. */
  rename: async (accountId: number, name: string): Promise<boolean> =>
    (await pool.query('update accounts set name = $2 where id = $1::bigint', [accountId, name])).rowCount === 1,

  /** @param at null ends the suspension @returns whether it was suspended before; null when there is no such account */
  suspend: async (accountId: number, at: Date | null): Promise<boolean | null> =>
    (await pool.query<{ was: boolean }>(SUSPEND, [accountId, at])).rows[0]?.was ?? null,

  /** Changes the given names of a user. False when there is no such user. */
  changeUser: async (accountId: number, userId: number, change: Partial<UserNames>): Promise<boolean> => {
    const given = [change.firstName, change.lastName, change.email]
    if (given.every((value) => value === undefined)) return true
    const values = given.flatMap((value) => [value !== undefined, value ?? null])
    return (await pool.query(CHANGE_USER, [accountId, userId, ...values])).rowCount === 1
  },

  /** Creates an account with its first user and its first list of leads. */
  createAccount: (plan: string, createdAt: Date): Promise<{ accountId: number; userId: number }> =>
    inTransaction(pool, async (client) => {
      const account = 'insert into accounts (plan, created_at) values ($1, $2) returning id'
      const accountId = (await client.query<{ id: number }>(account, [plan, createdAt])).rows[0]?.id ?? 0
      const user = 'insert into users (account_id, created_at) values ($1, $2) returning id'
      const userId = (await client.query<{ id: number }>(user, [accountId, createdAt])).rows[0]?.id ?? 0
      const list = 'insert into leads_lists (account_id, name, created_at) values ($1, $2, $3)'
      await client.query(list, [accountId, FIRST_LIST, createdAt])
      return { accountId, userId }
    }),

  createKey: async (key: NewKeyRow): Promise<number> => {
    const { accountId, userId, name, hash, lastFour, scopes, dailyCredits } = key
    const values = [accountId, userId, name, hash, lastFour, scopes, dailyCredits]
    const { rows } = await pool.query<{ id: number }>(CREATE_KEY, values)
    return rows[0]?.id ?? 0
  },

  /** Keys of one account, or of all when null, oldest first; revoked ones are left out. */
  listKeys: async (accountId: number | null): Promise<(KeyRow & { accountId: number })[]> =>
    (await pool.query<KeyRow & { accountId: number }>(KEYS, [accountId])).rows,

  /** Revokes a key for good; false when there is no such key. */
  revokeKey: async (keyId: number, accountId: number | null, now: Date): Promise<boolean> =>
    (await pool.query(REVOKE_KEY, [keyId, accountId, now])).rowCount === 1,

  /** Null for a user who has left or is disabled, or whose account is deleted. */
  owner: async (accountId: number, userId: number): Promise<AccountOwner | null> =>
    (await pool.query<AccountOwner>(OWNER, [accountId, userId])).rows[0] ?? null,
})
