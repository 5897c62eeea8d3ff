import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bridgeAddress } from '../../../src/lib/settings/bridge-address.ts'
import { runBridge } from '../../../src/cli/mcp/stdio-bridge.ts'

interface Seen {
  headers: IncomingMessage['headers']
  body: { id?: number; method?: string }
}

/** A bridge to a server that answers as the test says. */
async function bridge(answer: (seen: Seen, response: ServerResponse) => void, key: string | null = 'full') {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const one = { headers: request.headers, body: text === '' ? {} : JSON.parse(text) }
    seen.push(one)
    answer(one, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const input = new PassThrough()
  const lines: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const ending = new AbortController()
  const write = async (line: string) => void lines.push(line)
  const target = Promise.resolve({ url, key })
  const ended = runBridge({ input, write, target, signal: ending.signal })
  onTestFinished(async () => {
    ending.abort()
    input.end()
    await ended
    server.closeAllConnections()
    server.close()
  })
  const say = (...messages: unknown[]) =>
    messages.forEach((each) => input.write(typeof each === 'string' ? each : `${JSON.stringify(each)}\n`))
  const said = (count: number) =>
    expect
      .poll(() => lines.length)
      .toBe(count)
      .then(() => lines.map((line) => JSON.parse(line)))
  return { say, said, seen, lines, input, ended, server }
}

const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
const result = ({ body: { id } }: Seen, response: ServerResponse, value: unknown = {}) =>
  id === undefined ? response.writeHead(202).end() : json(response, { jsonrpc: '2.0', id, result: value })
const request = (id: number | string, method = 'tools/list', params: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const modern = (id: number, method: string, params: Record<string, unknown>) =>
  request(id, method, { ...params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })

describe('an incoming message', () => {
  test('gets the headers of its revision: from the body for 2026-07-28, from the negotiation for older ones', async () => {
    const { say, said, seen } = await bridge((one, response) =>
      result(one, response, { protocolVersion: '2025-06-18' }),
    )
    say(modern(1, 'tools/call', { name: 'find_email', arguments: {} }))
    say(modern(2, 'resources/read', { uri: 'quarry://leads-lists/Grüße' }))
    say(modern(3, 'tasks/get', { taskId: 'verify-7' }))
    await said(3)
    say(request(4, 'initialize', { protocolVersion: '2025-11-25' }))
    await said(4)
    say(request(5), { jsonrpc: '2.0', method: 'notifications/initialized' })
    await said(5)
    const sent = (id: number) => seen.find(({ body }) => body.id === id)?.headers
    expect(sent(1)).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'find_email',
      'x-api-key': 'full',
    })
    const encoded = Buffer.from('quarry://leads-lists/Grüße').toString('base64')
    expect(sent(2)?.['mcp-name']).toBe(`=?base64?${encoded}?=`)
    expect(sent(3)?.['mcp-name']).toBe('verify-7')
    expect(sent(4)?.['mcp-protocol-version']).toBeUndefined()
    expect(sent(5)).toMatchObject({ 'mcp-protocol-version': '2025-06-18' })
    expect(sent(5)?.['mcp-method']).toBeUndefined()
  })

  test('may come in pieces or several at once; empty lines are ignored', async () => {
    const { say, said } = await bridge((one, response) => result(one, response))
    const text = JSON.stringify(request(1))
    say(text.slice(0, 9))
    say(`${text.slice(9)}\r\n\n  \n${JSON.stringify(request(2))}\n`)
    expect(new Set((await said(2)).map(({ id }) => id))).toEqual(new Set([1, 2]))
  })

  test('that is not a message, or is too long, is answered as such, and the next one is read', async () => {
    const { say, said } = await bridge((one, response) => result(one, response))
    say('so be it\n', '[]\n', '7\n', `{"a":"${'x'.repeat(1_100_000)}"}\n`)
    say(request(2))
    const answers = await said(5)
    expect(answers.slice(0, 4)).toEqual(
      Array.from({ length: 4 }, () =>
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_700 }) }),
      ),
    )
    expect(answers[4]).toMatchObject({ id: 2, result: {} })
  })

  test('that cancels a request closes its connection, and gets no answer', async () => {
    const closed = Promise.withResolvers<void>()
    const { say, said, seen, lines } = await bridge((one, response) => {
      if (one.body.id === 1) response.once('close', () => closed.resolve())
      else result(one, response)
    })
    say(request(1, 'tools/call'))
    await expect.poll(() => seen.length).toBe(1)
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    await closed.promise
    say(request(2))
    await said(1)
    expect(lines[0]).toContain('"id":2')
  })
})

describe('an answer', () => {
  test('that is a stream comes line by line, as it arrives', async () => {
    let end = () => {}
    const { say, said } = await bridge((one, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(': hello\n\nevent: message\ndata: {"jsonrpc":"2.0",\ndata: "method":"notifications/progress"}\n\n')
      end = () => response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: one.body.id, result: {} })}\n\n`)
    })
    say(request(1))
    expect(await said(1)).toEqual([{ jsonrpc: '2.0', method: 'notifications/progress' }])
    end()
    expect((await said(2))[1]).toMatchObject({ id: 1, result: {} })
  })

  test('that ends early is reported as lost', async () => {
    const { say, said } = await bridge((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: {"jsonrpc":"2.0","method":"x"}\n\n'),
    )
    say(request(1))
    expect((await said(2))[1]).toMatchObject({ id: 1, error: { message: expect.stringContaining('was lost before') } })
  })

  const refusals = [
    { to: 'a wrong key', status: 401, body: { error: 'invalid_token' }, says: 'does not know this key' },
    { to: 'no key', key: null, status: 401, body: { error: 'invalid_token' }, says: 'needs a key. Set QUARRY_KEY' },
    { to: 'a page', status: 502, body: 'Bad Gateway', says: 'answered with HTTP 502 and no MCP message.' },
    { to: 'too many', status: 503, body: {}, headers: { 'Retry-After': '7' }, says: 'Try again in 7 seconds.' },
    {
      to: 'another address',
      status: 307,
      body: {},
      headers: { Location: 'https://elsewhere.example/mcp' },
      says: 'Use https://elsewhere.example/mcp if',
    },
    {
      to: 'its own words',
      status: 429,
      body: { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Wait.' } },
      says: 'Wait.',
    },
  ]
  test.each(refusals)(
    'to $to is a sentence with the id of the request',
    async ({ key, status, body, headers, says }) => {
      const { say, said } = await bridge(
        (_, response) => json(response, body, status, headers),
        key === undefined ? 'full' : key,
      )
      say(request('a'))
      expect(await said(1)).toEqual([
        { jsonrpc: '2.0', id: 'a', error: { code: -32_000, message: expect.stringContaining(says) } },
      ])
    },
  )

  test('is also a sentence if no server answers, or its host cannot be found', async () => {
    const { say, said, server } = await bridge(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    say(request(1))
    expect((await said(1))[0].error.message).toContain('Quarry does not answer (ECONNREFUSED).')
    const lines: string[] = []
    const input = new PassThrough()
    input.end(`${JSON.stringify(request(1))}\n`)
    await runBridge({
      input,
      write: async (line) => void lines.push(line),
      target: Promise.reject(new Error('The data directory cannot be made.')),
      signal: new AbortController().signal,
    })
    expect(lines).toEqual([expect.stringContaining('The data directory cannot be made.')])
  })
})

test('requests in progress when the input ends are still answered', async () => {
  const { say, input, ended, lines } = await bridge((one, response) => setImmediate(() => result(one, response)))
  say(request(1))
  input.end()
  await ended
  expect(lines).toHaveLength(1)
})

test('requests sent before the server was up are answered once it is, even after the input has ended', async () => {
  const { server } = await bridge((one, response) => result(one, response))
  const { port } = server.address() as AddressInfo
  const late = Promise.withResolvers<{ url: string; key: null }>()
  const [input, lines] = [new PassThrough(), [] as string[]]
  const write = async (line: string) => void lines.push(line)
  const ended = runBridge({ input, write, target: late.promise, signal: new AbortController().signal })
  input.end(`${JSON.stringify(request(1))}\n`)
  await new Promise(setImmediate)
  expect(lines).toEqual([])
  late.resolve({ url: `http://127.0.0.1:${port}/mcp`, key: null })
  await ended
  expect(lines).toEqual([expect.stringContaining('"id":1')])
})

test.each([
  ['https://quarry.example', 'https://quarry.example/mcp'],
  ['https://quarry.example/', 'https://quarry.example/mcp'],
  ['http://[::1]:3000/in/mcp?toolsets=verify', 'http://[::1]:3000/in/mcp?toolsets=verify'],
  ['https://ada:secret@quarry.example', null],
  ['https://quarry.example/mcp?api_key=qry_1', null],
  ['ftp://quarry.example', null],
  ['quarry', null],
])('the address %s leads to %s', (typed, address) => expect(bridgeAddress(typed)).toBe(address))
