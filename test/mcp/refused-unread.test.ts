import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { JSON_HEADERS, messagesOf, raw, rpc } from '../support/doors/mcp-client.ts'
import type { RawRequest } from '../support/doors/mcp-client.ts'
import { startStandIn } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'

const list = rpc('tools/list')
const tooFast = (id = 1) => rpc('tools/call', { name: 'fail', arguments: { how: 'speed' } }, id)
const refusals = (count: number): RawRequest => ({
  headers: JSON_HEADERS,
  body: Array.from({ length: count }, (_, id) => tooFast(id)),
})

/** Returns the answer to the head of a request, before a single byte of its body is sent. */
async function answerToHead({ origin }: StandIn): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const headers = { Host: hostname, ...JSON_HEADERS, 'Content-Length': '200000' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n`)
  let answer = ''
  for await (const text of socket) {
    answer += text as string
    if (answer.endsWith('}')) break
  }
  return answer
}

describe('when a caller continues despite being rate-limited', () => {
  // A second that passes only when the test says so.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('no more bodies are read for a second, and others are not affected', async () => {
    await using app = await startStandIn()
    expect((await raw(app.origin, refusals(10))).status).toBe(200)
    const answer = await answerToHead(app)
    expect(answer).toMatch(/^HTTP\/1\.1 429 /)
    expect(answer).toMatch(/^retry-after: 1$/im)
    expect(answer).toMatch(/"id":null.*rate_limit_exceeded: Too many requests have just been refused/)
    const other = { headers: { ...JSON_HEADERS, 'X-API-KEY': 'reader' }, body: list }
    expect((await raw(app.origin, other)).status).toBe(200)
    vi.advanceTimersByTime(1_000)
    expect((await raw(app.origin, { headers: JSON_HEADERS, body: list })).status).toBe(200)
  })

  test('protocol messages count like tool calls', async () => {
    const refusal = new AppError('rate_limit_exceeded', 'Too many requests.', { retryAfterSeconds: 3 })
    await using app = await startStandIn({ countRequest: async () => Promise.reject(refusal) })
    for (let i = 0; i < 10; i++)
      expect((await raw(app.origin, { headers: JSON_HEADERS, body: list })).headers['retry-after']).toBe('3')
    expect(await answerToHead(app)).toMatch(/^HTTP\/1\.1 429 /)
  })

  test("the first refusals are still results that name the tool's limit", async () => {
    await using app = await startStandIn()
    await raw(app.origin, refusals(9))
    const answer = await raw(app.origin, { headers: JSON_HEADERS, body: tooFast() })
    expect(messagesOf(answer)[0]?.result).toMatchObject({ isError: true })
  })
})
