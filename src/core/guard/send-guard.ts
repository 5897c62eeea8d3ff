/** What protects a sender's reputation: ramp, gate, pace and brakes. */

import type { Part } from '../../context.ts'
import type { GuardFacts, GuardWindows } from '../../db/campaigns/outbox-guard-store.ts'
import type { DueCandidate } from '../../db/campaigns/due-candidate.ts'
import type { RampFacts } from '../../db/campaigns/ramp-steps-store.ts'
import { companyOfAddress } from '../../engine/classify/domain-kinds.ts'
import { keysOfName } from '../../engine/change/person-key.ts'
import { FIRST_SENDS, recentSince } from '../../engine/guard/campaign-brake.ts'
import { isSlow } from '../../engine/guard/mailbox-band.ts'
import { companyAfter, gapAfter, takenSince, WEEK_MS } from '../../engine/guard/pacing.ts'
import { dayCap, weekCap } from '../../engine/guard/day-cap.ts'
import { plannedCap, stepRamp } from '../../engine/guard/ramp-plan.ts'
import type { SendGuard } from '../../engine/send/send-decision.ts'
import { DAY_MS, SECOND_MS } from '../../lib/process/clock.ts'

/** Guards a message that is about to be sent: which facts are needed, and what they mean. */

type Needs = Part<'lists'>

/** After this long, a held message is judged again unless it was released before. */
export const HELD_FOR_MS = DAY_MS

export const guardWindows = (needs: Needs, { email }: DueCandidate, now: Date): GuardWindows => ({
  daySince: takenSince(DAY_MS, now),
  weekSince: takenSince(WEEK_MS, now),
  latelySince: new Date(now.getTime() - WEEK_MS),
  recentSince: recentSince(now),
  firstSends: FIRST_SENDS,
  company: companyOfAddress(needs.lists.inUse, email),
  keysOf: keysOfName,
})

/** The ramp's step for a new day. */
export function rampStep({ place, cap, days, ...facts }: RampFacts): { place: number; cap: number } {
  if (cap === null || days === null) return { place: 0, cap: plannedCap(0, facts.dailyLimit) }
  return stepRamp({ place, cap, days, ...facts })
}

/** The facts in the form the decision needs. @param dailyLimit what the operator's ceiling leaves of it. */
export function sendGuard(candidate: DueCandidate, facts: GuardFacts, dailyLimit: number): SendGuard {
  const { allow, maxVerdictDays, maxRisk, verifySince: since, heldBy } = candidate
  // A learned risk is weighed in advance, and applies until it is weighed again.
  const risk = heldBy === 'risk' ? 1 : null
  const mailbox = { ...candidate, dailyLimit }
  return {
    gate: facts.gate === null ? null : { ...facts.gate, allow, maxVerdictDays, maxRisk, since, risk, canVerify: true },
    caps: facts.caps === null ? null : { ...facts.caps, dayCap: dayCap(mailbox), weekCap: weekCap(mailbox) },
    pace: facts.pace,
    first: facts.first,
  }
}

/** What to store about the company that a message goes to; null if nothing is stored. */
export function companyNote(
  needs: Needs,
  { email, previousStatus }: DueCandidate,
  facts: GuardFacts | undefined,
  now: Date,
) {
  const domain = companyOfAddress(needs.lists.inUse, email)
  const known = facts?.pace?.company
  if (domain === null || known === undefined || known === null) return null
  return { domain, ...companyAfter(known.firsts, previousStatus === null, now) }
}

/** When the mailbox may send again: strained mailboxes and slowed campaigns take twice as long. */
export function nextSendAt({ gapSeconds, gapSpread, messageId, band, ramp, slowed }: DueCandidate, now: Date): Date {
  const slow = (ramp === 'auto' && isSlow(band) ? 2 : 1) * (slowed ? 2 : 1)
  return new Date(now.getTime() + Math.round(slow * gapAfter(gapSeconds, gapSpread, messageId) * SECOND_MS))
}
