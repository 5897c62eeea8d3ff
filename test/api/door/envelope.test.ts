import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Headers as a plain object, so that more can be added. */
type PlainRequest = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

const raw = async (path: string, init: PlainRequest = {}) => {
  const response = await fetch(app.origin + path, { ...init, headers: { 'x-api-key': app.key, ...init.headers } })
  const text = await response.text()
  const errors = text.startsWith('{')
    ? ((JSON.parse(text) as { errors?: { id: string; details: string }[] }).errors ?? [])
    : []
  return { status: response.status, headers: response.headers, text, ids: errors.map(({ id }) => id), errors }
}

const post = (body: string, type?: string): PlainRequest => ({
  method: 'POST',
  body: new TextEncoder().encode(body),
  ...(type !== undefined && { headers: { 'content-type': type } }),
})

let app: TestApp
beforeAll(async () => void (app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })))
afterAll(() => app[Symbol.asyncDispose]())

describe('every refusal has the envelope', () => {
  test('for paths, methods, bodies and types that are not accepted', async () => {
    const cases: [string, PlainRequest, number, string][] = [
      ['/v2/nothing', {}, 404, 'not_found'],
      ['/v1/domain-search', {}, 404, 'not_found'],
      ['/v2/Domain-Search', {}, 404, 'not_found'],
      ['/v2/domain-search', { method: 'DELETE' }, 405, 'method_not_allowed'],
      ['/v2/domain-search?domain=a.example', { headers: { accept: 'text/html' } }, 406, 'not_acceptable'],
      ['/v2/domain-search', post('{"domain":', 'application/json'), 400, 'malformed_json'],
      ['/v2/domain-search', post('[1]', 'application/json'), 400, 'malformed_json'],
      ['/v2/domain-search', post('domain', 'application/xml'), 415, 'unsupported_media_type'],
      [
        '/v2/domain-search',
        post(`{"domain":"${'a'.repeat(1_100_000)}"}`, 'application/json'),
        413,
        'payload_too_large',
      ],
      ['/v2/domain-search', {}, 400, 'wrong_params'],
      ['/v2/%E0%A4%A', {}, 404, 'not_found'],
    ]
    for (const [path, init, status, id] of cases) {
      const answer = await raw(path, init)
      expect([path, answer.status, answer.ids]).toEqual([path, status, [id]])
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.get('x-request-id')).toBeTruthy()
      if (!path.startsWith('/v2/')) continue
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('a refused method lists the allowed ones, and so does OPTIONS with 204', async () => {
    expect((await raw('/v2/domain-search', { method: 'PUT' })).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    const options = await raw('/v2/account', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
  })

  test('all wrong parameters are reported at once, in documented order', async () => {
    const { status, errors } = await raw('/v2/domain-search?decision_maker=maybe&seniority=boss&limit=0&type=robot')
    expect(status).toBe(400)
    expect(errors.map(({ id, details }) => `${id}: ${details}`)).toEqual([
      'wrong_params: Send either domain or company.',
      'pagination_error: limit must be an integer from 1 to 100; it is 0.',
      'invalid_type: type must be personal or generic; it is "robot".',
      'invalid_seniority: boss is not a known seniority.',
      'invalid_decision_maker: decision_maker must be true or false; it is "maybe".',
    ])
  })

  test('location errors say which side and which part is wrong', async () => {
    const ask = async (location: unknown) =>
      (await raw('/v2/domain-search', post(JSON.stringify({ domain: 'a.example', location }), 'application/json'))).ids
    expect(await ask('x')).toEqual(['invalid_location'])
    expect(await ask({ include: [{ continent: 'Atlantis' }] })).toEqual(['invalid_location_include_continent'])
    expect(await ask({ exclude: [{ business_region: 'EU' }] })).toEqual(['invalid_location_exclude_business_region'])
    expect(await ask({ include: [{ country: 'ZZ' }] })).toEqual(['invalid_location_include_country'])
    expect(await ask({ include: [{ country: 'FR', state: 'CA' }] })).toEqual(['invalid_location_include_state'])
    expect(await ask({ include: [{ city: 'Paris' }] })).toEqual(['invalid_location_include_combination'])
    expect(await ask({ include: [{ country: 'FR', continent: 'Europe' }] })).toEqual([
      'invalid_location_include_combination',
    ])
    expect(await ask({ include: [{ country: 'FR', city: 7 }] })).toEqual(['invalid_location_include_city'])
  })
})

describe('keys', () => {
  test('are read from header, bearer token, query and body, and the first one present decides', async () => {
    const ask = async (path: string, headers: Record<string, string>) =>
      (await fetch(app.origin + path, { headers })).status
    expect(await ask('/v2/account', { 'x-api-key': app.key })).toBe(200)
    expect(await ask('/v2/account', { authorization: `bEaReR ${app.key}` })).toBe(200)
    expect(await ask(`/v2/account/?api_key=${app.key}`, {})).toBe(200)
    expect(await ask('/v2/account', { 'x-api-key': 'wrong', authorization: `Bearer ${app.key}` })).toBe(401)
    expect(await ask('/v2/account', { 'x-api-key': ' ', authorization: `Bearer ${app.key}` })).toBe(200)
    expect(await ask('/v2/account', { authorization: 'Basic abc' })).toBe(401)
    const inBody = await fetch(
      `${app.origin}/v2/domain-search`,
      post(JSON.stringify({ api_key: app.key, domain: 'a.example' }), 'application/json'),
    )
    expect(inBody.status).toBe(200)
    expect(await inBody.text()).not.toContain(app.key)
  })

  test('missing and wrong keys get different errors, each with a challenge', async () => {
    const none = await fetch(`${app.origin}/v2/account`)
    expect(none.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await none.json()).toEqual({
      errors: [{ id: 'authentication_failed', code: 401, details: 'No API key was sent.' }],
    })
    const wrong = await fetch(`${app.origin}/v2/account?api_key=nope`)
    expect(await wrong.json()).toEqual({
      errors: [{ id: 'authentication_failed', code: 401, details: 'No account matches this API key.' }],
    })
  })
})

describe('speed', () => {
  test('requests that come too fast wait up to a second; beyond that the answer is 403 and says when to retry', async () => {
    const now = new Date('2026-03-01T10:00:00.100Z')
    await using app = await startApp({ replace: { clock: { now: () => now } } })
    const answers = await Promise.all(Array.from({ length: 31 }, () => app.get('/v2/email-count?domain=a.example')))
    const refused = answers.filter(({ status }) => status === 403)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.body.errors?.[0]).toEqual({
      id: 'rate_limit_exceeded',
      code: 403,
      details: 'Too many requests: at most 15 per second. Retry in 2 seconds.',
    })
    expect(refused[0]?.headers.get('retry-after')).toBe('2')
    const fine = answers.find(({ status }) => status === 200)
    expect(fine?.headers.get('x-ratelimit-limit')).toBe(String(15 * 3_600))
    expect(fine?.headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-03-01T11:00:00Z') / 1_000))
    expect(fine?.headers.get('ratelimit-policy')).toBe('"second";q=15;w=1')
  })

  test('the operator can lower the hourly limit, which answers 429', async () => {
    const now = new Date('2026-03-01T10:00:00.100Z')
    const env = { QUARRY_HOURLY_LIMIT_ACCOUNT: '2' }
    await using app = await startApp({ env, replace: { clock: { now: () => now } } })
    const statuses = [await app.get('/v2/account'), await app.get('/v2/account'), await app.get('/v2/usage')].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([200, 200, 429])
  })
})
