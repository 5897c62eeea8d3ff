import type { Part } from '../../context.ts'
import { bounceRisks } from '../verify/bounce-risks.ts'
import type { RiskNeeds, RiskQuestion } from '../verify/bounce-risks.ts'

/** At most this many are weighed; the rest of a longer list is assumed to be similar. */
const MOST_WEIGHED = 2_000

/**
 * How many of a campaign's first emails will bounce, judged by what happened to the account's other mail.
 * @returns null if nobody is waiting.
 */
export async function expectedBounces(
  context: RiskNeeds & Part<never, 'gate'>,
  accountId: number,
  campaignId: number,
): Promise<{ bounces: number; of: number } | null> {
  const waiting = await context.store.gate.expected(accountId, campaignId, MOST_WEIGHED)
  if (waiting.length === 0) return null
  const questions = waiting.map(({ email, status }) => ({
    email,
    status: (status ?? 'unknown') as RiskQuestion['status'],
    evidence: 'pattern' as const,
  }))
  const risks = await bounceRisks(context, accountId, questions)
  // Null: the address has bounced before and is not written to.
  const sum = risks.reduce((total, risk) => total + (risk?.bounce ?? 0), 0)
  return { bounces: Math.round(sum * 10) / 10, of: waiting.length }
}
