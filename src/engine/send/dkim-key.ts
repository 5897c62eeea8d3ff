import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

/** Keys with which Quarry signs what a mailbox sends (RFC 6376, RFC 8301). */

/** RFC 8301 3.2: signers use at least 1024 bits, better 2048; a TXT record still holds that. */
const MODULUS_BITS = 2048
const MIN_BITS = 1024
const MAX_PEM_LENGTH = 10_000

/** A new RSA key: its private half in PEM. */
export async function newDkimKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** A private key of the operator's in PEM, in its usual form; null when it is none that DKIM can use. */
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

/** The TXT record that lets others check signatures (RFC 6376 3.6.1). */
export function dkimRecord(privateKey: string): string {
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return `v=DKIM1; k=rsa; p=${key.toString('base64')}`
}
