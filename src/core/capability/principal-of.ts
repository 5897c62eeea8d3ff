import type { Principal } from '../../context.ts'

type Known = Pick<Principal, 'accountCreatedAt' | 'accountId' | 'plan' | 'scopes' | 'userId' | 'via'>

/** Somebody of an account for whom Quarry acts without having been shown a key or a session. */
export const principalOf = (known: Known & Partial<Principal>): Principal => ({
  keyId: 0,
  testKey: false,
  suspended: false,
  discover: false,
  rateKey: `account:${known.accountId}`,
  ...known,
})
