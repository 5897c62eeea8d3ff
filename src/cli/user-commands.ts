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

/** `quarry users`: who can sign in to the web pages. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('manage the people who can sign in')

  users
    .command('setup-link')
    .description('print a link that makes the person who opens it the owner; only while nobody can sign in')
    .action(async (_: unknown, command: Command) => {
      const made = await withContext(makeSetUpLink)
      if (made === null)
        throw new AppError('validation_failed', 'Somebody can already sign in. To invite others: quarry users invite.')
      print(command, made, ['This link works once, within 7 days:', `  ${made.link}`, `  Set-up code: ${made.code}`])
    })

  users
    .command('invite')
    .description('print a link that lets somebody join an account')
    .argument('<email>', "the person's address")
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLE_NAMES).makeOptionMandatory())
    .option('--account <id>', 'id from accounts list (default: the first account)', positiveInteger)
    .action(async (email: string, { role, account }: { role: Role; account?: number }, command: Command) => {
      const made = await withContext((context) => inviteFromShell(context, { email, role, accountId: account ?? null }))
      print(command, made, [`${made.email} can join as ${role} with this link, within 7 days:`, `  ${made.link}`])
    })

  users
    .command('reset')
    .description('print a link that lets somebody set a new password')
    .argument('<email>', 'the address they sign in with')
    .action(async (email: string, _: unknown, command: Command) => {
      const { link, code } = await withContext((context) => makeResetLink(context, email, SHELL))
      print(command, { email, link, code }, [
        `${email} can set a new password with this link, within an hour:`,
        `  ${link}`,
      ])
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
      print(command, listed, table([['EMAIL', 'NAME', 'ACCOUNTS', 'OPERATOR', 'SIGNS IN WITH', 'LAST SEEN'], ...rows]))
    })

  users
    .command('operator')
    .description('make somebody an operator of the installation, or end that')
    .argument('<email>', 'the address they sign in with')
    .option('--off', 'end their operator rights', false)
    .action(async (email: string, { off }: { off: boolean }, command: Command) => {
      await withContext((context) => makeOperator(context, email, !off))
      print(command, { email, operator: !off }, [
        `${email} ${off ? 'is no longer an operator' : 'is now an operator'}.`,
      ])
    })
}
