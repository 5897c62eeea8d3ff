import type { Command } from 'commander'
import type { z } from 'zod'
import { perform } from '../../core/capability/perform.ts'
import { GetMailboxHealth } from '../../core/guard/mailbox-health.ts'
import type { OneHealth } from '../../core/guard/mailbox-health.ts'
import { ResumeMailbox } from '../../core/guard/resume-mailbox.ts'
import { SendProofMail } from '../../core/mailboxes/send-proof-mail.ts'
import { asOperator } from '../shared/as-operator.ts'
import { print } from '../shared/output.ts'

/** `quarry mailbox health` and `resume`: what came back of a mailbox's mails, and the end of a rest. */
export function addHealthCommands(mailbox: Command): void {
  mailbox
    .command('health')
    .description('show how much mail of a mailbox came back, and how much it may send')
    .argument('<id>', 'id from mailbox list')
    .action((id: string, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await perform(GetMailboxHealth, call, { id })
        print(command, data, told(data))
      }),
    )
  mailbox
    .command('resume')
    .description('let a mailbox that rests or is paused send again; what came back before no longer counts')
    .argument('<id>', 'id from mailbox list')
    .action((id: string, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await perform(ResumeMailbox, call, { id })
        print(command, data, [`Mailbox ${data.id} (${data.email}) sends again.`, ...told(data)])
      }),
    )
}

/** `quarry mailbox proof`: a mail to another mailbox of the account, to see how mail arrives. */
export function addProof(mailbox: Command): void {
  mailbox
    .command('proof')
    .description('send a mail to another mailbox of yours, to see from where mail arrives and who signs it')
    .argument('<id>', 'id from mailbox list')
    .argument('<to>', 'the address of another mailbox, at another domain')
    .action((id: string, to: string, _: unknown, command: Command) =>
      asOperator(async (call) => {
        const { data } = await perform(SendProofMail, call, { id, to })
        print(command, data, [
          `Sent from ${data.from} to ${data.to}. Once it has been read there, \`quarry mailbox check ${id}\` shows the result.`,
        ])
      }),
    )
}

type Health = z.output<typeof OneHealth>['data']

function told({ email, band, reason, windows, plan, ...health }: Health): string[] {
  const { sent, bounced, refused, complained, replied } = windows.days_30
  const rests = health.rest_until !== null || health.waits_for_person
  return [
    `${email} is ${BANDS[band]}.${reason === null ? '' : ` ${reason}`}`,
    ...(rests ? [`It rests until ${health.rest_until ?? 'a person resumes it'}.`] : []),
    `May send: ${health.sent_24_hours} of ${health.cap} in 24 hours, ${health.weekly_cap} in seven days.`,
    ...(plan === null ? [] : [`Grows: ${plan.next.join(', ')} a day; days to its limit: ${plan.days_left}.`]),
    `In 30 days: ${sent} sent, ${bounced} bounced, ${refused} refused, ${complained} called unwanted, ${replied} answered.`,
    ...(health.bounces_read ? [] : ['Bounces are not read: it has no IMAP server.']),
  ]
}

const BANDS = { healthy: 'healthy', watch: 'watched', strained: 'strained', stopped: 'stopped' } as const
