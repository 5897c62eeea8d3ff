import type { AddressLists } from '../classify/address-lists.ts'
import { addressType, isRoleAddress } from '../classify/role-address.ts'
import { nameReadings } from './name-readings.ts'
import { indexRenderings, labelsOf } from '../names/patterns.ts'
import type { NameParts, Pattern, RenderingIndex } from '../names/patterns.ts'
import { CONVENTIONS, patternPrior, VARIANT_WEIGHTS } from './pattern-prior.ts'
import type { PatternOutcome, PatternPrior } from './pattern-prior.ts'
import { countHabit, noHabits, variantShare } from './variant-habits.ts'
import type { VariantHabits, VariantWeights } from './variant-habits.ts'
import { worthLeft } from './source-age.ts'
import { agreementOf } from './calibration-cell.ts'
import type { AddressAgreement } from './calibration-cell.ts'

/** One address with its owner's name; weight from 0 (no evidence) to 1 (delivered or verified). */
export interface PatternEvidence {
  local: string
  name: NameParts
  weight: number
}

interface PatternShare {
  /** Null: none of the patterns. */
  pattern: PatternOutcome
  share: number
}

export interface LearntPattern {
  /** The most likely pattern if it is likely enough and two people support it; made of first, last, f, l and literals. */
  pattern: Pattern | null
  /** Every outcome, most likely first; shares sum to 1. */
  posterior: PatternShare[]
  /** How many people fit the most likely pattern. */
  support: number
  /** How the domain writes names that have several spellings. */
  habits: VariantHabits
  /** The number of people learned from, and the weight of their evidence for each outcome. */
  people: number
  counts: ReadonlyMap<PatternOutcome, number>
  /** How far their addresses agree. */
  agreement: AddressAgreement
}

/** What to expect of a domain before anything is known about it. */
export interface Usual {
  /** Shares of outcomes where several people are known; sum to 1. */
  conventions: PatternPrior
  variants: VariantWeights
  /** How many people the prior counts for: the fewer, the more alike the people of one domain are. */
  strength: PriorStrength
}

export interface PriorStrength {
  /** For the shares of patterns among those who follow one. */
  patterns: number
  /** For the share of people who follow none. */
  none: number
}

/** Fitted so that stated probabilities are accurate (`npm run eval:find`). */
export const USUAL_EVERYWHERE: Usual = {
  conventions: CONVENTIONS,
  variants: VARIANT_WEIGHTS,
  strength: { patterns: 0.65, none: 4 },
}

/** The weight of an address with a name, by origin. A guess never confirms itself. */
const EVIDENCE_WEIGHT = { verified: 1, structured: 0.9, text: 0.7, import: 0.6, guess: 0 } as const
const BY_QUALITY = { high: EVIDENCE_WEIGHT.structured, medium: EVIDENCE_WEIGHT.text, low: EVIDENCE_WEIGHT.import }

const LIKELY_ENOUGH = 0.4
const ENOUGH_PEOPLE = 2
/** An address that fits several patterns is divided between them according to the others; this converges quickly. */
const ROUNDS = 2
const RARE = 0.001

/**
 * The present weight of a page that shows an address with its owner's name; if the address accepts mail, the weight is the
 * highest.
 */
export function evidenceWeight(
  source: {
    quality: 'high' | 'medium' | 'low'
    hidden: boolean
    stillOnPage: boolean
    lastSeenAt: Date
    verificationStatus?: string | null
  },
  now: Date,
): number {
  if (source.verificationStatus === 'valid') return EVIDENCE_WEIGHT.verified
  if (source.hidden) return 0
  return BY_QUALITY[source.quality] * worthLeft(source, now)
}

/**
 * Posterior over patterns at one domain (Dirichlet–multinomial). Whether people follow a pattern at all, and which one, is
 * learned separately, so that one login name does not cast doubt on every pattern. Role addresses and evidence without weight
 * are ignored; an address that fits several patterns divides its weight.
 * @param lists contains the words for roles
 * @param usual what comparable domains do; by default what is usual everywhere
 */
export const learnPattern = (evidence: readonly PatternEvidence[], lists: AddressLists, usual?: Usual): LearntPattern =>
  learnFromFits(
    evidence.flatMap((one) => fitEvidence(one, lists)),
    usual,
  )

/** Like `learnPattern`, for people whose addresses have already been compared with their names. */
export function learnFromFits(people: readonly FittedPerson[], usual: Usual = USUAL_EVERYWHERE): LearntPattern {
  const prior = patternPrior(people.length, usual.conventions)
  let learnt: Learnt = { shares: prior, habits: noHabits(usual.variants), supporters: new Map(), counts: new Map() }
  for (let round = 0; round < ROUNDS; round++) learnt = weigh(people, prior, usual, learnt)
  const posterior = [...learnt.shares].map(([pattern, share]) => ({ pattern, share })).sort((a, b) => b.share - a.share)
  const best = posterior.find(({ pattern }) => pattern !== null)
  const support = learnt.supporters.get(best?.pattern ?? null)?.size ?? 0
  const { habits, counts } = learnt
  return {
    pattern: shown(best, support),
    posterior,
    support,
    habits,
    people: people.length,
    counts,
    agreement: agreementOf(people),
  }
}

interface Fit {
  pattern: Pattern
  labels: readonly string[]
  choices: ReadonlySet<string>
  /** Probability of the reading of the name that it fits, apart from its decision, which is among the labels. */
  reading: number
}

/** A person with every way to derive the address from the name; empty for a login or a handle. */
export interface FittedPerson {
  local: string
  weight: number
  fits: readonly Fit[]
}

interface Learnt {
  shares: PatternPrior
  habits: VariantHabits
  supporters: ReadonlyMap<PatternOutcome, ReadonlySet<string>>
  counts: ReadonlyMap<PatternOutcome, number>
}

/** Empty for teams, nameless addresses and evidence without weight. */
export function fitEvidence({ local, name, weight }: PatternEvidence, lists: AddressLists): FittedPerson[] {
  if (!(weight > 0) || name.first + name.last === '' || isTeamAddress(local, name, lists)) return []
  const readings = nameReadings(name)
  const decisions = readings.flatMap(({ label }) => label ?? [])
  const fits = readings.flatMap(({ name: read, weight: reading, label }) =>
    fitsOfReading(local, indexRenderings(read)).map((fit) => ({
      ...fit,
      labels: label === null ? fit.labels : [...fit.labels, label],
      choices: new Set([...fit.choices, ...decisions]),
      reading,
    })),
  )
  return [{ local: local.toLowerCase(), weight, fits }]
}

const fitsOfReading = (local: string, index: RenderingIndex): Omit<Fit, 'reading'>[] =>
  index
    .fits(local)
    .map(({ pattern, variant }) => ({ pattern, labels: labelsOf(variant), choices: index.choices(pattern) }))

const isTeamAddress = (local: string, { first, last }: NameParts, lists: AddressLists): boolean =>
  isRoleAddress(local, lists) && addressType(local, { firstName: first, lastName: last }, lists) === 'generic'

/** One round: divides every address between the patterns it fits according to what was learned before, and counts. */
function weigh(
  people: readonly FittedPerson[],
  prior: PatternPrior,
  { variants, strength }: Usual,
  before: Learnt,
): Learnt {
  const masses = new Map<PatternOutcome, number>()
  const supporters = new Map<PatternOutcome, Set<string>>()
  const habits = noHabits(variants)
  for (const { local, weight, fits } of people) {
    if (fits.length === 0) masses.set(null, (masses.get(null) ?? 0) + weight)
    for (const [fit, share] of shared(fits, before)) {
      masses.set(fit.pattern, (masses.get(fit.pattern) ?? 0) + weight * share)
      supporters.set(fit.pattern, (supporters.get(fit.pattern) ?? new Set()).add(local))
      for (const label of fit.choices) countHabit(habits, label, weight * share, fit.labels.includes(label))
    }
  }
  return { shares: posteriorOf(masses, prior, strength), habits, supporters, counts: masses }
}

function shared(fits: readonly Fit[], { shares, habits }: Learnt): [Fit, number][] {
  const likely = fits.map((fit) => (shares.get(fit.pattern) ?? RARE) * fit.reading * variantShare(fit.labels, habits))
  const sum = likely.reduce((total, value) => total + value, 0)
  return fits.map((fit, i) => [fit, (likely[i] ?? 0) / sum])
}

function posteriorOf(
  masses: ReadonlyMap<PatternOutcome, number>,
  prior: PatternPrior,
  strength: PriorStrength,
): Map<PatternOutcome, number> {
  const nonePrior = prior.get(null) ?? 0
  const noneMass = masses.get(null) ?? 0
  const fitting = [...masses.values()].reduce((sum, mass) => sum + mass, 0) - noneMass
  const none = (strength.none * nonePrior + noneMass) / (strength.none + noneMass + fitting)
  return new Map(
    [...prior].map(([outcome, share]) => {
      if (outcome === null) return [null, none]
      const usual = share / (1 - nonePrior)
      const mass = strength.patterns * usual + (masses.get(outcome) ?? 0)
      return [outcome, ((1 - none) * mass) / (strength.patterns + fitting)]
    }),
  )
}

/** Middle names and letters of logins are not shown: callers do not have them at hand. */
const shown = (best: PatternShare | undefined, support: number): Pattern | null =>
  !best || best.share < LIKELY_ENOUGH || support < ENOUGH_PEOPLE || /\{m|\d\}/.test(best.pattern ?? '')
    ? null
    : best.pattern
