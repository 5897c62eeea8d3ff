import { isSealedByOneOf } from '../../lib/secrets/secret-box.ts'
import { anotherKey, SECRET_KEY_SETTING } from '../../lib/secrets/secret-keys.ts'
import type { SecretNeeds } from './operate-needs.ts'

/**
 * Makes this process's key the installation's, or checks that it is: the database stores its fingerprint. If there are several
 * keys, the first becomes the installation's, which is how a key is changed.
 * @throws SecretBoxError with one sentence if the installation has another key.
 */
export async function bindSecretKey({
  secrets,
  store,
  config,
}: Pick<SecretNeeds, 'secrets' | 'store' | 'config'>): Promise<void> {
  const own = secrets.fingerprints()
  const [first = ''] = own
  const stored = (await store.settings.get(SECRET_KEY_SETTING)) as string | null
  if (stored === null) await checkSealed({ store, config }, own)
  // If two processes start for the first time, one of them settles the key.
  const settled = stored ?? (await store.settings.getOrSet(SECRET_KEY_SETTING, first))
  if (!own.includes(settled)) throw anotherKey(config.dataDir)
  if (settled !== first) await store.settings.set(SECRET_KEY_SETTING, first)
}

/** In an installation from before fingerprints were stored, sealed values show which key it uses. */
async function checkSealed(
  { store, config }: Pick<SecretNeeds, 'store' | 'config'>,
  own: readonly string[],
): Promise<void> {
  const sealed = await store.sealedSecrets.oneOfEachKey()
  if (sealed.length > 0 && !sealed.some((each) => isSealedByOneOf(own, each))) throw anotherKey(config.dataDir)
}
