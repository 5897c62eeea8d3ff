import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthorizationServer, TokenRequest } from './authorization-shape.ts'
import type { Consent } from './token-book.ts'

interface Code {
  consent: Consent
  redirectUri: string
  challenge: string
  nonce: string | null
  used: boolean
}

interface Device {
  clientId: string
  scopes: string[]
  expiresAt: number
  intervalMs: number
  polledAt: number
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

type Answered = [status: number, body: Record<string, unknown>]

const refused = (error: string, status = 400): Answered => [status, { error, error_description: `Said: ${error}` }]

export interface EndpointsOptions {
  now: () => number
  expiresInSeconds?: number
  intervalSeconds?: number
}

/** Answers the requests to an authorization server. */
export class Endpoints {
  readonly #provider: AuthorizationServer
  readonly #codes = new Map<string, Code>()
  readonly #devices = new Map<string, Device>()
  readonly #options: EndpointsOptions

  constructor(provider: AuthorizationServer, options: EndpointsOptions) {
    this.#provider = provider
    this.#options = options
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.#provider.url)
    if (pathname.startsWith('/.well-known/')) return send(response, [200, this.#metadata()])
    if (pathname === '/authorize') return this.#consentPage(searchParams, response)
    if (request.method !== 'POST') return send(response, refused('not_found', 404))
    const params = new Map(new URLSearchParams(await bodyOf(request)))
    if (pathname === '/token') return this.#tokenEndpoint(params, response)
    if (pathname === '/device') return send(response, this.#device(params))
    if (pathname === '/introspect') return send(response, [200, this.#introspect(params.get('token') ?? '')])
    if (pathname === '/revoke') {
      this.#provider.book.revoke(params.get('token') ?? '')
      return send(response, [200, {}])
    }
    return send(response, refused('not_found', 404))
  }

  /** Returns the person's answer, as the address their browser is redirected to. */
  visit(params: URLSearchParams): string | null {
    const { person, issuer, codes } = this.#provider
    const redirectUri = params.get('redirect_uri')
    if (redirectUri === null || params.get('client_id') !== this.#provider.client.id)
      throw new Error('The consent page was not asked for as it should be.')
    if (person.decision === 'wait') return null
    const back = new URL(redirectUri)
    back.searchParams.set('state', params.get('state') ?? '')
    back.searchParams.set('iss', issuer)
    if (person.decision === 'deny') {
      back.searchParams.set('error', 'access_denied')
      return back.href
    }
    const code = `code-${randomBytes(24).toString('base64url')}`
    codes.push(code)
    this.#codes.set(code, {
      consent: this.#consentTo((params.get('scope') ?? '').split(' ')),
      redirectUri,
      challenge: params.get('code_challenge_method') === 'S256' ? (params.get('code_challenge') ?? '') : '',
      nonce: params.get('nonce'),
      used: false,
    })
    back.searchParams.set('code', code)
    return back.href
  }

  #consentTo(asked: string[]): Consent {
    const { person, client } = this.#provider
    return { email: person.email, clientId: client.id, scopes: person.scopes ?? asked, ended: false }
  }

  #consentPage(params: URLSearchParams, response: ServerResponse): void {
    const back = this.visit(params)
    if (back === null) response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Allow?</p>')
    else response.writeHead(302, { location: back }).end()
  }

  async #tokenEndpoint(params: Map<string, string>, response: ServerResponse): Promise<void> {
    const { requests, script } = this.#provider
    const request = { grant: params.get('grant_type') ?? '', params, at: this.#options.now() }
    requests.push(request)
    const leave = request.grant === 'refresh_token' ? this.#enter(params.get('refresh_token') ?? '') : () => undefined
    try {
      const scripted = script?.(request) ?? {}
      await scripted.until
      if (scripted.delayMs !== undefined) await sleep(scripted.delayMs, undefined, { ref: false })
      if (scripted.cut === 'before') return void response.destroy()
      const isScripted = scripted.status !== undefined || scripted.body !== undefined
      const answer: Answered = isScripted ? [scripted.status ?? 200, scripted.body ?? {}] : this.#grant(request)
      if (scripted.cut === 'after') return void response.destroy()
      send(response, answer, scripted.headers)
    } finally {
      leave()
    }
  }

  /** Counts a refresh as in progress until it is answered. */
  #enter(token: string): () => void {
    const { refreshes, book } = this.#provider
    const counts = ['', book.ownerOf(token) ?? 'nobody'].map((key) => {
      const count = refreshes.get(key) ?? { now: 0, peak: 0, total: 0 }
      refreshes.set(key, count)
      count.now += 1
      count.total += 1
      count.peak = Math.max(count.peak, count.now)
      return count
    })
    return () => counts.forEach((count) => (count.now -= 1))
  }

  #grant({ grant, params }: TokenRequest): Answered {
    const { client, book } = this.#provider
    if (params.get('client_id') !== client.id || (params.get('client_secret') ?? null) !== client.secret)
      return refused('invalid_client', 401)
    switch (grant) {
      case 'authorization_code':
        return this.#codeGrant(params)
      case 'refresh_token': {
        const given = book.refresh(params.get('refresh_token') ?? '', client.id)
        return given === null ? refused('invalid_grant') : this.#tokens(given)
      }
      case 'client_credentials': {
        if (client.secret === null) return refused('unauthorized_client')
        const scopes = (params.get('scope') ?? '').split(' ')
        return this.#tokens(book.give({ email: '*', clientId: client.id, scopes, ended: false }, { refresh: false }))
      }
      case DEVICE_GRANT:
        return this.#deviceGrant(params.get('device_code') ?? '')
      default:
        return refused('unsupported_grant_type')
    }
  }

  #tokens(given: { access_token: string; refresh_token?: string }): Answered {
    return [200, { ...given, token_type: 'Bearer', expires_in: this.#provider.lifeSeconds }]
  }

  #codeGrant(params: TokenRequest['params']): Answered {
    const code = this.#codes.get(params.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      code === undefined ||
      code.used ||
      code.redirectUri !== params.get('redirect_uri') ||
      verifier !== code.challenge
    )
      return refused('invalid_grant')
    code.used = true
    return this.#consented(code.consent, code.nonce)
  }

  #consented(consent: Consent, nonce: string | null): Answered {
    const { book, issuer, client } = this.#provider
    const sub = createHash('sha256').update(consent.email).digest('hex').slice(0, 16)
    const claims = { iss: issuer, aud: client.id, sub, email: consent.email, preferred_username: consent.email, nonce }
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const idToken = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`
    const [status, body] = this.#tokens(book.give(consent, { refresh: true }))
    return [status, { ...body, scope: consent.scopes.join(' '), id_token: idToken }]
  }

  #device(params: Map<string, string>): Answered {
    if (params.get('client_id') !== this.#provider.client.id) return refused('invalid_client', 401)
    const { now, expiresInSeconds = 900, intervalSeconds = 5 } = this.#options
    const code = `device-${randomBytes(24).toString('base64url')}`
    this.#provider.codes.push(code)
    this.#devices.set(code, {
      clientId: params.get('client_id') ?? '',
      scopes: (params.get('scope') ?? '').split(' '),
      expiresAt: now() + expiresInSeconds * 1_000,
      intervalMs: intervalSeconds * 1_000,
      polledAt: -Infinity,
    })
    return [
      200,
      {
        device_code: code,
        user_code: 'BDWP-HQPK',
        verification_uri: `${this.#provider.url}/enter`,
        expires_in: expiresInSeconds,
        interval: intervalSeconds,
      },
    ]
  }

  #deviceGrant(code: string): Answered {
    const { person } = this.#provider
    const device = this.#devices.get(code)
    if (device === undefined) return refused('invalid_grant')
    const now = this.#options.now()
    if (now >= device.expiresAt) return refused('expired_token')
    const early = now - device.polledAt < device.intervalMs
    device.polledAt = now
    if (early) {
      device.intervalMs += 5_000
      return refused('slow_down')
    }
    if (person.decision === 'wait') return refused('authorization_pending')
    this.#devices.delete(code)
    return person.decision === 'deny' ? refused('access_denied') : this.#consented(this.#consentTo(device.scopes), null)
  }

  #introspect(token: string): Record<string, unknown> {
    const living = this.#provider.book.living(token)
    if (living === null) return { active: false }
    const { email, scopes, clientId, expiresAt } = living
    const exp = Math.floor(expiresAt.getTime() / 1_000)
    return { active: true, email, username: email, scope: scopes.join(' '), client_id: clientId, exp }
  }

  #metadata(): Record<string, unknown> {
    const { issuer, urls } = this.#provider
    return {
      issuer,
      authorization_endpoint: urls.authorize,
      token_endpoint: urls.token,
      device_authorization_endpoint: urls.device,
      revocation_endpoint: urls.revoke,
      introspection_endpoint: urls.introspect,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }
}

function send(response: ServerResponse, [status, body]: Answered, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    .end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
