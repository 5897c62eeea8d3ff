import { DAY_MS } from '../../lib/process/clock.ts'
import type { VerificationStatus } from './verification.ts'

/**
 * How likely mail to an address bounces, judged by the outcome of earlier mail; pure. Each rate is shrunk towards the wider
 * one: all mail with a verdict, then the servers of one operator, then one domain.
 */

/** The evidence for an address: a page shows it, it follows the usual pattern of its company, or there is none. */
export type RecipientEvidence = 'published' | 'pattern' | 'none'
export const RECIPIENT_EVIDENCE = ['published', 'pattern', 'none'] as const satisfies readonly RecipientEvidence[]

/** The verdicts for which mail is counted; no one knowingly sends to the others. */
export type CountedVerdict = Exclude<VerificationStatus, 'invalid'>

/** The outcome of mail under one key; older sends weigh less, so counts are not whole numbers. */
export interface SendCount {
  sends: number
  bounces: number
  /** Of the latest sends only, since they began to look worse than the earlier ones. */
  recentSends: number
  recentBounces: number
  /** The time up to which the counts have been aged. */
  at: Date
}

/** The counts of one level by evidence; a missing entry means that nothing was sent. */
export type EvidenceCounts = Readonly<Partial<Record<RecipientEvidence, SendCount>>>

/** What is known about mail like the one in question. */
export interface SendsBefore {
  /** With this verdict, to any server. */
  verdict: EvidenceCounts
  /** With this verdict, to servers of the same operator. */
  group: EvidenceCounts
  /** With this verdict, to the same domain. */
  domain: EvidenceCounts
}

export type RiskBasis = 'domain' | 'group' | 'verdict' | 'address'

export interface BounceRisk {
  /** 0.001–0.95 */
  bounce: number
  /** The narrowest level whose own sends weigh as much as the prior from above; `address` if this very address decided. */
  basis: RiskBasis
  /** At that level. */
  sends: number
}

const START: Readonly<Record<CountedVerdict, number>> = {
  valid: 0.01,
  webmail: 0.05,
  accept_all: 0.12,
  unknown: 0.15,
  disposable: 0.15,
}
const START_FACTOR: Readonly<Record<RecipientEvidence, number>> = { published: 0.5, pattern: 1, none: 1.6 }

/** The number of sends that the prior from the level above counts for. */
const WEIGHT_ABOVE = { verdict: 50, group: 20, domain: 5 } as const
const FACTOR_WEIGHT = 50
/** Factors and the verdict's rate depend on each other; this many rounds settle both. */
const ROUNDS = 4
const BOUNDS = [0.001, 0.95] as const
const HALF_LIFE_DAYS = 180

const NEVER: SendCount = { sends: 0, bounces: 0, recentSends: 0, recentBounces: 0, at: new Date(0) }

/** The risk of an address from which a person answered recently. */
export const ANSWERED_RISK: BounceRisk = { bounce: 0.003, basis: 'address', sends: 1 }
export const ANSWER_COUNTS_MS = 180 * DAY_MS
/** How long an address reported as nonexistent counts as invalid. */
export const BOUNCE_COUNTS_MS = 90 * DAY_MS

/** The risk of one email; without earlier sends, the initial value for its verdict and evidence. */
export function bounceRisk(
  { verdict, evidence }: { verdict: CountedVerdict; evidence: RecipientEvidence },
  before: SendsBefore,
  now: Date,
): BounceRisk {
  const counts = {
    verdict: aged(before.verdict, now),
    group: aged(before.group, now),
    domain: aged(before.domain, now),
  }
  const { rate, factors } = ratesOf(counts.verdict, START[verdict])
  const ofGroup = shrunken(counts.group, factors, rate, WEIGHT_ABOVE.group)
  const ofDomain = shrunken(counts.domain, factors, ofGroup, WEIGHT_ABOVE.domain)
  const [least, most] = BOUNDS
  const bounce = Math.min(most, Math.max(least, ofDomain * factors[evidence]))
  return { bounce: Math.round(bounce * 1_000) / 1_000, ...basisOf(counts) }
}

type Counts = Readonly<Record<RecipientEvidence, SendCount>>
type Factors = Readonly<Record<RecipientEvidence, number>>

const aged = (counts: EvidenceCounts, now: Date): Counts => ({
  published: agedCount(counts.published ?? NEVER, now),
  pattern: agedCount(counts.pattern ?? NEVER, now),
  none: agedCount(counts.none ?? NEVER, now),
})

/** Counts halve every 180 days; a clock set back changes nothing. */
export function agedCount(count: SendCount, now: Date): SendCount {
  const days = (now.getTime() - count.at.getTime()) / DAY_MS
  if (days <= 0) return count
  const left = 0.5 ** (days / HALF_LIFE_DAYS)
  return {
    sends: count.sends * left,
    bounces: count.bounces * left,
    recentSends: count.recentSends * left,
    recentBounces: count.recentBounces * left,
    at: now,
  }
}

/** Counts of several accounts merged and aged to the same time; counts with unknown evidence are left out. */
export function mergedCounts(counts: readonly (SendCount & { evidence: string })[], now: Date): EvidenceCounts {
  const merged: Partial<Record<RecipientEvidence, SendCount>> = {}
  for (const evidence of RECIPIENT_EVIDENCE) {
    for (const count of counts) {
      if (count.evidence !== evidence) continue
      const { sends, bounces, recentSends, recentBounces } = agedCount(count, now)
      const so = merged[evidence] ?? NEVER
      merged[evidence] = {
        sends: so.sends + sends,
        bounces: so.bounces + bounces,
        recentSends: so.recentSends + recentSends,
        recentBounces: so.recentBounces + recentBounces,
        at: now,
      }
    }
  }
  return merged
}

/** The rate of a verdict with neutral evidence, and the factor for each kind of evidence. */
function ratesOf(counts: Counts, start: number): { rate: number; factors: Factors } {
  let factors = START_FACTOR
  let rate = shrunken(counts, factors, start, WEIGHT_ABOVE.verdict)
  for (let round = 0; round < ROUNDS; round++) {
    factors = factorsAt(counts, rate)
    rate = shrunken(counts, factors, start, WEIGHT_ABOVE.verdict)
  }
  return { rate, factors }
}

const factorsAt = (counts: Counts, rate: number): Factors => ({
  published: factorOf(counts.published, rate, START_FACTOR.published),
  pattern: factorOf(counts.pattern, rate, START_FACTOR.pattern),
  none: factorOf(counts.none, rate, START_FACTOR.none),
})

const factorOf = ({ sends, bounces }: SendCount, rate: number, start: number): number =>
  (bounces + FACTOR_WEIGHT * rate * start) / ((sends + FACTOR_WEIGHT) * rate)

/** Each send is weighted by how likely its evidence lets it bounce, so that a domain is not blamed for guessed addresses. */
function shrunken(counts: Counts, factors: Factors, above: number, weight: number): number {
  let bounces = weight * above
  let exposed = weight
  for (const evidence of RECIPIENT_EVIDENCE) {
    bounces += counts[evidence].bounces
    exposed += counts[evidence].sends * factors[evidence]
  }
  return bounces / exposed
}

function basisOf({ verdict, group, domain }: Record<'verdict' | 'group' | 'domain', Counts>) {
  const sends = { domain: sendsOf(domain), group: sendsOf(group), verdict: sendsOf(verdict) }
  const basis = sends.domain >= WEIGHT_ABOVE.domain ? 'domain' : sends.group >= WEIGHT_ABOVE.group ? 'group' : 'verdict'
  return { basis, sends: Math.round(sends[basis]) } as const
}

const sendsOf = (counts: Counts): number => RECIPIENT_EVIDENCE.reduce((sum, each) => sum + counts[each].sends, 0)

/** The increase in the bounce rate that counts as a change. */
const RISE = 0.3
/** Fewer earlier sends are soon outweighed anyway. */
const LEAST_EARLIER = 5
/** Natural logarithm of how much likelier the latest sends are at the increased rate than at the old one. */
const TURNED = 5

/**
 * The count with one more send. If the latest sends no longer resemble the earlier ones, only they are kept: a company that
 * moved its mail is noticed within a few emails, however many went well before. (A cumulative sum, as in quality control: the
 * latest sends start where they began to look worse than usual.)
 */
export function withSend(count: SendCount | null, bounced: boolean, at: Date): SendCount {
  const old = agedCount(count ?? NEVER, at)
  const one = bounced ? 1 : 0
  const next: SendCount = {
    sends: old.sends + 1,
    bounces: old.bounces + one,
    recentSends: old.recentSends + 1,
    recentBounces: old.recentBounces + one,
    at: count === null || at > old.at ? at : old.at,
  }
  const likelier = riseOf(next)
  if (likelier <= 0) return { ...next, recentSends: 0, recentBounces: 0 }
  if (likelier <= TURNED || next.sends - next.recentSends < LEAST_EARLIER) return next
  return { ...next, sends: next.recentSends, bounces: next.recentBounces, recentSends: 0, recentBounces: 0 }
}

function riseOf({ sends, bounces, recentSends, recentBounces }: SendCount): number {
  const before = rateWithin(bounces - recentBounces, sends - recentSends)
  const risen = before + RISE * (1 - before)
  const good = recentSends - recentBounces
  return recentBounces * Math.log(risen / before) + good * Math.log((1 - risen) / (1 - before))
}

/** Never 0 or 1: adds half a send of each kind. */
const rateWithin = (bounces: number, sends: number): number => (Math.max(0, bounces) + 0.5) / (sends + 1)

/** Limits of the score of a catch-all domain, once enough mail went to it or its operator. */
const SCORE_SENDS = 20
const SCORE_BOUNDS = [40, 90] as const

/** @returns null if too few sends are known for a conclusion */
export function scoreByRisk({ bounce, basis, sends }: BounceRisk): number | null {
  if ((basis !== 'domain' && basis !== 'group') || sends < SCORE_SENDS) return null
  const [least, most] = SCORE_BOUNDS
  return Math.min(most, Math.max(least, Math.round(100 * (1 - bounce))))
}
