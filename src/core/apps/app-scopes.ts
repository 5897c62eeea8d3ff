import type { Principal, Scope } from '../../context.ts'
import { scopesOfRole } from '../accounts/roles.ts'
import type { Role } from '../accounts/roles.ts'

/** What an app may be granted: never the team, never the installation. */
export const APP_SCOPES = ['read', 'write', 'send'] as const
export type AppScope = (typeof APP_SCOPES)[number]

/** What somebody with these scopes can grant. */
export const givableScopes = (scopes: Principal['scopes']): AppScope[] =>
  APP_SCOPES.filter((scope) => scopes.has(scope))

/** What an app may currently do: what was ticked, limited to what its user may do. */
export const effectiveScopes = (granted: readonly string[], role: Role): ReadonlySet<Scope> => {
  const allowed = scopesOfRole(role, false)
  return new Set(APP_SCOPES.filter((scope) => granted.includes(scope) && allowed.has(scope)))
}

/** The app scopes among words that somebody sent; `read` is always included. */
export const appScopesOf = (words: readonly string[]): AppScope[] =>
  APP_SCOPES.filter((scope) => scope === 'read' || words.includes(scope))
