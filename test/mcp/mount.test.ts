import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { initialize, JSON_HEADERS, messagesOf, modernRpc, raw, rpc } from '../support/doors/mcp-client.ts'
import type { RawRequest } from '../support/doors/mcp-client.ts'
import { startStandIn } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'

let app: StandIn
beforeAll(async () => {
  app = await startStandIn({ environment: { QUARRY_CORS_ORIGINS: 'https://chat.example' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const list = rpc('tools/list')
const host = (name: string): RawRequest => ({ headers: { ...JSON_HEADERS, Host: name }, body: list })
const origin = (name: string, more: Record<string, string> = {}): RawRequest => ({
  headers: { ...JSON_HEADERS, Origin: name, ...more },
  body: list,
})
const nested = (depth: number): string =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth + 1)}`
const REVISION_2031 = '2031-01-01'
const unknownRevision: RawRequest = {
  ...modernRpc('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': REVISION_2031 }),
  headers: { ...modernRpc('tools/list').headers, 'MCP-Protocol-Version': REVISION_2031 },
}
const batch = (length: number) => Array.from({ length }, (_, id) => rpc('ping', {}, id))

describe('each guard has its own refusal:', () => {
  test.each<[string, RawRequest, number, number | string]>([
    ['a foreign host name', host('evil.example'), 403, -32_000],
    ['a broken host name', host('a b'), 403, -32_000],
    ['a page of another origin', origin('https://evil.example'), 403, -32_000],
    ['an origin that only starts like a known one', origin('https://chat.example.evil.example'), 403, -32_000],
    ['an origin of another port', origin('https://chat.example:8443'), 403, -32_000],
    ['the opaque origin', origin('null'), 403, -32_000],
    [
      'a loopback page, when reached by a public name',
      origin('http://localhost:5173', { Host: 'quarry.example' }),
      403,
      -32_000,
    ],
    ['GET', { method: 'GET', headers: JSON_HEADERS }, 405, -32_000],
    ['DELETE', { method: 'DELETE', headers: JSON_HEADERS }, 405, -32_000],
    ['PUT', { method: 'PUT', headers: JSON_HEADERS, body: list }, 405, -32_000],
    ['an unknown toolset', { path: '/mcp?toolsets=serch', headers: JSON_HEADERS, body: list }, 400, -32_000],
    ['an empty toolset', { path: '/mcp?toolsets=', headers: JSON_HEADERS, body: list }, 400, -32_000],
    ['a misspelt option', { path: '/mcp?readOnly=true', headers: JSON_HEADERS, body: list }, 400, -32_000],
    ['a misspelt header', { headers: { ...JSON_HEADERS, 'X-MCP-Toolset': 'search' }, body: list }, 400, -32_000],
    ['a strange flag', { headers: { ...JSON_HEADERS, 'X-MCP-Readonly': 'maybe' }, body: list }, 400, -32_000],
    ['a key in the address', { path: '/mcp?api_key=full', headers: JSON_HEADERS, body: list }, 400, -32_000],
    [
      'a declared length beyond the limit',
      { headers: { ...JSON_HEADERS, 'Content-Length': '300000' }, body: ' '.repeat(300_000) },
      413,
      -32_000,
    ],
    ['no key', { headers: { 'Content-Type': 'application/json' }, body: list }, 401, 'invalid_token'],
    ['a wrong key', { headers: { ...JSON_HEADERS, 'X-API-KEY': 'nobody' }, body: list }, 401, 'invalid_token'],
    [
      'a wrong key beside a right bearer',
      { headers: { ...JSON_HEADERS, 'X-API-KEY': 'nobody', Authorization: 'Bearer full' }, body: list },
      401,
      'invalid_token',
    ],
    ['no media type', { headers: { 'X-API-KEY': 'full' }, body: JSON.stringify(list) }, 415, -32_000],
    [
      'a form',
      { headers: { ...JSON_HEADERS, 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
      415,
      -32_000,
    ],
    ['a compressed body', { headers: { ...JSON_HEADERS, 'Content-Encoding': 'gzip' }, body: list }, 415, -32_000],
    [
      'a real length beyond the limit',
      {
        headers: { ...JSON_HEADERS, 'Transfer-Encoding': 'chunked' },
        body: JSON.stringify({ a: 'x'.repeat(300_000) }),
      },
      413,
      -32_000,
    ],
    ['no JSON', { headers: JSON_HEADERS, body: '{' }, 400, -32_700],
    ['an empty body', { headers: JSON_HEADERS, body: '' }, 400, -32_700],
    ['a number', { headers: JSON_HEADERS, body: '1' }, 400, -32_600],
    ['an object that is no message', { headers: JSON_HEADERS, body: {} }, 400, -32_600],
    ['deep nesting', { headers: JSON_HEADERS, body: nested(40) }, 400, -32_600],
    ['an empty batch', { headers: JSON_HEADERS, body: [] }, 400, -32_600],
    ['a long batch', { headers: JSON_HEADERS, body: batch(21) }, 400, -32_600],
    [
      'a batch with an id given twice, of which only one would be answered',
      { headers: JSON_HEADERS, body: [rpc('ping', {}, 1), rpc('tools/list', {}, 1)] },
      400,
      -32_600,
    ],
    [
      'a batch in a revision without batches',
      { headers: { ...JSON_HEADERS, 'MCP-Protocol-Version': '2025-11-25' }, body: batch(2) },
      400,
      -32_600,
    ],
    [
      'an unknown revision',
      { headers: { ...JSON_HEADERS, 'MCP-Protocol-Version': '1999-01-01' }, body: list },
      400,
      -32_022,
    ],
    ['an unknown revision in header and body', unknownRevision, 400, -32_022],
    [
      'a body of another revision than the header',
      { ...unknownRevision, headers: modernRpc('tools/list').headers ?? {} },
      400,
      -32_020,
    ],
    [
      'too much without a key',
      { headers: { 'Content-Length': '300000' }, body: ' '.repeat(300_000) },
      401,
      'invalid_token',
    ],
    [
      'a header that disagrees with the body',
      { ...modernRpc('tools/list'), headers: { ...modernRpc('tools/list').headers, 'Mcp-Method': 'ping' } },
      400,
      -32_020,
    ],
  ])('%s', async (_name, request, status, code) => {
    const answer = await raw(app.origin, request)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const body = JSON.parse(answer.text)
    expect(typeof code === 'number' ? body.error.code : body.error).toBe(code)
    expect(answer.text).not.toMatch(/<html|\bat \S+:\d+|node_modules|nobody/i)
    expect(answer.headers['x-request-id']).toBeTruthy()
  })

  test('a refusal by the first guard needs no key, and says which variable to set', async () => {
    const { text } = await raw(app.origin, { headers: { Host: 'evil.example' }, body: '{}' })
    expect(text).toContain('QUARRY_ALLOWED_HOSTS')
  })

  test('no answer and no log line contains a key', async () => {
    await raw(app.origin, { path: '/mcp?api_key=sesame-1', headers: JSON_HEADERS, body: list })
    const { text } = await raw(app.origin, { headers: { ...JSON_HEADERS, 'X-API-KEY': 'sesame-2' }, body: list })
    expect(text + app.logged.join('\n')).not.toContain('sesame')
  })
})

describe('requests that pass the guards', () => {
  test.each([
    ['its own name', host('localhost')],
    ['an address', host('192.0.2.7:3000')],
    ['an IPv6 address', host('[2001:db8::1]:3000')],
    ['a name of the operator, in any case', host('Quarry.example:443')],
    ['an allowed page', origin('https://chat.example')],
    ['a loopback page on loopback', origin('http://localhost:5173')],
    ['a bearer key', { headers: { 'Content-Type': 'application/json', Authorization: 'bearer full' }, body: list }],
    [
      'a media type with a charset',
      { headers: { ...JSON_HEADERS, 'Content-Type': 'application/json; charset=utf-8' }, body: list },
    ],
    ['a trailing slash', { path: '/mcp/', headers: JSON_HEADERS, body: list }],
    ['a session id nobody issued', { headers: { ...JSON_HEADERS, 'Mcp-Session-Id': 'abc' }, body: list }],
  ] satisfies [string, RawRequest][])('are answered: %s', async (_name, request) => {
    const answer = await raw(app.origin, request)
    expect(answer.status).toBe(200)
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('tell an allowed page what it may send, without credentials or wildcards', async () => {
    const answer = await raw(app.origin, { method: 'OPTIONS', headers: { Origin: 'https://chat.example' } })
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://chat.example',
      'access-control-allow-methods': 'POST, OPTIONS',
      vary: 'Origin',
    })
    expect(answer.headers['access-control-allow-headers']).toContain('X-API-KEY')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('let an allowed page read refusals too', async () => {
    const answer = await raw(app.origin, { headers: { Origin: 'https://chat.example' }, body: '{}' })
    expect(answer.status).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBe('https://chat.example')
    expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate')
  })

  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('with initialize %s are answered with %s', async (asked, answered) => {
    const answer = await raw(app.origin, { headers: JSON_HEADERS, body: initialize(asked) })
    expect(messagesOf(answer)[0]?.result?.['protocolVersion']).toBe(answered)
  })

  test.each([
    ['*/*'],
    ['application/json'],
    [undefined],
    ['application/json, text/event-stream'],
    ['text/event-stream'],
  ])('with Accept %s get JSON in either revision', async (accept) => {
    for (const request of [{ headers: JSON_HEADERS, body: list }, modernRpc('tools/list')]) {
      const headers: Record<string, string> = {
        ...request.headers,
        ...(accept === undefined ? {} : { Accept: accept }),
      }
      const answer = await raw(app.origin, { ...request, headers })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    }
  })

  test('that are notifications are accepted without an answer', async () => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await raw(app.origin, { headers: JSON_HEADERS, body })).status).toBe(202)
  })

  test('that are batches, in the revision that has them, are answered whole', async () => {
    const answer = await raw(app.origin, { headers: JSON_HEADERS, body: batch(20) })
    expect(messagesOf(answer).map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, id) => id))
  })

  test.each([
    ['tools/list', null],
    ['tools/list', { cursor: null }],
    ['tools/list', { cursor: '' }],
    ['prompts/list', { cursor: null, _meta: null }],
    ['notifications/initialized', null],
  ])('%s with params %j is as with nothing there', async (method, params) => {
    const id = method.startsWith('notifications/') ? {} : { id: 1 }
    const { status, text } = await raw(app.origin, {
      headers: JSON_HEADERS,
      body: { jsonrpc: '2.0', ...id, method, params },
    })
    expect([status, text.includes('"error"')]).toEqual([method.startsWith('notifications/') ? 202 : 200, false])
  })
})

describe('without a key', () => {
  test.each(['initialize', 'tools/list', 'ping', 'tools/call'])('%s is not answered', async (method) => {
    const { status, headers } = await raw(app.origin, {
      headers: { 'Content-Type': 'application/json' },
      body: rpc(method),
    })
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toBe('Bearer realm="quarry"')
  })

  test('a wrong key is called invalid, and no authorization server is mentioned', async () => {
    const { headers } = await raw(app.origin, { headers: { ...JSON_HEADERS, 'X-API-KEY': 'nobody' }, body: list })
    expect(headers['www-authenticate']).toBe('Bearer realm="quarry", error="invalid_token"')
  })
})

describe('addresses that clients probe', () => {
  const documents = ['oauth-protected-resource', 'oauth-authorization-server', 'openid-configuration']
  const paths = documents.flatMap((name) => [
    `/.well-known/${name}`,
    `/.well-known/${name}/mcp`,
    `/mcp/.well-known/${name}`,
  ])
  test.each([...paths, '/register', '/authorize', '/token'])(
    'include %s, answered in JSON that there is none',
    async (path) => {
      const answer = await raw(app.origin, { method: path === '/register' ? 'POST' : 'GET', path })
      expect(answer.status).toBe(404)
      expect(typeof JSON.parse(answer.text).error).toBe('string')
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test.each(['/sse', '/messages'])('include %s, which is gone and names the address that works', async (path) => {
    const answer = await raw(app.origin, { method: 'GET', path })
    expect(answer.status).toBe(410)
    expect(answer.text).toContain('/mcp')
  })
})

describe('rate limits', () => {
  test('answer protocol messages that come too fast with 429, never 403', async () => {
    const refusal = new AppError('rate_limit_exceeded', 'Too many requests.', { retryAfterSeconds: 3 })
    await using slow = await startStandIn({ countRequest: async () => Promise.reject(refusal) })
    const answer = await raw(slow.origin, { headers: JSON_HEADERS, body: list })
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3'])
    expect(messagesOf(answer)[0]).toMatchObject({ id: 1, error: { code: -32_000 } })
  })

  test('do not count tool calls at the door', async () => {
    let counted = 0
    await using counting = await startStandIn({ countRequest: async () => void (counted += 1) })
    await raw(counting.origin, { headers: JSON_HEADERS, body: rpc('tools/call', { name: 'echo' }) })
    expect(counted).toBe(0)
    await raw(counting.origin, { headers: JSON_HEADERS, body: list })
    await raw(counting.origin, { headers: JSON_HEADERS, body: batch(3) })
    expect(counted).toBe(4)
  })

  test('report unavailable storage, with a time to retry', async () => {
    const down = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    await using broken = await startStandIn({ authenticate: async () => Promise.reject(down) })
    const answer = await raw(broken.origin, { headers: JSON_HEADERS, body: list })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30'])
    expect(answer.text).not.toContain('10.0.0.7')
  })
})

test('a client that hangs up in the middle of its request does no harm', async () => {
  const { hostname, port } = new URL(app.origin)
  const socket = connect(Number(port), hostname)
  socket.write(`POST /mcp HTTP/1.1\r\nHost: ${hostname}\r\nX-API-KEY: full\r\nContent-Type: application/json\r\n`)
  socket.write('Content-Length: 100\r\n\r\n{"jsonrpc":')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.destroy()
  await expect.poll(() => app.logged.join('\n')).toContain('before the body ended')
  expect((await raw(app.origin, { headers: JSON_HEADERS, body: list })).status).toBe(200)
})
