import type { Command } from 'commander'
import { resetSecretKey, rotateSecrets, showSecretKey } from '../core/operate/secret-rotation.ts'
import type { LostSecret } from '../core/operate/secret-rotation.ts'
import { print } from './output.ts'
import { withContext } from './with-context.ts'

/** `quarry secrets`: the key that seals passwords, DKIM keys and webhook secrets in the database. */
export function addSecretsCommands(program: Command): void {
  const secrets = program.command('secrets').description('the key that seals passwords and other secrets')

  secrets
    .command('show')
    .description('print the key, for QUARRY_SECRET_KEY of another machine on this database')
    .action(async (_: unknown, command: Command) => {
      const key = await withContext(showSecretKey)
      print(command, { key }, [key])
    })

  secrets
    .command('rotate')
    .description('seal everything again with the first key of QUARRY_SECRET_KEY (new,old); the old one can go then')
    .action(async (_: unknown, command: Command) => {
      const rotated = await withContext(rotateSecrets)
      print(command, rotated, [`${rotated.resealed} secrets were sealed again.`, ...lostLines(rotated.lost)])
    })

  secrets
    .command('reset')
    .description(
      'when the key is lost: go on with the key of this machine; what it cannot open has to be entered again',
    )
    .action(async (_: unknown, command: Command) => {
      const result = await withContext(resetSecretKey)
      const lines = [
        'The key of this machine is now the key of the installation: restart its servers and workers with it.',
      ]
      print(command, result, [...lines, ...lostLines(result.lost)])
    })
}

const WORDS: Record<LostSecret['kind'], string> = {
  smtpPassword: 'SMTP password of mailbox',
  imapPassword: 'IMAP password of mailbox',
  dkimKey: 'DKIM key of mailbox',
  webhookSecret: 'signing secret of webhook',
  previousWebhookSecret: 'previous signing secret of webhook',
}

const lostLines = (lost: readonly LostSecret[]): string[] =>
  lost.map(({ kind, account_id, id }) => `Enter again: ${WORDS[kind]} ${id} of account ${account_id}.`)
