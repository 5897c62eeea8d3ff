import type { Call } from '../../context.ts'
import type { MemberRow } from '../../db/accounts/members-store.ts'
import { AppError } from '../../errors.ts'
import type { Role } from './roles.ts'

/** Who may give whom which role. All checks run inside the transaction of the change, with the account locked. */

type Team = Pick<Call, 'store' | 'principal'>

/** @throws AppError not_found for users of other accounts, and for those who have left. */
export async function findMember({ store, principal }: Team, id: number): Promise<MemberRow> {
  const member = await store.members.find(principal.accountId, id)
  if (member === null) throw new AppError('not_found', `There is no member with id ${id}.`)
  return member
}

/**
 * Only owners make and change owners; the operator at a shell may do what an owner may.
 * @throws AppError forbidden
 */
export async function onlyOwnersTouchOwners(team: Team, roles: readonly Role[]): Promise<void> {
  const { store, principal } = team
  if (!roles.includes('owner') || principal.via === 'shell') return
  const actor = await store.members.find(principal.accountId, principal.userId)
  if (actor?.role !== 'owner') throw new AppError('forbidden', 'Only an owner can make, change or remove an owner.')
}

/** Whether no other owner of the account can sign in. */
export const isLastOwner = async ({ store, principal }: Team, { role, userId }: MemberRow): Promise<boolean> =>
  role === 'owner' && (await store.members.otherOwners(principal.accountId, userId)) === 0

/**
 * An account without an owner would belong to nobody.
 * @throws AppError validation_failed
 */
export async function someOwnerStays(team: Team, member: MemberRow, next: Role | null): Promise<void> {
  if (next === 'owner' || !(await isLastOwner(team, member))) return
  throw new AppError('validation_failed', 'This is the last owner of the account: make somebody else an owner first.', {
    reason: 'last_owner',
  })
}
