import { z } from 'zod'
import type { Part } from '../../context.ts'
import { capability } from '../capability/capability.ts'
import { rounded } from './credits.ts'
import { billingPeriod, planOf } from './plans.ts'
import type { Plan } from './plans.ts'

/** Shown if there is no limit; sums of it still fit into 32 bits, which some clients need. */
export const UNLIMITED_CREDITS = 100_000_000

/** A verification costs half a credit. */
const VERIFICATIONS_PER_CREDIT = 2

interface Used {
  used: number
  available: number
}

/** Usage of one billing period in the three measures of the documented API. */
export async function usageOf(
  call: Part<'principal', 'billing'>,
  startsOn: string,
  plan: Plan,
): Promise<{ credits: Used; searches: Used; verifications: Used }> {
  const usage = await call.store.billing.usage(call.principal.accountId, startsOn)
  const available = plan.credits ?? UNLIMITED_CREDITS
  return {
    credits: { used: usage.creditsUsed, available },
    searches: { used: Math.ceil(usage.searchCreditsUsed), available },
    verifications: { used: usage.verificationsUsed, available: VERIFICATIONS_PER_CREDIT * available },
  }
}

const UsedOf = z.object({ used: z.number(), available: z.number() })

/** Usage only, with what is left; free. */
export const GetUsage = capability({
  name: 'get_usage',
  group: 'account',
  scope: 'read',
  isLight: true,
  input: z.object({}),
  output: z.object({
    data: z.object({
      reset_date: z.iso.date(),
      requests: z.object({
        credits: UsedOf.extend({ remaining: z.number() }),
        searches: UsedOf,
        verifications: UsedOf,
      }),
    }),
    meta: z.object({}),
  }),
  run: async (call) => {
    const { startsOn, resetsOn } = billingPeriod(call.principal.accountCreatedAt, call.clock.now())
    const { credits, searches, verifications } = await usageOf(call, startsOn, planOf(call.principal.plan))
    const remaining = Math.max(0, rounded(credits.available - credits.used))
    return {
      data: { reset_date: resetsOn, requests: { credits: { ...credits, remaining }, searches, verifications } },
      meta: {},
    }
  },
})
