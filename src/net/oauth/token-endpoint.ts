import { ownValue } from '../../lib/text/own-value.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import type { OauthAnswer, OauthHttp } from './oauth-http.ts'
import { identityOf } from './token-identity.ts'
import type { TokenIdentity } from './token-identity.ts'

/** The client: one with a secret sends it in the body, one without is public (RFC 6749 2.3.1, 2.1). */
export interface ClientCredentials {
  clientId: string
  clientSecret: string | null
}

export interface Tokens {
  outcome: 'tokens'
  accessToken: string
  /** Null when none was sent: the one that was used stays valid (RFC 6749 6). */
  refreshToken: string | null
  expiresInSeconds: number
  /** What was granted; null when it is what was requested (RFC 6749 5.1). */
  scopes: string[] | null
  /** From the id token; null without one. */
  identity: TokenIdentity | null
}

/** A server's refusal (RFC 6749 5.2): `error` is a code, `reason` a vendor's number such as AADSTS700082. */
export interface TokenRefusal {
  outcome: 'refused'
  error: string
  reason: string | null
}

export type TokenAnswer =
  | Tokens
  | TokenRefusal
  /** No answer, or none that grants or refuses. */
  | { outcome: 'unavailable'; retryAfterMs: number | null }

/** A code that a person enters on another device (RFC 8628 3.2). */
export interface DeviceCode {
  outcome: 'device'
  deviceCode: string
  userCode: string
  verificationUri: string
  expiresInSeconds: number
  intervalSeconds: number
}

const MAX_TOKEN_LENGTH = 12_000
const DEFAULT_LIFE_SECONDS = 3_600
const MAX_LIFE_SECONDS = 86_400
const ERROR_CODE = /^[a-z][a-z0-9_]{0,63}$/
const VENDOR_REASON = /\bAADSTS\d{4,8}\b/
/** Characters of a code, a token, a scope (RFC 6749, appendix A): no others are stored, sent on or shown. */
const VISIBLE = /^[ -~]+$/
/** Sent by servers that are busy or down, with any status (RFC 6749 4.1.2.1, 8628 3.5). */
const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error', 'slow_down'])

/** Requests tokens from a token endpoint, for any grant. */
export async function askForTokens(
  http: OauthHttp,
  url: string,
  client: ClientCredentials,
  grant: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  return tokenAnswer(await http.postForm(url, withClient(client, grant)))
}

/** Starts the flow for devices; `slow_down` and the like are refusals here. */
export async function askForDeviceCode(
  http: OauthHttp,
  url: string,
  client: ClientCredentials,
  scope: string,
): Promise<DeviceCode | Exclude<TokenAnswer, Tokens>> {
  const answer = await http.postForm(url, { client_id: client.clientId, scope })
  const { body } = answer ?? { body: null }
  const [deviceCode, userCode] = [textOf(body, 'device_code'), textOf(body, 'user_code', 64)]
  // Google called it `verification_url` before the RFC.
  const uri = textOf(body, 'verification_uri', 500) ?? textOf(body, 'verification_url', 500)
  if (answer?.status !== 200 || deviceCode === null || userCode === null || uri === null || !isWebAddress(uri)) {
    const refused = tokenAnswer(answer)
    return refused.outcome === 'tokens' ? { outcome: 'unavailable', retryAfterMs: null } : refused
  }
  return {
    outcome: 'device',
    deviceCode,
    userCode,
    verificationUri: uri,
    expiresInSeconds: numberOf(body, 'expires_in', 900, 1_800),
    intervalSeconds: numberOf(body, 'interval', 5, 60),
  }
}

/** Tells the server that a token is no longer used (RFC 7009). Its answer changes nothing. */
export async function revokeToken(
  http: OauthHttp,
  url: string,
  client: ClientCredentials,
  token: string,
): Promise<void> {
  await http.postForm(url, withClient(client, { token, token_type_hint: 'refresh_token' }))
}

const withClient = ({ clientId, clientSecret }: ClientCredentials, fields: Readonly<Record<string, string>>) => ({
  ...fields,
  client_id: clientId,
  ...(clientSecret !== null && { client_secret: clientSecret }),
})

function tokenAnswer(answer: OauthAnswer | null): TokenAnswer {
  const unavailable = { outcome: 'unavailable', retryAfterMs: answer?.retryAfterMs ?? null } as const
  if (answer === null || answer.status >= 500 || answer.status === 429) return unavailable
  const { status, body } = answer
  const accessToken = textOf(body, 'access_token')
  if (status === 200 && accessToken !== null) return tokensOf(body, accessToken)
  const error = textOf(body, 'error', 64)
  if (error === null || !ERROR_CODE.test(error) || PASSING.has(error))
    return error === 'slow_down' ? { outcome: 'refused', error, reason: null } : unavailable
  return { outcome: 'refused', error, reason: reasonOf(body) }
}

function tokensOf(body: JsonRecord | null, accessToken: string): Tokens {
  const idToken = textOf(body, 'id_token', 32_768)
  return {
    outcome: 'tokens',
    accessToken,
    refreshToken: textOf(body, 'refresh_token'),
    expiresInSeconds: numberOf(body, 'expires_in', DEFAULT_LIFE_SECONDS, MAX_LIFE_SECONDS),
    scopes:
      textOf(body, 'scope')
        ?.split(/ +/)
        .filter((scope) => scope !== '') ?? null,
    identity: idToken === null ? null : identityOf(idToken),
  }
}

/** A description may have several lines. */
function reasonOf(body: JsonRecord | null): string | null {
  const said = ownValue(body, 'error_description')
  return typeof said === 'string' ? (VENDOR_REASON.exec(said.slice(0, 4_000))?.[0] ?? null) : null
}

function textOf(body: JsonRecord | null, name: string, maxLength = MAX_TOKEN_LENGTH): string | null {
  const value = ownValue(body, name)
  return typeof value === 'string' && value.length <= maxLength && VISIBLE.test(value) ? value : null
}

/** Some servers send numbers as text. */
function numberOf(body: JsonRecord | null, name: string, usual: number, max: number): number {
  const value = Number(ownValue(body, name) ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? Math.min(value, max) : usual
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
