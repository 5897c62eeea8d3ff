import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

const ORIGIN = 'https://app.example'

let app: TestApp
let logged = ''
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void (logged += line) })
  const env = { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CORS_ORIGINS: ORIGIN }
  app = await startApp({ env, replace: { log } })
})
afterAll(() => app[Symbol.asyncDispose]())

const ask = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
  fetch(app.origin + path, { ...init, headers: { 'x-api-key': app.key, ...headers } })

describe('other origins', () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }
  const corsHeaders = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control'))

  test('named by the operator may call, and read what is documented', async () => {
    const answer = await ask('/v2/account', {}, { origin: ORIGIN })
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
    expect(answer.headers.get('vary')).toContain('Origin')
    const before = await ask('/v2/domain-search', { method: 'OPTIONS' }, { origin: ORIGIN, ...preflight })
    expect([before.status, before.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
    expect(before.headers.get('access-control-allow-methods')).toContain('POST')
    expect(before.headers.get('access-control-allow-headers')).toContain('x-api-key')
    const refused = await fetch(`${app.origin}/v2/account`, { headers: { origin: ORIGIN } })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN])
  })

  test('that are not named get no cross-origin header at all', async () => {
    for (const origin of ['https://other.example', `${ORIGIN}.other.example`, 'http://app.example', 'null']) {
      expect(corsHeaders(await ask('/v2/account', {}, { origin }))).toEqual([])
      expect(corsHeaders(await ask('/v2/account', { method: 'OPTIONS' }, { origin, ...preflight }))).toEqual([])
    }
    expect(corsHeaders(await ask('/v2/account'))).toEqual([])
  })
})

describe('every answer', () => {
  const message = { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }
  const mcp = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

  test.each(['/', '/docs', '/healthz', '/readyz', '/metrics', '/v2/account', '/nowhere', '/app', '/mcp'])(
    'of %s is stored by no cache, and its type is not guessed',
    async (path) => {
      const answers = [await ask(path, { redirect: 'manual' }), await ask(path, message, mcp)]
      expect(
        answers.map(({ headers }) => [headers.get('cache-control'), headers.get('x-content-type-options')]),
      ).toEqual(answers.map(() => ['no-store', 'nosniff']))
    },
  )

  test('that is the same for everybody may be stored', async () => {
    const { headers } = await ask('/files/industries.json')
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      'public, max-age=86400',
      'nosniff',
    ])
  })
})

describe('the request id', () => {
  test('is kept if it is a harmless word, and generated otherwise', async () => {
    const idFor = async (id: string) =>
      (await ask('/v2/account', {}, { 'x-request-id': id })).headers.get('x-request-id')
    expect(await idFor('order-7.b_C')).toBe('order-7.b_C')
    for (const id of ['', 'a b', 'a'.repeat(129), '<script>', 'ä']) expect(await idFor(id)).toMatch(/^[\da-f-]{36}$/)
    expect((await ask('/healthz')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  test('is in the log with the outcome of the request', async () => {
    await ask('/v2/account', {}, { 'x-request-id': 'find-me-in-the-log' })
    const line = logged.split('\n').find((each) => each.includes('find-me-in-the-log')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ method: 'GET', url: '/v2/account', status: 200, msg: 'request' })
  })
})

describe('a key', () => {
  test('never reaches the log, however it was sent', async () => {
    const key = app.key
    const plain = { 'x-api-key': '' }
    const sent = [
      ask(`/v2/account?api_key=${key}`, {}, plain),
      ask(`/v2/account?x=1&api_key=${key}&y=2`, {}, plain),
      ask(`/v2/account?api%5Fkey=${key}`, {}, plain),
      ask(`/v2/account?%61pi_key[]=${key}`, {}, plain),
      ask(`/v2/account?api_key[a]=${key}`, {}, plain),
      ask(`/v2/nothing?api_key=${key}`, {}, plain),
      ask(`/v2/account?key=${key}`, {}, plain),
      ask('/v2/account', {}, { authorization: `Bearer ${key}` }),
      ask('/v2/domain-search', { method: 'POST', body: JSON.stringify({ api_key: key, domain: 'x' }) }, plain),
      ask(`/mcp?api_key=${key}`, { method: 'POST', body: '{}' }, plain),
    ]
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 200])
    expect(logged).not.toContain(key)
    expect(logged).toContain('/v2/account?x=1&api_key=***&y=2')
  })
})

describe('people', () => {
  test('never reach the log, however they were asked for, nor does what opens files and consents', async () => {
    const asked = [
      '/v2/email-verifier?email=ada.birch@birch.example',
      '/v2/email-verifier?email=ada.birch%2Bnews%40birch.example',
      '/v2/people/find?%65mail=%61da.birch%40birch.example',
      '/v2/leads?email[]=ada.birch@birch.example',
      '/v2/leads/ada.birch@birch.example',
      '/v2/email-finder?domain=birch.example&first_name=Ada.Birch&last%5Fname=Ada.Birch',
      '/v2/email-finder?domain=birch.example&full_name=Ada.Birch&linkedin_handle=ada.birch',
      '/files/exports/1?until=1&sig=ada.birch',
      '/oauth/authorize?client_id=x&state=ada.birch',
      `/v2/account?x=${'y'.repeat(9_000)}`,
    ]
    for (const path of asked) await ask(path)
    expect(logged.toLowerCase()).not.toMatch(/ada\.birch|%61da/)
    expect(logged).toContain('/v2/email-verifier?email=***@birch.example')
    expect(logged).toContain('/v2/email-finder?domain=birch.example&first_name=***&last%5Fname=***')
    expect(logged).not.toContain('y'.repeat(2_000))
  })
})

/** Sends a raw HEAD: `fetch` drops the body of the answer whatever the server sends. */
const rawHead = (path: string) =>
  new Promise<{ status: number; headers: object; bytes: number }>((resolve, reject) => {
    const headers = { 'x-api-key': app.key }
    request(app.origin + path, { method: 'HEAD', headers, agent: false }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes }))
    })
      .on('error', reject)
      .end()
  })

describe('methods and paths', () => {
  test('treat HEAD as GET without the body', async () => {
    for (const path of [
      '/v2/account',
      '/v2/email-count?domain=a.example',
      '/v2/domain-search',
      '/docs',
      '/v2/openapi.json',
    ]) {
      const [head, get] = [await rawHead(path), await ask(path)]
      expect([path, head.status, head.bytes]).toEqual([path, get.status, 0])
      expect(head.headers).toMatchObject({ 'content-type': get.headers.get('content-type') })
    }
  })

  test('ignore trailing slashes, but not case', async () => {
    for (const path of [
      '/v2/account/',
      '/v2/account/?x=1',
      '/v2/account//',
      '/v2/openapi.json/',
      '/docs/',
      '/healthz/',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    for (const path of ['/V2/account', '/v2/Account', '/Docs', '/v2', '/v2/'])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
  })

  test('refuse other methods on a known path, and name the allowed ones', async () => {
    const probes = ['/healthz', '/readyz', '/metrics']
    const files = ['/files/industries.json', '/files/exports/1', '/logos/lumen.example']
    for (const path of ['/', ...probes, '/docs', ...files, '/v2/openapi.json', '/v2/usage']) {
      const refused = await ask(path, { method: 'DELETE' })
      expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS'])
      expect(await refused.json()).toMatchObject({ errors: [{ id: 'method_not_allowed', code: 405 }] })
      const told = await ask(path, { method: 'OPTIONS' })
      expect([path, told.status, told.headers.get('allow')]).toEqual([path, 204, 'GET, HEAD, OPTIONS'])
    }
    const told = await ask('/mcp', { method: 'OPTIONS' })
    expect([told.status, told.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })
})

describe('bodies', () => {
  const post = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    ask('/v2/domain-search', { method: 'POST', body }, { 'content-type': 'application/json', ...headers })
  const parameters = new TextEncoder().encode(JSON.stringify({ domain: 'lumen.example' }))

  test('that are compressed are refused, however they are declared', async () => {
    const zipped = new Uint8Array(gzipSync(parameters))
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'nonsense'])
      expect((await post(zipped, { 'content-encoding': encoding })).status).toBe(415)
    expect((await post(zipped, {})).status).toBe(400)
    expect((await post(parameters, { 'content-encoding': 'identity' })).status).toBe(200)
  })

  test('that are too large are refused before or while they arrive', async () => {
    const large = new Uint8Array(1_048_577).fill(32)
    expect((await post(large, {})).status).toBe(413)
    const chunks = new ReadableStream({ start: (stream) => (stream.enqueue(large), stream.close()) })
    const chunked = await ask('/v2/domain-search', { method: 'POST', body: chunks, duplex: 'half' })
    expect([chunked.status, chunked.headers.get('connection')]).toEqual([413, 'close'])
  })
})
