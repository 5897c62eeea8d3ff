import type { Part } from '../../context.ts'
import { keysOfName } from '../../engine/change/person-key.ts'
import { verdictGate } from '../../engine/guard/verdict-gate.ts'
import { DAY_MS } from '../../lib/process/clock.ts'

/** What a campaign requires of the addresses it writes to. */
export interface CampaignGate {
  accountId: number
  id: number
  gate: 'gate' | 'skip_invalid'
  allow: readonly string[]
  maxVerdictDays: number
  maxRisk: number | null
  verifySince: Date | null
}

/** For recipients whose first email would otherwise never be sent. */
export const CONSENT_NEEDED =
  'Mail servers cannot be contacted from here because port 25 is closed: first emails to addresses that were never verified are sent only if the campaign allows unverified.'

/** According to workers, or otherwise to this process: addresses that were never verified cannot be. */
async function cannotVerify({ store, verification }: HeldNeeds, accountId: number): Promise<boolean> {
  if (await store.gate.hasUnverifiable(accountId)) return true
  const port25 = await verification.needs.reachPort25()
  return port25 === 'silent' || port25 === 'refused'
}

type HeldNeeds = Part<'clock' | 'verification', 'gate'>

/**
 * How many recipients waiting for a first email would currently be held, by reason, and how many get nothing because their
 * address is invalid or they have left. Null for a campaign without a gate.
 */
export async function heldWaiting(
  context: HeldNeeds,
  campaign: CampaignGate,
): Promise<{ held: Record<string, number>; invalid: number; leftCompany: number } | null> {
  if (campaign.gate !== 'gate') return null
  const { store, clock } = context
  const now = clock.now()
  const { accountId, id, allow, maxVerdictDays, maxRisk, verifySince: since } = campaign
  const freshSince = new Date(now.getTime() - maxVerdictDays * DAY_MS)
  const groups = await store.gate.waiting(
    accountId,
    id,
    since !== null && since > freshSince ? since : freshSince,
    keysOfName,
  )
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
  const unverified = held.get('unverified')
  if (unverified !== undefined && (await cannotVerify(context, accountId))) {
    held.delete('unverified')
    held.set('unverifiable', unverified)
  }
  return { held: Object.fromEntries(held), invalid, leftCompany }
}
