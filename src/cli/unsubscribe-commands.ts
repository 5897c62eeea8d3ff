import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { liftUnsubscribe, listLifts } from '../core/optouts/unsubscribes.ts'
import { positiveInteger } from './shared/arguments.ts'
import { print, table } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'

export function addUnsubscribeCommands(program: Command): void {
  const unsubscribes = program
    .command('unsubscribes')
    .description('manage unsubscribes: people who asked an account for no more mail')

  unsubscribes
    .command('lift')
    .description('let an account write to an address again; who lifted it, when and why is recorded')
    .argument('<email>', 'the address, for example ines@maker.example')
    .requiredOption('--reason <text>', 'why, for example "asked for mail again by phone"')
    .option('--account <id>', 'the account to allow', positiveInteger, 1)
    .action(async (email: string, { reason, account }: { reason: string; account: number }, command: Command) => {
      const by = `${userInfo().username} on the command line`
      const wanted = { accountId: account, subject: email, reason, by }
      const lifted = await withContext((context) => liftUnsubscribe(context, wanted))
      print(command, { lifted: lifted !== null }, [
        lifted === null
          ? `${email} has not unsubscribed from account ${account}.`
          : `Account ${account} may write to this address again.`,
      ])
      if (lifted === null) process.exitCode = 1
    })

  unsubscribes
    .command('lifted')
    .description('list lifted unsubscribes, newest first')
    .action(async (_: unknown, command: Command) => {
      const lifts = await withContext(listLifts)
      const rows = lifts.map(({ accountId, email, liftedAt, liftedBy, reason }) => [
        String(accountId),
        email,
        liftedAt.toISOString().slice(0, 10),
        liftedBy,
        reason,
      ])
      print(command, lifts, table([['ACCOUNT', 'EMAIL', 'LIFTED', 'BY', 'REASON'], ...rows]))
    })
}
