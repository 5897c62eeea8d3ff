import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedCompany } from '../support/records/seed-company.ts'

/** Queries on a locked table take as long as the lock is held. */
let app: TestApp
let unlock: () => Promise<void>

beforeEach(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await seedCompany(app.context, { domain: 'lumen.example', name: 'Lumen Works', country: 'PT' })
  const locker = await app.database.pool.connect()
  await locker.query('begin; lock table companies in access exclusive mode')
  unlock = async () => {
    await locker.query('rollback')
    locker.release()
    unlock = () => Promise.resolve()
  }
})

afterEach(async () => {
  await unlock()
  await app[Symbol.asyncDispose]()
})

/** Each query is different: two identical simultaneous ones would be run once. */
let asked = 0
const filters = () => ({
  headquarters_location: { include: [{ country: 'PT' }] },
  year_founded: { from: 1900 + (asked++ % 100) },
})

const discover = (signal?: AbortSignal, { origin }: Pick<TestApp, 'origin'> = app): Promise<Response> =>
  fetch(`${origin}/v2/discover`, {
    method: 'POST',
    headers: { 'x-api-key': app.key, 'content-type': 'application/json' },
    body: JSON.stringify(filters()),
    ...(signal && { signal }),
  })

const discoverByTool = (signal: AbortSignal): Promise<Response> =>
  fetch(`${app.origin}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': app.key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'discover_companies', arguments: filters() },
    }),
    signal,
  })

async function waitingForLock(): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n ?? 0
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

test('an account with many expensive queries has its share of the connections, and others are answered meanwhile', async () => {
  const other = await createAccount(app.context, 'starter')
  const caller = new AbortController()
  const flood = Promise.allSettled(Array.from({ length: 32 }, () => discover(caller.signal)))
  await until(async () => (await waitingForLock()) === 2)
  const innocent = { 'x-api-key': other.key }
  const answers = await Promise.all(
    ['/v2/account', '/v2/account', '/v2/leads_lists', '/v2/leads_custom_attributes', '/readyz'].map(
      async (path) => (await app.get(path, innocent)).status,
    ),
  )
  expect(answers).toEqual([200, 200, 200, 200, 200])
  expect(await waitingForLock()).toBe(2)
  caller.abort()
  await flood
})

test.each([
  ['at /v2', discover],
  ['at /mcp', discoverByTool],
])('a caller who hangs up %s leaves no statement behind', async (_door, ask) => {
  const caller = new AbortController()
  const asked = Promise.allSettled(Array.from({ length: 6 }, () => ask(caller.signal)))
  await until(async () => (await waitingForLock()) === 2)
  caller.abort()
  await asked
  await until(async () => (await waitingForLock()) === 0)
  await unlock()
  expect((await discover()).status).toBe(200)
})

test('a query that takes too long is refused with advice on how to narrow it and when to retry', async () => {
  const env = { QUARRY_QUERY_TIMEOUT_MS: '1500', QUARRY_ROLE: 'server' }
  await using hurried = await startApp({ database: app.database, key: app.key, env })
  const answer = await discover(undefined, hurried)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.text()).toContain('This question took longer than 1.5 seconds. Narrow it')
})

test('a list that takes longer to store than a query may take is accepted all the same', async () => {
  const env = { QUARRY_QUERY_TIMEOUT_MS: '300', QUARRY_ROLE: 'server' }
  await using hurried = await startApp({ database: app.database, key: app.key, env })
  await unlock()
  for (const [path, table, list] of [
    ['/v2/email-verifier/bulk', 'bulk_rows', { emails: ['jane@lumen.example'] }],
    ['/v2/email-finder/bulk', 'find_rows', { people: [{ full_name: 'Jane Rivers', domain: 'lumen.example' }] }],
  ] as const) {
    const locker = await app.database.pool.connect()
    await locker.query(`begin; lock table ${table} in exclusive mode`)
    const answer = hurried.post(path, list)
    await until(async () => (await waitingForLock()) === 1)
    await sleep(600)
    await locker.query('rollback')
    locker.release()
    expect((await answer).status).toBe(202)
  }
})

test('tool calls whose callers hung up, running or waiting, are ended, and others are let in', async () => {
  const caller = new AbortController()
  const asked = Promise.allSettled(Array.from({ length: 40 }, () => discoverByTool(caller.signal)))
  await until(async () => (await waitingForLock()) === 2)
  caller.abort()
  await asked
  await unlock()
  await until(async () => (await waitingForLock()) === 0)
  const others = () =>
    Promise.all(
      Array.from({ length: 16 }, () => discoverByTool(new AbortController().signal).then(({ status }) => status)),
    )
  // Their places are released within a second.
  await expect.poll(others).toEqual(Array(16).fill(200))
})
