import { readdir } from 'node:fs/promises'
import type { SavedTable } from '../../db/backup/backup-tables.ts'
import { sealWithPassphrase } from '../../lib/secrets/passphrase-box.ts'
import { isSealedByOneOf } from '../../lib/secrets/secret-box.ts'
import { clientsWithoutSecret } from './app-secrets.ts'
import { writeManifest } from './backup-manifest.ts'
import type { Manifest } from './backup-manifest.ts'
import { showSecretKey } from './secret-rotation.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'
import type { SecretNeeds } from './operate-needs.ts'

export interface BackupOptions {
  /** Created if missing; otherwise it must be empty. */
  dir: string
  /** Seals the secret key into the backup; null leaves the key out. */
  passphrase: string | null
  progress: (table: SavedTable) => void
  /** Of the Quarry that writes the backup. */
  version: string
}

/**
 * Writes everything in the database into a directory, as of one moment, while other processes run.
 * @throws Error with one sentence if the directory is not empty, or the key would not open everything.
 */
export async function makeBackup(
  context: SecretNeeds,
  { dir, passphrase, progress, version }: BackupOptions,
): Promise<Manifest['tables']> {
  await makeEmptyDirectory(dir)
  const secretKey = passphrase === null ? null : await sealedKey(context, passphrase)
  const [fingerprint = null] = passphrase === null ? [] : context.secrets.fingerprints()
  const saved = await context.store.backups.save(dir, progress)
  const madeAt = context.clock.now().toISOString()
  await writeManifest(dir, { quarry: version, madeAt, secretKeyFingerprint: fingerprint, secretKey, ...saved })
  return saved.tables
}

async function makeEmptyDirectory(dir: string): Promise<void> {
  makeDirectory(dir, 0o700)
  if ((await readdir(dir)).length > 0) throw new Error(`${dir} is not empty: name a new directory for the backup.`)
}

async function sealedKey(context: SecretNeeds, passphrase: string) {
  const [first = ''] = context.secrets.fingerprints()
  const sealed = await context.store.sealedSecrets.oneOfEachKey()
  const isBehind = !sealed.every((each) => isSealedByOneOf([first], each))
  if (isBehind || (await clientsWithoutSecret(context, [first])).length > 0)
    throw new Error('Some secrets are encrypted with an earlier key: run quarry secrets rotate before the backup.')
  return sealWithPassphrase(await showSecretKey(context), passphrase)
}
