import type { Part } from '../../context.ts'
import { dayOf, rounded } from './credits.ts'
import { hitRate } from './hit-rates.ts'

/** What a call would cost in credits, before anything is done. */
export interface Estimate {
  /** From the price table. */
  at_most: number
  /** From what the last calls of this kind found here; equals `at_most` if there were none. */
  expected: number
  /** What is paid for, each once. */
  unit: string
  why: string
  /** What an app or key with a limit may still spend today. */
  daily_left?: number
}

export interface Priced {
  /** The first word of the charged request, under which outcomes are remembered. */
  kind: string
  price: number
  /** The most that may be found. */
  most: number
  unit: string
}

/** Does not check what was already paid for in this period, which is free. */
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
