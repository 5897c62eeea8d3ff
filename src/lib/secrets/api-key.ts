import { randomBytes } from 'node:crypto'
import { sha256 } from './sha256.ts'

/** Recognisable in logs, secret scanners and support requests. */
const PREFIX = 'qry_'
const SECRET_BYTES = 32

export interface NewApiKey {
  /** Shown once: prefix and 256 random bits. */
  key: string
  hash: Buffer
  lastFour: string
}

export function generateApiKey(): NewApiKey {
  const key = PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  return { key, hash: hashApiKey(key), lastFour: key.slice(-4) }
}

/** SHA-256 without salt is enough for 256 random bits: there is nothing to guess. */
export const hashApiKey = (key: string): Buffer => sha256(key)

/** A key as shown in lists. */
export const maskApiKey = (lastFour: string): string => `********${lastFour}`
