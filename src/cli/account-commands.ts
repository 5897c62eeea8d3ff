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
import { PLANS } from '../core/billing/plans.ts'
import type { PlanId } from '../core/billing/plans.ts'
import { positiveInteger } from './arguments.ts'
import { print, table } from './output.ts'
import { withContext } from './with-context.ts'

const planOption = () => new Option('--plan <plan>', 'plan of the account').choices(Object.keys(PLANS))

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('accounts: create, list, name, suspend, change their plan')

  accounts
    .command('create')
    .description('create an account with a key of its own, shown once')
    .addOption(planOption())
    .option('--name <name>', 'what you call the account')
    .option('--first-name <name>', 'of its user')
    .option('--last-name <name>', 'of its user')
    .option('--email <address>', 'of its user')
    .action(async ({ plan, ...names }: { plan?: PlanId } & AccountNames, command: Command) => {
      const created = await withContext((context) => createAccount(context, plan ?? context.config.defaultPlan, names))
      print(command, created, [
        `Account ${created.accountId} (${created.plan}). Its key, shown this once:`,
        `  ${created.key}`,
      ])
    })

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

  accounts
    .command('rename')
    .description('name an account, or its user')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .argument('[name]', 'what you call the account')
    .option('--first-name <name>', 'of its user')
    .option('--last-name <name>', 'of its user')
    .option('--email <address>', 'of its user')
    .action(async (id: number, name: string | undefined, user: AccountNames, command: Command) => {
      const names = { ...user, ...(name !== undefined && { name }) }
      await withContext((context) => renameAccount(context, id, names))
      print(command, { id, ...names }, [`Account ${id} is named.`])
    })

  accounts
    .command('suspend')
    .description('refuse an account everywhere, and send no mail of it, until it is resumed')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .action(async (id: number, _: unknown, command: Command) => {
      await withContext((context) => suspendAccount(context, id))
      print(command, { id, suspended: true }, [`Account ${id} is suspended.`])
    })

  accounts
    .command('resume')
    .description('let a suspended account go on')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .action(async (id: number, _: unknown, command: Command) => {
      await withContext((context) => resumeAccount(context, id))
      print(command, { id, suspended: false }, [`Account ${id} goes on.`])
    })

  accounts
    .command('plan')
    .description('give an account another plan')
    .argument('<id>', 'id from accounts list', positiveInteger)
    .addOption(planOption().makeOptionMandatory())
    .action(async (id: number, { plan }: { plan: PlanId }, command: Command) => {
      await withContext((context) => setPlan(context, id, plan))
      print(command, { id, plan }, [`Account ${id} has the plan ${plan} now.`])
    })
}
