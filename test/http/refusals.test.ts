import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { raw } from '../support/doors/mcp-client.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

/** The clock stands still, so a client that has used up a window stays refused. */
const NOW = new Date('2026-03-01T10:00:00.100Z')
const FLOOD_MS = 2_500
const CONNECTIONS = 8

const start = (env: Record<string, string> = {}): Promise<TestApp> =>
  startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0.01', ...env }, replace: { clock: { now: () => NOW } } })

let app: TestApp
beforeAll(async () => {
  app = await start()
})
afterAll(() => app[Symbol.asyncDispose]())

const discoverByTool = (key: string) =>
  raw(app.origin, {
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'discover_companies', arguments: { headcount: ['1-10'] } },
    },
  })

/**
 * Repeats `ask` on several connections for a while.
 * @returns what was answered
 */
async function flood<T>(ask: () => Promise<T>): Promise<{ answers: T[]; seconds: number }> {
  const answers: T[] = []
  const started = performance.now()
  const repeat = async (): Promise<void> => {
    while (performance.now() - started < FLOOD_MS) answers.push(await ask())
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, repeat))
  return { answers, seconds: (performance.now() - started) / 1_000 }
}

/** Ten a second at first, and one a second on each connection. */
const mostRefusals = (seconds: number): number => (10 + CONNECTIONS) * (Math.ceil(seconds) + 1)

test('a client that keeps asking at /v2 is refused a few times a second, with everything the first refusal says', async () => {
  const { key } = await createAccount(app.context, 'starter')
  const { answers, seconds } = await flood(() => app.get('/v2/leads_lists', { 'x-api-key': key }))
  const refusals = answers.filter(({ status }) => status === 403)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.length).toBeLessThanOrEqual(mostRefusals(seconds))
  for (const { headers, body } of refusals) {
    expect(body.errors?.[0]?.id).toBe('rate_limit_exceeded')
    expect(headers.get('retry-after')).toBe('2')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(headers.get('ratelimit-policy')).toBe('"second";q=1;w=1')
  }
})

test('a client that keeps asking at /mcp is refused a few times a second', async () => {
  const { key } = await createAccount(app.context, 'starter')
  const { answers, seconds } = await flood(() => discoverByTool(key))
  const refusals = answers.filter(({ text }) => text.includes('rate_limit_exceeded'))
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.length).toBeLessThanOrEqual(mostRefusals(seconds))
})

test('refusals at both doors are counted by id', async () => {
  const countOf = async (id: string): Promise<number> => {
    const text = await (await fetch(`${app.origin}/metrics`)).text()
    return Number(new RegExp(`^quarry_refusals_total\\{id="${id}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  }
  const { key } = await createAccount(app.context, 'starter')
  const before = await Promise.all(['rate_limit_exceeded', 'authentication_failed', 'malformed_json'].map(countOf))
  for (let n = 0; n < 4; n++) await app.get('/v2/leads_lists', { 'x-api-key': key })
  for (let n = 0; n < 4; n++) await discoverByTool(key)
  await discoverByTool('nobody')
  await raw(app.origin, { headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' }, body: '{' })
  const after = await Promise.all(['rate_limit_exceeded', 'authentication_failed', 'malformed_json'].map(countOf))
  // The second request for lists finds a place a second away; that of discover is a minute away.
  expect(after.map((count, i) => count - (before[i] ?? 0))).toEqual([5, 1, 1])
})

test('where requests are counted in the database, a repeated refusal costs no statement', async () => {
  await using shared = await start({ QUARRY_RATE_LIMIT_STORE: 'postgres' })
  let statements = 0
  const { light } = shared.context.database.pool
  for (let n = 0; n < 3; n++) await shared.get('/v2/leads_lists')
  light.on('acquire', () => statements++)
  for (let n = 0; n < 5; n++) expect((await shared.get('/v2/leads_lists')).status).toBe(403)
  expect(statements).toBe(0)
})

test('nor is the hour counted further in the database once it is full', async () => {
  await using shared = await startApp({
    env: { QUARRY_RATE_LIMIT_STORE: 'postgres', QUARRY_HOURLY_LIMIT_LEADS_LISTS: '1' },
    replace: { clock: { now: () => NOW } },
  })
  for (let n = 0; n < 6; n++) await shared.get('/v2/leads_lists')
  const { rows } = await shared.database.pool.query<{ points: number }>(
    `select points from speed_windows where key like '%leads_lists:hour%'`,
  )
  expect(rows).toEqual([{ points: 2 }])
})
