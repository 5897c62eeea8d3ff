import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JsonWebKey } from 'node:crypto'
import type { Part } from '../context.ts'
import { OAUTH_KEYS_CONTEXT, OAUTH_KEYS_SETTING } from '../core/apps/sealed-for.ts'

/** Keys of the authorization server: they sign its cookies, and would sign ID tokens if there were any. */
export interface OauthKeys {
  cookies: string[]
  jwk: JsonWebKey
}

const COOKIE_KEY_BYTES = 32
const MODULUS_BITS = 2_048

/** The keys of this installation, created once and stored sealed; recreated when the key that sealed them is lost. */
export async function oauthKeys({ store, secrets }: Part<'secrets', 'settings'>): Promise<OauthKeys> {
  const open = (sealed: unknown): OauthKeys =>
    JSON.parse(secrets.open(Buffer.from(String(sealed), 'base64'), OAUTH_KEYS_CONTEXT)) as OauthKeys
  const known = await store.settings.get(OAUTH_KEYS_SETTING)
  try {
    if (known !== null) return open(known)
  } catch {
    // Flows in progress start over.
  }
  const sealed = secrets.seal(JSON.stringify(await newKeys()), OAUTH_KEYS_CONTEXT).toString('base64')
  if (known === null) return open(await store.settings.getOrSet(OAUTH_KEYS_SETTING, sealed)) // another server may have been faster
  await store.settings.set(OAUTH_KEYS_SETTING, sealed)
  return open(sealed)
}

async function newKeys(): Promise<OauthKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  const cookies = [0, 1].map(() => randomBytes(COOKIE_KEY_BYTES).toString('base64url'))
  return {
    cookies,
    jwk: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') },
  }
}
