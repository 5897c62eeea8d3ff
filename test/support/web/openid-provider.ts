import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Who the provider says has signed in, and what it gets wrong on purpose. */
export interface Script {
  sub: string
  claims?: Record<string, unknown>
  /** Parameters of the redirect that replace the correct ones. */
  back?: Record<string, string>
}

export interface OpenIdProvider extends AsyncDisposable {
  issuer: string
  script: Script
  /**
   * Visits the address that Quarry redirected to.
   * @returns the address that the provider redirects back to
   */
  visit: (url: string) => Promise<URL>
}

interface Issued {
  challenge: string
  nonce: string
  sub: string
  claims: Record<string, unknown>
}

/** Starts an OpenID provider on loopback that does what its script says. */
export async function openIdProvider(): Promise<OpenIdProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
  const codes = new Map<string, Issued>()
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OpenIdProvider = {
    issuer,
    script: { sub: 'nobody' },
    visit: async (url) => {
      const led = await fetch(url, { redirect: 'manual' })
      return new URL(led.headers.get('location') ?? '')
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', issuer)
    if (url.pathname === '/.well-known/openid-configuration') return json(response, metadata(issuer))
    if (url.pathname === '/jwks') return json(response, { keys: [jwk] })
    if (url.pathname === '/authorize') return leadBack(url, response)
    const body = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const issued = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (issued === undefined || issued.challenge !== challenge) return json(response, { error: 'invalid_grant' }, 400)
    const now = Math.floor(Date.now() / 1_000)
    const times = { iat: now, exp: now + 300, auth_time: now }
    const token = { iss: issuer, aud: 'quarry', sub: issued.sub, nonce: issued.nonce, ...times, ...issued.claims }
    json(response, { access_token: 'a', token_type: 'Bearer', id_token: signed(token) })
  }

  function leadBack({ searchParams }: URL, response: ServerResponse): void {
    const { sub, claims = {}, back = {} } = provider.script
    const code = randomBytes(16).toString('hex')
    const [challenge, nonce] = [searchParams.get('code_challenge') ?? '', searchParams.get('nonce') ?? '']
    codes.set(code, { challenge, nonce, sub, claims })
    const to = new URL(searchParams.get('redirect_uri') ?? '')
    const given = { code, state: searchParams.get('state') ?? '', iss: issuer, ...back }
    for (const [name, value] of Object.entries(given)) to.searchParams.set(name, value)
    response.writeHead(302, { location: to.href }).end()
  }

  const signed = (claims: object): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'ES256', kid: 'one' })}.${part(claims)}`
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }
  return provider
}

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
