import type { Principal, Scope } from '../../context.ts'
import { scopesOfRole } from '../accounts/roles.ts'
import type { Role } from '../accounts/roles.ts'

/** What an app may be given: never the team, never the installation. */
export const APP_SCOPES = ['read', 'write', 'send'] as const
export type AppScope = (typeof APP_SCOPES)[number]

/** What somebody in this role can give. */
export const givableScopes = (scopes: Principal['scopes']): AppScope[] =>
  APP_SCOPES.filter((scope) => scopes.has(scope))

/** What an app may currently do: what was ticked, limited to what its user may do. */
export const effectiveScopes = (granted: readonly string[], role: Role): ReadonlySet<Scope> => {
  const allowed = scopesOfRole(role, false)
  return new Set(APP_SCOPES.filter((scope) => granted.includes(scope) && allowed.has(scope)))
}

/** Those of ours among words that somebody sent; reading goes with everything. */
export const appScopesOf = (words: readonly string[]): AppScope[] =>
  APP_SCOPES.filter((scope) => scope === 'read' || words.includes(scope))
