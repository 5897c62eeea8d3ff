import { z } from 'zod'
import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { findMember, onlyOwnersTouchOwners } from '../accounts/member-rules.ts'
import { capability } from '../capability/capability.ts'
import { makeResetLink } from './reset-password.ts'

/**
 * A link with which a member sets a new password, valid for one hour; shown once. Its creator could use it, so it must not
 * open more than they can already see: no other accounts of that person, and not the installation. Operators may create any.
 */
export const MakeResetLink = capability({
  name: 'make_reset_link',
  group: 'others',
  scope: 'team',
  input: z.object({ id: idField('The id of the member.') }),
  output: z.object({
    data: z.object({ email: z.string(), link: z.string(), expires_at: z.iso.datetime() }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0 }) => {
    const { principal, requestId } = call
    const { loginId, email, role } = await findMember(call, id)
    if (loginId === null || email === null) throw refused('Nobody signs in as this member.', 'reset_nobody')
    await onlyOwnersTouchOwners(call, [role])
    if (!principal.scopes.has('operator')) await refuseWhoReachesFurther(call, loginId)
    const { link, expiresAt } = await makeResetLink(call, email, { ...principal, actor: 'a user', requestId })
    return { data: { email, link, expires_at: expiresAt.toISOString() }, meta: {}, status: 201 as const }
  },
})

async function refuseWhoReachesFurther({ store }: Pick<Call, 'store'>, loginId: number): Promise<void> {
  const login = await store.logins.byId(loginId)
  const memberships = await store.logins.memberships(loginId)
  if (login?.operator === true || memberships.length > 1)
    throw refused(
      'This person is also a member of other accounts here: only an operator can create the link.',
      'reset_reaches_further',
    )
}

const refused = (details: string, reason: string): AppError => new AppError('validation_failed', details, { reason })
