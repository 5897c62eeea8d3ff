import type { Stores } from '../../db/stores.ts'
import { SEALED_BEFORE, SECRET_KEY_SETTING } from '../../lib/secrets/secret-keys.ts'

/** What the database says about the installation's key; null if it has none yet. See `loadSecretKeys`. */
export async function keyOfInstallation({
  settings,
  sealedSecrets,
}: Pick<Stores, 'settings' | 'sealedSecrets'>): Promise<string | null> {
  const fingerprint = (await settings.get(SECRET_KEY_SETTING)) as string | null
  if (fingerprint !== null) return fingerprint
  return (await sealedSecrets.oneOfEachKey()).length > 0 ? SEALED_BEFORE : null
}
