import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { authorizeUrl, registeredId } from '../support/oauth/oauth-client.ts'

const PUBLIC = 'https://quarry.example'

/** A proxy that passes everything on and adds what proxies add; what the client sent before stays in front. */
async function startProxy(target: string): Promise<{ server: Server; origin: string }> {
  const server = createServer((incoming, outgoing) => {
    const before = (name: string): string[] => [incoming.headers[name] ?? []].flat()
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': [...before('x-forwarded-for'), incoming.socket.remoteAddress ?? ''].join(', '),
      'x-forwarded-host': [...before('x-forwarded-host'), incoming.headers.host ?? ''].join(', '),
      'x-forwarded-proto': [...before('x-forwarded-proto'), 'http'].join(', '),
    }
    const asked = request(target + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('M36: behind two proxies, whatever host names a client sends, every address and cookie is as configured', async () => {
  await using app = await startApp({
    env: { QUARRY_PUBLIC_URL: PUBLIC, QUARRY_OAUTH: 'on', QUARRY_TRUST_PROXY: '2' },
  })
  const inner = await startProxy(app.origin)
  const outer = await startProxy(inner.origin)
  try {
    const clientId = await registeredId(outer.origin)
    const hostile = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-forwarded-port': '666',
      'x-forwarded-prefix': '/evil',
      'x-original-host': 'evil.example',
      'x-original-url': '/evil',
      forwarded: 'host=evil.example;proto=http',
    }
    const ask = async (path: string, method = 'GET', headers: Record<string, string> = hostile) => {
      const [answer] = (await once(request(outer.origin + path, { method, headers }).end(), 'response')) as [
        IncomingMessage,
      ]
      return { answer, body: await text(answer) }
    }
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ]) {
      const { body } = await ask(path)
      expect(body).not.toContain('evil')
      for (const url of body.match(/https?:\/\/[^"\\]+/g) ?? []) expect(url.startsWith(PUBLIC)).toBe(true)
    }
    const refused = await ask('/mcp', 'POST', { host: 'quarry.example', 'content-type': 'application/json' })
    expect(refused.answer.headers['www-authenticate']).toContain(`resource_metadata="${PUBLIC}/.well-known/`)

    const url = new URL(authorizeUrl(PUBLIC, { clientId }))
    const { answer } = await ask(url.pathname + url.search)
    expect(answer.headers.location).toMatch(/^(?:https:\/\/quarry\.example)?\/oauth\/consent\/[\w-]+$/)
    const cookies = answer.headers['set-cookie'] ?? []
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Secure-quarry_oauth/)
      expect(cookie).toMatch(/; secure/i)
      expect(cookie).toMatch(/; httponly/i)
      expect(cookie).not.toMatch(/evil|domain=/i)
    }
    const wrong = await ask(
      `${url.pathname}?${new URLSearchParams({ client_id: clientId, resource: 'https://evil.example/mcp' }).toString()}`,
    )
    const iss = new URL(wrong.answer.headers.location ?? '', PUBLIC).searchParams.get('iss')
    expect([null, PUBLIC]).toContain(iss)
  } finally {
    for (const { server } of [outer, inner]) {
      server.closeAllConnections()
      server.close()
    }
  }
})
