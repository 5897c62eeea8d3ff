import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { startInternet } from '../../internet/internet.ts'
import { lumenworksSites } from '../../internet/sites/lumenworks.ts'
import { startApp } from '../../support/app.ts'
import type { TestAnswer, TestApp } from '../../support/app.ts'
import { seedPage } from '../../support/records/seed.ts'

const SEARCH = '/v2/domain-search'
const HOUR_MS = 3_600_000

let app: TestApp
let now = Date.parse('2026-03-01T10:00:00Z')

beforeAll(async () => {
  const clock = { now: () => new Date(now) }
  app = await startApp({ replace: { clock }, env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await seedPage(app.context, {
    url: 'https://lumen.example/team',
    addresses: Array.from({ length: 12 }, (_, i) => ({ value: `person${i}.name@lumen.example` })),
  })
})
afterAll(() => app[Symbol.asyncDispose]())

/** The key of an account on a limited plan, so that charges are visible. */
let key: Record<string, string>
beforeEach(async () => {
  key = { 'x-api-key': (await createAccount(app.context, 'starter')).key }
})

const search = (word: string, body: unknown = { domain: 'lumen.example' }, headers = key) =>
  app.post(SEARCH, body, { ...headers, 'idempotency-key': word })
const replayed = ({ headers }: TestAnswer) => headers.get('idempotent-replayed')
const creditsUsed = async () =>
  ((await app.get('/v2/usage', key)).body.data as { requests: { credits: { used: number } } }).requests.credits.used
const refusal = ({ status, body, headers }: TestAnswer) => ({
  status,
  id: body.errors?.[0]?.id,
  retryAfter: headers.get('retry-after'),
})

describe('a POST with an Idempotency-Key', () => {
  test('is answered with the stored body when repeated, and says so', async () => {
    const first = await search('order-1')
    expect([first.status, replayed(first)]).toEqual([200, null])
    await seedPage(app.context, {
      url: 'https://lumen.example/new',
      addresses: [{ value: 'late.comer@lumen.example' }],
    })
    const second = await search('order-1')
    expect([second.status, replayed(second)]).toEqual([200, 'true'])
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body))
    expect((await search('order-2')).body).not.toEqual(first.body)
  })

  test.each([
    ['/v2/leads', { email: 'gone@maker.example' }],
    ['/v2/leads_custom_attributes', { label: 'Region' }],
    ['/v2/leads_lists', { name: 'Makers' }],
    ['/v2/leads_lists/folders', { name: 'Spring' }],
    ['/v2/sequences', { name: 'Lamps' }],
    ['/v2/webhooks', { target_url: 'https://hooks.example.org/quarry', event: 'lead.created' }],
    ['/v2/api-keys', { name: 'Laptop' }],
  ])('to %s is refused once what it made was deleted, and makes nothing', async (path, body) => {
    const send = () => app.post(path, body, { ...key, 'idempotency-key': 'made-1' })
    const first = await send()
    expect([first.status, replayed(await send())]).toEqual([201, 'true'])
    const { id } = first.body.data as { id: number }
    const gone = await fetch(`${app.origin}${path}/${id}`, { method: 'DELETE', headers: key })
    expect(gone.status).toBe(204)
    const again = await send()
    expect([refusal(again), again.body.errors?.[0]?.details]).toMatchObject([
      { status: 422, id: 'idempotency_key_consumed' },
      'The record made with this Idempotency-Key no longer exists.',
    ])
    expect((await fetch(`${app.origin}${path}/${id}`, { method: 'DELETE', headers: key })).status).toBe(404)
  })

  test('costs once, even when the ledger has dropped the search', async () => {
    expect(
      (await search('order-1', { domain: 'lumen.example', limit: 12 })).headers.get('x-quarry-credits-charged'),
    ).toBe('2')
    await app.database.pool.query('delete from charges')
    expect(replayed(await search('order-1', { domain: 'lumen.example', limit: 12 }))).toBe('true')
    expect(await creditsUsed()).toBe(2)
  })

  test('is the same request when its parameters are spelled, encoded or placed differently', async () => {
    await search('order-1', { domain: 'lumen.example', limit: 5, department: ['it', 'sales'] })
    const same = { domain: ' https://WWW.lumen.example/x', limit: '5', department: 'it,sales,it', unknown: 1, type: '' }
    expect(replayed(await search('order-1', same))).toBe('true')
    const query = `${SEARCH}/?domain=lumen.example&limit=5&department=it,sales`
    expect(replayed(await app.post(query, {}, { ...key, 'idempotency-key': 'order-1' }))).toBe('true')
  })

  test.each([
    ['/v2/leads_lists', '/v2/leads-lists', { name: 'Twins' }],
    ['/v2/sequences/ID/steps', '/v2/sequences/ID/follow-ups', { subject: 'Hello', body: 'Hi', wait_days: 3 }],
  ])('is the same request at %s and %s', async (path, alias, body) => {
    const { id } = (await app.post('/v2/sequences', { name: 'Lamps' }, key)).body.data as { id: number }
    const send = (to: string) => app.post(to.replace('ID', String(id)), body, { ...key, 'idempotency-key': 'both-1' })
    const [first, second] = [await send(path), await send(alias)]
    expect([first.status, replayed(first)]).toEqual([201, null])
    expect([second.status, replayed(second)]).toEqual([201, 'true'])
    expect(second.body).toEqual(first.body)
  })

  test.each([
    ['/v2/leads', { email: 'ada@birch.example' }, { email: ' Ada@BIRCH.example' }],
    ['/v2/email-verifier/bulk', { emails: ['ada@birch.example'] }, { emails: 'Ada@Birch.example' }],
  ])('is the same request at %s with an address in other letters', async (path, first, again) => {
    const send = (body: object) => app.post(path, body, { ...key, 'idempotency-key': 'letters-1' })
    const { body } = await send(first)
    const repeated = await send(again)
    expect([replayed(repeated), repeated.body]).toEqual(['true', body])
  })

  test('is refused with other parameters under the same key', async () => {
    await search('order-1')
    expect(refusal(await search('order-1', { domain: 'lumen.example', limit: 3 }))).toMatchObject({
      status: 422,
      id: 'idempotency_key_mismatch',
    })
  })

  test('has its key to itself: other users and other paths can use the same one', async () => {
    await search('order-1')
    const other = { 'x-api-key': (await createAccount(app.context, 'starter')).key }
    expect(replayed(await search('order-1', { domain: 'other.example' }, other))).toBeNull()
  })

  test('treats an empty key as none, and refuses one of 256 characters', async () => {
    await search('')
    expect(replayed(await search(''))).toBeNull()
    expect((await search('k'.repeat(255))).status).toBe(200)
    expect(refusal(await search('k'.repeat(256)))).toMatchObject({ status: 422, id: 'idempotency_key_too_long' })
  })

  test('is the only kind of request for which the key counts', async () => {
    const headers = { ...key, 'idempotency-key': 'order-1' }
    await app.get(`${SEARCH}?domain=lumen.example`, headers)
    expect(replayed(await app.get(`${SEARCH}?domain=lumen.example`, headers))).toBeNull()
  })
})

describe('refusals', () => {
  test('for wrong parameters are stored like answers', async () => {
    const first = await search('order-1', { domain: 'nonsense', limit: 0 })
    const second = await search('order-1', { domain: 'nonsense', limit: 0 })
    expect([first.status, replayed(first)]).toEqual([400, null])
    expect([second.status, replayed(second)]).toEqual([400, 'true'])
    expect(second.body).toEqual(first.body)
  })

  test('for keys, rate limits and credits are not stored', async () => {
    expect((await search('order-1', undefined, { 'x-api-key': 'wrong' })).status).toBe(401)
    const period = `update billing_periods set credits_used = $1 where account_id = (select max(id) from accounts)`
    await search('first')
    await app.database.pool.query(period, [2_000])
    expect((await search('order-1', { domain: 'lumen.example', limit: 3 })).status).toBe(429)
    await app.database.pool.query(period, [0])
    const later = await search('order-1', { domain: 'lumen.example', limit: 3 })
    expect([later.status, replayed(later)]).toEqual([200, null])
  })

  test('for internal errors are not stored', async () => {
    await app.database.pool.query('alter table charges add constraint broken check (false) not valid')
    const broken = await search('order-1')
    await app.database.pool.query('alter table charges drop constraint broken')
    const later = await search('order-1')
    expect([broken.status, later.status, replayed(later)]).toEqual([500, 200, null])
  })
})

describe('time', () => {
  test('the answer is stored for 24 hours', async () => {
    await search('order-1')
    now += 24 * HOUR_MS - 1
    expect(replayed(await search('order-1'))).toBe('true')
    now += 1
    expect(replayed(await search('order-1'))).toBeNull()
    expect(replayed(await search('order-1'))).toBe('true')
  })

  test('of two simultaneous duplicates one runs, and the other is told so', async () => {
    await using internet = await startInternet({ sites: lumenworksSites })
    await using crawling = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
    const send = () => crawling.post(SEARCH, { domain: 'lumenworks.test' }, { 'idempotency-key': 'twins' })
    const twins = await Promise.all([send(), send()])
    expect(new Set(twins.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const third = await send()
    expect(replayed(third)).toBe('true')
    expect(third.body).toEqual(twins.find(({ status }) => status === 200)?.body)
  })
})
