import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig, VERSION } from '../config.ts'
import { restoreStorage } from '../context.ts'
import { createLog } from '../log.ts'
import { makeBackup } from '../core/operate/backup.ts'
import { readManifest } from '../core/operate/backup-manifest.ts'
import type { Manifest } from '../core/operate/backup-manifest.ts'
import { hasKeyOf, keepBackupKey, openBackupKey } from '../core/operate/restore.ts'
import { print } from './output.ts'
import { readSecret } from './read-secret.ts'
import { withContext } from './with-context.ts'

interface Flags {
  passphraseFile?: string
  withoutKey: boolean
}

/** Long enough that guessing it costs more than the key is worth. */
const MIN_PASSPHRASE_LENGTH = 12

/** `quarry backup` and `quarry restore`: all of an installation as files. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write everything in the database, as it stands at this moment, into a new directory')
    .argument('<dir>', 'a directory that does not exist yet, or is empty')
    .option('--passphrase-file <file>', 'seals the secret key; without it the passphrase is read from standard input')
    .option('--without-key', 'leave the secret key out: you keep it elsewhere', false)
    .action(async (dir: string, flags: Flags, command: Command) => {
      const passphrase = flags.withoutKey ? null : await readPassphrase(flags)
      const place = resolve(dir)
      const tables = await withContext((context) =>
        makeBackup(context, { dir: place, passphrase, progress: tellTable('written'), version: VERSION }),
      )
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      print(command, { dir: place, rows }, [
        `The backup in ${place} is whole: ${rows} rows of ${tables.length} tables.`,
      ])
    })

  program
    .command('restore')
    .description('fill an empty installation from a backup: QUARRY_DATA_DIR, or the database of DATABASE_URL')
    .argument('<dir>', 'a directory that quarry backup wrote')
    .option('--passphrase-file <file>', 'opens the secret key; without it the passphrase is read from standard input')
    .option('--without-key', 'do not open the secret key of the backup', false)
    .action(async (dir: string, flags: Flags, command: Command) => {
      const place = resolve(dir)
      const rows = await restore(place, flags)
      print(command, { dir: place, rows }, [`Everything of ${place} is restored: ${rows} rows. Start Quarry now.`])
    })
}

async function restore(dir: string, flags: Flags): Promise<number> {
  const config = readConfig()
  const manifest = await readManifest(dir)
  const needsKey = !flags.withoutKey && manifest.secretKey !== null && !hasKeyOf(config, manifest)
  const key = await openBackupKey(config, manifest, needsKey ? await readPassphrase(flags) : null)
  const log = createLog({ logLevel: config.logLevel === 'info' ? 'error' : config.logLevel })
  await restoreStorage({ ...config, log }, dir, manifest, tellTable('restored'))
  if (key !== null) await keepBackupKey(config, key)
  await withContext(() => Promise.resolve()) // brings the tables to the schema of this Quarry
  return manifest.tables.reduce((sum, table) => sum + table.rows, 0)
}

async function readPassphrase({ passphraseFile }: Flags): Promise<string> {
  const text = passphraseFile === undefined ? await readSecret('Passphrase') : await readFile(passphraseFile, 'utf8')
  const passphrase = text.trim()
  if (passphrase.length >= MIN_PASSPHRASE_LENGTH) return passphrase
  throw new Error(
    `The secret key is sealed with a passphrase of at least ${MIN_PASSPHRASE_LENGTH} characters: name a file with --passphrase-file, write it to standard input, or go --without-key.`,
  )
}

/** One line a table on a terminal. */
const tellTable =
  (done: string) =>
  ({ name, rows }: Manifest['tables'][number]): void => {
    if (process.stderr.isTTY) process.stderr.write(`${name}: ${rows} rows ${done}\n`)
  }
