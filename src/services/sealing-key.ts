import type { Stores } from '../db/stores.ts'
import { SEALED_BEFORE, SECRET_KEY_SETTING } from '../lib/secrets/secret-keys.ts'

/**
 * What the database says about the installation's key; null if it has none yet. See `loadSecretKeys`.
 * @param given the keys of `QUARRY_SECRET_KEY`: with them, no key is created, and what was sealed before need not be sought.
 */
export async function keyOfInstallation(
  { settings, sealedSecrets }: Pick<Stores, 'settings' | 'sealedSecrets'>,
  given: readonly string[],
): Promise<string | null> {
  const fingerprint = (await settings.get(SECRET_KEY_SETTING)) as string | null
  if (fingerprint !== null || given.length > 0) return fingerprint
  return (await sealedSecrets.oneOfEachKey()).length > 0 ? SEALED_BEFORE : null
}
