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
  /** That this is the address of the person. */
  probability: number
}

export const MAX_CANDIDATES = 10
/** Below this a pattern cannot reach the ten best. */
const MIN_SHARE = 0.0005
/** Somebody wrote the family name first, or the form did not ask which is which. */
const SWAPPED = 0.015
/** What no spelling of ours explains of the addresses that follow no pattern. */
const UNEXPLAINED = 0.5
/** Of people with a known middle initial in the pattern of their company: so many without one fall back to the pattern without. */
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
 * Local parts that a person of this name may have at the domain, most likely first, each once, at most ten: P(pattern) ·
 * P(reading of the name) · P(spelling). What they lack to 1 is the chance of an address that follows no pattern.
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
      if (falls) none += mass
      for (const { local, part, isOptional } of spellingsOf(falls ? fallback : pattern, reading, habits)) {
        if (isOptional) explained += mass * part
        for (const [free, share] of taken.has(local) ? besideTaken(local, reading, taken) : [[local, 1] as const])
          masses.set(free, (masses.get(free) ?? 0) + mass * part * share)
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

/** Whoever came first keeps the short form; what the next one gets instead, with the chance of each. */
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
  /** Of the chance of the pattern; an optional one comes on top, out of the addresses that follow no pattern. */
  part: number
  isOptional: boolean
}

/**
 * The spellings of a name under one pattern. Of several everyday names the first ones listed are the usual ones. A nickname
 * or a cut name is a departure from the pattern: without knowing of it we would have said that the address follows none.
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
  return weighed.map(({ local, weight, isOptional }) => ({ local, part: weight / sum, isOptional }))
}

/** The n-th of several is worth 1/n of the first (Zipf). */
function placeShare<T>(alike: readonly T[], one: T): number {
  const total = alike.reduce((sum, _, i) => sum + 1 / (i + 1), 0)
  return 1 / (alike.indexOf(one) + 1) / total
}
