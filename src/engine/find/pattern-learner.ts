import { addressType, isRoleAddress } from '../classify/role-address.ts'
import { nameReadings } from './name-readings.ts'
import { indexRenderings, labelsOf } from './patterns.ts'
import type { NameParts, Pattern, RenderingIndex } from './patterns.ts'
import { patternPrior } from './pattern-prior.ts'
import type { PatternOutcome, PatternPrior } from './pattern-prior.ts'
import { noHabits, variantShare } from './variant-habits.ts'
import type { VariantHabits } from './variant-habits.ts'
import { worthLeft } from './source-age.ts'

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
}

/** How much an address with a name says, by how we know of it. A guess never confirms itself. */
const EVIDENCE_WEIGHT = { verified: 1, structured: 0.9, text: 0.7, import: 0.6, guess: 0 } as const
const BY_QUALITY = { high: EVIDENCE_WEIGHT.structured, medium: EVIDENCE_WEIGHT.text, low: EVIDENCE_WEIGHT.import }

/**
 * How many people the prior over patterns is worth, and the one over following a pattern at all; fitted so that what is
 * said holds (`npm run eval:find`).
 */
const PATTERN_STRENGTH = 0.65
const NONE_STRENGTH = 4
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
 * @param prior where no address is known; by default what is usual at companies of which so many people are known
 */
export function learnPattern(evidence: readonly PatternEvidence[], prior?: PatternPrior): LearntPattern {
  const people = evidence.flatMap(fitsOf)
  const usual = prior ?? patternPrior(people.length)
  let learnt: Learnt = { shares: usual, habits: noHabits(), supporters: new Map() }
  for (let round = 0; round < ROUNDS; round++) learnt = weigh(people, usual, learnt)
  const posterior = [...learnt.shares].map(([pattern, share]) => ({ pattern, share })).sort((a, b) => b.share - a.share)
  const best = posterior.find(({ pattern }) => pattern !== null)
  const support = learnt.supporters.get(best?.pattern ?? null)?.size ?? 0
  return { pattern: shown(best, support), posterior, support, habits: learnt.habits }
}

interface Fit {
  pattern: Pattern
  labels: readonly string[]
  choices: ReadonlySet<string>
  /** Of the reading of the name that it fits. */
  reading: number
}

interface Person {
  local: string
  weight: number
  fits: readonly Fit[]
}

interface Learnt {
  shares: PatternPrior
  habits: VariantHabits
  supporters: ReadonlyMap<PatternOutcome, ReadonlySet<string>>
}

/** None for desks, nameless addresses and evidence without weight. */
function fitsOf({ local, name, weight }: PatternEvidence): Person[] {
  if (!(weight > 0) || name.first + name.last === '' || isDesk(local, name)) return []
  const fits = nameReadings(name).flatMap((reading) =>
    fitsOfReading(local, indexRenderings(reading.name)).map((fit) => ({ ...fit, reading: reading.weight })),
  )
  return [{ local: local.toLowerCase(), weight, fits }]
}

const fitsOfReading = (local: string, index: RenderingIndex): Omit<Fit, 'reading'>[] =>
  index
    .fits(local)
    .map(({ pattern, variant }) => ({ pattern, labels: labelsOf(variant), choices: index.choices(pattern) }))

const isDesk = (local: string, { first, last }: NameParts): boolean =>
  isRoleAddress(local) && addressType(local, { firstName: first, lastName: last }) === 'generic'

/** One round: shares every address among the patterns it fits by what was learnt before, and counts. */
function weigh(people: readonly Person[], prior: PatternPrior, before: Learnt): Learnt {
  const masses = new Map<PatternOutcome, number>()
  const supporters = new Map<PatternOutcome, Set<string>>()
  const habits = noHabits()
  for (const { local, weight, fits } of people) {
    if (fits.length === 0) masses.set(null, (masses.get(null) ?? 0) + weight)
    for (const [fit, share] of shared(fits, before)) {
      masses.set(fit.pattern, (masses.get(fit.pattern) ?? 0) + weight * share)
      supporters.set(fit.pattern, (supporters.get(fit.pattern) ?? new Set()).add(local))
      for (const label of fit.choices) {
        const habit = (habits[label] ??= { taken: 0, open: 0 })
        habit.open += weight * share
        if (fit.labels.includes(label)) habit.taken += weight * share
      }
    }
  }
  return { shares: posteriorOf(masses, prior), habits, supporters }
}

function shared(fits: readonly Fit[], { shares, habits }: Learnt): [Fit, number][] {
  const likely = fits.map(
    (fit) => (shares.get(fit.pattern) ?? RARE) * fit.reading * variantShare(fit.labels, fit.choices, habits),
  )
  const sum = likely.reduce((total, value) => total + value, 0)
  return fits.map((fit, i) => [fit, (likely[i] ?? 0) / sum])
}

function posteriorOf(masses: ReadonlyMap<PatternOutcome, number>, prior: PatternPrior): Map<PatternOutcome, number> {
  const nonePrior = prior.get(null) ?? 0
  const noneMass = masses.get(null) ?? 0
  const fitting = [...masses.values()].reduce((sum, mass) => sum + mass, 0) - noneMass
  const none = (NONE_STRENGTH * nonePrior + noneMass) / (NONE_STRENGTH + noneMass + fitting)
  return new Map(
    [...prior].map(([outcome, share]) => {
      if (outcome === null) return [null, none]
      const usual = share / (1 - nonePrior)
      const mass = PATTERN_STRENGTH * usual + (masses.get(outcome) ?? 0)
      return [outcome, ((1 - none) * mass) / (PATTERN_STRENGTH + fitting)]
    }),
  )
}

/** Middle names and letters of logins cannot be told to others: nobody has them at hand. */
const shown = (best: PatternShare | undefined, support: number): Pattern | null =>
  !best || best.share < LIKELY_ENOUGH || support < ENOUGH_PEOPLE || /\{m|\d\}/.test(best.pattern ?? '')
    ? null
    : best.pattern
