import { createHash, randomBytes } from 'node:crypto'
import type { ShownToken, TokenVerdict } from './token-login.ts'

/** Which tokens an authorization server on loopback has given out, and which of them live. */

/**
 * What becomes of a refresh token that was used: it stays the only one; stays good beside a new one, as Microsoft's; is good for
 * 30 s more; or its second use ends every token of the same consent (RFC 9700 4.14.2).
 */
export type Rotation = 'none' | 'keep-old' | 'grace' | 'strict'

/** Whom a consent is of, and what for. `*` for a principal that may use every mailbox. */
export interface Consent {
  email: string
  clientId: string
  scopes: string[]
  ended: boolean
}

interface Given {
  consent: Consent
  expiresAt: number
  /** When a refresh token was used first. */
  usedAt: number | null
}

export interface TokenBook {
  /** Every token ever given, for searches. */
  all: string[]
  give: (consent: Consent, options: { refresh: boolean }) => { access_token: string; refresh_token?: string }
  /** New tokens for a refresh token; null when it is no longer good. */
  refresh: (token: string, clientId: string) => { access_token: string; refresh_token?: string; scope: string } | null
  /** What a token stands for now; null when it is dead. */
  living: (token: string) => (Consent & { expiresAt: Date }) | null
  /** Ends what a person allowed: nobody is given tokens for it any more, and those out there die, unless they may live on. */
  endConsent: (email: string, options?: { accessLivesOn?: boolean }) => void
  /** Access tokens given so far die; consent stays. */
  expireAll: () => void
  /** Ends the consent that a token belongs to (RFC 7009). */
  revoke: (token: string) => void
  /** Whose consent a refresh token belongs to. */
  ownerOf: (refreshToken: string) => string | null
  judge: (shown: ShownToken) => TokenVerdict
}

const GRACE_MS = 30_000
const REFRESH_MS = 90 * 86_400_000

export function createTokenBook(options: {
  rotation: () => Rotation
  lifeSeconds: () => number
  now: () => number
  /** Whose mailboxes a person may use besides their own. */
  shared: Map<string, string[]>
}): TokenBook {
  const { now } = options
  const access = new Map<string, Given>()
  const refreshing = new Map<string, Given>()
  const all: string[] = []
  const note = (kind: string): string => {
    const token = `${kind}-${randomBytes(24).toString('base64url')}`
    all.push(token)
    return token
  }
  const giveAccess = (consent: Consent): { access_token: string } => {
    const token = note('access')
    access.set(digest(token), { consent, expiresAt: now() + options.lifeSeconds() * 1_000, usedAt: null })
    return { access_token: token }
  }
  const giveRefresh = (consent: Consent): { refresh_token: string } => {
    const token = note('refresh')
    refreshing.set(digest(token), { consent, expiresAt: now() + REFRESH_MS, usedAt: null })
    return { refresh_token: token }
  }
  const end = (consent: Consent, accessLivesOn = false): void => {
    consent.ended = true
    for (const [key, given] of access) if (given.consent === consent && !accessLivesOn) access.delete(key)
  }
  const living: TokenBook['living'] = (token) => {
    const given = access.get(digest(token))
    return given === undefined || given.expiresAt <= now()
      ? null
      : { ...given.consent, expiresAt: new Date(given.expiresAt) }
  }
  return {
    all,
    give: (consent, { refresh }) => ({ ...giveAccess(consent), ...(refresh && giveRefresh(consent)) }),
    refresh: (token, clientId) => {
      const given = refreshing.get(digest(token))
      if (given === undefined || given.consent.ended || given.consent.clientId !== clientId) return null
      if (given.expiresAt <= now()) return null
      const rotation = options.rotation()
      if (given.usedAt !== null && rotation === 'strict') {
        end(given.consent)
        return null
      }
      if (given.usedAt !== null && rotation === 'grace' && now() - given.usedAt > GRACE_MS) return null
      given.usedAt ??= now()
      const next = rotation === 'none' ? {} : giveRefresh(given.consent)
      return { ...giveAccess(given.consent), ...next, scope: given.consent.scopes.join(' ') }
    },
    living,
    endConsent: (email, { accessLivesOn = false } = {}) => {
      for (const { consent } of [...refreshing.values(), ...access.values()])
        if (consent.email === email) end(consent, accessLivesOn)
    },
    expireAll: () => access.clear(),
    revoke: (token) => {
      const given = refreshing.get(digest(token)) ?? access.get(digest(token))
      if (given !== undefined) end(given.consent)
    },
    ownerOf: (token) => refreshing.get(digest(token))?.consent.email ?? null,
    judge: ({ username, token }) => {
      const consent = living(token)
      if (consent === null) return { status: 'invalid_token' }
      const { email } = consent
      const mayUse = email === '*' || email === username || options.shared.get(email)?.includes(username) === true
      return mayUse ? 'good' : { say: '535 5.7.3 Authentication unsuccessful' }
    },
  }
}

const digest = (token: string): string => createHash('sha256').update(token).digest('base64')
