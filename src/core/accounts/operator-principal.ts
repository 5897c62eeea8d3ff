import type { Principal } from '../../context.ts'
import type { AccountNeeds } from './account-needs.ts'
import { firstAccount } from './issue-keys.ts'

/** The operator at a shell, acting for the first account. */
export async function operatorPrincipal(needs: AccountNeeds): Promise<Principal> {
  return {
    ...(await firstAccount(needs)),
    keyId: 0,
    via: 'shell',
    plan: 'unlimited',
    accountCreatedAt: needs.clock.now(),
    scopes: new Set(['read', 'write', 'send', 'team', 'operator']),
    testKey: false,
    suspended: false,
    discover: true,
    speedKey: 'operator',
  }
}
