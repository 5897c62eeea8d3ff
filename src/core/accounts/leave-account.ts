import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { MemberRow } from '../../db/accounts/members-store.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { audit } from './audit.ts'
import { findMember, isLastOwner, someOwnerStays } from './member-rules.ts'

const Leaving = z.object({
  keys: z.int(),
  campaigns: z.int(),
  /** The owner who takes over campaigns and mailboxes; null if there is no other. */
  successor: z.string().nullable(),
  /** False for the last owner who can sign in. */
  may_leave: z.boolean(),
})

const shared = { group: 'others', scope: 'read' } as const

/** What ends and what continues when the caller leaves the account. */
export const PreviewLeaveAccount = capability({
  ...shared,
  name: 'preview_leave_account',
  input: z.object({}),
  output: z.object({ data: Leaving, meta: z.object({}) }),
  run: async (call) => {
    const member = await findMember(call, call.principal.userId)
    const successor = await firstOtherOwner(call)
    const { keys, campaigns } = member
    const mayLeave = !(await isLastOwner(call, member))
    return { data: { keys, campaigns, successor: successor?.email ?? null, may_leave: mayLeave }, meta: {} }
  },
})

/** Ends the member's keys and sessions; campaigns and mailboxes continue under the first other owner. */
export const LeaveAccount = capability({
  ...shared,
  name: 'leave_account',
  input: z.object({}),
  output: z.object({ data: z.object({ keys_revoked: z.int(), campaigns_moved: z.int() }), meta: z.object({}) }),
  run: async (call) => {
    const { store, principal, database, clock } = call
    if (principal.via !== 'session') throw new AppError('forbidden', 'Only a person can leave an account.')
    const { accountId, userId } = principal
    return database.pool.inOne(async () => {
      await store.members.hold(accountId)
      const member = await findMember(call, userId)
      await someOwnerStays(call, member, null)
      const successor = await firstOtherOwner(call)
      const campaigns = successor === null ? 0 : await store.members.handOver(accountId, userId, successor.userId)
      const { keys } = await store.members.leave(accountId, userId, clock.now())
      const details = { role: member.role, keys, campaigns }
      await audit(call, 'member_left', { subject: member.email, details })
      return { data: { keys_revoked: keys, campaigns_moved: campaigns }, meta: {} }
    })
  },
})

/** The first other owner, preferably one who can sign in. */
async function firstOtherOwner({ store, principal }: Pick<Call, 'store' | 'principal'>): Promise<MemberRow | null> {
  const members = await store.members.list(principal.accountId)
  const isOther = ({ userId, role }: MemberRow) => role === 'owner' && userId !== principal.userId
  return members.find((member) => isOther(member) && member.loginId !== null) ?? members.find(isOther) ?? null
}
