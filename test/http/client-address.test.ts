import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../src/http/client-request.ts'
import { startApp } from '../support/app.ts'

/** A request from an address, with what proxies said about where it came from. */
function requestFrom(address: string | undefined, forwarded?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
  return request
}

describe('the address of a client', () => {
  test.each([
    ['nobody is trusted', 0, '203.0.113.7', '10.0.0.9'],
    ['one proxy', 1, '203.0.113.7', '203.0.113.7'],
    ['one proxy, and what a stranger claimed', 1, '192.0.2.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', 2, '192.0.2.1, 203.0.113.7, 10.0.0.8', '203.0.113.7'],
    ['more proxies than have spoken', 3, '203.0.113.7', '203.0.113.7'],
    ['entries that are empty', 1, '203.0.113.7 ,, ', '203.0.113.7'],
    ['a proxy that says nothing', 1, undefined, '10.0.0.9'],
  ])('%s', (_, proxies, forwarded, address) => {
    expect(clientAddress(requestFrom('10.0.0.9', forwarded), proxies)).toBe(address)
  })

  test('is empty if the connection has gone', () => {
    expect(clientAddress(requestFrom(undefined), 0)).toBe('')
  })
})

test('at /mcp, behind a proxy, each client of the test key has its own rate limit', async () => {
  await using app = await startApp({ env: { QUARRY_TRUST_PROXY: '1', QUARRY_RATE_LIMIT_FACTOR: '0.02' } })
  const list = async (client: string): Promise<number> => {
    const response = await fetch(`${app.origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-api-key': 'test-api-key',
        'x-forwarded-for': client,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    await response.arrayBuffer()
    return response.status
  }
  const busy = await Promise.all(Array.from({ length: 8 }, (_, claimed) => list(`192.0.2.${claimed}, 203.0.113.7`)))
  expect(busy).toContain(429)
  expect(await list('203.0.113.7, 192.0.2.99')).toBe(200)
})

test('/mcp answers a request that names it by its full URL', async () => {
  await using app = await startApp()
  const { hostname, port, host } = new URL(app.origin)
  const asked = request({ hostname, port, path: `http://${host}/mcp`, method: 'POST', headers: { host } })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  expect(answer.statusCode).toBe(401)
})
