import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { MemberRow } from '../../db/accounts/members-store.ts'
import { AppError } from '../../errors.ts'
import { choiceField, idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { audit } from './audit.ts'
import { findMember, onlyOwnersTouchOwners, someOwnerStays } from './member-rules.ts'
import { ROLE_NAMES } from './roles.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Who is in an account: people with logins, and users in whose name keys act. */

const Member = z.object({
  id: z.int(),
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role: z.enum(ROLE_NAMES),
  /** False for a user in whose name only keys act. */
  can_sign_in: z.boolean(),
  is_you: z.boolean(),
  keys: z.int(),
  campaigns: z.int(),
  joined_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime().nullable(),
})
const One = z.object({ data: Member, meta: z.object({}) })

const memberOf = (member: MemberRow, { userId }: Call['principal']): z.output<typeof Member> => ({
  id: member.userId,
  email: member.email,
  first_name: member.firstName,
  last_name: member.lastName,
  role: member.role,
  can_sign_in: member.loginId !== null,
  is_you: member.userId === userId,
  keys: member.keys,
  campaigns: member.campaigns,
  joined_at: member.createdAt.toISOString(),
  last_seen_at: member.lastSeenAt?.toISOString() ?? null,
})

const shared = { group: 'others', scope: 'team' } as const

export const roleField = choiceField(
  ROLE_NAMES,
  'wrong_params',
  `role must be one of ${ROLE_NAMES.join(', ')}.`,
  'What the person may do: a reader can view, a member can work and send, an admin also manages the team, an owner can do everything.',
)

export const ListMembers = capability({
  ...shared,
  name: 'list_members',
  input: z.object({}),
  output: z.object({ data: z.array(Member), meta: z.object({ total: z.int() }) }),
  run: async ({ store, principal }) => {
    const members = await store.members.list(principal.accountId)
    return { data: members.map((member) => memberOf(member, principal)), meta: { total: members.length } }
  },
})

const MemberIdInput = z.object({ id: idField('The id of the member.') })

export const GetMember = capability({
  ...shared,
  name: 'get_member',
  input: MemberIdInput,
  output: One,
  run: async (call, { id = 0 }) => ({ data: memberOf(await findMember(call, id), call.principal), meta: {} }),
})

/** Takes effect with the member's next request, for keys within seconds. */
export const UpdateMember = capability({
  ...shared,
  name: 'update_member',
  input: z.object({ ...MemberIdInput.shape, role: roleField }),
  output: One,
  check: ({ role }) => missing('role', role),
  run: async (call, { id = 0, role = 'reader' }) => {
    const { store, principal, database } = call
    return database.pool.inOne(async () => {
      await store.members.hold(principal.accountId)
      const member = await findMember(call, id)
      await onlyOwnersTouchOwners(call, [member.role, role])
      await someOwnerStays(call, member, role)
      if (member.role !== role) {
        await store.members.setRole(principal.accountId, id, role)
        await audit(call, 'role_changed', { subject: member.email, details: { from: member.role, to: role } })
      }
      return { data: memberOf({ ...member, role }, principal), meta: {} }
    })
  },
})

/** Revokes keys and ends sessions; campaigns continue under the name of the member who takes them over. */
export const RemoveMember = capability({
  ...shared,
  name: 'remove_member',
  input: z.object({
    ...MemberIdInput.shape,
    campaigns_to: idField(
      'The id of the member who takes over campaigns and mailboxes; needed when there are campaigns.',
    ),
  }),
  output: z.object({
    data: Member,
    meta: z.object({ keys_revoked: z.int(), sessions_ended: z.int(), campaigns_moved: z.int() }),
  }),
  run: async (call, { id = 0, campaigns_to }) => {
    const { store, principal, database, clock } = call
    return database.pool.inOne(async () => {
      await store.members.hold(principal.accountId)
      const member = await findMember(call, id)
      await onlyOwnersTouchOwners(call, [member.role])
      await someOwnerStays(call, member, null)
      const successor = await successorOf(call, member, campaigns_to)
      const campaigns = successor === null ? 0 : await store.members.handOver(principal.accountId, id, successor)
      const { keys, sessions } = await store.members.leave(principal.accountId, id, clock.now())
      await audit(call, 'member_removed', { subject: member.email, details: { role: member.role, keys, campaigns } })
      const meta = { keys_revoked: keys, sessions_ended: sessions, campaigns_moved: campaigns }
      return { data: memberOf(member, principal), meta }
    })
  },
})

/** Who takes over; null if there is nothing to take over and nobody is named. */
async function successorOf(
  call: Part<'principal', 'members'>,
  member: MemberRow,
  wanted: number | undefined,
): Promise<number | null> {
  if (wanted === undefined && member.campaigns === 0) return null
  if (wanted === undefined)
    throw campaignsTo(`says who takes over the ${member.campaigns} campaigns of this member; it is missing.`)
  if (wanted === member.userId) throw campaignsTo('must be another member.')
  const { store, principal } = call
  if ((await store.members.find(principal.accountId, wanted)) === null)
    throw campaignsTo(`${wanted} is not a member of this account.`)
  return wanted
}

const campaignsTo = (problem: string): AppError =>
  new AppError('validation_failed', `campaigns_to ${problem}`, { field: 'campaigns_to' })
