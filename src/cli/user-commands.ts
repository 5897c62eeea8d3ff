import type { Command } from 'commander'
import { Option } from 'commander'
import { makeResetLink } from '../core/logins/reset-password.ts'
import { ROLE_NAMES } from '../core/accounts/roles.ts'
import type { Role } from '../core/accounts/roles.ts'
import { makeSetUpLink } from '../core/logins/setup.ts'
import { inviteFromShell, listUsers, makeOperator, SHELL } from '../core/logins/users.ts'
import { AppError } from '../errors.ts'
import { positiveInteger } from './shared/arguments.ts'
import { print, table } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'

/** `quarry users`: who can sign in to the pages. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('manage the people who can sign in')

  users
    .command('setup-link')
    .description('print a link that makes whoever opens it the owner; only while nobody can sign in')
    .action(async (_: unknown, command: Command) => {
      const made = await withContext(makeSetUpLink)
      if (made === null)
        throw new AppError('validation_failed', 'Somebody can sign in already. Invite others: quarry users invite.')
      print(command, made, ['The link works once, for 7 days:', `  ${made.link}`, `  Set-up code: ${made.code}`])
    })

  users
    .command('invite')
    .description('print a link by which somebody joins an account')
    .argument('<email>', 'whom the link is for')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLE_NAMES).makeOptionMandatory())
    .option('--account <id>', 'id from accounts list (default: the first account)', positiveInteger)
    .action(async (email: string, { role, account }: { role: Role; account?: number }, command: Command) => {
      const made = await withContext((context) => inviteFromShell(context, { email, role, accountId: account ?? null }))
      print(command, made, [`${made.email} joins as ${role} with this link, within 7 days:`, `  ${made.link}`])
    })

  users
    .command('reset')
    .description('print a link by which somebody sets a new password')
    .argument('<email>', 'address that they sign in by')
    .action(async (email: string, _: unknown, command: Command) => {
      const { link, code } = await withContext((context) => makeResetLink(context, email, SHELL))
      print(command, { email, link, code }, [`${email} sets a new password by this link, within an hour:`, `  ${link}`])
    })

  users
    .command('list')
    .description('list the people who can sign in, with their accounts and roles')
    .action(async (_: unknown, command: Command) => {
      const listed = await withContext(listUsers)
      const rows = listed.map(({ email, name, operator, signs_in_by, accounts, last_seen_at }) => [
        email,
        name ?? '',
        accounts.map(({ id, role }) => `${id}:${role}`).join(' '),
        operator ? 'yes' : 'no',
        signs_in_by.join(' '),
        last_seen_at?.slice(0, 10) ?? '',
      ])
      print(command, listed, table([['EMAIL', 'NAME', 'ACCOUNTS', 'OPERATOR', 'SIGNS IN BY', 'LAST SEEN'], ...rows]))
    })

  users
    .command('operator')
    .description('let somebody run the installation, or take that right away')
    .argument('<email>', 'address that they sign in by')
    .option('--off', 'take that right away', false)
    .action(async (email: string, { off }: { off: boolean }, command: Command) => {
      await withContext((context) => makeOperator(context, email, !off))
      print(command, { email, operator: !off }, [
        `${email} ${off ? 'is no longer an operator' : 'is now an operator'}.`,
      ])
    })
}
