import type { Principal } from '../../context.ts'
import type { AccountNeeds } from './account-needs.ts'
import { firstAccount } from './issue-keys.ts'
import { principalOf } from '../capability/principal-of.ts'

/** The operator at a shell, acting for the first account. */
export async function operatorPrincipal(needs: AccountNeeds): Promise<Principal> {
  return principalOf({
    ...(await firstAccount(needs)),
    via: 'shell',
    plan: 'unlimited',
    accountCreatedAt: needs.clock.now(),
    scopes: new Set(['read', 'write', 'send', 'team', 'operator']),
    discover: true,
    rateKey: 'operator',
  })
}
