import { createHash, randomBytes } from 'node:crypto'
import type { ShownToken, TokenVerdict } from './token-login.ts'

/** The tokens an authorization server on loopback has issued, and which of them are valid. */

/**
 * What happens to a refresh token that was used: it stays the only one; stays valid beside a new one, as Microsoft's
 * do; is valid for 30 s more; or its second use revokes every token of the same consent (RFC 9700 4.14.2).
 */
export type Rotation = 'none' | 'keep-old' | 'grace' | 'strict'

/** The person a consent belongs to, and what it covers. `*` is a principal that may use every mailbox. */
export interface Consent {
  email: string
  clientId: string
  scopes: string[]
  ended: boolean
}

interface Given {
  consent: Consent
  expiresAt: number
  /** When a refresh token was first used. */
  usedAt: number | null
}

export interface TokenBook {
  /** Every token ever issued, for searches. */
  all: string[]
  give: (consent: Consent, options: { refresh: boolean }) => { access_token: string; refresh_token?: string }
  /** Returns new tokens for a refresh token, or null if it is no longer valid. */
  refresh: (token: string, clientId: string) => { access_token: string; refresh_token?: string; scope: string } | null
  /** Returns what a token currently stands for, or null if it is no longer valid. */
  living: (token: string) => (Consent & { expiresAt: Date }) | null
  /**
   * Withdraws a person's consent: no more tokens are issued for it, and existing ones become invalid unless they may
   * live on.
   */
  endConsent: (email: string, options?: { accessLivesOn?: boolean }) => void
  /** Invalidates the access tokens issued so far; the consent remains. */
  expireAll: () => void
  /** Revokes the consent that a token belongs to (RFC 7009). */
  revoke: (token: string) => void
  /** Returns whose consent a refresh token belongs to. */
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
