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
 * address is invalid. Null for a campaign that does not gate.
 */
export async function heldWaiting(
  { store, clock }: Part<'clock', 'gate'>,
  campaign: CampaignGate,
): Promise<{ held: Record<string, number>; invalid: number } | null> {
  if (campaign.gate !== 'gate') return null
  const now = clock.now()
  const { accountId, id, allow, maxVerdictDays, maxRisk, verifySince: since } = campaign
  const freshSince = new Date(now.getTime() - maxVerdictDays * DAY_MS)
  const groups = await store.gate.waiting(accountId, id, since !== null && since > freshSince ? since : freshSince)
  const held = new Map<string, number>()
  let invalid = 0
  for (const { status, isAnswered, checkedAt, count } of groups) {
    const verdict = status === null || checkedAt === null ? null : { status, isAnswered, checkedAt }
    const answer = verdictGate({ verdict, allow, maxVerdictDays, maxRisk, since, risk: null, canVerify: true }, now)
    if (answer.gate === 'stop') invalid += count
    if (answer.gate === 'hold') held.set(answer.by, (held.get(answer.by) ?? 0) + count)
  }
  return { held: Object.fromEntries(held), invalid }
}
