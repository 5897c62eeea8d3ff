import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'

/** A working key, as its owner sees it. */
export interface OwnKey {
  id: number
  name: string
  lastFour: string
  createdAt: Date
  /** What it may spend in a day; null without a limit of its own. */
  dailyCredits: number | null
}

/** A working key, as the managers of the team see it. */
export interface AccountKey extends OwnKey {
  scopes: string[]
  userId: number
  userEmail: string | null
  lastUsedAt: Date | null
}

export interface KeyPlace {
  accountId: number
  userId: number
}

const KEY = `id, name, last_four as "lastFour", created_at as "createdAt", daily_credits as "dailyCredits"`
const WORKING = 'account_id = $1 and user_id = $2 and revoked_at is null'

const LIST = `select ${KEY} from api_keys where ${WORKING} order by id desc limit $3 offset $4`
const ADD = `insert into api_keys (account_id, user_id, name, hash, last_four, scopes, created_at, daily_credits)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${KEY}`
/** Null leaves a value unchanged; 0 credits remove the limit. */
const CHANGE = `update api_keys set name = coalesce($4, name),
    daily_credits = case when $5::numeric is null then daily_credits else nullif($5::numeric, 0) end
  where ${WORKING} and id = $3::bigint returning ${KEY}`
const REVOKE = `update api_keys set revoked_at = $4 where ${WORKING} and id = $3::bigint returning ${KEY}`

const OF_ACCOUNT = `select k.id, k.name, k.last_four as "lastFour", k.created_at as "createdAt", k.scopes, k.user_id as "userId",
    k.daily_credits as "dailyCredits", coalesce(l.email, u.email) as "userEmail", k.last_used_at as "lastUsedAt"
  from api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id left join logins l on l.id = u.login_id
  where k.account_id = $1 and k.revoked_at is null`
const LIST_OF_ACCOUNT = `${OF_ACCOUNT} order by k.id desc limit $2 offset $3`
const FIND_OF_ACCOUNT = `${OF_ACCOUNT} and k.id = $2::bigint`
const COUNT_OF_ACCOUNT = 'select count(*)::int as total from api_keys where account_id = $1 and revoked_at is null'
const REVOKE_OF_ACCOUNT =
  'update api_keys set revoked_at = $3 where account_id = $1 and id = $2::bigint and revoked_at is null'

/** The keys of a user, managed by that user, and the keys of an account, managed by those who manage its team. */
export const createApiKeysStore = (pool: Pool) => ({
  /** Newest first. */
  list: async (
    { accountId, userId }: KeyPlace,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ keys: OwnKey[]; total: number }> => {
    const { rows } = await pool.query<OwnKey>(LIST, [accountId, userId, limit, offset])
    return { keys: rows, total: await countOf(pool, { accountId, userId }) }
  },

  /** @returns null when the user already has the maximum number. */
  add: (
    place: KeyPlace,
    key: { name: string; hash: Buffer; lastFour: string; scopes: readonly string[]; dailyCredits: number | null },
    { maxKeys, now }: { maxKeys: number; now: Date },
  ): Promise<OwnKey | null> =>
    inTransaction(pool, async (client) => {
      if ((await countLocked(client, place)) >= maxKeys) return null
      const { name, hash, lastFour, scopes, dailyCredits } = key
      const values = [place.accountId, place.userId, name, hash, lastFour, scopes, now, dailyCredits]
      return (await client.query<OwnKey>(ADD, values)).rows[0] ?? null
    }),

  /** @param changes null leaves a value unchanged; 0 credits remove the limit. */
  change: async (
    { accountId, userId }: KeyPlace,
    id: number,
    { name, dailyCredits }: { name: string | null; dailyCredits: number | null },
  ): Promise<OwnKey | null> =>
    (await pool.query<OwnKey>(CHANGE, [accountId, userId, id, name, dailyCredits])).rows[0] ?? null,

  /** @returns null when there is no such key, `last` when it is the user's only key and one must stay. */
  revoke: (
    place: KeyPlace,
    id: number,
    { now, oneStays }: { now: Date; oneStays: boolean },
  ): Promise<OwnKey | null | 'last'> =>
    inTransaction(pool, async (client) => {
      const count = await countLocked(client, place)
      const find = `select 1 from api_keys where ${WORKING} and id = $3::bigint`
      if ((await client.query(find, [place.accountId, place.userId, id])).rowCount === 0) return null
      if (count === 1 && oneStays) return 'last'
      return (await client.query<OwnKey>(REVOKE, [place.accountId, place.userId, id, now])).rows[0] ?? null
    }),

  /** Newest first. */
  listOfAccount: async (
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ keys: AccountKey[]; total: number }> => {
    const { rows } = await pool.query<AccountKey>(LIST_OF_ACCOUNT, [accountId, limit, offset])
    const count = await pool.query<{ total: number }>(COUNT_OF_ACCOUNT, [accountId])
    return { keys: rows, total: count.rows[0]?.total ?? 0 }
  },

  findOfAccount: async (accountId: number, id: number): Promise<AccountKey | null> =>
    (await pool.query<AccountKey>(FIND_OF_ACCOUNT, [accountId, id])).rows[0] ?? null,

  /** Null when there is no such key. */
  revokeOfAccount: async (accountId: number, id: number, now: Date): Promise<AccountKey | null> => {
    const { rows } = await pool.query<AccountKey>(FIND_OF_ACCOUNT, [accountId, id])
    const revoked = await pool.query(REVOKE_OF_ACCOUNT, [accountId, id, now])
    return revoked.rowCount === 1 ? (rows[0] ?? null) : null
  },
})

/** Locks the user, so that two calls count one after the other. */
async function countLocked(client: PoolClient, { accountId, userId }: KeyPlace): Promise<number> {
  await client.query('select 1 from users where account_id = $1 and id = $2 for no key update', [accountId, userId])
  return countOf(client, { accountId, userId })
}

async function countOf(connection: Pool | PoolClient, { accountId, userId }: KeyPlace): Promise<number> {
  const text = `select count(*) as total from api_keys where ${WORKING}`
  return (await connection.query<{ total: number }>(text, [accountId, userId])).rows[0]?.total ?? 0
}
