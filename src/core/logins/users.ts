import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { auditBy } from '../accounts/audit.ts'
import type { Actor } from '../accounts/audit.ts'
import { inviteTo } from '../accounts/invitations.ts'
import { firstAccount } from '../accounts/issue-keys.ts'
import { ownAddress } from './login-fields.ts'
import type { Role } from '../accounts/roles.ts'

/** What the operator at a shell can do about people who sign in. */

/** The actor at a shell. */
export const SHELL: Actor = { accountId: 0, userId: null, actor: 'operator at a shell', via: 'shell' }

export interface ListedUser {
  email: string
  name: string | null
  operator: boolean
  disabled: boolean
  signs_in_by: ('password' | 'passkey' | 'oidc')[]
  accounts: { id: number; role: string }[]
  last_seen_at: string | null
}

/** Everybody who can sign in, oldest first. */
export async function listUsers({ store }: Part<never, 'logins'>): Promise<ListedUser[]> {
  const logins = await store.logins.list()
  return logins.map(({ email, firstName, lastName, operator, disabled, hasPassword, passkeys, oidc, ...rest }) => ({
    email,
    name: [firstName, lastName].filter((part) => part !== null).join(' ') || null,
    operator,
    disabled,
    signs_in_by: [
      ...(hasPassword ? (['password'] as const) : []),
      ...(passkeys > 0 ? (['passkey'] as const) : []),
      ...(oidc > 0 ? (['oidc'] as const) : []),
    ],
    accounts: rest.memberships.map(({ accountId, role }) => ({ id: accountId, role })),
    last_seen_at: rest.seenAt?.toISOString() ?? null,
  }))
}

/**
 * Grants or revokes the right to run the installation, which applies in the first account.
 * @throws AppError not_found; validation_failed for the last operator, after whom only the shell would be left
 */
export async function makeOperator(
  { store, clock, database }: Part<'clock' | 'database', 'audit' | 'logins' | 'settings'>,
  email: string,
  operator: boolean,
): Promise<void> {
  const address = ownAddress(email) ?? email
  await database.pool.inOne(async () => {
    await store.settings.lock('firstAccount')
    if (!(await store.logins.setOperator(address, operator)))
      throw new AppError('not_found', 'Nobody signs in with this address. See quarry users list.')
    if ((await store.logins.countOperators()) === 0)
      throw new AppError('validation_failed', 'This is the last operator. Make somebody else an operator first.')
    const action = operator ? 'operator_granted' : 'operator_revoked'
    await auditBy({ store, clock }, SHELL, action, { subject: address, isOfInstallation: true })
  })
}

/** A link into an account, by default the first one. @throws AppError as `inviteTo` */
export async function inviteFromShell(
  needs: Part<'clock' | 'config' | 'database', 'accounts' | 'audit' | 'invitations' | 'members' | 'settings'>,
  { email, role, accountId }: { email: string; role: Role; accountId: number | null },
): Promise<{ email: string; role: Role; account_id: number; link: string; code: string }> {
  const id = accountId ?? (await firstAccount(needs)).accountId
  return needs.database.pool.inOne(async () => {
    const { link, code, invitation } = await inviteTo(needs, { accountId: id, email, role, createdBy: null })
    const actor = { ...SHELL, accountId: id }
    await auditBy(needs, actor, 'invitation_created', { subject: invitation.email, details: { role } })
    return { email: invitation.email, role, account_id: id, link, code }
  })
}
