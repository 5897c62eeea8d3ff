import type { Part } from '../../context.ts'
import type { InvitationRow } from '../../db/accounts/invitations-store.ts'
import { AppError } from '../../errors.ts'
import { hashOneTimeCode } from '../../lib/secrets/one-time-code.ts'
import { auditBy } from './audit.ts'
import type { Role } from './roles.ts'

type JoinNeeds = Part<'clock' | 'database', 'audit' | 'invitations' | 'members'>

/** What an invitation shows before it is accepted. */
export type OpenInvitation = Pick<InvitationRow, 'accountName' | 'email' | 'role' | 'invitedBy' | 'expiresAt'>

/** Of the link, which people may paste as a whole; nothing longer is a code. */
const MAX_CODE_LENGTH = 1_000

/** @returns null for a code that is wrong, used, revoked or expired, without saying which. */
export async function readInvitation(
  { store, clock }: Part<'clock', 'invitations'>,
  code: string,
): Promise<OpenInvitation | null> {
  if (code.length > MAX_CODE_LENGTH) return null
  return store.invitations.find(hashOneTimeCode(code), clock.now())
}

export interface Joined {
  accountId: number
  userId: number
  loginId: number
  role: Role
}

/**
 * Makes a login a member of the account that the code invites to. A returning member gets the old user back; the first owner
 * with a login takes over the user the account was created with, and so its keys and campaigns.
 * @param loginOf returns the login that joins, or creates it, in the same transaction.
 * @throws AppError validation_failed for a code that is wrong, used or expired, and for somebody who is already a member; the
 * invitation then remains unused.
 */
export async function acceptInvitation(
  { store, clock, database }: JoinNeeds,
  code: string,
  loginOf: (invitation: OpenInvitation) => Promise<number>,
): Promise<Joined> {
  const hash = hashOneTimeCode(code.slice(0, MAX_CODE_LENGTH + 1))
  const now = clock.now()
  return database.pool.inOne(async () => {
    const invitation = await store.invitations.find(hash, now)
    if (invitation === null) throw unusable()
    const { accountId, role } = invitation
    await store.members.hold(accountId)
    if (!(await store.invitations.take(hash, now))) throw unusable()
    const loginId = await loginOf(invitation)
    const joining = { accountId, loginId, role, now }
    const before = await store.members.ofLogin(accountId, loginId)
    if (before?.active === true) throw new AppError('validation_failed', 'You are already a member of this account.')
    const known = before ?? (role === 'owner' ? await store.members.firstOfKeys(accountId) : null)
    if (known !== null) await store.members.comeBack(joining, known.userId)
    const userId = known?.userId ?? (await store.members.join(joining))
    const actor = { accountId, userId, actor: invitation.email, via: 'session' } as const
    await auditBy({ store, clock }, actor, 'member_joined', { subject: invitation.email, details: { role } })
    return { accountId, userId, loginId, role }
  })
}

const unusable = (): AppError =>
  new AppError(
    'validation_failed',
    'This invitation is invalid, already used, or older than 7 days. Ask for a new link.',
    { field: 'code' },
  )
