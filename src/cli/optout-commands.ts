import type { Command } from 'commander'
import { addOptout, listOptouts, removeOptout } from '../core/optouts/opted-out.ts'
import { listOptoutRequests } from '../core/optouts/forget-person.ts'
import { print, table } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'

export function addOptoutCommands(program: Command): void {
  const optouts = program
    .command('optouts')
    .alias('claims')
    .description('manage opt-outs: people and domains that are never returned or stored')

  optouts
    .command('add')
    .description('remove an address or a whole domain everywhere, immediately and permanently')
    .argument('<subject>', 'email address or domain')
    .option('--reason <text>', 'why, for your records')
    .action(async (subject: string, { reason }: { reason?: string }, command: Command) => {
      const optout = await withContext((context) => addOptout(context, subject, reason ?? null))
      print(command, optout, [
        `Opt-out ${optout.id} (${optout.kind}) added. What was stored about it has been deleted; campaigns only keep that they wrote to it.`,
      ])
    })

  optouts
    .command('list')
    .description('list the opt-outs; addresses are stored only as hashes and cannot be shown')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listOptouts)
      const rows = listed.map(({ id, kind, domain, reason, createdAt }) => [
        String(id),
        kind,
        domain ?? '(hash only)',
        createdAt.toISOString().slice(0, 10),
        reason ?? '',
      ])
      print(command, listed, table([['ID', 'KIND', 'DOMAIN', 'SINCE', 'REASON'], ...rows]))
    })

  optouts
    .command('requests')
    .description('list privacy requests that people sent to accounts; to grant one: "optouts add" with the address')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listOptoutRequests)
      const rows = listed.map(({ accountId, id, reason, createdAt, decidedAt }) => [
        String(accountId),
        String(id),
        createdAt.toISOString().slice(0, 10),
        decidedAt?.toISOString().slice(0, 10) ?? 'waits',
        reason ?? '',
      ])
      print(command, listed, table([['ACCOUNT', 'ID', 'SINCE', 'GRANTED', 'REASON'], ...rows]))
    })

  optouts
    .command('remove')
    .description('remove an opt-out; deleted data is not restored')
    .argument('<subject>', 'email address or domain')
    .action(async (subject: string, _: unknown, command: Command) => {
      const removed = await withContext((context) => removeOptout(context, subject))
      print(command, { removed }, [removed ? 'Opt-out removed.' : 'No such opt-out.'])
      if (!removed) process.exitCode = 1
    })
}
