import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { InvitationRow } from '../../db/accounts/invitations-store.ts'
import { AppError } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { asText, textField } from '../../lib/input/field-kinds.ts'
import { field, missing, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { newOneTimeCode } from '../../lib/secrets/one-time-code.ts'
import { capability } from '../capability/capability.ts'
import { audit } from './audit.ts'
import { onlyOwnersTouchOwners } from './member-rules.ts'
import { roleField } from './members.ts'
import { ROLE_NAMES } from './roles.ts'
import type { Role } from './roles.ts'
import { webLink } from './web-link.ts'

/** Links by which people join an account. Quarry does not email them: the person who invites passes them on. */

const VALID_MS = 7 * DAY_MS
const MAX_OPEN = 200

const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLE_NAMES),
  invited_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})

const invitationOf = ({ id, email, role, invitedBy, createdAt, expiresAt }: InvitationRow) => ({
  id,
  email,
  role,
  invited_by: invitedBy,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
})

const shared = { group: 'others', scope: 'team' } as const

export const ListInvitations = capability({
  ...shared,
  name: 'list_invitations',
  input: z.object({}),
  output: z.object({ data: z.array(Invitation), meta: z.object({ total: z.int() }) }),
  run: async ({ store, principal, clock }) => {
    const open = await store.invitations.open(principal.accountId, clock.now())
    return { data: open.map(invitationOf), meta: { total: open.length } }
  },
})

const email = field<string>(
  { type: 'string', maxLength: 254, description: 'The address of the person invited.' },
  (raw) => {
    const address = parseTypedAddress((asText(raw) ?? '').slice(0, 500))
    return address === null
      ? refuse('invalid_email', `${quoted(raw)} is not a valid email address.`)
      : read(address.full)
  },
)

/** The answer shows the link, this one time. An earlier invitation to the same address ends. */
export const CreateInvitation = capability({
  ...shared,
  name: 'create_invitation',
  input: z.object({ email, role: roleField }),
  output: z.object({ data: Invitation.extend({ link: z.string() }), meta: z.object({}) }),
  check: (given) => [...missing('email', given.email), ...missing('role', given.role)],
  run: async (call, { email = '', role = 'reader' }) => {
    const { accountId, userId } = call.principal
    return call.database.pool.inOne(async () => {
      await onlyOwnersTouchOwners(call, [role])
      const { link, invitation } = await inviteTo(call, { accountId, email, role, createdBy: userId })
      await audit(call, 'invitation_created', { subject: email, details: { role } })
      return { data: { ...invitationOf(invitation), link }, meta: {}, status: 201 as const }
    })
  },
})

export const RevokeInvitation = capability({
  ...shared,
  name: 'revoke_invitation',
  input: z.object({ id: textField('id', 16, 'The id of the invitation.') }),
  output: z.object({ data: z.object({ email: z.string(), role: z.enum(ROLE_NAMES) }), meta: z.object({}) }),
  run: async (call, { id = '' }) => {
    const { store, principal, database } = call
    return database.pool.inOne(async () => {
      const revoked = await store.invitations.revoke(principal.accountId, id)
      if (revoked === null) throw new AppError('not_found', 'There is no open invitation with this id.')
      await audit(call, 'invitation_revoked', { subject: revoked.email, details: { role: revoked.role } })
      return { data: revoked, meta: {}, status: 204 as const }
    })
  },
})

export interface WantedInvitation {
  accountId: number
  email: string
  role: Role
  /** The user who invites; null for the operator at a shell. */
  createdBy: number | null
}

/**
 * Creates a link into an account, valid for a week and one person.
 * @throws AppError not_found if the account does not exist; invalid_email; validation_failed if too many are open, and for the
 * address with which a member signs in.
 */
export async function inviteTo(
  { store, clock, config, database }: Part<'clock' | 'config' | 'database', 'invitations' | 'members'> | Call,
  { accountId, email, role, createdBy }: WantedInvitation,
): Promise<{ link: string; code: string; invitation: InvitationRow }> {
  const address = parseTypedAddress(email.slice(0, 500))?.full
  if (address === undefined) throw new AppError('invalid_email', `${quoted(email)} is not a valid email address.`)
  const { code, hash } = newOneTimeCode('qi')
  const now = clock.now()
  return database.pool.inOne(async () => {
    if ((await store.members.hold(accountId)) === null)
      throw new AppError('not_found', `There is no account with id ${accountId}.`)
    if ((await store.members.list(accountId)).some((member) => member.loginId !== null && member.email === address))
      throw new AppError('validation_failed', 'This person is already a member: change their role instead.', {
        field: 'email',
        reason: 'already_member',
      })
    if ((await store.invitations.open(accountId, now)).length >= MAX_OPEN)
      throw new AppError('validation_failed', `An account has at most ${MAX_OPEN} open invitations: revoke some first.`)
    const expiresAt = new Date(now.getTime() + VALID_MS)
    await store.invitations.add({ hash, accountId, email: address, role, createdBy, createdAt: now, expiresAt })
    const invitation = await store.invitations.find(hash, now)
    if (invitation === null) throw new Error('An invitation that was just created is missing.')
    return { code, link: webLink(config, 'join', code), invitation }
  })
}
