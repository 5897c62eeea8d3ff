import type { Command } from 'commander'
import { Argument } from 'commander'
import { GetGuard, GUARDS } from '../core/guard/get-guard.ts'
import { SetGuard } from '../core/guard/set-guard.ts'
import { CheckSendingDomain } from '../core/mailboxes/check-sending-domain.ts'
import { perform } from '../core/capability/perform.ts'
import { asOperator } from './shared/as-operator.ts'
import { print } from './shared/output.ts'

/** `quarry domain`: what receivers look at in the domains that mailboxes send as. */
export function addDomainCommands(program: Command): void {
  const domains = program.command('domain').description('look at the domains that mailboxes send as')
  domains
    .command('check')
    .description('ask DNS what receivers hold against a domain that a mailbox sends as, and what to publish')
    .argument('<domain>', 'the domain of a mailbox')
    .action((domain: string, _: unknown, command: Command) => checkDomain(command, { domain }))
  domains
    .command('guard')
    .description('show or set whether campaigns start with a sending domain that is not ready')
    .addArgument(new Argument('[guard]', 'warn: the start names the problem; strict: it is refused').choices(GUARDS))
    .action((guard: string | undefined, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await (guard === undefined ? perform(GetGuard, call, {}) : perform(SetGuard, call, { guard }))
        print(command, data, [SAID[data.guard]])
      }),
    )
}

const SAID = {
  warn: 'Campaigns start with a sending domain that is not ready, and name its problem.',
  strict: 'Campaigns do not start while a sending domain is not ready.',
} as const

/** Prints what DNS says of the domain of a mailbox, each finding with the record to publish. */
export const checkDomain = (command: Command, which: { id: string } | { domain: string }): Promise<void> =>
  asOperator(async (call) => {
    const { data } = await perform(CheckSendingDomain, call, which)
    const found = data.findings.flatMap(({ state, sentence, record }) => [
      `${state}: ${sentence}`,
      ...(record === null ? [] : [`  publish: ${record.name} ${record.type} ${record.value}`]),
    ])
    const { proof } = data
    const seen =
      proof === null || proof.arrived_at === null
        ? []
        : [
            `A mail to ${proof.to} came from ${proof.addresses.join(', ') || 'nowhere outside'}, signed by ${proof.signers.join(', ') || 'nobody'}.`,
          ]
    print(command, data, [`${data.domain} is ${data.state.replace('_', ' ')}.`, ...found, ...seen])
  })
