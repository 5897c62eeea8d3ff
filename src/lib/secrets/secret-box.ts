import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/**
 * Seals what must not be readable in the database, such as passwords of mailboxes: AES-256-GCM (NIST SP 800-38D) with a key
 * that is not in the database.
 */
export interface SecretBox {
  /** `context` names the purpose of the secret; a sealed form copied to another place does not open there. */
  seal: (text: string, context: string) => Buffer
  /** @throws SecretBoxError when the key is a different one, or the sealed form was changed or moved. */
  open: (sealed: Uint8Array, context: string) => string
  /** The same for the same secret until the key changes, and of no use for guessing it without the key (HMAC-SHA-256). */
  digest: (text: string, context: string) => Buffer
  /** Of its keys, the sealing key first; see `secretKeyFingerprint`. Loads the keys. */
  fingerprints: () => string[]
}

/** One sentence for the operator, which reveals nothing of the secret. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError'
}

/** Bytes of a key. */
export const SECRET_KEY_BYTES = 32

const VERSION = 1
const KEY_ID_BYTES = 4
const FINGERPRINT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES

/**
 * @param loadKeys returns keys of 32 bytes; called once, when the first secret is sealed or opened. The first key seals; the
 * others open what was sealed before a key change.
 */
export function createSecretBox(loadKeys: () => readonly Uint8Array[]): SecretBox {
  let keys: Map<string, Uint8Array> | null = null
  const known = () => (keys ??= new Map(loadKeys().map((key) => [keyId(key).toString('hex'), key])))
  const sealingKey = (): Uint8Array => {
    const [key] = known().values()
    if (key === undefined) throw new SecretBoxError('There is no key to encrypt secrets with: set QUARRY_SECRET_KEY.')
    return key
  }
  return {
    seal: (text, context) => {
      const key = sealingKey()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), keyId(key), nonce, cipher.getAuthTag(), body])
    },
    open: (sealed, context) => openWith(known(), Buffer.from(sealed), context),
    digest: (text, context) => createHmac('sha256', sealingKey()).update(`${context}\n${text}`).digest(),
    fingerprints: () => Array.from(known().values(), secretKeyFingerprint),
  }
}

function openWith(keys: ReadonlyMap<string, Uint8Array>, sealed: Buffer, context: string): string {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION)
    throw new SecretBoxError('A stored secret is damaged: enter it again.')
  const key = keys.get(sealed.subarray(1, 1 + KEY_ID_BYTES).toString('hex'))
  if (key === undefined)
    throw new SecretBoxError('A stored secret was encrypted with another key: add that key to QUARRY_SECRET_KEY.')
  const nonce = sealed.subarray(1 + KEY_ID_BYTES, HEADER_BYTES - TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(HEADER_BYTES - TAG_BYTES, HEADER_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SecretBoxError('A stored secret is damaged: enter it again.', { cause })
  }
}

/** Identifies a key without revealing it: 32 hexadecimal digits, the first eight of which are in everything the key sealed. */
export const secretKeyFingerprint = (key: Uint8Array): string =>
  keyDigest(key).subarray(0, FINGERPRINT_BYTES).toString('hex')

/** The bytes that follow the first byte of everything sealed with the key of this fingerprint. */
export const sealingKeyId = (fingerprint: string): Buffer => Buffer.from(fingerprint, 'hex').subarray(0, KEY_ID_BYTES)

/** Whether the key of one of these fingerprints sealed it, judged by the first bytes alone. */
export const isSealedByOneOf = (fingerprints: readonly string[], sealed: Uint8Array): boolean =>
  fingerprints.some((each) => each.startsWith(Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES)).toString('hex')))

const keyId = (key: Uint8Array): Buffer => keyDigest(key).subarray(0, KEY_ID_BYTES)

const keyDigest = (key: Uint8Array): Buffer => createHash('sha256').update('quarry secret key').update(key).digest()
