import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Part } from '../../context.ts'
import { openWithPassphrase } from '../../lib/secrets/passphrase-box.ts'
import { secretKeyFingerprint } from '../../lib/secrets/secret-box.ts'
import { decodeSecretKey, findSecretKeyFile } from '../../lib/secrets/secret-key-file.ts'
import type { Manifest } from './backup-manifest.ts'

type Places = Pick<Config, 'secretKeys' | 'dataDir'>

/** Whether this machine already has the backup's key, so that no passphrase is needed. */
export function hasKeyOf({ secretKeys, dataDir }: Places, { secretKeyFingerprint: wanted }: Manifest): boolean {
  const given = secretKeys.flatMap((text) => decodeSecretKey(text) ?? [])
  const kept = given.length > 0 ? null : findSecretKeyFile(dataDir)
  return [...given, ...(kept === null ? [] : [kept])].some((key) => secretKeyFingerprint(key) === wanted)
}

/**
 * Opens a backup's key before anything is restored.
 * @param passphrase null to continue without the key.
 * @throws Error with one sentence if the passphrase is wrong, or this machine has another key.
 */
export async function openBackupKey(
  places: Places,
  manifest: Manifest,
  passphrase: string | null,
): Promise<string | null> {
  if (hasKeyOf(places, manifest) || passphrase === null || manifest.secretKey === null) return null
  const opened = await openWithPassphrase(manifest.secretKey, passphrase)
  if (opened === null) throw new Error("The passphrase does not decrypt this backup's key.")
  if (places.secretKeys.length > 0)
    throw new Error("QUARRY_SECRET_KEY is not this backup's key: unset it, and the key will be written to secret.key.")
  if (findSecretKeyFile(places.dataDir) !== null)
    throw new Error(`${join(places.dataDir, 'secret.key')} is not this backup's key: move the file elsewhere.`)
  return opened
}

/**
 * A backup does not know what was sent after it was made: campaigns of which emails have been due since would send them once
 * more, also to people who have asked for no more email in the meantime. @returns how many were paused.
 */
export const pauseRestored = ({ store, clock }: Part<'clock', 'clocks'>): Promise<number> =>
  store.clocks.pauseOverdue(clock.now())
