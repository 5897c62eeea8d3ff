import type { Command } from 'commander'
import { CheckSendingDomain } from '../core/mailboxes/check-sending-domain.ts'
import { perform } from '../core/capability/perform.ts'
import { asOperator } from './shared/as-operator.ts'
import { print } from './shared/output.ts'

/** `quarry domain`: what receivers look at in the domains that mailboxes send as. */
export function addDomainCommands(program: Command): void {
  program
    .command('domain')
    .description('look at the domains that mailboxes send as')
    .command('check')
    .description('ask DNS what receivers hold against a domain that a mailbox sends as, and what to publish')
    .argument('<domain>', 'the domain of a mailbox')
    .action((domain: string, _: unknown, command: Command) => checkDomain(command, { domain }))
}

/** Prints what DNS says of the domain of a mailbox, each finding with the record to publish. */
export const checkDomain = (command: Command, which: { id: string } | { domain: string }): Promise<void> =>
  asOperator(async (call) => {
    const { data } = await perform(CheckSendingDomain, call, which)
    const found = data.findings.flatMap(({ state, sentence, record }) => [
      `${state}: ${sentence}`,
      ...(record === null ? [] : [`  publish: ${record.name} ${record.type} ${record.value}`]),
    ])
    print(command, data, [`${data.domain} is ${data.state.replace('_', ' ')}.`, ...found])
  })
