import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { raw } from '../support/doors/mcp-client.ts'
import type { RawAnswer, RawRequest } from '../support/doors/mcp-client.ts'
import { anyCharacter } from '../support/doors/any-character.ts'

/** The JSON-RPC endpoint with any input: it refuses, never fails, reveals no internals, and always answers. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const RUNS = 150
const PATIENCE_MS = 120_000

async function complaintsAbout(request: RawRequest): Promise<string[]> {
  const headers = { 'X-API-KEY': app.key, 'Content-Type': 'application/json', ...request.headers }
  const answer = await Promise.race([raw(app.origin, { ...request, headers }), tooLong()])
  if (answer === null) return ['no answer']
  return [
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
    ...(/"code":-32603|\bat .+:\d+:\d+|node_modules|\/src\//.test(answer.text) ? [`inside shown: ${answer.text}`] : []),
    ...(answer.text.includes(app.key) ? ['the key is repeated'] : []),
    ...(isJson(answer) ? [] : [`no JSON: ${answer.text.slice(0, 200)}`]),
  ]
}

const tooLong = (): Promise<null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS).unref()
  })

function isJson({ headers, text }: RawAnswer): boolean {
  if (text === '') return true
  if (headers['content-type']?.startsWith('text/event-stream') === true) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const METHODS = [
  'initialize', 'server/discover', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read', 'prompts/get',
  'completion/complete', 'notifications/initialized', 'notifications/cancelled', 'logging/setLevel', 'tasks/get', '__proto__',
] // prettier-ignore
/** Members of every object, none of which is a method here. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype)
const method = fc.oneof(fc.constantFrom(...METHODS), fc.constantFrom(...INHERITED), fc.string(), fc.anything())
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('', -1, 1e308, 2 ** 53, null, [], {}, '\u0000', 'x'.repeat(5_000), { __proto__: 1 }),
)
const id = fc.oneof(odd, fc.bigInt().map(String), fc.integer(), fc.constant(undefined))
const params = fc.oneof(
  odd,
  fc.record(
    {
      name: fc.oneof(
        fc.constantFrom('verify_email', 'domain_search', 'search_leads', 'start_campaign', 'toString'),
        odd,
      ),
      arguments: fc.oneof(
        fc.dictionary(fc.constantFrom('email', 'domain', 'limit', 'fields', 'id', 'confirm'), odd),
        odd,
      ),
      uri: odd,
      ref: odd,
      argument: odd,
      cursor: odd,
      protocolVersion: fc.oneof(fc.constantFrom('2024-11-05', '2025-11-25', '2026-07-28', '1999-01-01'), odd),
      _meta: fc.oneof(
        odd,
        fc.record({ progressToken: odd, 'io.modelcontextprotocol/protocolVersion': odd }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: [] },
  ),
)
const message = fc.record({ jsonrpc: fc.oneof(fc.constant('2.0'), odd), id, method, params }, { requiredKeys: [] })
const header = fc.constantFrom(
  '',
  'x',
  '2026-07-28',
  '2025-06-18',
  'tools/call',
  'verify_email',
  '*/*',
  'text/plain',
  '0',
)
const headers = fc.record(
  {
    'MCP-Protocol-Version': header,
    'Mcp-Method': header,
    'Mcp-Name': header,
    Accept: header,
    'Mcp-Session-Id': header,
  },
  { requiredKeys: [] },
)

const fuzz = async (requests: fc.Arbitrary<RawRequest>) => {
  const property = fc.asyncProperty(requests, async (request) => {
    expect(await complaintsAbout(request)).toEqual([])
  })
  await fc.assert(property, { numRuns: RUNS })
}

test('messages with wrong types, alone and in batches, with headers of both generations, do no harm', () =>
  fuzz(fc.record({ body: fc.oneof(message, fc.array(message, { maxLength: 25 }), odd), headers })))

test('bodies that are not JSON do no harm', () =>
  fuzz(
    fc.record({
      body: fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.constantFrom('{', '[[', '"')),
      headers,
    }),
  ))

test.each([
  ['nesting', '['.repeat(100_000)],
  ['closed nesting', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['nested objects', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['a huge number', `{"jsonrpc":"2.0","id":${'9'.repeat(10_000)},"method":"ping"}`],
  ['a method that every object has', JSON.stringify({ jsonrpc: '2.0', id: 1, method: '__defineGetter__' })],
  ['a huge id', JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(200_000), method: 'ping' })],
  ['a large batch', JSON.stringify(Array.from({ length: 500 }, () => ({ jsonrpc: '2.0', id: 1, method: 'ping' })))],
  ['an empty batch', '[]'],
  [
    'twenty calls of one id',
    JSON.stringify(Array.from({ length: 20 }, () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))),
  ],
])('%s does no harm', async (_name, body) => {
  expect(await complaintsAbout({ body })).toEqual([])
})

test.each([
  ['initialize', undefined, 'params must be an object.'],
  ['initialize', { protocolVersion: 4 }, 'params.protocolVersion must be a string.'],
  ['tools/call', undefined, 'params must be an object.'],
  ['tools/call', { name: 5, arguments: {} }, 'params.name must be a string.'],
  ['tools/call', { name: 'verify_email', arguments: ['a@b.example'] }, 'params.arguments must be an object.'],
  ['tools/call', { name: 'verify_email', arguments: 'a@b.example' }, 'params.arguments must be an object.'],
  ['tools/call', { name: 'verify_email', arguments: '{"email":' }, 'params.arguments must be an object.'],
  ['tools/call', { name: 'verify_email', arguments: '["a@b.example"]' }, 'params.arguments must be an object.'],
  [
    'tools/call',
    { name: 'x', arguments: `${'{"a":'.repeat(40)}1${'}'.repeat(40)}` },
    'params.arguments must be an object.',
  ],
  ['prompts/get', {}, 'params.name must be a string.'],
  ['prompts/get', { name: 'build_list', arguments: { list: 5 } }, 'params.arguments.list must be a string.'],
  ['completion/complete', { ref: { type: 'ref/tool' } }, 'params.ref is missing or of the wrong type.'],
  ['resources/read', { uri: 7 }, 'params.uri must be a string.'],
  ['tools/list', { cursor: false }, 'params.cursor must be a string.'],
  ['tools/list', { cursor: 'x' }, 'params.cursor is unknown: lists have a single page here. Leave it out.'],
  ['resources/list', { cursor: 'x' }, 'params.cursor is unknown: lists have a single page here. Leave it out.'],
])('%s with the parameters %j gets an error that says which is wrong', async (method, params, message) => {
  const { text } = await raw(app.origin, {
    headers: { 'X-API-KEY': app.key, 'Content-Type': 'application/json', Accept: '*/*' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  expect(JSON.parse(text)).toMatchObject({
    id: 1,
    error: { code: -32_602, message },
  })
})

test('initialize is not a method of 2026-07-28, whatever its parameters', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const { status, text } = await raw(app.origin, {
    headers: {
      'X-API-KEY': app.key,
      'Content-Type': 'application/json',
      Accept: '*/*',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'initialize',
    },
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { _meta } },
  })
  expect(status).toBe(404)
  expect(JSON.parse(text)).toMatchObject({ id: 1, error: { code: -32_601 } })
})
