import type { Command } from 'commander'
import { ListOauthSteps } from '../core/apps/oauth-steps.ts'
import {
  disconnectApps,
  listAllApps,
  listClients,
  registerClient,
  removeClient,
  unblockApp,
} from '../core/apps/operate-apps.ts'
import { perform } from '../core/capability/perform.ts'
import { AppError } from '../errors.ts'
import { positiveInteger } from './shared/arguments.ts'
import { asOperator } from './shared/as-operator.ts'
import { print, table } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'

const moment = (iso: string | null): string => iso?.slice(0, 16).replace('T', ' ') ?? 'never'

const collected = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value]

export function addAppCommands(program: Command): void {
  const apps = program.command('apps').description('manage apps connected through OAuth')
  addListApps(apps)
  addRevokeApps(apps)
  addUnblockApp(apps)
  addRegisterClient(apps)
  addRemoveClient(apps)
  addShowSteps(apps)
}

function addListApps(apps: Command): void {
  apps
    .command('list')
    .description('list connected apps and the clients registered here')
    .option('--account <id>', 'only those of this account', positiveInteger)
    .action(async ({ account }: { account?: number }, command: Command) => {
      const { connected, clients } = await withContext(async (context) => ({
        connected: await listAllApps(context, account ?? null),
        clients: await listClients(context),
      }))
      const rows = connected.map((app) => [
        app.id,
        app.name,
        app.user ?? '',
        String(app.account_id),
        app.scopes.join(' '),
        app.created_at.slice(0, 10),
        moment(app.last_used_at),
      ])
      const known = clients.map(({ clientId, name, redirects }) => [clientId, name ?? '', redirects.join(' ')])
      print(command, { apps: connected, clients }, [
        ...table([['ID', 'NAME', 'USER', 'ACCOUNT', 'SCOPES', 'CONNECTED', 'LAST USED (UTC)'], ...rows]),
        ...(known.length === 0 ? [] : ['', ...table([['CLIENT', 'NAME', 'REDIRECTS'], ...known])]),
      ])
    })
}

function addRevokeApps(apps: Command): void {
  apps
    .command('revoke')
    .description("disconnect one app, a user's apps, or all apps")
    .argument('[id]', 'id from apps list')
    .option('--user <email>', 'all apps of this user')
    .option('--all', 'all apps of this installation', false)
    .action(async (id: string | undefined, { user, all }: { user?: string; all: boolean }, command: Command) => {
      if ([id, user, all || undefined].filter((each) => each !== undefined).length !== 1)
        throw new AppError('wrong_params', 'Give the id of an app, --user or --all.')
      const which = id !== undefined ? { id } : user !== undefined ? { user } : ({ all: true } as const)
      const disconnected = await withContext((context) => disconnectApps(context, which))
      print(command, { disconnected }, [`Disconnected: ${disconnected}. Running servers refuse their next calls.`])
    })
}

function addUnblockApp(apps: Command): void {
  apps
    .command('unblock')
    .description('allow a disconnected app that uses tokens from QUARRY_OAUTH_ISSUER to connect again')
    .argument('<id>', 'its id, as shown by apps list and apps revoke')
    .action(async (id: string, _: unknown, command: Command) => {
      await withContext((context) => unblockApp(context, id))
      print(command, { unblocked: id }, [`App ${id} may connect again.`])
    })
}

function addRegisterClient(apps: Command): void {
  apps
    .command('add')
    .description('register a client for hosts that ask you to enter a client id')
    .requiredOption('--name <name>', 'the name people see when they give consent')
    .requiredOption('--redirect <url>', 'redirect URL; can be repeated', collected)
    .option('--secret', 'issue a client secret, which is shown only once', false)
    .action(
      async ({ name, redirect, secret }: { name: string; redirect: string[]; secret: boolean }, command: Command) => {
        const made = await withContext((context) => registerClient(context, { name, redirects: redirect, secret }))
        print(command, made, [
          `Client id: ${made.client_id}`,
          ...(made.client_secret === null ? [] : [`Client secret, shown only once: ${made.client_secret}`]),
        ])
      },
    )
}

function addRemoveClient(apps: Command): void {
  apps
    .command('remove')
    .description('remove a client registered here and everything it was granted')
    .argument('<client-id>', 'client id from apps list')
    .action(async (clientId: string, _: unknown, command: Command) => {
      await withContext((context) => removeClient(context, clientId))
      print(command, { removed: clientId }, [`Client ${clientId} removed.`])
    })
}

function addShowSteps(apps: Command): void {
  apps
    .command('steps')
    .description('show the latest requests from connectors and what they mean')
    .action(async (_: unknown, command: Command) => {
      await asOperator(async (call) => {
        const { data } = await perform(ListOauthSteps, call, {})
        const rows = data.flatMap(({ client, advice, steps }) =>
          steps.map(({ at, step, outcome, detail }) => [moment(at), client ?? '', step, outcome, detail ?? '', advice]),
        )
        print(command, data, table([['AT', 'CLIENT', 'STEP', 'OUTCOME', 'DETAIL', 'MEANS'], ...rows]))
      })
    })
}
