import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { AccountParts, accountParts, includeField } from './account-parts.ts'
import { capability } from '../capability/capability.ts'
import { dayOf } from '../billing/credits.ts'
import { billingPeriod, planOf } from '../billing/plans.ts'
import { usageOf } from '../billing/usage.ts'

const Used = z.object({ used: z.number(), available: z.number() })

const AccountOutput = z.object({
  data: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    plan_name: z.string(),
    plan_level: z.number().int(),
    reset_date: z.iso.date(),
    team_id: z.number().int(),
    requests: z.object({ credits: Used, searches: Used, verifications: Used }),
    calls: z.object({ _deprecation_notice: z.string(), used: z.number(), available: z.number() }),
    /** Only what `include` names. */
    included: AccountParts.optional(),
  }),
  /** For an app or key with a limit: what it may spend per day (UTC), and what it has spent today. */
  meta: z.object({ daily_credits: z.object({ limit: z.number(), spent: z.number(), left: z.number() }).optional() }),
})

const CALLS_ARE_DEPRECATED = 'calls is deprecated, use requests instead'

/** Plan and usage of the caller's account; free. `available` is the whole allowance, not what is left. */
export const GetAccount = capability({
  name: 'get_account',
  group: 'account',
  scope: 'read',
  isLight: true,
  input: z.object({ include: includeField }),
  output: AccountOutput,
  run: async (call, { include }) => {
    const { accountId, userId } = call.principal
    const owner = await call.store.accounts.owner(accountId, userId)
    if (owner === null) throw new AppError('authentication_failed', 'No account matches this API key.')
    const plan = planOf(owner.plan)
    const { startsOn, resetsOn } = billingPeriod(owner.createdAt, call.clock.now())
    const day = await dayOf(call)
    const { credits, searches, verifications } = await usageOf(call, startsOn, plan)
    return {
      data: {
        first_name: owner.firstName,
        last_name: owner.lastName,
        email: owner.email,
        plan_name: plan.name,
        plan_level: plan.level,
        reset_date: resetsOn,
        team_id: accountId,
        requests: { credits, searches, verifications },
        calls: {
          _deprecation_notice: CALLS_ARE_DEPRECATED,
          used: searches.used + verifications.used,
          available: searches.available + verifications.available,
        },
        ...(include !== undefined && { included: await accountParts(call, include) }),
      },
      meta: day === null ? {} : { daily_credits: day },
    }
  },
})
