import { NAME_PARTICLES } from '../../lib/text/person-name-fold.ts'
import type { NameParts } from '../names/name-forms.ts'
import { variantChance } from './variant-habits.ts'
import type { VariantHabits } from './variant-habits.ts'

/** One way to divide a name into first, middle and last name. */
export interface NameReading {
  name: NameParts
  /** Share of the probability that all readings with the same kind of decision have together. */
  weight: number
  /** The decision made; null if there was none. */
  label: string | null
}

/** Follows a name without being part of it: generation, degrees. */
const SUFFIX = /[\s,]+(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|mba|msc|bsc|esq)\.?$/iu
/** `Robert "Bob" Smith`, `Wei (Wendy) Zhang`. */
const CALLED = /["“”„«(]\s*([\p{L}'’ -]{2,24}?)\s*["“”»)]/u
const INITIAL = /^\p{L}\.?$/u
const MAX_NAME_CHARS = 200

const CALLED_BY_NICKNAME = 0.5

/**
 * The readings of a name as written: whether the second of three words is a middle name, part of a compound first name or a
 * first surname; a name in quotes is the one in daily use.
 */
export function nameReadings({ first, middle, last, called: known }: NameParts): NameReading[] {
  const called = known ?? CALLED.exec(first)?.[1] ?? CALLED.exec(last)?.[1]
  const plain = { first: bare(first), middle: bare(middle), last: bare(last) }
  const readings = split(plain)
  if (called === undefined) return readings
  return [
    { name: { ...plain, first: called }, weight: CALLED_BY_NICKNAME, label: null },
    ...readings.map((reading) => ({ ...reading, weight: 1 - CALLED_BY_NICKNAME })),
  ]
}

/** The readings with their probabilities, according to known decisions; the weights of a name sum to 1. */
export function weighReadings(readings: readonly NameReading[], habits: VariantHabits): NameReading[] {
  const chance = ({ label }: NameReading) => (label === null ? 1 : variantChance(label, habits))
  const sum = readings.reduce((total, reading) => total + (reading.label === null ? 0 : chance(reading)), 0)
  return readings.map((reading) => {
    return reading.label === null ? reading : { ...reading, weight: (reading.weight * chance(reading)) / sum }
  })
}

function split(name: NameParts): NameReading[] {
  const { first, middle, last } = name
  if (middle !== '') return withMiddle(name)
  const [given = '', ...more] = words(first)
  if (more.length > 0) {
    const divided = { first: given, middle: more.join(' '), last }
    if (hasInitial(more)) return sure(divided)
    return [decided(name, 'second-given-is-given'), decided(divided, 'second-given-is-middle')]
  }
  const surnames = words(last)
  const lead = surnames.slice(0, -1)
  if (lead.length === 0 || lead.some((word) => NAME_PARTICLES.has(word.toLowerCase().replace('’', "'"))))
    return sure(name)
  // `Ramesh S R`: several initials are how the surname is written.
  if (surnames.every((word) => INITIAL.test(word))) return sure(name)
  const divided = { first, middle: lead.join(' '), last: surnames.at(-1) ?? '' }
  if (hasInitial(lead)) return sure(divided)
  return [decided(name, 'lead-surname-is-surname'), decided(divided, 'lead-surname-is-middle')]
}

function withMiddle(name: NameParts): NameReading[] {
  const { first, middle, last } = name
  if (last === '' || hasInitial(words(middle))) return sure(name)
  return [
    decided(name, 'middle-is-middle'),
    decided({ first, middle: '', last: `${middle} ${last}` }, 'middle-is-surname'),
    decided({ first: `${first} ${middle}`, middle: '', last }, 'middle-is-given'),
  ]
}

/** An initial (`John A.`) can only be a middle name. */
const hasInitial = (doubtful: readonly string[]): boolean => doubtful.some((word) => INITIAL.test(word))

const decided = (name: NameParts, label: string): NameReading => ({ name, weight: 1, label })

const sure = (name: NameParts): NameReading[] => [{ name, weight: 1, label: null }]

const words = (part: string): string[] => part.split(/\s+/).filter(Boolean)

const bare = (part: string): string =>
  part.slice(0, MAX_NAME_CHARS).replace(CALLED, ' ').replace(SUFFIX, '').replace(/\s+/g, ' ').trim()
