import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JSON_HEADERS, modernRpc, raw, rpc } from '../../support/doors/mcp-client.ts'
import type { RawAnswer, RawRequest } from '../../support/doors/mcp-client.ts'
import { startStandIn } from '../stand-in.ts'
import type { StandIn } from '../stand-in.ts'

/** The shortcut past the SDK must give the same answer as the SDK; an unknown key in `_meta` selects the SDK. */

let app: StandIn
beforeAll(async () => {
  app = await startStandIn()
})
afterAll(() => app[Symbol.asyncDispose]())

const MARK = { 'test.example/mark': 1 }

type Asked = Record<string, unknown>
interface Request {
  method: string
  params?: Asked
  id?: string | number
  key?: string
  path?: string
}

const ways: Record<string, (request: Request, marked: boolean) => RawRequest> = {
  '2025-11-25': ({ method, params = {}, id }, marked) => ({
    headers: JSON_HEADERS,
    body: rpc(method, { ...params, ...(marked && { _meta: MARK }) }, id),
  }),
  '2026-07-28': ({ method, params, id = 1 }, marked) => {
    const { body, ...others } = modernRpc(method, params, marked ? MARK : {})
    return { ...others, body: { ...(body as Asked), id } }
  },
}

const call = (name: string, args?: Asked): Request => ({
  method: 'tools/call',
  params: { name, ...(args && { arguments: args }) },
})
const list: Request = { method: 'tools/list' }

const cases: [string, Request][] = [
  ['a call', call('list_rows', { limit: 2 })],
  ['a call without arguments', call('list_rows')],
  ['a call that fails as expected', call('fail', { how: 'ours' })],
  ['a call that fails by surprise', call('fail', { how: 'theirs' })],
  ['wrong arguments', call('list_rows', { limit: 'many', other: 1 })],
  ['a tool that asks first', call('save', {})],
  ['a tool that is hidden', { ...call('save', { name: 'x' }), key: 'reader' }],
  ['a tool that is not there', call('nothing')],
  ['a name of another kind', { method: 'tools/call', params: { name: 7 } }],
  ['arguments of another kind', { method: 'tools/call', params: { name: 'echo', arguments: [] } }],
  ['a wrong key', { ...call('echo'), key: 'wrong' }],
  ['an id in words', { ...call('list_rows'), id: 'a "b" é' }],
  ['the list', list],
  ['the list for a reader', { ...list, key: 'reader', id: 'x' }],
  ['a part of the list', { ...list, path: '/mcp?toolsets=leads&readonly=true' }],
  ['a list with a cursor', { ...list, params: { cursor: 'x' } }],
]

/** Removes what differs between requests: the id in `_meta` of an error, and the HTTP headers that vary. */
const comparable = ({ status, headers, text }: RawAnswer) => {
  const { 'x-request-id': _id, date: _date, ...others } = headers
  const steady = text.replace(/"request_id":"[^"]+"/, '"request_id":""')
  return { status, headers: { ...others, 'content-length': undefined }, body: JSON.parse(steady) as unknown }
}

describe.each(Object.keys(ways))('on %s', (revision) => {
  const ask = (request: Request, marked: boolean): Promise<RawAnswer> => {
    const { headers, body } = ways[revision]!(request, marked)
    const key = { 'X-API-KEY': request.key ?? 'full' }
    return raw(app.origin, { path: request.path ?? '/mcp', headers: { ...headers, ...key }, body })
  }

  test.each(cases)('%s gets the same answer, with the shortcut and without it', async (_what, request) => {
    // Clients of 2026-07-28 are recognised from their second request on.
    await ask(list, false)
    const plain = comparable(await ask(request, false))
    expect(plain).toEqual(comparable(await ask(request, true)))
    expect([200, 400, 401, 404]).toContain(plain.status)
  })

  test('lengths are counted in bytes', async () => {
    await ask(list, false)
    const { headers, text } = await ask(call('echo', { text: 'é€😀' }), false)
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text))
  })
})

describe('an unusual request goes through the SDK:', () => {
  const modern = modernRpc('tools/list').headers

  test.each<[string, RawRequest, number]>([
    [
      'a header that names another method',
      { ...modernRpc('tools/list'), headers: { ...modern, 'Mcp-Method': 'ping' } },
      400,
    ],
    [
      'a call without its name in the header',
      { ...modernRpc('tools/call', { name: 'echo' }), headers: modern ?? {} },
      400,
    ],
    ['a revision in the header alone', { headers: modern ?? {}, body: rpc('tools/list') }, 400],
    [
      'an unknown revision',
      { headers: { ...JSON_HEADERS, 'MCP-Protocol-Version': '1999-01-01' }, body: rpc('tools/list') },
      400,
    ],
    ['a message of an unknown shape', { headers: JSON_HEADERS, body: { ...rpc('tools/list'), more: 1 } }, 400],
    ['a notification', { headers: JSON_HEADERS, body: { jsonrpc: '2.0', method: 'tools/list' } }, 202],
    [
      'capabilities that are none',
      modernRpc('tools/list', {}, { 'io.modelcontextprotocol/clientCapabilities': 7 }),
      400,
    ],
  ])('%s', async (_what, request, status) => {
    await raw(app.origin, modernRpc('tools/list'))
    // Twice, to show that nothing wrong is remembered as right.
    expect((await raw(app.origin, request)).status).toBe(status)
    expect((await raw(app.origin, request)).status).toBe(status)
  })
})
