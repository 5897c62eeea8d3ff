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

/** One address with its owner's name; weight from 0 (says nothing) to 1 (delivered or verified). */
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
  /** The most likely pattern when it is likely enough and two people support it; made of first, last, f, l and literals. */
  pattern: Pattern | null
  /** Every outcome, most likely first; shares sum to 1. */
  posterior: PatternShare[]
  /** How many people the most likely pattern fits. */
  support: number
  /** How the domain writes names that can be written in several ways. */
  habits: VariantHabits
  /** How many people there were to learn from, and the weight of their evidence for each outcome. */
  people: number
  counts: ReadonlyMap<PatternOutcome, number>
  /** How far their addresses agree. */
  agreement: AddressAgreement
}

/** What to expect of a domain before anything is known of it. */
export interface Usual {
  /** Shares of outcomes where several people are known; sum to 1. */
  conventions: PatternPrior
  variants: VariantWeights
  /** How many people it is worth: the less, the more alike the people of one domain are. */
  strength: PriorStrength
}

export interface PriorStrength {
  /** Of the shares of patterns among those who follow any. */
  patterns: number
  /** Of the share of people who follow none. */
  none: number
}

/** Fitted so that what is said holds (`npm run eval:find`). */
export const USUAL_EVERYWHERE: Usual = {
  conventions: CONVENTIONS,
  variants: VARIANT_WEIGHTS,
  strength: { patterns: 0.65, none: 4 },
}

/** How much an address with a name says, by how we know of it. A guess never confirms itself. */
const EVIDENCE_WEIGHT = { verified: 1, structured: 0.9, text: 0.7, import: 0.6, guess: 0 } as const
const BY_QUALITY = { high: EVIDENCE_WEIGHT.structured, medium: EVIDENCE_WEIGHT.text, low: EVIDENCE_WEIGHT.import }

const LIKELY_ENOUGH = 0.4
const ENOUGH_PEOPLE = 2
/** An address that fits several patterns is shared by what the others say; that settles quickly. */
const ROUNDS = 2
const RARE = 0.001

/** The weight of a page that shows an address with its owner's name, as of now; one that takes mail is as good as it gets. */
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
 * Posterior over patterns at one domain (Dirichlet–multinomial): whether people follow a pattern at all, and which, are
 * learnt apart, so that one login name does not make every pattern doubtful. Role addresses and evidence without weight are
 * ignored; an address that fits several patterns shares its weight.
 * @param lists words of roles are among them
 * @param usual what comparable domains do; by default what is usual everywhere
 */
export const learnPattern = (evidence: readonly PatternEvidence[], lists: AddressLists, usual?: Usual): LearntPattern =>
  learnFromFits(
    evidence.flatMap((one) => fitEvidence(one, lists)),
    usual,
  )

/** As `learnPattern`, from people whose addresses were compared with their names before. */
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
  /** Chance of the reading of the name that it fits, beside its decision, which is among the labels. */
  reading: number
}

/** A person with every way in which the address comes from the name; none for a login or a handle. */
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

/** Nobody for teams, nameless addresses and evidence without weight. */
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

/** One round: shares every address among the patterns it fits by what was learnt before, and counts. */
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

/** Middle names and letters of logins cannot be told to others: nobody has them at hand. */
const shown = (best: PatternShare | undefined, support: number): Pattern | null =>
  !best || best.share < LIKELY_ENOUGH || support < ENOUGH_PEOPLE || /\{m|\d\}/.test(best.pattern ?? '')
    ? null
    : best.pattern
