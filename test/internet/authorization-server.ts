import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Endpoints } from './authorization-endpoints.ts'
import type { AuthorizationServer } from './authorization-shape.ts'
import { createTokenBook } from './token-book.ts'
import type { Rotation } from './token-book.ts'

/**
 * The authorization server of a mail provider, on loopback: discovery (OpenID Connect, RFC 8414), consent (RFC 6749
 * with PKCE), devices (RFC 8628), refreshing, tokens for clients without a person, revocation (RFC 7009) and
 * introspection (RFC 7662). Mail servers ask its `book.judge`.
 */

export interface AuthorizationServerOptions {
  /** Without a secret the client is public. */
  client?: { id: string; secret: string | null }
  rotation?: Rotation
  /** The lifetime of access tokens. */
  lifeSeconds?: number
  clock?: { now: () => Date }
  device?: { expiresInSeconds?: number; intervalSeconds?: number }
  /** The issuer that metadata and the `iss` of callbacks name, if it is another one. */
  issuer?: string
}

export async function startAuthorizationServer(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = (): number => (options.clock?.now() ?? new Date()).getTime()
  const shared = new Map<string, string[]>()
  const provider: AuthorizationServer = {
    url,
    urls: {
      authorize: `${url}/authorize`,
      token: `${url}/token`,
      device: `${url}/device`,
      revoke: `${url}/revoke`,
      introspect: `${url}/introspect`,
    },
    client: options.client ?? { id: 'quarry-client', secret: `client-${randomBytes(12).toString('base64url')}` },
    person: { email: 'rui@lumen.example', decision: 'approve' },
    rotation: options.rotation ?? 'keep-old',
    lifeSeconds: options.lifeSeconds ?? 3_600,
    issuer: options.issuer ?? url,
    book: createTokenBook({
      rotation: () => provider.rotation,
      lifeSeconds: () => provider.lifeSeconds,
      now,
      shared,
    }),
    shared,
    requests: [],
    refreshes: new Map(),
    script: null,
    codes: [],
    visit: (authorizeUrl) => endpoints.visit(new URL(authorizeUrl).searchParams),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    [Symbol.asyncDispose]: () => provider.stop(),
  }
  const endpoints = new Endpoints(provider, { now, ...options.device })
  server.on('request', (request, response) => void endpoints.answer(request, response).catch(() => response.destroy()))
  return provider
}
