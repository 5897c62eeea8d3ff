import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import type { ClientCredentials, TokenAnswer, Tokens } from '../../net/oauth/token-endpoint.ts'

export type { ClientCredentials, TokenAnswer, Tokens }

/** What follows from the answer of a token endpoint. */
export type RefreshVerdict =
  | { next: 'keep'; tokens: Tokens }
  /** A temporary failure: asked again later. */
  | { next: 'failing'; waitMs: number }
  /** Only a person can help, by consenting again. */
  | { next: 'needs_consent'; error: string; dropsRefreshToken: boolean }
  /** Only the operator can help: the client itself is refused. */
  | { next: 'client_broken'; error: string; waitMs: number }

const WAITS_MS = [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] as const

/** RFC 6749 5.2 and OpenID Connect Core 3.1.2.6. */
const CONSENT_ERRORS: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'login_required',
  'access_denied',
])
const CLIENT_ERRORS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope'])

/** @param failures consecutive failures before this answer. Pure. */
export function refreshVerdict(answer: TokenAnswer, failures: number): RefreshVerdict {
  if (answer.outcome === 'tokens') return { next: 'keep', tokens: answer }
  const waitMs = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 5 * MINUTE_MS
  if (answer.outcome === 'unavailable') return { next: 'failing', waitMs: answer.retryAfterMs ?? waitMs }
  const { error } = answer
  if (CONSENT_ERRORS.has(error)) return { next: 'needs_consent', error, dropsRefreshToken: error === 'invalid_grant' }
  if (CLIENT_ERRORS.has(error)) return { next: 'client_broken', error, waitMs: HOUR_MS }
  return { next: 'failing', waitMs }
}

/** How long before its expiry a token is refreshed; a tenth of its life if that is shorter. */
const EARLY_MS = 5 * MINUTE_MS

/** When a token expires, and from when on it should be refreshed. Pure. */
export function tokenTimes(expiresInSeconds: number, now: Date): { accessExpiresAt: Date; accessRefreshAt: Date } {
  const lifeMs = expiresInSeconds * SECOND_MS
  const end = now.getTime() + lifeMs
  return { accessExpiresAt: new Date(end), accessRefreshAt: new Date(end - Math.min(EARLY_MS, lifeMs / 10)) }
}
