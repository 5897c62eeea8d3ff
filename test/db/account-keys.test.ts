import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { silentLog } from '../support/process/silent-log.ts'

/** Unique keys of tables with an account that do not begin with it, and why. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  api_keys_hash_key: 'who calls is found by the key alone',
  crawls_pkey: 'a site is visited once for everybody; the account is who asked for it',
  mailbox_connects_state_hash_key: 'a provider of mailboxes sends back the state alone',
  oauth_objects_pkey: 'a token is all that an app sends',
  oauth_steps_pkey: 'steps of apps, of which some never come to an account',
  one_time_links_pkey: 'a link is all that its holder has',
  sessions_pkey: 'a cookie is all that a browser sends',
}

const OF_ACCOUNTS = `select c.oid, c.relname as table, a.attnum, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace`

test('tables with an account have it as an integer, and each of their unique keys begins with it', async () => {
  await using database = await testDatabase({ poolSize: 1 })
  const list = async <Row extends object>(text: string) => (await database.pool.query<Row>(text)).rows
  const tables = await list<{ table: string; type: string }>(`${OF_ACCOUNTS} order by 2`)
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter(({ type }) => type !== 'integer')).toEqual([])

  const keys = await list<{ table: string; key: string; leads: boolean }>(`
    select o.table, i.relname as key, x.indkey[0] = o.attnum as leads from (${OF_ACCOUNTS}) o
    join pg_index x on x.indrelid = o.oid and x.indisunique join pg_class i on i.oid = x.indexrelid order by 2`)
  const others = keys.filter(({ leads }) => !leads).map(({ key }) => key)
  expect(others).toEqual(Object.keys(OTHER_KEYS).toSorted())
  const led = new Set(keys.filter(({ leads }) => leads).map((key) => key.table))
  const reasoned = new Set(keys.filter(({ key }) => key in OTHER_KEYS).map((key) => key.table))
  expect(tables.filter(({ table }) => !led.has(table) && !reasoned.has(table))).toEqual([])
})

test('tables that refer to one with an account have the account themselves', async () => {
  await using database = await testDatabase({ poolSize: 1 })
  const { rows } = await database.pool.query(`with owned as (${OF_ACCOUNTS})
    select conrelid::regclass::text as table from pg_constraint join owned on owned.oid = confrelid
    where contype = 'f' and conrelid not in (select oid from owned) and owned.table <> 'crawls'`)
  expect(rows).toEqual([])
})

/** A database from before these columns, and the migrations to the current one. */
async function beforeAccounts() {
  const database = await emptyDatabase()
  const dir = await mkdtemp(join(tmpdir(), 'quarry-migrations-'))
  for (const { name, sql } of readMigrations().filter((one) => one.name < '088')) await writeFile(join(dir, name), sql)
  const options = { connectionString: database.connectionString, log: silentLog }
  await migrate({ ...options, dir })
  await rm(dir, { recursive: true })
  return { ...database, toToday: () => migrate(options) }
}

/** A list and a walk, as servers wrote them before 088. */
const OLD_LIST = [
  `insert into bulk_rows (job_id, position, email, domain, queue, due_at, settled_at)
    select id, n, 'info@birch.example', 'birch.example', 'mx', now(), case when n = 0 then now() end
    from bulk_jobs, generate_series(0, 1) n where id = $1`,
  `insert into bulk_queues (job_id, queue, due_at) values ($1, 'mx', now())`,
]
const OLD_WALK = `insert into search_walk_rows (walk_id, chunk, addresses) values ($1, 0, '{info@birch.example}')`
const ACCOUNTS_OF = `select account_id as account, count(*)::int as rows from (
    select account_id from bulk_rows union all select account_id from bulk_queues
    union all select account_id from search_walk_rows) all_rows
  group by 1 order by 1`

test('existing lists get their account, and rows belong to a list of their account', async () => {
  await using database = await beforeAccounts()
  const { pool } = database
  const { rows } = await pool.query<{ account: number; other: number; list: number; walk: number }>(
    `with account as (insert into accounts (plan) values ('starter') returning id),
      other as (insert into accounts (plan) values ('starter') returning id),
      list as (insert into bulk_jobs (account_id, total, created_at) select id, 2, now() from account returning id),
      walk as (insert into search_walks (account_id, question, domain, results, started_at, used_at)
        select id, 'before'::bytea, 'birch.example', 1, now(), now() from account returning id)
    select account.id as account, other.id as other, list.id as list, walk.id as walk from account, other, list, walk`,
  )
  const [{ account, other, list, walk } = { account: 0, other: 0, list: 0, walk: 0 }] = rows
  for (const text of OLD_LIST) await pool.query(text, [list])
  await pool.query(OLD_WALK, [walk])
  const applied = await database.toToday()
  expect(applied.slice(0, 3)).toEqual(['088_account_columns.sql', '089_account_rows.sql', '090_account_keys.sql'])
  expect((await pool.query(ACCOUNTS_OF)).rows).toEqual([{ account, rows: 4 }])

  const queue = `insert into bulk_queues (account_id, job_id, queue, due_at) values ($1, $2, 'other', now())`
  await expect(pool.query(queue, [null, list])).rejects.toThrow('account_id')
  await expect(pool.query(queue, [other, list])).rejects.toThrow('bulk_queues_account_id_job_id_fkey')
  await pool.query('delete from bulk_jobs where account_id = $1', [account])
  await pool.query('delete from search_walks where account_id = $1', [account])
  expect((await pool.query(ACCOUNTS_OF)).rows).toEqual([])
})
