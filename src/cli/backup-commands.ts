import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig, VERSION } from '../config.ts'
import { restoreStorage } from '../context.ts'
import { createLog } from '../log.ts'
import { makeBackup } from '../core/operate/backup.ts'
import { readManifest } from '../core/operate/backup-manifest.ts'
import type { Manifest } from '../core/operate/backup-manifest.ts'
import { hasKeyOf, openBackupKey, pauseRestored } from '../core/operate/restore.ts'
import { keepSecretKeyFile } from '../lib/secrets/secret-key-file.ts'
import { plural } from '../lib/text/plural.ts'
import { demandFiles, demandFolder } from './shared/given-paths.ts'
import { print } from './shared/output.ts'
import { readSecret } from './shared/read-secret.ts'
import { withContext } from './shared/with-context.ts'

interface Flags {
  passphraseFile?: string
  withoutKey: boolean
  keepCampaigns: boolean
}

/** Long enough that guessing it costs more than the key is worth. */
const MIN_PASSPHRASE_LENGTH = 12

/** `quarry backup` and `quarry restore`: a whole installation as files. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('back up the whole database, as it is now, to a new directory')
    .argument('<dir>', 'a new or empty directory')
    .option(
      '--passphrase-file <file>',
      'file with the passphrase that encrypts the secret key (default: read it from standard input)',
    )
    .option('--without-key', 'leave out the secret key, because you keep it elsewhere', false)
    .action(async (dir: string, flags: Flags, command: Command) => {
      const passphrase = flags.withoutKey ? null : await readPassphrase(flags)
      const place = resolve(dir)
      const tables = await withContext((context) =>
        makeBackup(context, { dir: place, passphrase, progress: tellTable('written'), version: VERSION }),
      )
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      print(command, { dir: place, rows }, [`Backup complete in ${place}: ${rows} rows from ${tables.length} tables.`])
    })

  program
    .command('restore')
    .description('restore a backup to an empty installation: QUARRY_DATA_DIR or the database in DATABASE_URL')
    .argument('<dir>', 'a directory written by quarry backup')
    .option(
      '--passphrase-file <file>',
      'file with the passphrase that decrypts the secret key (default: read it from standard input)',
    )
    .option('--without-key', "do not restore the backup's secret key", false)
    .option('--keep-campaigns', 'do not pause campaigns: nothing has been sent since the backup, as when moving', false)
    .action(async (dir: string, flags: Flags, command: Command) => {
      const place = resolve(dir)
      const { rows, hasKey, paused } = await restore(place, flags)
      const next = hasKey ? 'You can start Quarry now.' : WITHOUT_KEY
      const value = { dir: place, rows, ...(paused > 0 && { campaigns_paused: paused }) }
      print(command, value, [`Restored ${place}: ${rows} rows. ${next}`, ...(paused > 0 ? [pausedLine(paused)] : [])])
    })
}

const WITHOUT_KEY =
  'Quarry starts only with the secret key of that installation: set QUARRY_SECRET_KEY, or copy its secret.key into the data directory.'

const pausedLine = (count: number): string =>
  `Paused ${plural('en', count, 'campaign', 'campaigns')}: the backup does not know what they have sent since it was made, nor who has asked for no more email. Check, then resume.`

async function restore(dir: string, flags: Flags): Promise<{ rows: number; hasKey: boolean; paused: number }> {
  await demandFolder(dir)
  const config = readConfig()
  const manifest = await readManifest(dir)
  const needsKey = !flags.withoutKey && manifest.secretKey !== null && !hasKeyOf(config, manifest)
  const key = await openBackupKey(config, manifest, needsKey ? await readPassphrase(flags) : null)
  const log = createLog({ logLevel: config.logLevel === 'info' ? 'error' : config.logLevel })
  await restoreStorage({ ...config, log }, dir, manifest, {
    progress: tellTable('restored'),
    keepBeside: () => key === null || keepSecretKeyFile(config.dataDir, key),
  })
  // Also migrates the tables to the schema of this Quarry.
  const paused = await withContext((context) => (flags.keepCampaigns ? Promise.resolve(0) : pauseRestored(context)))
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { rows, hasKey: hasKeyOf(config, manifest), paused }
}

async function readPassphrase({ passphraseFile }: Flags): Promise<string> {
  if (passphraseFile !== undefined) await demandFiles([passphraseFile])
  const text = passphraseFile === undefined ? await readSecret('Passphrase') : await readFile(passphraseFile, 'utf8')
  const passphrase = text.trim()
  if (passphrase.length >= MIN_PASSPHRASE_LENGTH) return passphrase
  throw new Error(
    `The secret key is encrypted with a passphrase of at least ${MIN_PASSPHRASE_LENGTH} characters: pass a file with --passphrase-file, pipe it to standard input, or use --without-key.`,
  )
}

/** One line per table, on a terminal. */
const tellTable =
  (done: string) =>
  ({ name, rows }: Manifest['tables'][number]): void => {
    if (process.stderr.isTTY) process.stderr.write(`${name}: ${rows} rows ${done}\n`)
  }
