import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { lockLists } from './leads-lists-store.ts'
import type { Page } from './leads-lists-store.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export interface LeadsListFolder {
  id: number
  name: string
  color: string
  listsCount: number
  createdAt: Date
}

/** A folder under the alias `f`. */
const FOLDER = `f.id, f.name, f.color, f.created_at as "createdAt",
  (select count(*) from leads_lists l where l.account_id = f.account_id and l.leads_list_folder_id = f.id) as "listsCount"`

const FIND = `select ${FOLDER} from leads_list_folders f where f.account_id = $1 and f.id = $2`

const ADD = `with f as (insert into leads_list_folders (account_id, name, color, created_at) values ($1, $2, $3, $4) returning *)
  select ${FOLDER} from f`

const CHANGE = `with f as (update leads_list_folders set name = coalesce($3, name), color = coalesce($4, color)
    where account_id = $1 and id = $2 returning *)
  select ${FOLDER} from f`

/** The first color of the palette that the fewest folders use. */
const LEAST_USED = `select given.color from unnest($2::text[]) with ordinality as given (color, position)
  left join leads_list_folders f on f.account_id = $1 and f.color = given.color
  group by given.color, given.position order by count(f.id), given.position limit 1`

const DUPLICATE = '23505'

/** Folders that lists are filed in. */
export const createLeadsFoldersStore = (pool: Pool) => ({
  /** Newest first. */
  list: async (accountId: number, { limit, offset }: Page): Promise<{ folders: LeadsListFolder[]; total: number }> => {
    const page = `select ${FOLDER} from leads_list_folders f where f.account_id = $1 order by f.id desc limit $2 offset $3`
    const [listed, counted] = await Promise.all([
      pool.query<LeadsListFolder>(page, [accountId, limit, offset]),
      pool.query<{ total: number }>('select count(*) as total from leads_list_folders where account_id = $1', [
        accountId,
      ]),
    ])
    const total = settledTotal(counted.rows[0]?.total ?? 0, listed.rows.length, { limit, offset })
    return { folders: listed.rows, total }
  },

  find: async (accountId: number, id: number): Promise<LeadsListFolder | null> =>
    (await pool.query<LeadsListFolder>(FIND, [accountId, id])).rows[0] ?? null,

  /**
   * @param color one color, or the whole palette to choose the least used of.
   * @returns 'taken' for a name in use, 'full' when there are already `atMost`.
   */
  add: (
    accountId: number,
    { name, color, atMost, now }: { name: string; color: string | readonly string[]; atMost: number; now: Date },
  ): Promise<LeadsListFolder | 'taken' | 'full'> =>
    takenAsAnswer(
      inTransaction(pool, async (client) => {
        await lockLists(client, accountId)
        if ((await countFolders(client, accountId)) >= atMost) return 'full'
        const chosen = typeof color === 'string' ? color : await leastUsed(client, accountId, color)
        const { rows } = await client.query<LeadsListFolder>(ADD, [accountId, name, chosen, now])
        return rows[0] as LeadsListFolder
      }),
    ),

  /** Null leaves a value unchanged. @returns null when there is no such folder, 'taken' for a name in use. */
  change: (
    accountId: number,
    id: number,
    { name, color }: { name: string | null; color: string | null },
  ): Promise<LeadsListFolder | 'taken' | null> =>
    takenAsAnswer(
      pool.query<LeadsListFolder>(CHANGE, [accountId, id, name, color]).then(({ rows }) => rows[0] ?? null),
    ),

  /** Its lists stay, without a folder. */
  remove: async (accountId: number, id: number): Promise<void> => {
    await pool.query('delete from leads_list_folders where account_id = $1 and id = $2', [accountId, id])
  },
})

async function takenAsAnswer<T>(writing: Promise<T>): Promise<T | 'taken'> {
  try {
    return await writing
  } catch (error) {
    if (errorCode(error) === DUPLICATE) return 'taken'
    throw error
  }
}

async function countFolders(client: PoolClient, accountId: number): Promise<number> {
  const text = 'select count(*) as total from leads_list_folders where account_id = $1'
  return (await client.query<{ total: number }>(text, [accountId])).rows[0]?.total ?? 0
}

async function leastUsed(client: PoolClient, accountId: number, palette: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ color: string }>(LEAST_USED, [accountId, palette])
  return rows[0]?.color ?? ''
}
