import type { Part } from '../../context.ts'
import type { SealedInApps } from '../../db/backup/sealed-secrets-store.ts'
import { isSealedByOneOf } from '../../lib/secrets/secret-box.ts'
import { OAUTH_KEYS_CONTEXT, OAUTH_KEYS_SETTING, oauthObjectContext } from '../apps/sealed-for.ts'
import type { SecretNeeds } from './operate-needs.ts'

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

/**
 * Reseals what connected apps have left: clients' secrets, flows in progress, and the keys of the authorization server.
 * Values that no key opens stay: flows start over, and the authorization server creates new keys when it starts.
 * @returns how many values were resealed
 */
export async function rotateAppSecrets({ store, secrets }: Pick<SecretNeeds, 'store' | 'secrets'>): Promise<number> {
  const all = secrets.fingerprints()
  const isDue = (sealed: Buffer): boolean => !isSealedByOneOf(all.slice(0, 1), sealed) && isSealedByOneOf(all, sealed)
  const again = (sealed: Buffer, purpose: string): string =>
    secrets.seal(secrets.open(sealed, purpose), purpose).toString('base64')
  let resealed = 0
  for (const one of await store.sealedSecrets.listInApps()) {
    if (!isDue(bytesOf(one.sealed))) continue
    await store.sealedSecrets.replaceInApps(one, again(bytesOf(one.sealed), oauthObjectContext(one.model)))
    resealed += 1
  }
  const keys = await store.settings.get(OAUTH_KEYS_SETTING)
  if (typeof keys === 'string' && isDue(bytesOf(keys))) {
    await store.settings.set(OAUTH_KEYS_SETTING, again(bytesOf(keys), OAUTH_KEYS_CONTEXT))
    resealed += 1
  }
  return resealed
}

/** Ids of clients whose secret none of these keys opens. */
export async function clientsWithoutSecret(
  { store }: Part<never, 'sealedSecrets'>,
  fingerprints: readonly string[],
): Promise<string[]> {
  const isLost = ({ model, sealed }: SealedInApps): boolean =>
    model === 'Client' && !isSealedByOneOf(fingerprints, bytesOf(sealed))
  return (await store.sealedSecrets.listInApps()).filter(isLost).map(({ clientId }) => clientId ?? '')
}
