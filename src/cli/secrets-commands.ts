import type { Command } from 'commander'
import { resetSecretKey, rotateSecrets, showSecretKey } from '../core/operate/secret-rotation.ts'
import type { LostSecret } from '../core/operate/secret-rotation.ts'
import { print } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'

/** `quarry secrets`: the key that seals passwords, DKIM keys and secrets of webhooks and apps in the database. */
export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('manage the key that encrypts passwords and other secrets')

  secrets
    .command('show')
    .description('print the key, to set as QUARRY_SECRET_KEY on another machine that uses this database')
    .action(async (_: unknown, command: Command) => {
      const key = await withContext(showSecretKey)
      print(command, { key }, [key])
    })

  secrets
    .command('rotate')
    .description('re-encrypt everything with the first key in QUARRY_SECRET_KEY (new,old); then remove the old one')
    .action(async (_: unknown, command: Command) => {
      const rotated = await withContext(rotateSecrets)
      print(command, rotated, [`${rotated.resealed} secrets re-encrypted.`, ...lostLines(rotated.lost)])
    })

  secrets
    .command('reset')
    .description(
      "after losing the key: use this machine's key from now on; secrets it cannot decrypt must be entered again",
    )
    .action(async (_: unknown, command: Command) => {
      const result = await withContext(resetSecretKey)
      const lines = ["This machine's key is now the installation's key. Restart all servers and workers with it."]
      print(command, result, [...lines, ...lostLines(result.lost)])
    })
}

const WORDS: Record<LostSecret['kind'], string> = {
  smtpPassword: 'SMTP password of mailbox',
  imapPassword: 'IMAP password of mailbox',
  dkimKey: 'DKIM key of mailbox',
  webhookSecret: 'signing secret of webhook',
  previousWebhookSecret: 'previous signing secret of webhook',
  clientSecret: 'secret of client',
  refreshToken: 'OAuth permission of mailbox',
  accessToken: 'access token of mailbox',
  connectVerifier: 'connection in progress',
  connectDeviceCode: 'connection in progress',
  connectTokens: 'connection in progress',
  providerSecret: 'client secret of mail provider',
}

const lostLines = (lost: readonly LostSecret[]): string[] =>
  lost.map(({ kind, account_id, id }) =>
    kind === 'providerSecret'
      ? `Enter again with quarry mailbox provider set: ${WORDS[kind]} ${id}.`
      : account_id === null
        ? `Remove and add again with quarry apps: ${WORDS[kind]} ${id}.`
        : `Enter again: ${WORDS[kind]} ${id} of account ${account_id}.`,
  )
