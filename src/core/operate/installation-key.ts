import { isSealedByOneOf } from '../../lib/secrets/secret-box.ts'
import { anotherKey, SECRET_KEY_SETTING } from '../../lib/secrets/secret-keys.ts'
import type { SecretNeeds } from './operate-needs.ts'

/**
 * Makes the key of this process the installation's, or checks that it is: the database keeps its fingerprint. With several
 * keys the first becomes the installation's, which is how a key is changed.
 * @throws SecretBoxError with one sentence when the installation has another key.
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
  // Of two first starts one settles the key.
  const settled = stored ?? (await store.settings.getOrSet(SECRET_KEY_SETTING, first))
  if (!own.includes(settled)) throw anotherKey(config.dataDir)
  if (settled !== first) await store.settings.set(SECRET_KEY_SETTING, first)
}

/** An installation from before fingerprints were kept shows its key by what is sealed. */
async function checkSealed(
  { store, config }: Pick<SecretNeeds, 'store' | 'config'>,
  own: readonly string[],
): Promise<void> {
  const sealed = await store.sealedSecrets.oneOfEachKey()
  if (sealed.length > 0 && !sealed.some((each) => isSealedByOneOf(own, each))) throw anotherKey(config.dataDir)
}
