import { DAY_MS } from '../../lib/clock.ts'
import { addressType } from '../classify/role-address.ts'
import { fitPatterns, renderVariants } from './patterns.ts'
import type { NameParts, Pattern, PatternFit } from './patterns.ts'
import { PATTERN_PRIOR, RARE_VARIANT_WEIGHT, VARIANT_WEIGHTS } from './pattern-prior.ts'
import type { PatternOutcome } from './pattern-prior.ts'

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
  /** Weight of evidence for each habit of writing names, `marks-spelled`. */
  variants: Record<string, number>
}

export interface Candidate {
  local: string
  probability: number
}

/** How much an address with a name says, by how we know of it. A guess never confirms itself. */
const EVIDENCE_WEIGHT = { verified: 1, structured: 0.9, text: 0.7, import: 0.6, guess: 0 } as const
const BY_QUALITY = { high: EVIDENCE_WEIGHT.structured, medium: EVIDENCE_WEIGHT.text, low: EVIDENCE_WEIGHT.import }
const GONE = 0.5
const HALF_LIFE_MS = 3 * 365 * DAY_MS

/** How many people the prior is worth: one person at the domain weighs as much as all other domains. */
const PRIOR_STRENGTH = 1
const LIKELY_ENOUGH = 0.4
const ENOUGH_PEOPLE = 2
const MAX_CANDIDATES = 10
/** Below a share of a thousandth a pattern cannot reach the ten best. */
const MIN_SHARE = 0.001

/** The weight of a page that shows an address with its owner's name, as of now. */
export function evidenceWeight(
  source: { quality: 'high' | 'medium' | 'low'; hidden: boolean; stillOnPage: boolean; lastSeenAt: Date },
  now: Date,
): number {
  if (source.hidden) return 0
  const ageMs = Math.max(0, now.getTime() - source.lastSeenAt.getTime())
  return BY_QUALITY[source.quality] * (source.stillOnPage ? 1 : GONE) * 0.5 ** (ageMs / HALF_LIFE_MS)
}

/**
 * Posterior over patterns at one domain (Dirichlet–multinomial): (α · prior + weights of evidence) / (α + all weights).
 * Role addresses and evidence without weight are ignored; an address that fits several patterns shares its weight; one
 * that fits none counts for "none of these".
 */
export function learnPattern(
  evidence: readonly PatternEvidence[],
  prior: ReadonlyMap<PatternOutcome, number> = PATTERN_PRIOR,
): LearntPattern {
  const masses = new Map([...prior].map(([outcome, share]) => [outcome, share * PRIOR_STRENGTH]))
  const people = new Map<PatternOutcome, Set<string>>()
  const variants: Record<string, number> = {}
  let total = PRIOR_STRENGTH
  for (const { local, name, weight } of evidence) {
    if (!(weight > 0) || name.first + name.last === '' || isDesk(local, name)) continue
    total += weight
    for (const { outcome, fit, share } of sharesOf(fitPatterns(local, name), prior)) {
      masses.set(outcome, (masses.get(outcome) ?? 0) + weight * share)
      people.set(outcome, (people.get(outcome) ?? new Set()).add(local.toLowerCase()))
      for (const label of labelsOf(fit?.variant)) variants[label] = (variants[label] ?? 0) + weight * share
    }
  }
  const posterior = [...masses]
    .map(([pattern, mass]) => ({ pattern, share: mass / total }))
    .sort((a, b) => b.share - a.share)
  const best = posterior.find(({ pattern }) => pattern !== null)
  const support = people.get(best?.pattern ?? null)?.size ?? 0
  return { pattern: shown(best, support), posterior, support: best ? support : 0, variants }
}

/**
 * Local parts that a person of this name may have at the domain, most likely first, each once, at most ten. Probabilities are
 * P(pattern) · P(spelling); what they lack to 1 is the chance of an address that follows none.
 */
export function rankCandidates(
  name: NameParts,
  learnt: Pick<LearntPattern, 'posterior'> & Partial<Pick<LearntPattern, 'variants'>>,
): Candidate[] {
  const rendered = learnt.posterior.flatMap(({ pattern, share }) => {
    if (pattern === null || share < MIN_SHARE) return []
    const spellings = spellingsOf(pattern, name, learnt.variants ?? {})
    return spellings.length === 0 ? [] : [{ share, spellings }]
  })
  const none = learnt.posterior.find(({ pattern }) => pattern === null)?.share ?? 0
  const possible = rendered.reduce((sum, { share }) => sum + share, none)
  const probabilities = new Map<string, number>()
  for (const { share, spellings } of rendered) {
    for (const { local, part } of spellings) {
      probabilities.set(local, (probabilities.get(local) ?? 0) + (share * part) / possible)
    }
  }
  const candidates = [...probabilities].map(([local, probability]) => ({ local, probability }))
  return candidates.sort((a, b) => b.probability - a.probability).slice(0, MAX_CANDIDATES)
}

const isDesk = (local: string, { first, last }: NameParts): boolean =>
  addressType(local, { firstName: first, lastName: last }) === 'generic'

/** Shares the weight of one address among the patterns it fits, by how likely each is to have made it. */
function sharesOf(
  fits: readonly PatternFit[],
  prior: ReadonlyMap<PatternOutcome, number>,
): { outcome: PatternOutcome; fit: PatternFit | null; share: number }[] {
  if (fits.length === 0) return [{ outcome: null, fit: null, share: 1 }]
  const likely = fits.map((fit) => (prior.get(fit.pattern) ?? MIN_SHARE) * variantWeight(fit.variant, {}))
  const sum = likely.reduce((total, value) => total + value, 0)
  return fits.map((fit, i) => ({ outcome: fit.pattern, fit, share: (likely[i] ?? 0) / sum }))
}

/** The spellings of a name under one pattern; the other first names of one person share their weight. */
function spellingsOf(
  pattern: Pattern,
  name: NameParts,
  seen: Record<string, number>,
): { local: string; part: number }[] {
  const renderings = renderVariants(pattern, name)
  const alike = Map.groupBy(renderings, ({ variant }) => variant)
  const weighed = renderings.map(({ local, variant }) => {
    const sharers = variant.includes('nickname') ? (alike.get(variant)?.length ?? 1) : 1
    return { local, weight: variantWeight(variant, seen) / sharers }
  })
  const sum = weighed.reduce((total, { weight }) => total + weight, 0)
  return weighed.map(({ local, weight }) => ({ local, part: weight / sum }))
}

/** Product over the decisions taken; what the domain's own people do counts on top of what is usual everywhere. */
const variantWeight = (variant: string, seen: Record<string, number>): number =>
  labelsOf(variant).reduce(
    (product, label) => product * ((VARIANT_WEIGHTS[label] ?? RARE_VARIANT_WEIGHT) + (seen[label] ?? 0)),
    1,
  )

const labelsOf = (variant: string | undefined): string[] =>
  variant === undefined || variant === 'plain' ? [] : variant.split('+')

/** Patterns with a middle name cannot be told to others: they would need a name that nobody has at hand. */
const shown = (best: PatternShare | undefined, support: number): Pattern | null =>
  !best || best.share < LIKELY_ENOUGH || support < ENOUGH_PEOPLE || /\{m/.test(best.pattern ?? '') ? null : best.pattern
