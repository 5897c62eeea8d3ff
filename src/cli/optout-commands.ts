import type { Command } from 'commander'
import { addClaim, listClaims, removeClaim } from '../core/optouts/optouts.ts'
import { print, table } from './output.ts'
import { withContext } from './with-context.ts'

export function addClaimCommands(program: Command): void {
  const claims = program
    .command('claims')
    .description('opt-outs: people and domains that are never served nor stored again')

  claims
    .command('add')
    .description('remove an address or a whole domain everywhere, at once and for good')
    .argument('<subject>', 'email address or domain')
    .option('--reason <text>', 'why, for your records')
    .action(async (subject: string, { reason }: { reason?: string }, command: Command) => {
      const claim = await withContext((context) => addClaim(context, subject, reason ?? null))
      print(command, claim, [`Claim ${claim.id} (${claim.kind}) holds; what was stored of it is gone.`])
    })

  claims
    .command('list')
    .description('list the opt-outs; addresses are kept as hashes only, so they are not shown')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listClaims)
      const rows = listed.map(({ id, kind, domain, reason, createdAt }) => [
        String(id),
        kind,
        domain ?? '(hash only)',
        createdAt.toISOString().slice(0, 10),
        reason ?? '',
      ])
      print(command, listed, table([['ID', 'KIND', 'DOMAIN', 'SINCE', 'REASON'], ...rows]))
    })

  claims
    .command('remove')
    .description('lift an opt-out; nothing comes back by itself')
    .argument('<subject>', 'email address or domain')
    .action(async (subject: string, _: unknown, command: Command) => {
      const removed = await withContext((context) => removeClaim(context, subject))
      print(command, { removed }, [removed ? 'The claim is lifted.' : 'There was no such claim.'])
    })
}
