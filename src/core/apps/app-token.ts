import type { Part, Principal } from '../../context.ts'
import type { TokenOwner } from '../../db/apps/apps-store.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { effectiveScopes } from './app-scopes.ts'

/** What reading the token of an app needs. */
export type TokenNeeds = Part<'clock' | 'config', 'apps'>

const ID_LENGTH = 16

/** How an app is called: by the beginning of its grant's hash. */
export const appIdOf = (grantHash: Buffer): string => `app_${grantHash.toString('hex').slice(0, ID_LENGTH)}`

/** Whose token this is, and what it may do; null when it is none of ours, is over, or was revoked. One statement. */
export async function principalOfToken({ store, clock, config }: TokenNeeds, token: string): Promise<Principal | null> {
  const owner = await store.apps.ownerOf(sha256(token), { now: clock.now(), audience: `${config.origin}/mcp` })
  return owner === null ? null : principalOf(owner)
}

const principalOf = (owner: TokenOwner): Principal => ({
  accountId: owner.accountId,
  userId: owner.userId,
  keyId: 0,
  via: 'oauth',
  plan: owner.plan,
  accountCreatedAt: owner.accountCreatedAt,
  scopes: effectiveScopes(owner.scopes, owner.role),
  testKey: false,
  suspended: owner.suspended,
  discover: owner.discover,
  speedKey: `account:${owner.accountId}`,
  app: { id: appIdOf(owner.grantHash), name: owner.clientName ?? owner.clientId },
  spender: { id: appIdOf(owner.grantHash), dailyCredits: owner.dailyCredits },
})

/** How the hash begins that an id names; null for what is not an id. */
export const beginningOf = (id: string): string | null => /^(?:app_)?([\da-f]{16})$/.exec(id)?.[1] ?? null
