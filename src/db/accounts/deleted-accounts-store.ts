import type { Pool } from 'pg'

/** What belongs to an account and ends with it. */
export interface AccountContents {
  /** Null if nobody gave it one. */
  name: string | null
  /** The account from which the installation is run. */
  isFirst: boolean
  leads: number
  campaigns: number
  runningCampaigns: number
  mailboxes: number
  members: number
  keys: number
  apps: number
  webhooks: number
}

const CONTENTS = `select name, id = (select min(id) from accounts) as "isFirst",
    (select coalesce(sum(total), 0)::int from leads_counts where account_id = a.id and leads_list_id = 0) as leads,
    (select count(*)::int from campaigns where account_id = a.id) as campaigns,
    (select count(*)::int from campaigns where account_id = a.id and status in ('planned', 'active', 'error')) as "runningCampaigns",
    (select count(*)::int from mailboxes where account_id = a.id) as mailboxes,
    (select count(*)::int from users where account_id = a.id and login_id is not null and left_at is null) as members,
    (select count(*)::int from api_keys where account_id = a.id and revoked_at is null) as keys,
    (select count(*)::int from oauth_objects where account_id = a.id and model = 'Grant') as apps,
    (select count(*)::int from webhooks where account_id = a.id) as webhooks
  from accounts a where id = $1::bigint and deleted_at is null`

const MARK = `update accounts set deleted_at = $2, suspended_at = coalesce(suspended_at, $2), name = null
  where id = $1::bigint and deleted_at is null`

/** Sessions, keys and grants of apps go with their user. */
const USERS = 'delete from users where account_id = $1 returning login_id as "loginId"'

/** A person who is and was in no other account has nothing left to sign in to. */
const LOGINS = `delete from logins l where id = any ($1) and not operator
  and not exists (select 1 from users u where u.login_id = l.id)`

const STOPPED = [
  'delete from one_time_links where account_id = $1',
  `update bulk_jobs set status = 'cancelled' where account_id = $1 and status in ('queued', 'running')`,
  `update find_jobs set status = 'cancelled' where account_id = $1 and status in ('queued', 'running')`,
  'update webhooks set disabled_at = now() where account_id = $1 and disabled_at is null',
]

/** Every table that names an account, whichever migration created it; tables that refer to others come first. */
const TABLES = `with recursive owned as (
    select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and attname = 'account_id' and not attisdropped
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
      and relname <> all ('{accounts,crawls}')),
  ranked as (
    select oid, 0 as rank from owned
    union select f.conrelid, rank + 1 from ranked join pg_constraint f on f.confrelid = ranked.oid and f.contype = 'f'
      join owned on owned.oid = f.conrelid where f.conrelid <> f.confrelid and rank < 20)
  select oid::regclass::text as name from ranked group by oid order by max(rank) desc, 1`

/** Sites belong to nobody; only who asked for the visit is forgotten. */
const CRAWLED_FOR = 'select domain from crawls where account_id = $1'
const RELEASE_CRAWLS = 'update crawls set account_id = null where domain = any($1) and account_id = $2'

/** Deletes accounts and everything that belongs to them. */
export const createDeletedAccountsStore = (pool: Pool) => ({
  /** Null when there is no such account. */
  contents: async (accountId: number): Promise<AccountContents | null> =>
    (await pool.query<AccountContents>(CONTENTS, [accountId])).rows[0] ?? null,

  /**
   * Ends all access and everything that runs in the account, in one transaction that locks it. Its rows remain.
   * @returns how many people can no longer sign in
   */
  close: async (accountId: number, now: Date): Promise<number> => {
    await pool.query(MARK, [accountId, now])
    for (const text of STOPPED) await pool.query(text, [accountId])
    const { rows } = await pool.query<{ loginId: number | null }>(USERS, [accountId])
    return (await pool.query(LOGINS, [rows.flatMap(({ loginId }) => loginId ?? [])])).rowCount ?? 0
  },

  /** Accounts that are closed but not yet removed. */
  closed: async (): Promise<{ id: number; deletedAt: Date }[]> => {
    const text = 'select id, deleted_at as "deletedAt" from accounts where deleted_at is not null order by id'
    return (await pool.query<{ id: number; deletedAt: Date }>(text)).rows
  },

  /** Names as written in statements. */
  tables: async (): Promise<string[]> => (await pool.query<{ name: string }>(TABLES)).rows.map(({ name }) => name),

  /** Removes at most `most` rows of one table; locked rows stay for the next time. @returns how many */
  removeSome: async (accountId: number, table: string, most: number): Promise<number> => {
    const text = `delete from ${table} where ctid = any (array(
      select ctid from ${table} where account_id = $1 limit $2 for update skip locked))`
    return (await pool.query(text, [accountId, most])).rowCount ?? 0
  },

  /** Removes the account itself, once nothing else of it is left. */
  end: async (accountId: number): Promise<void> => {
    const { rows } = await pool.query<{ domain: string }>(CRAWLED_FOR, [accountId])
    await pool.query(RELEASE_CRAWLS, [rows.map(({ domain }) => domain), accountId])
    await pool.query('delete from accounts where id = $1 and deleted_at is not null', [accountId])
  },
})
