import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../backup/tables.ts'

export interface KeyOwner {
  accountId: number
  userId: number
  keyId: number
  plan: string
  accountCreatedAt: Date
  scopes: string[]
  suspended: boolean
  discover: boolean
}

export interface NewKey {
  accountId: number
  userId: number
  name: string
  hash: Buffer
  lastFour: string
  scopes: string[]
}

export interface ListedKey {
  id: number
  name: string
  lastFour: string
  scopes: string[]
  createdAt: Date
  lastUsedAt: Date | null
}

export interface AccountOwner {
  firstName: string | null
  lastName: string | null
  email: string | null
  plan: string
  createdAt: Date
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

/** Leads have somewhere to go from the first day on. */
const FIRST_LIST = 'My leads'

/** Accounts, their users and their API keys. */
export const createAccountsStore = (kysely: Kysely<Tables>) => ({
  /** The owner of the key with this SHA-256, unless it was revoked. */
  keyOwner: async (hash: Buffer): Promise<KeyOwner | null> => {
    const row = await kysely
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .select([
        'api_keys.id',
        'account_id',
        'user_id',
        'scopes',
        'plan',
        'suspended_at',
        'discover',
        'accounts.created_at',
      ])
      .where('hash', '=', hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (row === undefined) return null
    const { id, account_id, user_id, scopes, plan, suspended_at, discover, created_at } = row
    return {
      accountId: account_id,
      userId: user_id,
      keyId: id,
      plan,
      accountCreatedAt: created_at,
      scopes,
      suspended: suspended_at !== null,
      discover,
    }
  },

  /** Notes that a key was used; at most once a minute a key, so that reading stays reading. */
  touchKey: async (accountId: number, keyId: number, now: Date): Promise<void> => {
    await kysely
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('account_id', '=', accountId)
      .where('id', '=', keyId)
      .execute()
  },

  /** Whether the account has ever had a key, revoked or not. */
  hasKeys: async (accountId: number): Promise<boolean> =>
    (await kysely
      .selectFrom('api_keys')
      .select('id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst()) !== undefined,

  /** The first user of an account; of the first account when none is named. */
  firstUser: async (accountId?: number): Promise<{ accountId: number; userId: number } | null> => {
    const row = await kysely
      .selectFrom('users')
      .select(['account_id', 'id'])
      .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? 0))
      .orderBy('account_id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : { accountId: row.account_id, userId: row.id }
  },

  /** Oldest first, each with its first user. */
  listAccounts: async (): Promise<AccountEntry[]> => {
    const rows = await kysely
      .selectFrom('accounts')
      .select((row) => [
        'id',
        'name',
        'plan',
        'suspended_at',
        'created_at',
        row
          .selectFrom('users')
          .select('email')
          .whereRef('users.account_id', '=', 'accounts.id')
          .orderBy('users.id')
          .limit(1)
          .as('email'),
      ])
      .orderBy('id')
      .execute()
    return rows.map(({ id, name, email, plan, suspended_at, created_at }) => ({
      id,
      name,
      email,
      plan,
      suspended: suspended_at !== null,
      createdAt: created_at,
    }))
  },

  /** False when there is no such account. */
  setPlan: async (accountId: number, plan: string): Promise<boolean> => {
    const result = await kysely.updateTable('accounts').set({ plan }).where('id', '=', accountId).executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /** False when there is no such account. */
  rename: async (accountId: number, name: string): Promise<boolean> => {
    const result = await kysely.updateTable('accounts').set({ name }).where('id', '=', accountId).executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /** Null lets it go on. False when there is no such account. */
  suspend: async (accountId: number, at: Date | null): Promise<boolean> => {
    const result = await kysely
      .updateTable('accounts')
      .set((row) => ({ suspended_at: at === null ? null : row.fn.coalesce(row.ref('suspended_at'), row.val(at)) }))
      .where('id', '=', accountId)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /** Changes what is given of a user. False when there is no such user. */
  changeUser: async (accountId: number, userId: number, change: Partial<UserNames>): Promise<boolean> => {
    const { firstName: first_name, lastName: last_name, email } = change
    const given = Object.entries({ first_name, last_name, email }).filter(([, value]) => value !== undefined)
    if (given.length === 0) return true
    const result = await kysely
      .updateTable('users')
      .set(Object.fromEntries(given))
      .where('account_id', '=', accountId)
      .where('id', '=', userId)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /** Creates an account with its first user and its first list of leads. */
  createAccount: async (plan: string, createdAt: Date): Promise<{ accountId: number; userId: number }> =>
    kysely.transaction().execute(async (transaction) => {
      const account = await transaction
        .insertInto('accounts')
        .values({ plan, name: null, suspended_at: null, created_at: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      const user = await transaction
        .insertInto('users')
        .values({ account_id: account.id, first_name: null, last_name: null, email: null, created_at: createdAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      const firstList = sql`insert into leads_lists (account_id, name, created_at) values (${account.id}, ${FIRST_LIST}, ${createdAt})`
      await firstList.execute(transaction)
      return { accountId: account.id, userId: user.id }
    }),

  createKey: async (key: NewKey): Promise<number> => {
    const row = await kysely
      .insertInto('api_keys')
      .values({
        account_id: key.accountId,
        user_id: key.userId,
        name: key.name,
        hash: key.hash,
        last_four: key.lastFour,
        scopes: key.scopes,
        last_used_at: null,
        revoked_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Keys of one account, or of all when null, oldest first; revoked ones are left out. */
  listKeys: async (accountId: number | null): Promise<(ListedKey & { accountId: number })[]> => {
    const rows = await kysely
      .selectFrom('api_keys')
      .select(['account_id', 'id', 'name', 'last_four', 'scopes', 'created_at', 'last_used_at'])
      .where('revoked_at', 'is', null)
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
      .orderBy('account_id')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      accountId: row.account_id,
      id: row.id,
      name: row.name,
      lastFour: row.last_four,
      scopes: row.scopes,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }))
  },

  /** Revokes a key for good; false when there is none of this id. */
  revokeKey: async (keyId: number, accountId: number | null, now: Date): Promise<boolean> => {
    const result = await kysely
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  owner: async (accountId: number, userId: number): Promise<AccountOwner | null> => {
    const row = await kysely
      .selectFrom('accounts')
      .innerJoin('users', 'users.account_id', 'accounts.id')
      .select(['first_name', 'last_name', 'email', 'plan', 'accounts.created_at'])
      .where('accounts.id', '=', accountId)
      .where('users.id', '=', userId)
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      plan: row.plan,
      createdAt: row.created_at,
    }
  },
})
