import type { Command } from 'commander'
import { perform } from '../../core/capability/perform.ts'
import { DeleteMailProvider, ListMailProviders, PutMailProvider } from '../../core/grants/mail-providers.ts'
import { asOperator } from '../shared/as-operator.ts'
import { print, table } from '../shared/output.ts'
import { readSecret } from '../shared/read-secret.ts'
import { registrationSteps } from './registration-steps.ts'

interface SetFlags {
  clientId: string
  kind?: string
  tenant?: string
  appOnly?: true
  issuer?: string
  authorizeUrl?: string
  tokenUrl?: string
  deviceUrl?: string
  revokeUrl?: string
  scope?: string[]
  smtp?: string
  smtpSecurity?: string
  imap?: string
  imapSecurity?: string
  public?: true
}

/** `quarry mailbox provider`: the providers through which mailboxes are connected with OAuth, for the whole installation. */
export function addProviderCommands(mailbox: Command): void {
  const provider = mailbox.command('provider').description('manage the providers whose mailboxes connect through OAuth')
  addSet(provider)
  addList(provider)
  addRemove(provider)
}

function addSet(provider: Command): void {
  provider
    .command('set')
    .description(
      'add or change a provider and show what to set up there; the client secret is read from standard input',
    )
    .argument('<name>', 'microsoft, google, or a name you choose')
    .requiredOption('--client-id <id>', 'id of the client you registered with the provider')
    .option('--kind <kind>', 'microsoft, google or custom (default: by the name)')
    .option('--tenant <tenant>', 'Microsoft: common, organizations, consumers or a directory id')
    .option('--app-only', "Microsoft: the client accesses mailboxes on its own, without people's consent")
    .option('--issuer <url>', 'a server whose metadata lists its endpoints')
    .option('--authorize-url <url>', 'endpoint where people consent')
    .option('--token-url <url>', 'endpoint that issues tokens')
    .option('--device-url <url>', 'endpoint that issues device codes')
    .option('--revoke-url <url>', 'endpoint that revokes tokens')
    .option('--scope <scopes...>', 'the scopes to request')
    .option('--smtp <host:port>', 'the server for outgoing mail')
    .option('--smtp-security <kind>', 'tls, starttls or none')
    .option('--imap <host:port>', 'the server to read replies from')
    .option('--imap-security <kind>', 'tls, starttls or none')
    .option('--public', 'the client has no secret')
    .action(async (name: string, flags: SetFlags, command: Command) => {
      const secret = flags.public === true ? null : await readSecret('Client secret')
      const input = {
        name,
        client_id: flags.clientId,
        // An empty line keeps the existing secret.
        ...(secret !== '' && { client_secret: secret }),
        ...given({
          kind: flags.kind,
          tenant: flags.tenant,
          app_only: flags.appOnly,
          issuer: flags.issuer,
          authorize_url: flags.authorizeUrl,
          token_url: flags.tokenUrl,
          device_url: flags.deviceUrl,
          revoke_url: flags.revokeUrl,
          scopes: flags.scope,
          smtp: serverOf(flags.smtp, flags.smtpSecurity),
          imap: serverOf(flags.imap, flags.imapSecurity),
        }),
      }
      await asOperator(async (call) => {
        const { data } = await perform(PutMailProvider, call, input)
        print(command, data, [`Provider ${data.name} saved.`, '', ...registrationSteps(data)])
      })
    })
}

function addList(provider: Command): void {
  provider
    .command('list')
    .description('list providers, without secrets')
    .action(async (_: unknown, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(ListMailProviders, call, {})
        const rows = data.map((one) => [
          one.name,
          one.kind,
          one.client_id,
          one.has_client_secret ? 'yes' : 'no',
          one.problem ?? '',
        ])
        print(command, data, table([['NAME', 'KIND', 'CLIENT', 'SECRET', 'PROBLEM'], ...rows]))
      })
    })
}

function addRemove(provider: Command): void {
  provider
    .command('remove')
    .description('remove a provider that no mailbox uses')
    .argument('<name>', 'name from mailbox provider list')
    .action(async (name: string, _: unknown, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(DeleteMailProvider, call, { name })
        print(command, data, [`Provider ${data.name} removed.`])
      })
    })
}

const given = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** In `[::1]:25` the address is in brackets. */
function serverOf(place: string | undefined, security: string | undefined): Record<string, unknown> | undefined {
  if (place === undefined) return undefined
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(place) ?? []
  return given({
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port === undefined ? undefined : Number(port),
    security,
  })
}
