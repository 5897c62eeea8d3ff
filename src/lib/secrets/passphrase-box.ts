import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** A secret sealed with a passphrase: scrypt (RFC 7914) and AES-256-GCM (NIST SP 800-38D); every field in base64. */
export interface PassphraseBox {
  salt: string
  nonce: string
  tag: string
  body: string
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
const KEY_BYTES = 32
/** 128 MB and about half a second per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 ** 2 }

export async function sealWithPassphrase(text: string, passphrase: string): Promise<PassphraseBox> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase.normalize(), salt, KEY_BYTES, COST), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const text64 = (bytes: Buffer) => bytes.toString('base64')
  return { salt: text64(salt), nonce: text64(nonce), tag: text64(cipher.getAuthTag()), body: text64(body) }
}

/** @returns null when the passphrase is wrong or the box was changed. */
export async function openWithPassphrase(box: PassphraseBox, passphrase: string): Promise<string | null> {
  const bytes = (field: string) => Buffer.from(field, 'base64')
  const key = await derive(passphrase.normalize(), bytes(box.salt), KEY_BYTES, COST)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(box.nonce), { authTagLength: 16 })
    decipher.setAuthTag(bytes(box.tag))
    return Buffer.concat([decipher.update(bytes(box.body)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
