import { createHash, randomBytes } from 'node:crypto'

/** The purpose of a code, visible in its first letters: set-up, invitation, reset. */
export type CodeKind = 'qs' | 'qi' | 'qr'

const CODE_BYTES = 16

export interface OneTimeCode {
  /** Shown once: `qi_` and 128 random bits. */
  code: string
  hash: Buffer
}

export function newOneTimeCode(kind: CodeKind): OneTimeCode {
  const code = `${kind}_${randomBytes(CODE_BYTES).toString('base64url')}`
  return { code, hash: hashOneTimeCode(code) }
}

/**
 * SHA-256 without salt is enough for 128 random bits. @param pasted the code or the whole link that ends in it; surrounding
 * spaces are ignored
 */
export const hashOneTimeCode = (pasted: string): Buffer =>
  createHash('sha256')
    .update(pasted.slice(pasted.lastIndexOf('#') + 1).trim())
    .digest()
