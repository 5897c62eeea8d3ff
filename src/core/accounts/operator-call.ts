import { randomUUID } from 'node:crypto'
import type { Call, Context } from '../../context.ts'
import { firstAccount } from './issue-keys.ts'

/** A call in the name of the first account, without speed limits: the operator at a shell. */
export async function operatorCall(
  context: Context,
  waiting: Pick<Call, 'signal' | 'crawlWaitMs' | 'progress' | 'firstCrawl'>,
): Promise<Call> {
  const owner = await firstAccount(context)
  return {
    ...context,
    config: { ...context.config, rateLimit: { ...context.config.rateLimit, factor: 0 } },
    ...waiting,
    requestId: randomUUID(),
    maxRows: null,
    hungUp: null,
    principal: {
      ...owner,
      keyId: 0,
      plan: 'unlimited',
      accountCreatedAt: context.clock.now(),
      scopes: new Set(['read', 'write', 'send']),
      testKey: false,
      suspended: false,
      discover: true,
      speedKey: 'operator',
    },
  }
}
