import type { Part } from '../../context.ts'
import { verdictGate } from '../../engine/guard/verdict-gate.ts'
import { DAY_MS } from '../../lib/process/clock.ts'

/** What a campaign asks of the addresses that it writes to. */
export interface CampaignGate {
  accountId: number
  id: number
  gate: 'gate' | 'skip_invalid'
  allow: readonly string[]
  maxVerdictDays: number
  maxRisk: number | null
  verifySince: Date | null
}

/**
 * How many of those who wait for a first mail would be held as things stand, by reason, and how many get nothing because their
 * address is invalid or they have left. Null for a campaign that does not gate.
 */
export async function heldWaiting(
  { store, clock }: Part<'clock', 'gate'>,
  campaign: CampaignGate,
): Promise<{ held: Record<string, number>; invalid: number; leftCompany: number } | null> {
  if (campaign.gate !== 'gate') return null
  const now = clock.now()
  const { accountId, id, allow, maxVerdictDays, maxRisk, verifySince: since } = campaign
  const freshSince = new Date(now.getTime() - maxVerdictDays * DAY_MS)
  const groups = await store.gate.waiting(accountId, id, since !== null && since > freshSince ? since : freshSince)
  const asked = { allow, maxVerdictDays, maxRisk, since, risk: null, canVerify: true }
  const held = new Map<string, number>()
  let invalid = 0
  let leftCompany = 0
  for (const { status, isAnswered, checkedAt, hasLeft, count } of groups) {
    const verdict = status === null || checkedAt === null ? null : { status, isAnswered, checkedAt }
    const answer = verdictGate({ ...asked, verdict, hasLeft }, now)
    if (answer.gate === 'stop' && answer.because === 'invalid') invalid += count
    if (answer.gate === 'stop' && answer.because === 'left_company') leftCompany += count
    if (answer.gate === 'hold') held.set(answer.by, (held.get(answer.by) ?? 0) + count)
  }
  return { held: Object.fromEntries(held), invalid, leftCompany }
}
