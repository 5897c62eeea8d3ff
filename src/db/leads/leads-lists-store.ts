import type { Pool, PoolClient } from 'pg'
import type { NewestPlace } from '../../lib/input/newest-place.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'
import { inTransaction } from '../database.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

export interface LeadsList {
  id: number
  name: string
  leadsCount: number
  createdAt: Date
  folderId: number | null
}

export interface Page {
  limit: number
  offset: number
}

/** Lists by name, newest first. */
export interface NamedListsPage {
  /** Part of the name; null for all. */
  query: string | null
  after: NewestPlace | null
  limit: number
}

/** A change of a list; an undefined folder is left unchanged. */
export interface LeadsListChange {
  name: string
  folderId: number | null | undefined
}

/** A list under the alias `l`. */
const LIST = `l.id, l.name, l.created_at as "createdAt", l.leads_list_folder_id as "folderId",
  coalesce((select sum(c.total) from leads_counts c
    where c.account_id = l.account_id and c.leads_list_id = l.id), 0)::bigint as "leadsCount"`

const FIND = `select ${LIST} from leads_lists l where l.account_id = $1 and l.id = $2`

const FOLDER_IS_THERE = `exists (select 1 from leads_list_folders f where f.account_id = $1 and f.id = $3::bigint for key share)`

const ADD = `with l as (
    insert into leads_lists (account_id, name, leads_list_folder_id, created_at)
    select $1, $2, $3::bigint, $4 where $3::bigint is null or ${FOLDER_IS_THERE} returning *)
  select ${LIST} from l`

const CHANGE = `with l as (
    update leads_lists set name = $4, leads_list_folder_id = case when $5 then $3::bigint else leads_list_folder_id end
    where account_id = $1 and id = $2 and ($3::bigint is null or ${FOLDER_IS_THERE}) returning *)
  select ${LIST} from l`

const NEWEST_NAMED = `select ${LIST} from leads_lists l where l.account_id = $1 and lower(l.name) = lower($2)
  order by l.created_at desc, l.id desc limit 1`

const PAGE_NAMED = `select ${LIST}, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "exactAt"
  from leads_lists l
  where l.account_id = $1 and ($2::text is null or position(lower($2) in lower(l.name)) > 0)
    and ($3::timestamptz is null or (l.created_at, l.id) < ($3, $4::bigint))
  order by l.created_at desc, l.id desc limit $5`

/** Waits its turn among callers that change the lists of an account as a whole; locks until the transaction ends. */
export const lockLists = async (client: PoolClient, accountId: number): Promise<void> =>
  void (await client.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.leadsLists, accountId]))

/** The lists that leads are sorted into. */
export const createLeadsListsStore = (pool: Pool) => ({
  /** Newest first. */
  list: async (accountId: number, { limit, offset }: Page): Promise<{ lists: LeadsList[]; total: number }> => {
    const page = `select ${LIST} from leads_lists l where l.account_id = $1 order by l.created_at desc, l.id desc limit $2 offset $3`
    const [listed, counted] = await Promise.all([
      pool.query<LeadsList>(page, [accountId, limit, offset]),
      pool.query<{ total: number }>('select count(*) as total from leads_lists where account_id = $1', [accountId]),
    ])
    const total = settledTotal(counted.rows[0]?.total ?? 0, listed.rows.length, { limit, offset })
    return { lists: listed.rows, total }
  },

  /** Changes meanwhile do not shift its pages. `next` is null on the last one. */
  pageNamed: async (
    accountId: number,
    { query, after, limit }: NamedListsPage,
  ): Promise<{ lists: LeadsList[]; next: NewestPlace | null }> => {
    const { rows } = await pool.query<LeadsList & { exactAt: string }>(PAGE_NAMED, [
      accountId,
      query,
      after?.at ?? null,
      after?.id ?? null,
      limit + 1,
    ])
    const last = rows.length > limit ? rows[limit - 1] : undefined
    return {
      lists: rows.slice(0, limit),
      next: last === undefined ? null : { at: last.exactAt, id: last.id },
    }
  },

  find: async (accountId: number, id: number): Promise<LeadsList | null> =>
    (await pool.query<LeadsList>(FIND, [accountId, id])).rows[0] ?? null,

  /** The list a lead joins when none is given; null if there is none. */
  newest: async (accountId: number): Promise<LeadsList | null> => {
    const text = `select ${LIST} from leads_lists l where l.account_id = $1 order by l.created_at desc, l.id desc limit 1`
    return (await pool.query<LeadsList>(text, [accountId])).rows[0] ?? null
  },

  /** @returns null when there is no such folder. */
  add: async (accountId: number, name: string, folderId: number | null, now: Date): Promise<LeadsList | null> =>
    (await pool.query<LeadsList>(ADD, [accountId, name, folderId, now])).rows[0] ?? null,

  /** The newest list with this name, in any case. */
  findNamed: async (accountId: number, name: string): Promise<LeadsList | null> =>
    (await pool.query<LeadsList>(NEWEST_NAMED, [accountId, name])).rows[0] ?? null,

  /** The same, created if there is none. */
  named: async (accountId: number, name: string, now: Date): Promise<{ list: LeadsList; created: boolean }> => {
    const known = await pool.query<LeadsList>(NEWEST_NAMED, [accountId, name])
    if (known.rows[0] !== undefined) return { list: known.rows[0], created: false }
    return inTransaction(pool, (client) => makeNamed(client, accountId, name, now))
  },

  /** @returns null when there is no such list or no such folder. */
  change: async (accountId: number, id: number, { name, folderId }: LeadsListChange): Promise<LeadsList | null> => {
    const values = [accountId, id, folderId ?? null, name, folderId !== undefined]
    return (await pool.query<LeadsList>(CHANGE, values)).rows[0] ?? null
  },

  /** Keeps its leads. @returns the list as it was; null when there is none. */
  remove: (accountId: number, id: number): Promise<LeadsList | null> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      await client.query('select 1 from leads_lists where account_id = $1 and id = $2 for update', [accountId, id])
      const { rows } = await client.query<LeadsList>(FIND, [accountId, id])
      await client.query('delete from leads_lists where account_id = $1 and id = $2', [accountId, id])
      return rows[0] ?? null
    }),

  /** The lists that one user has marked as favorites. */
  favorites: async (accountId: number, userId: number): Promise<number[]> => {
    const text =
      'select leads_list_id as id from leads_list_favorites where account_id = $1 and user_id = $2 order by 1'
    return (await pool.query<{ id: number }>(text, [accountId, userId])).rows.map(({ id }) => id)
  },

  /** Marks a list for one user, or removes the mark. @returns false when there is no such list. */
  favor: async (accountId: number, userId: number, id: number, favorited: boolean): Promise<boolean> => {
    const add = `insert into leads_list_favorites (account_id, user_id, leads_list_id)
      select account_id, $2, id from leads_lists where account_id = $1 and id = $3 for key share on conflict do nothing`
    const drop = 'delete from leads_list_favorites where account_id = $1 and user_id = $2 and leads_list_id = $3'
    await pool.query(favorited ? add : drop, [accountId, userId, id])
    return (
      (await pool.query('select 1 from leads_lists where account_id = $1 and id = $2', [accountId, id])).rowCount === 1
    )
  },
})

/** Runs under the lock, so that two simultaneous calls with a new name get the same list. */
export async function makeNamed(client: PoolClient, accountId: number, name: string, now: Date) {
  await lockLists(client, accountId)
  const [known] = (await client.query<LeadsList>(NEWEST_NAMED, [accountId, name])).rows
  if (known !== undefined) return { list: known, created: false }
  const [list] = (await client.query<LeadsList>(ADD, [accountId, name, null, now])).rows
  return { list: list as LeadsList, created: true }
}
