import { nameReadings, weighReadings } from './name-readings.ts'
import type { NameReading } from './name-readings.ts'
import type { LearntPattern } from './pattern-learner.ts'
import { OPTIONAL_VARIANTS } from './pattern-prior.ts'
import { labelsOf, renderVariants } from '../names/patterns.ts'
import type { NameParts, Pattern } from '../names/patterns.ts'
import { variantShare } from './variant-habits.ts'
import type { VariantHabits } from './variant-habits.ts'

export interface Candidate {
  local: string
  /** That this is the person's address. */
  probability: number
}

export const MAX_CANDIDATES = 10
/** Below this, a pattern cannot reach the ten best. */
const MIN_SHARE = 0.0005
/** The family name was written first, or the form did not ask which is which. */
const SWAPPED = 0.015
/** Share of pattern-less addresses that none of our spellings explains. */
const UNEXPLAINED = 0.5
/** At a company whose pattern has a middle initial, people without one often fall back to the pattern without. */
const WITHOUT_MIDDLE: Partial<Record<Pattern, Pattern>> = {
  '{first}.{middle}.{last}': '{first}.{last}',
  '{first}.{m}.{last}': '{first}.{last}',
  '{first}{m}{last}': '{first}{last}',
  '{f}.{m}.{last}': '{f}.{last}',
  '{f}{m}{last}': '{f}{last}',
  '{f}{m}{l}': '{f}{l}',
}
const FALLS_BACK = 0.5

/**
 * Local parts that a person of this name may have at the domain, most likely first, without duplicates, at most ten: P(pattern)
 * · P(reading of the name) · P(spelling). The difference of their sum from 1 is the probability of an address without a
 * pattern.
 * @param taken local parts that belong to others
 */
export function rankCandidates(
  name: NameParts,
  { posterior, habits }: Pick<LearntPattern, 'posterior' | 'habits'>,
  taken: ReadonlySet<string> = new Set(),
): Candidate[] {
  const masses = new Map<string, number>()
  let none = posterior.find(({ pattern }) => pattern === null)?.share ?? 0
  let explained = 0
  for (const { name: reading, weight } of withSwapped(name, habits)) {
    for (const { pattern, share } of posterior) {
      if (pattern === null || share < MIN_SHARE) continue
      const fallback = WITHOUT_MIDDLE[pattern]
      const falls = fallback !== undefined && reading.middle === ''
      const mass = share * weight * (falls ? FALLS_BACK : 1)
      const spellings = spellingsOf(falls ? fallback : pattern, reading, habits)
      // A name that lacks what the pattern needs, such as an initial, leaves its address unknown.
      if (falls || spellings.length === 0) none += mass
      for (const { local, part, isOptional } of spellings) {
        if (isOptional) explained += mass * part
        const places = taken.has(local) ? besideTaken(local, reading, taken) : [[local, 1] as const]
        for (const [free, share] of places) masses.set(free, (masses.get(free) ?? 0) + mass * part * share)
        // What else a colleague with the same address would get nobody can say.
        if (!isOptional) none += mass * part * (1 - places.reduce((sum, [, share]) => sum + share, 0))
      }
    }
  }
  none = Math.max(none * UNEXPLAINED, none - explained)
  const total = [...masses.values()].reduce((sum, mass) => sum + mass, none)
  return [...masses]
    .map(([local, mass]) => ({ local, probability: mass / total }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, MAX_CANDIDATES)
}

/** The first person keeps the short form; these are the alternatives for the next one, with their probabilities. */
const INSTEAD = { second: 0.35, first: 0.1, middle: 0.3 } as const

function besideTaken(
  local: string,
  { first, middle, last }: NameParts,
  taken: ReadonlySet<string>,
): [string, number][] {
  const [given, initial, surname] = [first, middle.charAt(0), last].map((part) => part.toLowerCase())
  const withMiddle = local === `${given}.${surname}` && initial !== '' ? `${given}.${initial}.${surname}` : null
  const others: [string | null, number][] = [
    [`${local}2`, INSTEAD.second],
    [`${local}1`, INSTEAD.first],
    [withMiddle, INSTEAD.middle],
  ]
  return others.flatMap(([other, share]) => (other === null || taken.has(other) ? [] : [[other, share]]))
}

function withSwapped(name: NameParts, habits: VariantHabits): NameReading[] {
  const readings = weighReadings(nameReadings(name), habits)
  if (name.first === '' || name.last === '') return readings
  const swapped = { first: name.last, middle: '', last: name.first }
  return [
    ...readings.map((reading) => ({ ...reading, weight: reading.weight * (1 - SWAPPED) })),
    { name: swapped, weight: SWAPPED, label: null },
  ]
}

interface Spelling {
  local: string
  /** Share of the pattern's probability; an optional one is added on top, taken from addresses without a pattern. */
  part: number
  isOptional: boolean
}

/**
 * The spellings of a name under one pattern. Of several everyday names, those listed first are the usual ones. A nickname or a
 * truncated name departs from the pattern: if it were unknown, the address would count as one without a pattern.
 */
function spellingsOf(pattern: Pattern, name: NameParts, habits: VariantHabits): Spelling[] {
  const renderings = renderVariants(pattern, name)
  const nicknames = Map.groupBy(renderings, ({ variant }) => variant)
  const weighed = renderings.map((rendering) => {
    const labels = labelsOf(rendering.variant)
    const alike = labels.includes('nickname') ? (nicknames.get(rendering.variant) ?? []) : [rendering]
    const weight = variantShare(labels, habits) * placeShare(alike, rendering)
    return { local: rendering.local, weight, isOptional: labels.some((label) => OPTIONAL_VARIANTS.has(label)) }
  })
  const sum = weighed.reduce((total, { weight, isOptional }) => total + (isOptional ? 0 : weight), 0)
  // Of a name too long for an address only cut spellings are left.
  if (sum === 0) return []
  return weighed.map(({ local, weight, isOptional }) => ({ local, part: weight / sum, isOptional }))
}

/** The n-th of several is worth 1/n of the first (Zipf). */
function placeShare<T>(alike: readonly T[], one: T): number {
  const total = alike.reduce((sum, _, i) => sum + 1 / (i + 1), 0)
  return 1 / (alike.indexOf(one) + 1) / total
}
