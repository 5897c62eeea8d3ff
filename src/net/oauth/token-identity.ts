import { isRecord } from '../../lib/text/json-record.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** The person who consented, according to the id token. */
export interface TokenIdentity {
  issuer: string
  /** Identifies a person together with the issuer; nothing else does. */
  subject: string
  /** In lower case; the address a person signs in with, if the token contains one. */
  email: string | null
}

const MAX_LENGTH = 255
const CONTROL = /\p{Cc}/u

/**
 * Reads an id token that came from the token endpoint itself, over TLS: its signature need not be checked (OpenID Connect Core
 * 3.1.3.7, point 6). Null if it identifies nobody.
 */
export function identityOf(idToken: string): TokenIdentity | null {
  const payload = idToken.split('.')[1]
  if (payload === undefined) return null
  try {
    const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    if (!isRecord(said)) return null
    const text = (name: string): string | null => {
      const value = ownValue(said, name)
      return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH && !CONTROL.test(value)
        ? value
        : null
    }
    const [issuer, subject] = [text('iss'), text('sub')]
    if (issuer === null || subject === null) return null
    const email = [text('email'), text('preferred_username')].find((value) => value?.includes('@') === true)
    return { issuer, subject, email: email?.toLowerCase() ?? null }
  } catch {
    return null
  }
}
