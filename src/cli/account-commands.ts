import type { Command } from 'commander'
import { Option } from 'commander'
import { createAccount, listAccounts, setPlan } from '../core/accounts.ts'
import { PLANS } from '../core/plans.ts'
import type { PlanId } from '../core/plans.ts'
import { positiveInteger } from './arguments.ts'
import { print, table } from './output.ts'
import { withContext } from './with-context.ts'

const planOption = () => new Option('--plan <plan>', 'plan of the account').choices(Object.keys(PLANS))

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('accounts: create, list, change their plan')

  accounts
    .command('create')
    .description('create an account with a key of its own, shown once')
    .addOption(planOption())
    .action(async ({ plan }: { plan?: PlanId }, command: Command) => {
      const created = await withContext((context) => createAccount(context, plan ?? context.config.defaultPlan))
      print(command, created, [
        `Account ${created.accountId} (${created.plan}). Its key, shown this once:`,
        `  ${created.key}`,
      ])
    })

  accounts
    .command('list')
    .description('list accounts with their plan')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listAccounts)
      const rows = listed.map(({ id, plan, suspended, created_at }) => [
        String(id),
        plan,
        suspended ? 'yes' : 'no',
        created_at.slice(0, 10),
      ])
      print(command, listed, table([['ID', 'PLAN', 'SUSPENDED', 'CREATED'], ...rows]))
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
