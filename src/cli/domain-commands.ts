import type { Command } from 'commander'
import { Argument } from 'commander'
import { GetGuard, GUARDS } from '../core/guard/get-guard.ts'
import { SetGuard } from '../core/guard/set-guard.ts'
import { CheckSendingDomain } from '../core/mailboxes/check-sending-domain.ts'
import { perform } from '../core/capability/perform.ts'
import { asOperator } from './shared/as-operator.ts'
import { print } from './shared/output.ts'

/** `quarry domain`: what receivers check in the domains that mailboxes send from. */
export function addDomainCommands(program: Command): void {
  const domains = program.command('domain').description('check the domains that mailboxes send from')
  domains
    .command('check')
    .description('check the DNS records of a sending domain and show what is missing')
    .argument('<domain>', "a mailbox's domain")
    .action((domain: string, _: unknown, command: Command) => checkDomain(command, { domain }))
  domains
    .command('guard')
    .description('show or set whether campaigns may start when a sending domain is not ready')
    .addArgument(new Argument('[guard]', 'warn: start and report the problem; strict: refuse to start').choices(GUARDS))
    .action((guard: string | undefined, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await (guard === undefined ? perform(GetGuard, call, {}) : perform(SetGuard, call, { guard }))
        print(command, data, [SAID[data.guard]])
      }),
    )
}

const SAID = {
  warn: 'Campaigns start even if a sending domain is not ready, and report the problem.',
  strict: 'Campaigns do not start until every sending domain is ready.',
} as const

/** Prints what DNS says about a mailbox's domain, each finding with the record to publish; exits with 1 on a problem. */
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
            `The proof email to ${proof.to} arrived from ${proof.addresses.join(', ') || 'no outside server'}, signed by ${proof.signers.join(', ') || 'nobody'}.`,
          ]
    print(command, data, [`${data.domain} is ${data.state.replace('_', ' ')}.`, ...found, ...seen])
    if (data.findings.some(({ state }) => state === 'problem')) process.exitCode = 1
  })
