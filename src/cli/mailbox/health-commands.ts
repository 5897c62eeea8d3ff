import type { Command } from 'commander'
import type { z } from 'zod'
import { perform } from '../../core/capability/perform.ts'
import { GetMailboxHealth } from '../../core/guard/mailbox-health.ts'
import type { OneHealth } from '../../core/guard/mailbox-health.ts'
import { ResumeMailbox } from '../../core/guard/resume-mailbox.ts'
import { SendProofMail } from '../../core/mailboxes/send-proof-mail.ts'
import { asOperator } from '../shared/as-operator.ts'
import { print } from '../shared/output.ts'

/** `quarry mailbox health` and `resume`: what came back from a mailbox's emails, and ending a rest. */
export function addHealthCommands(mailbox: Command): void {
  mailbox
    .command('health')
    .description("show a mailbox's bounces and complaints, and how much it may send")
    .argument('<id>', 'id from mailbox list')
    .action((id: string, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await perform(GetMailboxHealth, call, { id })
        print(command, data, told(data))
      }),
    )
  mailbox
    .command('resume')
    .description('let a resting or paused mailbox send again; earlier bounces and complaints no longer count')
    .argument('<id>', 'id from mailbox list')
    .action((id: string, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await perform(ResumeMailbox, call, { id })
        print(command, data, [`Mailbox ${data.id} (${data.email}) is sending again.`, ...told(data)])
      }),
    )
}

/** `quarry mailbox proof`: an email to another mailbox of the account that shows how mail arrives. */
export function addProof(mailbox: Command): void {
  mailbox
    .command('proof')
    .description('send a proof email to another of your mailboxes to see which server delivers it and who signs it')
    .argument('<id>', 'id from mailbox list')
    .argument('<to>', 'the address of another of your mailboxes, on another domain')
    .action((id: string, to: string, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await perform(SendProofMail, call, { id, to })
        print(command, data, [
          `Sent from ${data.from} to ${data.to}. After that mailbox has been read, \`quarry mailbox check ${id}\` shows the result.`,
        ])
      }),
    )
}

type Health = z.output<typeof OneHealth>['data']

function told({ email, band, reason, windows, plan, ...health }: Health): string[] {
  const { sent, bounced, refused, complained, replied } = windows.days_30
  const rests = health.rest_until !== null || health.waits_for_person
  const why = health.rest_reason === 'sender_limit' ? ': its provider is not accepting more mail from it for now' : ''
  return [
    `${email} is ${BANDS[band]}.${reason === null ? '' : ` ${reason}`}`,
    ...(rests ? [`It rests until ${health.rest_until ?? 'somebody resumes it'}${why}.`] : []),
    `Sent in 24 hours: ${health.sent_24_hours} of at most ${health.cap}; at most ${health.weekly_cap} in seven days.`,
    ...(plan === null ? [] : [`Warming up: ${plan.next.join(', ')} a day; days to its full limit: ${plan.days_left}.`]),
    `In 30 days: ${sent} sent, ${bounced} bounced, ${refused} refused, ${complained} complained about, ${replied} answered.`,
    ...(health.bounces_read ? [] : ['Bounces cannot be read: the mailbox has no IMAP server.']),
  ]
}

const BANDS = { healthy: 'healthy', watch: 'watched', strained: 'strained', stopped: 'stopped' } as const
