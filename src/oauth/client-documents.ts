import { createHash } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { Client, Ctx } from 'oidc-provider'
import type { Part } from '../context.ts'
import { clientNetwork } from '../lib/input/client-network.ts'
import { MINUTE_MS } from '../lib/process/clock.ts'
import { createTtlMap } from '../lib/process/ttl-map.ts'

/** What clients declare about themselves: documents on the web (Client ID Metadata Documents), and registrations (RFC 7591). */

export type DocumentNeeds = Part<'clock' | 'config' | 'documents' | 'rateCounter', 'oauthObjects'>

const MAX_BYTES: Readonly<Record<'document' | 'keys', number>> = { document: 5 * 1_024, keys: 64 * 1_024 }
const DEADLINE_MS = 3_000
const MOST_A_MINUTE = { ofOneAddress: 10, inAll: 100 }
const FAILURE_REMEMBERED_MS = MINUTE_MS
const MAX_REMEMBERED = 1_000
const MAX_REDIRECTS = 20

/** `allowFetch` and `allowClient` of oidc-provider: which documents are read, and how often strangers can cause that. */
export function documentRules({ clock, config, rateCounter, store }: DocumentNeeds) {
  const hosts = config.oauth?.clientHosts ?? []
  const isAccepted = (clientId: string): boolean =>
    hosts.length === 0 || hosts.includes(URL.parse(clientId)?.hostname.toLowerCase() ?? '')
  const mayRead = async (who: string, most: number): Promise<boolean> => {
    const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
    return (await rateCounter.count(`${who}:documents:${minute}`, MINUTE_MS, most)) <= most
  }
  return {
    /** There is no `ctx` at the consent page, where the document of a request that was admitted is read once more if need be. */
    allowFetch: async (ctx: Ctx | undefined, clientId: string): Promise<boolean> =>
      isAccepted(clientId) &&
      (ctx === undefined ||
        (await mayRead(`client:${clientNetwork(ctx.get('x-forwarded-for'))}`, MOST_A_MINUTE.ofOneAddress))) &&
      // A flood of strangers' documents does not keep out apps that people have connected before.
      ((await mayRead('all', MOST_A_MINUTE.inAll)) || (await store.oauthObjects.isConnected(clientId, clock.now()))),
    allowClient: (_: Ctx, { clientId }: Client): Promise<boolean> => Promise.resolve(isAccepted(clientId)),
  }
}

/**
 * `fetch` of oidc-provider, for client documents and their `jwks_uri`: through the guarded client, without redirects, and not
 * again for a minute after a failure.
 */
export function guardedFetch({ documents }: DocumentNeeds) {
  const failed = createTtlMap<string>(FAILURE_REMEMBERED_MS, MAX_REMEMBERED)
  return async (url: string | URL, options: { headers?: Headers } = {}): Promise<Response> => {
    const address = String(url)
    const before = failed.get(address)
    if (before !== undefined) throw new Error(before)
    const accept = options.headers?.get('accept') ?? 'application/json'
    const answer = await documents.fetch(address, {
      headers: { accept },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES.keys,
      maxRedirects: 0,
    })
    const problem = answer.outcome === 'refused' ? `the document could not be read: ${answer.reason}` : null
    if (answer.outcome === 'refused' || answer.status !== 200) {
      failed.set(
        address,
        problem ?? `the document returned status ${answer.outcome === 'response' ? answer.status : 0}`,
      )
      if (answer.outcome === 'refused') throw new Error(problem ?? '')
    }
    const { status, body } = answer
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => name === 'cache-control' || name === 'content-type'),
    )
    return new Response(new Uint8Array(usable(body)), { status, headers })
  }
}

/** A document that declares private_key_jwt without a key cannot mean it: such a client is as public as one that says so. */
function usable(body: Buffer): Buffer {
  if (body.length > MAX_BYTES.document) return body
  try {
    const document = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const isKeyless = document['jwks'] === undefined && document['jwks_uri'] === undefined
    if (document['token_endpoint_auth_method'] !== 'private_key_jwt' || !isKeyless) return body
    const { token_endpoint_auth_signing_alg: _, ...rest } = document
    return Buffer.from(JSON.stringify({ ...rest, token_endpoint_auth_method: 'none' }))
  } catch {
    return body
  }
}

/**
 * `extraClientMetadata` of oidc-provider: the redirects of every client, wherever it is from, whenever it is read. One with a
 * wildcard could lead anywhere, and one with user info leads elsewhere than it seems to: `https://known.example@other.example`.
 */
export const redirectRules = {
  properties: ['redirect_uris'],
  validator: (_: Ctx, __: string, redirects: unknown): void => {
    for (const uri of Array.isArray(redirects) ? redirects.map(String) : []) {
      if (uri.includes('*')) throw new errors.InvalidClientMetadata('redirect_uris must be complete URLs')
      const { username = '', password = '' } = URL.parse(uri) ?? {}
      if (username !== '' || password !== '')
        throw new errors.InvalidClientMetadata('redirect_uris must not contain a user name or password')
    }
  },
}

/** In JSON, what the database does not keep: NUL, and a surrogate on its own. */
const UNKEPT = /\\u(?:0000|d[89a-f])/

/** Part of every id, or described only: Quarry uses none of the latter. */
const IN_ID = new Set([
  'client_name',
  'redirect_uris',
  'token_endpoint_auth_method',
  'client_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'contacts',
  'software_id',
  'software_version',
])
const DEFAULTS = new Map([
  ['application_type', 'native'],
  ['grant_types', 'authorization_code,refresh_token'],
  ['response_types', 'code'],
])
const isDefault = (key: string, value: unknown): boolean =>
  DEFAULTS.get(key) === (Array.isArray(value) ? value.map(String).sort().join(',') : value)

/**
 * The id of a client that registers: identical registrations get the same id, unless they have a secret. Everything with an effect
 * is part of it, or a stranger could register an app that others use again and leave it, say, without its refresh tokens. A client
 * that does not declare an authentication method gets none: otherwise, the library would generate a secret for it.
 */
export function registeredId({ oidc }: Ctx, random: () => string): string {
  const body = oidc?.body ?? {}
  const { client_name: name, redirect_uris: redirects } = body
  if (UNKEPT.test(JSON.stringify(body)))
    throw new errors.InvalidClientMetadata('no text may contain NUL or an unpaired surrogate')
  if (Array.isArray(redirects) && redirects.length > MAX_REDIRECTS)
    throw new errors.InvalidClientMetadata(`redirect_uris must have at most ${MAX_REDIRECTS} items`)
  const method = (body['token_endpoint_auth_method'] ??= 'none')
  if (method !== 'none') return `dcr_${random()}`
  const sorted = Array.isArray(redirects) ? redirects.map(String).sort() : []
  const rest = Object.entries(body).filter(([key, value]) => !IN_ID.has(key) && !isDefault(key, value))
  const identity = JSON.stringify([
    typeof name === 'string' ? name : '',
    sorted,
    method,
    ...rest.sort(([a], [b]) => (a < b ? -1 : 1)),
  ])
  return `dcr_${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}`
}
