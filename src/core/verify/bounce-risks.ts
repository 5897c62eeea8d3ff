import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { OutcomeCount, OwnAddressFacts } from '../../db/verify/send-outcomes-store.ts'
import {
  ANSWER_COUNTS_MS,
  ANSWERED_RISK,
  BOUNCE_COUNTS_MS,
  bounceRisk,
  mergedCounts,
} from '../../engine/verify/bounce-risk.ts'
import type { BounceRisk, CountedVerdict, EvidenceCounts, RecipientEvidence } from '../../engine/verify/bounce-risk.ts'
import type { Outcome, VerificationStatus } from '../../engine/verify/verification.ts'
import { keysOfSend } from './count-outcomes.ts'

/** How likely mail to an address is to bounce, judged by what happened to the account's other mail. */

export type RiskNeeds = Part<'clock' | 'config', 'sendOutcomes'>

/** As shown in answers. */
export const ShownRisk = z.object({
  bounce: z.number().min(0).max(1),
  basis: z.enum(['domain', 'group', 'verdict', 'address']),
  sends: z.int(),
})

/** An address with what else is known about it. */
export interface RiskQuestion {
  /** Lower case, domain in A-labels. */
  email: string
  status: VerificationStatus
  evidence: RecipientEvidence
}

/**
 * The risks of some addresses, in their order; null for invalid ones, to which nobody sends.
 * Statistics never change a verdict.
 */
export async function bounceRisks(
  context: RiskNeeds,
  accountId: number,
  questions: readonly RiskQuestion[],
): Promise<(BounceRisk | null)[]> {
  const open = questions.filter(({ status }) => status !== 'invalid')
  if (open.length === 0) return questions.map(() => null)
  const { sendOutcomes } = context.store
  const facts = new Map<string, OwnAddressFacts>()
  for (const fact of await sendOutcomes.ownFacts(accountId, [...new Set(open.map(({ email }) => email))]))
    facts.set(fact.email, fact)
  const places = open.map(({ email, status }) => placeOf(email, status, facts.get(email)?.mxGroup ?? null))
  const keys = new Map(places.flatMap(keysOfSend).map((key) => [nameOf(key), key]))
  const isShared = context.config.verification.shareOutcomes
  const counts = Map.groupBy(await sendOutcomes.counts(accountId, isShared, [...keys.values()]), nameOf)
  const now = context.clock.now()
  return questions.map(({ email, status, evidence }) => {
    const fact = facts.get(email)
    if (status === 'invalid' || isDead(fact, now)) return null
    if (isAnswering(fact, now)) return ANSWERED_RISK
    return riskAt(placeOf(email, status, fact?.mxGroup ?? null), evidence, counts, now)
  })
}

function riskAt(
  place: ReturnType<typeof placeOf>,
  evidence: RecipientEvidence,
  counts: ReadonlyMap<string, OutcomeCount[]>,
  now: Date,
): BounceRisk {
  const before: Record<OutcomeCount['level'], EvidenceCounts> = { verdict: {}, group: {}, domain: {} }
  for (const key of keysOfSend(place)) before[key.level] = mergedCounts(counts.get(nameOf(key)) ?? [], now)
  return bounceRisk({ verdict: place.verdict, evidence }, before, now)
}

const placeOf = (email: string, status: VerificationStatus, mxGroup: string | null) => ({
  verdict: status as CountedVerdict,
  mxGroup,
  domain: email.slice(email.lastIndexOf('@') + 1),
})

const nameOf = ({ level, verdict, key }: Pick<OutcomeCount, 'level' | 'verdict' | 'key'>): string =>
  [level, verdict, key].join(' ')

type Fact = OwnAddressFacts | undefined

const isWithin = (at: Date | null | undefined, now: Date, ms: number): boolean =>
  at !== null && at !== undefined && now.getTime() - at.getTime() < ms

/** Whether mail to it bounced, and nobody has answered since. */
const isDead = (fact: Fact, now: Date): boolean =>
  isWithin(fact?.bouncedAt, now, BOUNCE_COUNTS_MS) && timeOf(fact?.bouncedAt) > timeOf(fact?.answeredAt)

const isAnswering = (fact: Fact, now: Date): boolean => isWithin(fact?.answeredAt, now, ANSWER_COUNTS_MS)

const timeOf = (at: Date | null | undefined): number => at?.getTime() ?? 0

/** Outcomes as this account knows them: an address whose mail bounced recently does not exist, whatever servers say. */
export async function asKnownHere(
  context: Pick<RiskNeeds, 'clock'> & Part<never, 'sendOutcomes'>,
  accountId: number,
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const open = [...new Set(outcomes.flatMap(({ email, status }) => (status === 'invalid' ? [] : [email])))]
  if (open.length === 0) return [...outcomes]
  const now = context.clock.now()
  const facts = await context.store.sendOutcomes.ownFacts(accountId, open)
  const dead = new Set(facts.filter((fact) => isDead(fact, now)).map(({ email }) => email))
  return outcomes.map((outcome) => (dead.has(outcome.email) ? { ...outcome, ...BOUNCED } : outcome))
}

const BOUNCED = { status: 'invalid', score: 0, smtpCheck: false, reason: 'bounced', retry: null } as const
