import type { Command } from 'commander'
import { Option } from 'commander'
import {
  createAccount,
  listAccounts,
  renameAccount,
  resumeAccount,
  setPlan,
  suspendAccount,
} from '../core/accounts/accounts.ts'
import type { AccountNames } from '../core/accounts/accounts.ts'
import { AppError } from '../errors.ts'
import { deleteAccount, endingOf } from '../core/accounts/delete-account.ts'
import type { Ending } from '../core/accounts/delete-account.ts'
import { SHELL } from '../core/logins/users.ts'
import { PLANS } from '../core/billing/plans.ts'
import type { PlanId } from '../core/billing/plans.ts'
import { positiveInteger } from './shared/arguments.ts'
import { print, table } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'
import { plural } from '../lib/text/plural.ts'

function said(id: number, ending: Ending, deleted: boolean): string[] {
  const { name, hindrance, leads, campaigns, running_campaigns: running, mailboxes, members, keys, apps } = ending
  if (hindrance !== null) return ['This account runs the installation and cannot be deleted.']
  const held = [
    counted(leads, 'lead'),
    `${counted(campaigns, 'campaign')} (${running} under way)`,
    plural('en', mailboxes, 'mailbox', 'mailboxes'),
    plural('en', members, 'person', 'people'),
    counted(keys, 'key'),
    counted(apps, 'app'),
  ].join(', ')
  if (deleted)
    return [`Account ${id} (${name}) deleted: ${held}.`, 'A running server removes its records within minutes.']
  return [`Deleting account ${id} (${name}) would remove: ${held}.`, `To delete it, add --name "${name}".`]
}

const counted = (count: number, word: string): string => plural('en', count, word, `${word}s`)

const planOption = () => new Option('--plan <plan>', "the account's plan").choices(Object.keys(PLANS))

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('manage accounts and their plans')
  addCreateAccount(accounts)
  addListAccounts(accounts)
  addRenameAccount(accounts)
  addSuspendAccount(accounts)
  addResumeAccount(accounts)
  addDeleteAccount(accounts)
  addPlanOfAccount(accounts)
}

function addCreateAccount(accounts: Command): void {
  const create = accounts
    .command('create')
    .description('create an account and its first key, which is shown once')
    .addOption(planOption())
    .option('--name <name>', 'name of the account')
  withUser(create).action(async ({ plan, ...names }: { plan?: PlanId } & AccountNames, command: Command) => {
    const created = await withContext((context) => createAccount(context, plan ?? context.config.defaultPlan, names))
    print(command, created, [
      `Account ${created.accountId} (${created.plan}). Its key, shown only once:`,
      `  ${created.key}`,
    ])
  })
}

function addListAccounts(accounts: Command): void {
  accounts
    .command('list')
    .description('list accounts with their names and plans')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listAccounts)
      const rows = listed.map(({ id, name, email, plan, suspended, created_at }) => [
        String(id),
        name ?? '',
        email ?? '',
        plan,
        suspended ? 'yes' : 'no',
        created_at.slice(0, 10),
      ])
      print(command, listed, table([['ID', 'NAME', 'EMAIL', 'PLAN', 'SUSPENDED', 'CREATED'], ...rows]))
    })
}

function addRenameAccount(accounts: Command): void {
  withUser(accounts.command('rename'))
    .description('rename an account or its user')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .argument('[name]', 'name of the account')
    .action(async (id: number, name: string | undefined, user: AccountNames, command: Command) => {
      const names = { ...user, ...(name !== undefined && { name }) }
      if (Object.keys(names).length === 0)
        throw new AppError('wrong_params', 'Give a name, or --first-name, --last-name or --email.')
      await withContext((context) => renameAccount(context, id, names))
      print(command, { id, ...names }, [`Account ${id} renamed.`])
    })
}

function addSuspendAccount(accounts: Command): void {
  accounts
    .command('suspend')
    .description('suspend an account: refuse its requests and stop its mail until it is resumed')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .action(async (id: number, _: unknown, command: Command) => {
      await withContext((context) => suspendAccount(context, id))
      print(command, { id, suspended: true }, [`Account ${id} suspended.`])
    })
}

function addResumeAccount(accounts: Command): void {
  accounts
    .command('resume')
    .description('resume a suspended account')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .action(async (id: number, _: unknown, command: Command) => {
      await withContext((context) => resumeAccount(context, id))
      print(command, { id, suspended: false }, [`Account ${id} resumed.`])
    })
}

function addDeleteAccount(accounts: Command): void {
  accounts
    .command('delete')
    .description('show what deleting an account removes; with its name, delete it for good')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .option('--name <name>', 'name of the account; its id when it has none')
    .action(async (id: number, { name }: { name?: string }, command: Command) => {
      const ending = await withContext(async (context) => {
        if (name === undefined) return endingOf(context, id)
        await context.queue.start()
        return deleteAccount(context, { accountId: id, name, by: SHELL })
      })
      const { hindrance, ...counts } = ending
      print(command, { id, ...counts, deleted: name !== undefined, hindrance }, said(id, ending, name !== undefined))
      if (hindrance !== null) process.exitCode = 1
    })
}

function addPlanOfAccount(accounts: Command): void {
  accounts
    .command('plan')
    .description("change an account's plan")
    .argument('<id>', 'id from accounts list', positiveInteger)
    .addOption(planOption().makeOptionMandatory())
    .action(async (id: number, { plan }: { plan: PlanId }, command: Command) => {
      await withContext((context) => setPlan(context, id, plan))
      print(command, { id, plan }, [`Account ${id} is now on the ${plan} plan.`])
    })
}

const withUser = (command: Command): Command =>
  command
    .option('--first-name <name>', "first name of the account's user")
    .option('--last-name <name>', "last name of the account's user")
    .option('--email <address>', "address of the account's user")
