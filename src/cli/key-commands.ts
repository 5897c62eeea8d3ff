import type { Command } from 'commander'
import { createKey, listKeys, revokeKey } from '../core/accounts/issue-keys.ts'
import type { NewKey } from '../core/accounts/issue-keys.ts'
import { print, table } from './shared/output.ts'
import { positiveInteger, positiveNumber } from './shared/arguments.ts'
import { withContext } from './shared/with-context.ts'

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys')

  keys
    .command('create')
    .description('create a key, which is shown only once')
    .option('--name <name>', 'what the key is for', 'API key')
    .option('--read-only', 'limit the key to reading', false)
    .option('--no-send', 'do not let the key send mail')
    .option('--operator', "also allow the key to change the whole installation's opt-outs", false)
    .option('--daily-credits <number>', 'maximum credits it may spend per day (UTC)', positiveNumber)
    .option('--account <id>', 'the account it belongs to (default: the first one)', positiveInteger)
    .action(async (options: NewKey, command: Command) => {
      const created = await withContext((context) => createKey(context, options))
      print(command, created, [
        `Key ${created.id} (${created.name}; ${created.scopes.join(', ')}), shown only once:`,
        `  ${created.key}`,
      ])
    })

  keys
    .command('list')
    .description('list the active keys')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listKeys)
      const rows = listed.map((key) => [
        String(key.id),
        key.name,
        key.token,
        key.scopes.join(' '),
        String(key.accountId),
        key.created_at.slice(0, 10),
        key.last_used_at?.slice(0, 16).replace('T', ' ') ?? 'never',
      ])
      print(command, listed, table([['ID', 'NAME', 'KEY', 'SCOPES', 'ACCOUNT', 'CREATED', 'LAST USED (UTC)'], ...rows]))
    })

  keys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'id from keys list', positiveInteger)
    .action(async (id: number, _: unknown, command: Command) => {
      await withContext((context) => revokeKey(context, id))
      print(command, { id, revoked: true }, [`Key ${id} revoked. Running servers stop accepting it within seconds.`])
    })
}
