import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

/** Keys with which Quarry signs a mailbox's mail (RFC 6376, RFC 8301). */

/** RFC 8301 3.2: signers use at least 1024 bits, preferably 2048, which still fits into a TXT record. */
const MODULUS_BITS = 2048
const MIN_BITS = 1024
const MAX_PEM_LENGTH = 10_000

/** A new RSA private key in PEM. */
export async function newDkimKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Normalises an operator's private key in PEM; null if DKIM cannot use it. */
export function readDkimKey(text: string): string | null {
  if (text.length > MAX_PEM_LENGTH) return null
  try {
    const key = createPrivateKey(text)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS) return null
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    return null
  }
}

/** The TXT record with which receivers verify signatures (RFC 6376 3.6.1). */
export function dkimRecord(privateKey: string): string {
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return `v=DKIM1; k=rsa; p=${key.toString('base64')}`
}
