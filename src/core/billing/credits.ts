/** What calls cost, what plans allow, and what has been used. */

import type { Call, Part } from '../../context.ts'
import type { ChargeRequest } from '../../db/accounts/billing-store.ts'
import { AppError } from '../../errors.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import type { Credits } from '../capability/capability.ts'
import { noteOutcome } from './hit-rates.ts'
import { billingPeriod, planOf } from './plans.ts'

export interface Purchase {
  kind: 'search' | 'verification'
  /** Identifies the effective request: the same endpoint, parameters and page are billed once per period. */
  request: readonly unknown[]
  /** The smallest price of the call, in credits. */
  smallestPrice: number
  /** What the call will cost at most, if that is more: reserved for callers with a daily limit, who may never exceed it. */
  largestPrice?: number
}

/**
 * Reserves the smallest price, does the work, then settles what the result costs; the price of an error, or of a result that
 * costs nothing, is refunded exactly.
 * @throws AppError too_many_requests if the balance is below the smallest price.
 */
export async function charging<T>(
  call: Part<'clock' | 'config' | 'database' | 'principal' | 'remembered', 'billing'>,
  purchase: Purchase,
  work: () => Promise<{ result: T; price: number }>,
): Promise<{ result: T; credits: Credits }> {
  const charge = chargeOf(call, purchase)
  const { startsOn, allowance } = charge
  const reserved = await call.store.billing.reserve(charge)
  if (reserved === 'already_charged') {
    const { result } = await work()
    return { result, credits: { charged: 0, remaining: await remainingCredits(call, startsOn, allowance) } }
  }
  if (reserved === 'reserved_elsewhere') return paidInTheEnd(call, charge, work)
  if (reserved !== 'reserved') throw await unaffordable(call, reserved, charge)
  return settled(call, purchase, charge, work)
}

/**
 * The same request is being answered for somebody else at this moment, who may hang up and get the price back: whoever delivers
 * first pays.
 */
async function paidInTheEnd<T>(
  call: Part<'clock' | 'config' | 'principal', 'billing'>,
  charge: ChargeRequest,
  work: () => Promise<{ result: T; price: number }>,
): Promise<{ result: T; credits: Credits }> {
  const { billing } = call.store
  const { result, price } = await work()
  let charged = 0
  if (price > 0) {
    // Settles what the other call reserved; if that is gone by now, reserves it again.
    let paid = await billing.settle(charge, price)
    if (paid === null) {
      const reserved = await billing.reserve(charge)
      if (reserved === 'insufficient' || reserved === 'daily_limit') throw await unaffordable(call, reserved, charge)
      if (reserved !== 'already_charged') paid = await billing.settle(charge, price)
    }
    charged = paid?.charged ?? 0
  }
  return { result, credits: { charged, remaining: await remainingCredits(call, charge.startsOn, charge.allowance) } }
}

const unaffordable = (
  call: Part<'clock' | 'config' | 'principal', 'billing'>,
  reserved: 'insufficient' | 'daily_limit',
  { credits }: ChargeRequest,
): Promise<AppError> => (reserved === 'insufficient' ? usedUp(call, credits) : dayUsedUp(call, credits))

type Payer = Pick<Call, 'clock'> & {
  principal: Pick<Call['principal'], 'accountId' | 'plan' | 'accountCreatedAt' | 'spender'>
}

/** What the ledger needs to know about a purchase made now. */
export function chargeOf(
  { clock, principal }: Payer,
  { kind, request, smallestPrice, largestPrice = smallestPrice }: Purchase,
): ChargeRequest {
  const { plan, accountCreatedAt, accountId, spender } = principal
  const isLimited = spender !== undefined && spender.dailyCredits !== null
  return {
    accountId,
    startsOn: billingPeriod(accountCreatedAt, clock.now()).startsOn,
    fingerprint: sha256(JSON.stringify(request)),
    kind,
    credits: isLimited ? largestPrice : smallestPrice,
    allowance: planOf(plan).credits,
    ...(spender !== undefined && {
      spender: { id: spender.id, allowance: spender.dailyCredits, since: today(clock.now()) },
    }),
  }
}

/** Spending is counted in days that begin at midnight UTC. */
const today = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)

/** @throws AppError too_many_requests if the balance, or what is left of the day, is below the price. */
export async function refuseIfUsedUp(
  call: Part<'clock' | 'config' | 'principal', 'billing'>,
  price: number,
): Promise<void> {
  const left = await creditsLeft(call)
  if (left !== null && left < price) throw await usedUp(call, price)
  const day = await dayOf(call)
  if (day !== null && day.left < price) throw await dayUsedUp(call, price)
}

/** What an app or key with a limit has spent since midnight UTC. */
export interface Day {
  limit: number
  spent: number
  left: number
}

/** Null if there is no limit. */
export async function dayOf({ clock, store, principal }: Payer & Part<never, 'billing'>): Promise<Day | null> {
  const { accountId, spender } = principal
  if (spender === undefined || spender.dailyCredits === null) return null
  const limit = spender.dailyCredits
  const spent = rounded(await store.billing.spent(accountId, { id: spender.id, since: today(clock.now()) }))
  return { limit, spent, left: rounded(Math.max(0, limit - spent)) }
}

/** In this period; null on a plan without a limit. */
export function creditsLeft(call: Payer & Part<never, 'billing'>): Promise<number | null> {
  const { plan, accountCreatedAt } = call.principal
  const { startsOn } = billingPeriod(accountCreatedAt, call.clock.now())
  return remainingCredits(call, startsOn, planOf(plan).credits)
}

async function settled<T>(
  call: Part<'clock' | 'database' | 'principal' | 'remembered', 'billing'>,
  purchase: Purchase,
  charge: ChargeRequest,
  work: () => Promise<{ result: T; price: number }>,
): Promise<{ result: T; credits: Credits }> {
  const { billing } = call.store
  try {
    const { result, price } = await work()
    if (price > 0) {
      const paid = await billing.settle(charge, price)
      noteOutcome(call, purchase, true)
      const { startsOn, allowance } = charge
      // An identical call that was faster has paid.
      if (paid === null)
        return { result, credits: { charged: 0, remaining: await remainingCredits(call, startsOn, allowance) } }
      return {
        result,
        credits: { charged: paid.charged, remaining: allowance === null ? null : rounded(allowance - paid.used) },
      }
    }
    await billing.refund(charge)
    noteOutcome(call, purchase, false)
    return {
      result,
      credits: { charged: 0, remaining: await remainingCredits(call, charge.startsOn, charge.allowance) },
    }
  } catch (error) {
    await call.database.pool.evenIfGone(() => billing.refund(charge))
    throw error
  }
}

async function remainingCredits(
  call: Payer & Part<never, 'billing'>,
  startsOn: string,
  allowance: number | null,
): Promise<number | null> {
  if (allowance === null) return null
  return rounded(allowance - (await call.store.billing.usage(call.principal.accountId, startsOn)).creditsUsed)
}

/** Credits have two decimals; sums of fractions have more. */
export const rounded = (credits: number): number => Math.round(credits * 100) / 100

async function dayUsedUp(call: Part<'clock' | 'config' | 'principal', 'billing'>, price: number): Promise<AppError> {
  const now = call.clock.now()
  const who = call.principal.app === undefined ? 'key' : 'app'
  const { limit, spent } = (await dayOf(call)) ?? { limit: 0, spent: 0 }
  const sentence = `This ${who} may spend ${limit} ${creditWord(limit)} a day and has spent ${spent}; this call costs ${price}.`
  const retryAfterSeconds = Math.ceil((today(now).getTime() + DAY_MS - now.getTime()) / 1_000)
  return new AppError('too_many_requests', sentence, { retryAfterSeconds, status: call.config.usageLimitStatus })
}

const creditWord = (count: number): string => (count === 1 ? 'credit' : 'credits')

async function usedUp(call: Part<'clock' | 'config' | 'principal', 'billing'>, price: number): Promise<AppError> {
  const { plan, accountCreatedAt } = call.principal
  const { resetsOn } = billingPeriod(accountCreatedAt, call.clock.now())
  const retryAfterSeconds = Math.ceil((Date.parse(resetsOn) - call.clock.now().getTime()) / 1_000)
  const left = Math.max(0, (await creditsLeft(call)) ?? 0)
  const costs = `This call costs ${price} ${creditWord(price)}`
  return new AppError(
    'too_many_requests',
    `${costs} and ${left} ${left === 1 ? 'is' : 'are'} left of ${planOf(plan).credits ?? 0}; the period ends on ${resetsOn}.`,
    { retryAfterSeconds, status: call.config.usageLimitStatus },
  )
}
