import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { deleteAccount } from '../../../src/core/accounts/delete-account.ts'
import { removeDeletedAccounts } from '../../../src/core/accounts/remove-deleted-accounts.ts'
import { SHELL } from '../../../src/core/logins/users.ts'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { fillAccount } from '../../support/web/full-account.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'

let app: TestApp
let later = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + later) }
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock } })
})
afterAll(() => app[Symbol.asyncDispose]())

const rows = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await app.database.pool.query<Row>(text, [...values])).rows

/** Counts the rows of the account in every table that has an account id, leaving out tables without any. */
async function holdings(accountId: number): Promise<Record<string, number>> {
  const tables = await rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and attname = 'account_id'
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not attisdropped order by 1`,
  )
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as held from ${name} where account_id = ${accountId}`,
  )
  const held = await rows<{ name: string; held: number }>(counts.join(' union all '))
  return Object.fromEntries(held.filter(({ held }) => held > 0).map(({ name, held }) => [name, held]))
}

/** Counts rows that refer to what no longer exists. */
const orphans = async (): Promise<number> => {
  const [found] = await rows<{
    found: number
  }>(`select (select count(*) from bulk_rows r where job_id not in (select id from bulk_jobs))
    + (select count(*) from bulk_queues where job_id not in (select id from bulk_jobs))
    + (select count(*) from search_walk_rows where walk_id not in (select id from search_walks)) as found`)
  return Number(found?.found)
}

const remove = () => removeDeletedAccounts(app.context, new AbortController().signal)
const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${app.origin}/v2/account`, { headers: { 'x-api-key': key } })).status

test("an account with every kind of data is deleted at its owner's request, and no table keeps a row of it", async () => {
  await fillAccount(app)
  const owner = await webVisitor(app, { accountId: 1, email: 'owner@birch.example' })
  const first = await owner.send('/accounts/delete', { name: '1' })
  expect([first.status, first.html.includes('This account runs the installation')]).toEqual([422, true])
  // An older account, from which the installation is run.
  await rows(`insert into accounts (id, plan) overriding system value values (-1, 'unlimited')`)
  await rows(`update accounts set name = 'Birch & Sons' where id = 1`)
  const { accountId: other } = await createAccount(app.context, 'unlimited')
  const both = await webVisitor(app, { accountId: 1, role: 'admin' })
  await rows('insert into users (account_id, login_id) values ($1, $2)', [other, both.loginId])
  const untouched = await holdings(other)
  await rows(
    `insert into one_time_links (hash, kind, account_id, expires_at) values ('\\x01', 'invitation', 1, now() + '1 day')`,
  )
  await rows(`insert into search_walks (account_id, question, domain, results, started_at, used_at)
    values (1, '\\x01', 'birch.example', 1, now(), now())`)
  await rows(`insert into search_walk_rows (account_id, walk_id, chunk, addresses)
    select account_id, id, 0, '{a@birch.example}' from search_walks`)
  await rows(`insert into oauth_steps (account_id, connection, step, outcome) values (1, '\\x01', 'token', 'ok')`)
  await rows(
    `insert into bulk_queues (account_id, job_id, queue, due_at) select 1, id, 'none', now() from bulk_jobs where account_id = 1`,
  )
  const before = await holdings(1)
  for (const table of [
    'leads',
    'leads_list_members',
    'messages',
    'campaign_recipients',
    'mailboxes',
    'bulk_jobs',
    'charges',
  ])
    expect(before, table).toHaveProperty(table)
  expect(Object.keys(before).length).toBeGreaterThan(30)

  const asked = await owner.see('/accounts/delete')
  expect(asked.html).toContain('Delete Birch &amp; Sons?')
  expect(asked.html).toContain('Opt-outs for the whole installation')
  expect(asked.html).toMatch(/<li>\d+ people with lists, fields and notes\.<\/li>/)
  expect(asked.html).toContain('of these is in progress: no more email is sent.')
  expect((await both.see('/accounts/delete')).html).toContain('Only an owner can delete the account.')
  expect((await both.send('/accounts/delete', { name: 'Birch & Sons' })).status).toBe(403)
  const wrong = await owner.send('/accounts/delete', { name: 'Birch' })
  expect([wrong.status, wrong.html.includes('not the name of the account')]).toEqual([422, true])
  expect(await statusOf(app.key)).toBe(200)

  const gone = await owner.send('/accounts/delete', { name: ' Birch & Sons ', once: 'only-once' })
  expect([gone.status, gone.headers.get('location')]).toEqual([303, '/app/login?after=deletion'])
  expect((await owner.see('/login?after=deletion')).html).toContain('The account has been deleted.')
  expect((await owner.see('/')).headers.get('location')).toContain('/app/login')
  await expect.poll(() => statusOf(app.key)).toBe(401)
  expect((await app.context.store.accounts.listAccounts()).map(({ id }) => id)).not.toContain(1)
  await expect(app.context.store.members.hold(1)).resolves.toBeNull()

  await remove()
  later = 11 * MINUTE_MS
  await remove()
  expect(await holdings(1)).toEqual({})
  expect(await orphans()).toBe(0)
  expect(await rows('select 1 from accounts where id = 1')).toEqual([])
  expect(await holdings(other)).toEqual(untouched)
  const logins = await rows<{ email: string }>('select email from logins where id = any ($1)', [
    [owner.loginId, both.loginId],
  ])
  expect(logins).toHaveLength(1) // a member of another account
  const [record] = await rows(
    `select actor, subject from audit_events where account_id = 0 and action = 'account_deleted'`,
  )
  expect(record).toEqual({ actor: 'owner@birch.example', subject: 'Birch & Sons' })
  await remove()
})

test('an operator at a shell can delete an account by number if it has no name, but not the first one', async () => {
  const { accountId, key } = await createAccount(app.context, 'unlimited')
  const deleting = (id: number, name: string) => deleteAccount(app.context, { accountId: id, name, by: SHELL })
  await expect(deleting(accountId, 'Other')).rejects.toThrow('not the name of the account')
  await expect(deleting(-1, '-1')).rejects.toThrow('cannot be deleted')
  await expect(deleting(4_000_001, 'x')).rejects.toThrow('There is no account')
  expect((await deleting(accountId, String(accountId))).leads).toBe(0)
  await expect(deleting(accountId, String(accountId))).rejects.toThrow('There is no account')
  await expect.poll(() => statusOf(key)).toBe(401)
  await remove()
  expect(await holdings(accountId)).toEqual({})
})
