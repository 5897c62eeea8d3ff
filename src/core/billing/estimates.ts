import type { Part } from '../../context.ts'
import { dayOf, rounded } from './credits.ts'
import { hitRate } from './hit-rates.ts'

/** What a call would cost, told before anything is done. In credits. */
export interface Estimate {
  /** By the price table. */
  at_most: number
  /** By what the last calls of this kind found here; as much as at most where there were none. */
  expected: number
  /** What is paid for, once each. */
  unit: string
  why: string
  /** What an app or key with a limit may still spend today. */
  daily_left?: number
}

export interface Priced {
  /** The first word of what is charged, by which outcomes are remembered. */
  kind: string
  price: number
  /** Most that may be found. */
  most: number
  unit: string
}

/** What was paid before in the period is free, which an estimate does not look up. */
export async function estimateOf(
  call: Part<'clock' | 'principal' | 'remembered', 'billing'>,
  { kind, price, most, unit }: Priced,
): Promise<Estimate> {
  const at_most = rounded(price * most)
  const day = await dayOf(call)
  const rate = hitRate(call, kind)
  const share = rate === null ? '' : `; ${Math.round(rate.share * 100)} % of the last ${rate.calls} cost something`
  return {
    at_most,
    expected: rounded(at_most * (rate?.share ?? 1)),
    unit,
    why: `${price} for each ${unit}, up to ${most}${share}`,
    ...(day !== null && { daily_left: day.left }),
  }
}
