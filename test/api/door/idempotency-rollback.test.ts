import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/api/routes.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { kindOf, oneOfEach } from '../../support/records/one-of-each.ts'
import { MORE, REFUSED } from '../../support/doors/posts.ts'
import { rightBody } from '../../support/doors/right-bodies.ts'

/** For every POST with an Idempotency-Key, the connection is cut between its work and storing the outcome. */

let app: TestApp
let operator: string
let other: Client
let holder: Client

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  operator = (await createKey(app.context, { name: 'Operator', readOnly: false, operator: true })).key
  await app.get('/v2/account', { 'x-api-key': operator }) // stores the time of the key's first use
  other = new Client({ connectionString: app.database.connectionString })
  await other.connect()
  const { rows: tables } = await other.query<{ name: string; isOfAccounts: boolean }>(TABLES)
  const each = tables.map(
    ({ name, isOfAccounts }) =>
      `select '${name} ' || (to_jsonb(t) - 'last_used_at')::text as row from ${name} t
        ${isOfAccounts ? 'where account_id is null or account_id <> all ($1)' : ''}`,
  )
  everyRow = { name: 'every-row', text: `${each.join(' union all ')} order by 1` }
  holder = new Client({ connectionString: app.database.connectionString })
  await holder.connect()
})
afterAll(async () => {
  await Promise.all([other.end(), holder.end()])
  await app[Symbol.asyncDispose]()
})

/** The mark of the clock is set each minute, whatever is asked. */
const TABLES = `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name,
    exists (select from information_schema.columns
      where table_schema = schemaname and table_name = tablename and column_name = 'account_id') as "isOfAccounts"
  from pg_tables
  where schemaname = 'public' and tablename not in ('idempotent_requests', 'clock_mark') or (schemaname, tablename) = ('pgboss', 'job')`

/** Prepared once, because it names a hundred tables. */
let everyRow: QueryConfig

/** The accounts of earlier tests, whose rows would only add to what is compared. */
const earlier: number[] = []

/** Returns every row of every table, without those of earlier accounts, and the queued jobs. */
async function records(): Promise<string[]> {
  const { rows } = await other.query<{ row: string }>({ ...everyRow, values: [earlier] })
  return rows.map(({ row }) => row)
}

/** Webhook delivery is woken after an answer, so the answer may come before or after the wake-up. */
const WAKE_UP = /^pgboss\.job .*"name": "deliver-webhooks"/
const withoutWakeUps = (rows: readonly string[]): string[] => rows.filter((row) => !WAKE_UP.test(row))

/** Waits until an outcome is about to be stored, and cuts that connection. */
async function cutAtOutcome(answered: Promise<unknown>): Promise<boolean> {
  let isAnswered = false
  void answered.then(() => (isAnswered = true))
  for (;;) {
    const { rows } = await other.query<{ cut: boolean }>(
      `select pg_terminate_backend(pid) as cut from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into idempotent_requests%'`,
    )
    if (rows.length > 0) return true
    if (isAnswered) return false
    await sleep(5)
  }
}

const POSTS = ROUTES.filter(({ method }) => method === 'post')

/** What a request leaves behind before its outcome is stored, where it is harmless to do it again. */
const STAYS: Readonly<Record<string, RegExp>> = {
  // The rows of a file arrive over the network; the import they belong to never begins, and upkeep removes it.
  '/leads/imports': /^public\.leads_import/,
  // Each question is answered and charged separately; the ledger charges it once a period.
  '/research': /^public\.(?:charges|billing_periods)/,
}

describe('a POST whose connection breaks between its work and storing the outcome', () => {
  test.each(POSTS.map((route) => [route.path, route] as const))(
    '%s has had no effect, and takes effect once when repeated',
    async (path, route) => {
      const owner = await createAccount(app.context, 'unlimited')
      const ids = await oneOfEach(app, owner)
      const url = `/v2${path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids[kindOf(name, path)]))}`
      const list = await app.post('/v2/leads_lists', { name: 'Other' }, { 'x-api-key': owner.key })
      const more = MORE[path]?.(ids, (list.body.data as { id: number }).id)
      const body = { ...rightBody(route), ...more }
      if (/pause|archive/.test(path))
        await other.query(`update campaigns set status = 'active' where id = $1`, [ids['sequence']])
      const send = () =>
        app.post(url, body, { 'x-api-key': path === '/suppressions' ? operator : owner.key, 'idempotency-key': 'once' })
      const before = new Set(await records())
      await holder.query('begin; lock table idempotent_requests in exclusive mode')
      const first = send()
      const wasCut = await cutAtOutcome(first)
      await holder.query('rollback')
      await first
      const stays = STAYS[path]
      const added = (await records()).filter((row) => !before.has(row) && stays?.test(row) !== true)
      expect(added).toEqual([])
      expect(wasCut).toBe(true)
      const again = await send()
      expect(again.status < 300).toBe(!REFUSED.has(path))
      const after = withoutWakeUps(await records())
      const third = await send()
      expect([third.status, third.headers.get('idempotent-replayed')]).toEqual([again.status, 'true'])
      expect(withoutWakeUps(await records())).toEqual(after)
      earlier.push(owner.accountId)
    },
  )
})
