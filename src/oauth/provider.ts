import { randomBytes } from 'node:crypto'
import { errors, interactionPolicy, Provider } from 'oidc-provider'
import type { Client, Ctx } from 'oidc-provider'
import type { Part } from '../context.ts'
import { APP_SCOPES } from '../core/apps/app-scopes.ts'
import { LOOPBACK_NAMES } from '../lib/input/known-host.ts'
import { DAY_MS, SECOND_MS } from '../lib/process/clock.ts'
import { documentRules, guardedFetch, redirectRules, registeredId } from './client-documents.ts'
import { oauthAdapter } from './oauth-adapter.ts'
import type { OauthKeys } from './oauth-keys.ts'

/** The only place that knows oidc-provider's options. Everything not named is off. */

export type ProviderNeeds = Part<
  'clock' | 'config' | 'database' | 'documents' | 'linkKey' | 'secrets' | 'rateCounter',
  'oauthObjects' | 'settings'
>

/** Scopes that an app may be given, in the order in which clients request all of them; `offline_access` has no effect. */
export const OAUTH_SCOPES = ['read', 'write', 'send', 'offline_access'] as const

export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
} as const

const CODE_SECONDS = 60
const FLOW_SECONDS = 1_800
const DAY_SECONDS = DAY_MS / SECOND_MS
const RANDOM_ID_BYTES = 18

/** The only resource where tokens are valid (RFC 8707). */
export const resourceOf = ({ origin }: { origin: string }): string => `${origin}/mcp`

/** Shows an error on one of Quarry's own pages, because the client or its redirect may not be genuine. */
export type ShowError = (ctx: Ctx, error: { error: string; error_description?: string }) => Promise<void>

export function createProvider(needs: ProviderNeeds, keys: OauthKeys, showError: ShowError): Provider {
  const { config, store } = needs
  const { oauth, origin } = config
  if (oauth === null) throw new Error('OAuth is off.')
  const rules = documentRules(needs)
  const provider = new Provider(origin, {
    adapter: (model: string) => oauthAdapter(needs, model, () => Provider.ctx?.get('x-forwarded-for') ?? ''),
    routes: OAUTH_PATHS,
    scopes: OAUTH_SCOPES,
    responseTypes: ['code'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    pkce: { required: () => true },
    issueRefreshToken: (_: Ctx, client: Client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    // Consent and sign-in are one step, required each time.
    interactions: { url: (_: Ctx, { uid }: { uid: string }) => `/oauth/consent/${uid}`, policy: consentEachTime() },
    findAccount: async (_: Ctx, sub: string) => {
      const [accountId = 0, userId = 0] = sub.split('.').map(Number)
      const stands = await store.oauthObjects.userStands(accountId, userId)
      return stands ? { accountId: sub, claims: () => ({ sub }) } : undefined
    },
    ttl: {
      AuthorizationCode: CODE_SECONDS,
      AccessToken: oauth.accessSeconds,
      RefreshToken: oauth.refreshDays * DAY_SECONDS,
      Interaction: FLOW_SECONDS,
      Session: FLOW_SECONDS,
      Grant: 90 * DAY_SECONDS,
      IdToken: oauth.accessSeconds,
    },
    cookies: cookiesOf(origin, keys),
    jwks: { keys: [keys.jwk] },
    fetch: guardedFetch(needs),
    fetchResponseBodyLimits: { 'client_id metadata document': 5 * 1_024, jwks_uri: 64 * 1_024 },
    clientBasedCORS: (_: Ctx, from: string, client: Client) => mayRead(from, client, config.corsOrigins),
    renderError: showError,
    extraClientMetadata: redirectRules,
    features: {
      ...OFF,
      registration: {
        enabled: oauth.registration,
        issueRegistrationAccessToken: false,
        idFactory: (ctx: Ctx) => registeredId(ctx, () => randomBytes(RANDOM_ID_BYTES).toString('base64url')),
      },
      revocation: {
        enabled: true,
        // A client may revoke its own tokens (RFC 7009 2.1).
        allowedPolicy: (_: Ctx, { clientId }: Client, token: { clientId?: string }) => token.clientId === clientId,
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        ...rules,
        cacheDuration: { min: 30, max: DAY_SECONDS },
      },
      resourceIndicators: resourceIndicators(resourceOf(config)),
    },
  })
  provider.proxy = true
  provider.silent = true
  return provider
}

/** Features, some of which the library enables by default. */
const OFF = Object.fromEntries(
  ['devInteractions', 'dPoP', 'pushedAuthorizationRequests', 'userinfo', 'rpInitiatedLogout'].map((name) => [
    name,
    { enabled: false },
  ]),
)

/** One prompt, answered only by the interaction that has just been agreed to. */
function consentEachTime(): object[] {
  const { Prompt, Check } = interactionPolicy
  const check = new Check(
    'consent_each_time',
    'the user has to agree',
    'interaction_required',
    ({ oidc }) => oidc?.result?.consent === undefined,
  )
  return [new Prompt({ name: 'consent', requestable: true }, check)]
}

function resourceIndicators(own: string) {
  return {
    enabled: true,
    defaultResource: (_: Ctx, __: Client, oneOf?: readonly string[]) => (oneOf === undefined ? own : oneOf[0]),
    useGrantedResource: () => true,
    getResourceServerInfo: (_: Ctx, indicator: string) => {
      if (canonical(indicator) !== own) throw new errors.InvalidTarget()
      return { scope: APP_SCOPES.join(' '), audience: own, accessTokenFormat: 'opaque' }
    },
  }
}

/** With scheme and host in lower case (RFC 3986 6.2.2.1), otherwise unchanged. */
const canonical = (indicator: string): string =>
  indicator.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, (beginning) => beginning.toLowerCase())

function cookiesOf(origin: string, { cookies }: OauthKeys) {
  const isSecure = origin.startsWith('https:')
  const prefix = isSecure ? '__Secure-quarry_oauth' : 'quarry_oauth'
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true }
  return {
    names: { session: `${prefix}_session`, interaction: `${prefix}_flow`, resume: `${prefix}_resume` },
    long: { ...common, path: '/oauth' },
    short: common,
    keys: cookies,
  }
}

/** Pages that may read the answer: those of the client, on the same computer, and the operator's. */
function mayRead(from: string, { redirectUris }: Pick<Client, 'redirectUris'>, known: readonly string[]): boolean {
  return isLoopback(from) || known.includes(from) || redirectUris.some((uri) => URL.parse(uri)?.origin === from)
}

export const isLoopback = (origin: string): boolean => LOOPBACK_NAMES.has(URL.parse(origin)?.hostname ?? '')
