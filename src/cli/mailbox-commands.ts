import type { Command } from 'commander'
import { CreateMailbox, ListMailboxes, TestMailbox } from '../core/mailboxes/mailboxes.ts'
import { ListMailboxStates } from '../core/mailboxes/mailbox-states.ts'
import { perform } from '../core/capability/perform.ts'
import { AppError } from '../errors.ts'
import { asOperator } from './shared/as-operator.ts'
import { checkDomain } from './domain-commands.ts'
import { print, table } from './shared/output.ts'
import { addConnect } from './mailbox/connect-command.ts'
import { addHealthCommands, addProof } from './mailbox/health-commands.ts'
import { addProviderCommands } from './mailbox/provider-commands.ts'
import { readSecret } from './shared/read-secret.ts'

interface AddFlags {
  smtp?: string
  reports?: boolean
  smtpSecurity?: string
  imap?: string
  imapSecurity?: string
  username?: string
}

/** One page of the API. */
const SHOWN_MAILBOXES = 100

const COMPLAINTS = `
Complaints: Yahoo reports them by mail once the domain of your DKIM key is
enrolled in its Complaint Feedback Loop (senders.yahooinc.com), with the address
of a mailbox that Quarry reads. Gmail sends none: its figures are in Postmaster
Tools.`

/** `quarry mailbox`: the accounts that campaigns send from. */
export function addMailboxCommands(program: Command): void {
  const mailbox = program
    .command('mailbox')
    .description('manage the mailboxes that campaigns send from and read replies in')
    .addHelpText('after', COMPLAINTS)
  addAdd(mailbox)
  addList(mailbox)
  addTest(mailbox)
  addConnect(mailbox)
  mailbox
    .command('check')
    .description("check the DNS records of a mailbox's domain and show what is missing")
    .argument('<id>', 'id from mailbox list')
    .action((id: string, _: unknown, command: Command) => checkDomain(command, { id }))
  addHealthCommands(mailbox)
  addProof(mailbox)
  addProviderCommands(mailbox)
}

function addAdd(mailbox: Command): void {
  mailbox
    .command('add')
    .description('connect a mailbox, after testing its servers')
    .argument('<email>', 'the address to send from')
    .option('--smtp <host:port>', 'the server for outgoing mail')
    .option('--smtp-security <kind>', 'tls, starttls or none')
    .option('--imap <host:port>', 'the server to read replies from')
    .option('--imap-security <kind>', 'tls, starttls or none')
    .option('--reports', "only read receivers' reports through --imap; never send from it")
    .option('--username <name>', 'user name for both servers; the password is read from standard input')
    .action(async (email: string, flags: AddFlags, command: Command) => {
      const needed = flags.reports === true ? '--imap HOST:PORT' : '--smtp HOST:PORT, or --reports and --imap HOST:PORT'
      if ((flags.reports === true ? flags.imap : flags.smtp) === undefined)
        throw new AppError('wrong_params', `Name its server: ${needed}.`)
      const password = flags.username === undefined ? undefined : await readSecret('Password')
      const login = { username: flags.username, password }
      const input = {
        email,
        ...(flags.reports === true && { purpose: 'reports' }),
        ...(flags.smtp !== undefined &&
          serverParameters('smtp', flags.smtp, { security: flags.smtpSecurity, ...login })),
        ...(flags.imap !== undefined &&
          serverParameters('imap', flags.imap, { security: flags.imapSecurity, ...login })),
      }
      await asOperator(async (call) => {
        const { data } = await perform(CreateMailbox, call, input)
        print(command, data, [`Mailbox ${data.id} (${data.email}) connected.`])
      })
    })
}

/** The states of a mailbox that is reached with a password. */
const USUAL = { sends: 'active', paused: 'paused', problem: 'problem', rests: 'rests' } as const

function addList(mailbox: Command): void {
  mailbox
    .command('list')
    .description('list the mailboxes of the first account')
    .action(async (_: unknown, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(ListMailboxes, call, { limit: SHOWN_MAILBOXES })
        const { data: states } = await perform(ListMailboxStates, call, {})
        const stateOf = new Map(states.map(({ id, state, grant_state: granted }) => [id, granted ?? USUAL[state]]))
        const rows = data.map((row) => [
          String(row.id),
          row.email,
          row.sending_status,
          stateOf.get(row.id) ?? '',
          String(row.daily_limit),
          row.provider,
        ])
        print(command, data, table([['ID', 'EMAIL', 'SENDING', 'STATE', 'A DAY', 'PROVIDER'], ...rows]))
      })
    })
}

function addTest(mailbox: Command): void {
  mailbox
    .command('test')
    .description("test the connection to a mailbox's servers without sending mail")
    .argument('<id>', 'id from mailbox list')
    .action(async (id: string, _: unknown, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(TestMailbox, call, { id })
        const told = [
          `SMTP: ${data.smtp.problem ?? 'works'}`,
          ...(data.imap ? [`IMAP: ${data.imap.problem ?? 'works'}`] : []),
        ]
        print(command, data, told)
        if (!data.ok) process.exitCode = 1
      })
    })
}

/** The parameters of one server, as in the API; in `[::1]:25` the address is in brackets. */
function serverParameters(
  kind: 'smtp' | 'imap',
  place: string,
  given: { security: string | undefined; username: string | undefined; password: string | undefined },
): Record<string, unknown> {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(place) ?? []
  const parameters = { host, port, ...given }
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [`${kind}_${name}`, value]))
}
