import type { Scope } from '../../context.ts'
import type { KeyOwner } from '../../db/accounts/accounts-store.ts'

/** A user's role in an account. An owner is an admin who may also change owners and the account itself. */
export const ROLE_NAMES = ['owner', 'admin', 'member', 'reader'] as const
export type Role = (typeof ROLE_NAMES)[number]

const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  reader: ['read'],
  member: ['read', 'write', 'send'],
  admin: ['read', 'write', 'send', 'team'],
  owner: ['read', 'write', 'send', 'team'],
}

/**
 * What a role may do; only this function says so.
 * @param operator whether the user runs the installation: a login marked as such, in the first account.
 */
export const scopesOfRole = (role: Role, operator: boolean): ReadonlySet<Scope> =>
  new Set<Scope>([...SCOPES_OF_ROLE[role], ...(operator ? (['operator'] as const) : [])])

/**
 * What a key may do: what it was created for, and never more than its user. Keys never have `team`: that takes a person. A
 * user who cannot sign in was created by the operator, so that user's keys may have `operator`.
 */
export function scopesOfKey({ scopes, role, hasLogin, operator }: KeyOwner): ReadonlySet<Scope> {
  const allowed = scopesOfRole(role, !hasLogin || operator)
  return new Set(KEY_SCOPES.filter((scope) => scopes.includes(scope) && allowed.has(scope)))
}

const KEY_SCOPES = ['read', 'write', 'send', 'operator'] as const
