import { ownValue } from '../lib/text/own-value.ts'
import type { Configuration } from 'openid-client'
import { Agent } from 'undici'
import type { DnsClient } from './dns-client.ts'
import { ACCEPTED_ENCODINGS, readResponseBody } from './http/http-body.ts'
import { guardedConnector } from './http/http-connector.ts'
import { createAddressGuard } from './public-address.ts'
import { timeLimit } from '../lib/process/with-deadline.ts'

/**
 * Asks an OpenID provider who a person is: authorization code flow with PKCE, state and nonce (OpenID Connect Core 3.1, RFC
 * 7636, RFC 9207). openid-client implements the protocol; its connections are guarded like every other fetch.
 */
export interface OidcClient {
  /** Where to send the browser, and what to keep until it comes back. @throws OidcUnreachable */
  start: (redirectUri: string, options: { isFresh: boolean }) => Promise<OidcStart>
  /**
   * Identifies the person who came back.
   * @param url that the browser came back to, with its parameters
   * @throws OidcCancelled; OidcRefused for anything else that is not exactly as requested; OidcUnreachable
   */
  finish: (url: URL, kept: OidcKept) => Promise<OidcIdentity>
}

export interface OidcKept {
  state: string
  nonce: string
  verifier: string
}

export interface OidcStart extends OidcKept {
  url: string
}

export interface OidcIdentity {
  issuer: string
  /** Identifies a person together with the issuer; nothing else does. */
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
  /** When the provider last verified who the person is; null when it does not say. */
  provedAt: Date | null
}

export class OidcRefused extends Error {
  override name = 'OidcRefused'
}

/** The person declined at the provider (`access_denied`, RFC 6749 4.1.2.1). */
export class OidcCancelled extends Error {
  override name = 'OidcCancelled'
}

export class OidcUnreachable extends Error {
  override name = 'OidcUnreachable'
}

export interface OidcClientOptions {
  issuer: string
  clientId: string
  clientSecret: string | null
  userAgent: string
  dns: DnsClient
  /** Networks open in addition to public ones (CIDR). */
  allowedNetworks: readonly string[]
}

const MAX_ANSWER_BYTES = 1_000_000
const TIMEOUT_SECONDS = 8
const MAX_WRAPS = 5
/** Of an OAuth error code, as logged. */
const MAX_CODE = 60

/** Loaded when it is first used to sign in, to keep starts fast. */
const library = () => import('openid-client')

export function createOidcClient(options: OidcClientOptions): OidcClient {
  let discovered: Promise<Configuration> | null = null
  const guard = createAddressGuard(options.allowedNetworks)
  const agent = new Agent({ connect: guardedConnector({ dns: options.dns, guard }), connections: 4, allowH2: false })

  /** Discovered once; after a failure, the next call tries again. */
  function configuration(): Promise<Configuration> {
    discovered ??= discover(options, guardedFetch(agent, options.userAgent)).catch((cause: unknown) => {
      discovered = null
      throw new OidcUnreachable(`${options.issuer} cannot be reached.`, { cause })
    })
    return discovered
  }

  return {
    start: async (redirectUri, { isFresh }) => {
      const client = await library()
      const found = await configuration()
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
      const url = client.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(isFresh && { max_age: '0', prompt: 'login' }),
      })
      return { url: url.href, state, nonce, verifier }
    },

    finish: async (url, { state, nonce, verifier }) => {
      const client = await library()
      const found = await configuration()
      try {
        const tokens = await client.authorizationCodeGrant(found, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return identityOf(tokens.claims())
      } catch (cause) {
        if (cause instanceof client.AuthorizationResponseError && cause.error === 'access_denied')
          throw new OidcCancelled('The sign-in was declined at the provider.', { cause })
        throw unreachableIn(cause) ?? new OidcRefused(`The provider did not confirm who this is: ${toldBy(cause)}.`)
      }
    },
  }
}

/** The error thrown by the fetch below, however often the library wrapped it. */
function unreachableIn(error: unknown): OidcUnreachable | null {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_WRAPS; at = at.cause, depth++)
    if (at instanceof OidcUnreachable) return at
  return null
}

/** For the operator's log: only the library's messages, since its other data may contain tokens. */
function toldBy(error: unknown): string {
  const told: string[] = []
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_WRAPS; at = at.cause, depth++) {
    const code: unknown = Reflect.get(at, 'error')
    told.push(typeof code === 'string' ? `${at.message} (${code.slice(0, MAX_CODE)})` : at.message)
  }
  return told.join(': ')
}

async function discover(
  { issuer, clientId, clientSecret }: OidcClientOptions,
  fetching: typeof fetch,
): Promise<Configuration> {
  const client = await library()
  const authentication = clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret)
  const isPlain = issuer.startsWith('http:')
  return client.discovery(new URL(issuer), clientId, undefined, authentication, {
    // openid-client calls it like `fetch`.
    [client.customFetch]: fetching as never,
    timeout: TIMEOUT_SECONDS,
    // The settings allow only providers on this machine without TLS.
    execute: isPlain ? [client.allowInsecureRequests] : [],
  })
}

function identityOf(claims: Readonly<Record<string, unknown>> | undefined): OidcIdentity {
  const text = (name: string): string | null => {
    const value = ownValue(claims, name)
    return typeof value === 'string' ? value : null
  }
  const [issuer, subject] = [text('iss'), text('sub')]
  if (issuer === null || subject === null || subject === '') throw new OidcRefused('The token does not name anybody.')
  const at = claims?.['auth_time']
  return {
    issuer,
    subject,
    email: text('email'),
    // OpenID Connect Core 5.1: a JSON boolean; anything else counts as not verified.
    emailVerified: claims?.['email_verified'] === true,
    name: text('name'),
    provedAt: typeof at === 'number' ? new Date(at * 1_000) : null,
  }
}

/** `fetch` over guarded connections, without redirects, with a size limit. */
const guardedFetch =
  (agent: Agent, userAgent: string): typeof fetch =>
  async (input, init = {}) => {
    const { origin, pathname, search } = new URL(input instanceof Request ? input.url : input)
    const headers = Object.fromEntries(new Headers(init.headers))
    using limit = timeLimit(TIMEOUT_SECONDS * 1_000)
    const asked = agent.request({
      origin,
      path: pathname + search,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'user-agent': userAgent, 'accept-encoding': ACCEPTED_ENCODINGS },
      body: init.body instanceof URLSearchParams ? init.body.toString() : null,
      signal: init.signal ?? limit.signal,
    })
    const answer = await asked.catch((cause: unknown) => {
      throw new OidcUnreachable(`${origin} does not answer.`, { cause })
    })
    if (answer.statusCode >= 500) {
      await answer.body.dump()
      throw new OidcUnreachable(`${origin} answers with ${answer.statusCode}.`)
    }
    const encoding = String(answer.headers['content-encoding'] ?? '')
    const read = await readResponseBody(answer.body, encoding, { maxBytes: MAX_ANSWER_BYTES, overflow: 'refuse' })
    if (read.outcome !== 'read') throw new TypeError(`The answer was refused: ${read.reason}.`)
    const type = String(answer.headers['content-type'] ?? '')
    const challenge = answer.headers['www-authenticate']
    return new Response(NO_BODY.has(answer.statusCode) ? null : Uint8Array.from(read.body), {
      status: answer.statusCode,
      headers: { 'content-type': type, ...(challenge !== undefined && { 'www-authenticate': String(challenge) }) },
    })
  }

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304])
