import type { Part, Principal } from '../../context.ts'
import type { TokenOwner } from '../../db/apps/apps-store.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { effectiveScopes } from './app-scopes.ts'

/** What reading an app's token needs. */
export type TokenNeeds = Part<'clock' | 'config', 'apps'>

const ID_LENGTH = 16

/** The id of an app: the beginning of its grant's hash. */
export const appIdOf = (grantHash: Buffer): string => `app_${grantHash.toString('hex').slice(0, ID_LENGTH)}`

/** Whose token this is, and what it may do; null if it is not ours, has expired or was revoked. One statement. */
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
  rateKey: `account:${owner.accountId}`,
  app: { id: appIdOf(owner.grantHash), name: owner.clientName ?? owner.clientId },
  spender: { id: appIdOf(owner.grantHash), dailyCredits: owner.dailyCredits },
})

/** The beginning of the hash that an id names; null for anything else. */
export const beginningOf = (id: string): string | null => /^(?:app_)?([\da-f]{16})$/.exec(id)?.[1] ?? null
