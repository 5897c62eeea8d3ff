import type { Pool } from 'pg'

/** A person who can sign in, with what signing in needs to know. */
export interface LoginRow {
  id: number
  email: string
  firstName: string | null
  lastName: string | null
  passwordHash: string | null
  operator: boolean
}

export interface NewLogin {
  email: string
  firstName: string | null
  lastName: string | null
  passwordHash: string | null
  operator: boolean
  language: string | null
  now: Date
}

/** What a person chooses about the pages. Values not given stay unchanged. */
export interface ProfileChange {
  firstName?: string | null
  lastName?: string | null
  language?: string | null
  timeZone?: string | null
  theme?: 'light' | 'dark' | null
  compact?: boolean
  shortcuts?: boolean
}

export interface ListedLogin {
  id: number
  email: string
  firstName: string | null
  lastName: string | null
  operator: boolean
  disabled: boolean
  hasPassword: boolean
  passkeys: number
  oidc: number
  memberships: { accountId: number; role: string }[]
  seenAt: Date | null
}

const LOGIN = `id, email, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash", operator`

const ADD = `insert into logins (email, first_name, last_name, password_hash, password_set_at, operator, language, created_at)
  values ($1, $2, $3, $4, case when $4::text is null then null else $7::timestamptz end, $5, $6, $7)
  on conflict (email) do nothing returning id`

const COLUMNS: Readonly<Record<keyof ProfileChange, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  language: 'language',
  timeZone: 'time_zone',
  theme: 'theme',
  compact: 'compact',
  shortcuts: 'shortcuts',
}

const PROFILE = `select email, first_name as "firstName", last_name as "lastName", language, time_zone as "timeZone", theme,
    compact, shortcuts
  from logins where id = $1`

const LIST = `select l.id, l.email, l.first_name as "firstName", l.last_name as "lastName", l.operator,
    l.disabled_at is not null as disabled, l.password_hash is not null as "hasPassword",
    (select count(*) from passkeys p where p.login_id = l.id) as passkeys,
    (select count(*) from oidc_subjects o where o.login_id = l.id) as oidc,
    coalesce((select jsonb_agg(jsonb_build_object('accountId', account_id, 'role', role) order by account_id)
      from users u where u.login_id = l.id and u.left_at is null), '[]') as memberships,
    (select max(seen_at) from sessions s where s.login_id = l.id) as "seenAt"
  from logins l order by l.id`

export interface Membership {
  accountId: number
  name: string | null
  role: 'owner' | 'admin' | 'member' | 'reader'
}

const MEMBERSHIPS = `select u.account_id as "accountId", a.name, u.role from users u join accounts a on a.id = u.account_id
  where u.login_id = $1 and u.left_at is null order by u.account_id limit 1000`

/** Makes this person the first user of an account; names that its operator gave it stay. */
const OWN_FIRST_USER = `update users set login_id = $3, role = 'owner', email = coalesce(email, $4),
    first_name = coalesce(first_name, $5), last_name = coalesce(last_name, $6)
  where account_id = $1 and id = $2`

/** Logins: people of the installation, in any number of its accounts. */
export const createLoginsStore = (pool: Pool) => ({
  /** Whether there is anyone who can sign in. */
  any: async (): Promise<boolean> => (await pool.query('select 1 from logins limit 1')).rowCount === 1,

  /** Null for a disabled login, too. */
  byEmail: async (email: string): Promise<LoginRow | null> => {
    const text = `select ${LOGIN} from logins where email = $1 and disabled_at is null`
    return (await pool.query<LoginRow>(text, [email])).rows[0] ?? null
  },

  /** Null for a disabled login, too. */
  byId: async (id: number): Promise<LoginRow | null> => {
    const text = `select ${LOGIN} from logins where id = $1 and disabled_at is null`
    return (await pool.query<LoginRow>(text, [id])).rows[0] ?? null
  },

  /** @returns the new login's id; null when the address is taken. */
  add: async (login: NewLogin): Promise<number | null> => {
    const { email, firstName, lastName, passwordHash, operator, language, now } = login
    const values = [email, firstName, lastName, passwordHash, operator, language, now]
    return (await pool.query<{ id: number }>(ADD, values)).rows[0]?.id ?? null
  },

  ownFirstUser: async (
    { accountId, userId }: { accountId: number; userId: number },
    { id, email, firstName, lastName }: Pick<LoginRow, 'id' | 'email' | 'firstName' | 'lastName'>,
  ): Promise<void> => {
    await pool.query(OWN_FIRST_USER, [accountId, userId, id, email, firstName, lastName])
  },

  setPassword: async (id: number, hash: string, now: Date): Promise<void> => {
    await pool.query('update logins set password_hash = $2, password_set_at = $3 where id = $1', [id, hash, now])
  },

  /** Replaces this hash by another of the same password. */
  rehash: async (id: number, from: string, to: string): Promise<void> => {
    await pool.query('update logins set password_hash = $3 where id = $1 and password_hash = $2', [id, from, to])
  },

  profile: async (id: number): Promise<(Required<ProfileChange> & { email: string }) | null> =>
    (await pool.query<Required<ProfileChange> & { email: string }>(PROFILE, [id])).rows[0] ?? null,

  /** Sets the zone of a person who has not chosen one. */
  adoptTimeZone: async (id: number, timeZone: string): Promise<void> => {
    await pool.query('update logins set time_zone = $2 where id = $1 and time_zone is null', [id, timeZone])
  },

  change: async (id: number, change: ProfileChange): Promise<void> => {
    const given = (Object.keys(COLUMNS) as (keyof ProfileChange)[]).filter((name) => change[name] !== undefined)
    if (given.length === 0) return
    const assigned = given.map((name, index) => `${COLUMNS[name]} = $${index + 2}`).join(', ')
    await pool.query(`update logins set ${assigned} where id = $1`, [id, ...given.map((name) => change[name])])
  },

  /** The accounts of a login, oldest first. */
  memberships: async (id: number): Promise<Membership[]> => (await pool.query<Membership>(MEMBERSHIPS, [id])).rows,

  /** False when no login has this address. */
  setOperator: async (email: string, operator: boolean): Promise<boolean> =>
    (await pool.query('update logins set operator = $2 where email = $1', [email, operator])).rowCount === 1,

  /** How many people run the installation. */
  countOperators: async (): Promise<number> => {
    const text = 'select count(*) as n from logins where operator and disabled_at is null'
    return (await pool.query<{ n: number }>(text)).rows[0]?.n ?? 0
  },

  /** Oldest first. */
  list: async (): Promise<ListedLogin[]> => (await pool.query<ListedLogin>(LIST)).rows,
})
