import { secretKeyFingerprint, SecretBoxError } from './secret-box.ts'
import { decodeSecretKey, findSecretKeyFile, secretKeyOfFile } from './secret-key-file.ts'

/** The setting in the database that stores the fingerprint of the installation's key, but never the key. */
export const SECRET_KEY_SETTING = 'secret_key_fingerprint'

/**
 * The keys of this process: those of `QUARRY_SECRET_KEY`, otherwise the one in the data directory, which is created only for an
 * installation that has none yet.
 * @param installation the fingerprint in the database; null before the first start, `sealed` if something was sealed before
 * fingerprints were stored.
 * @throws SecretBoxError when none of the keys is the installation's.
 */
export function loadSecretKeys(given: readonly string[], dataDir: string, installation: string | null): Buffer[] {
  const keys =
    given.length > 0 ? given.flatMap((text) => decodeSecretKey(text) ?? []) : keyOfFile(dataDir, installation)
  const isThere =
    installation === SEALED_BEFORE
      ? keys.length > 0
      : installation === null || keys.some((key) => secretKeyFingerprint(key) === installation)
  if (!isThere) throw anotherKey(dataDir)
  return keys
}

/** Stored instead of a fingerprint: there is a key, identifiable by what it sealed. */
export const SEALED_BEFORE = 'sealed'

function keyOfFile(dataDir: string, installation: string | null): Buffer[] {
  const key = installation === null ? secretKeyOfFile(dataDir) : findSecretKeyFile(dataDir)
  return key === null ? [] : [key]
}

/** The refusal to start: a process with its own key would seal what no other can open. */
export const anotherKey = (dataDir: string): SecretBoxError =>
  new SecretBoxError(
    `The secrets in this database are encrypted with another key: set QUARRY_SECRET_KEY to that key or copy its secret.key into ${dataDir}. If the key is lost, see "quarry secrets reset --help".`,
  )
