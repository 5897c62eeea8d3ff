import { NAME_PARTICLES } from '../../lib/person-name-fold.ts'
import type { NameParts } from './name-forms.ts'

/** One way to tell first, middle and last name apart, and how likely it is right; the weights of a name sum to 1. */
export interface NameReading {
  name: NameParts
  weight: number
}

/** Behind a name, no part of it: generation, degrees. */
const SUFFIX = /[\s,]+(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|mba|msc|bsc|esq)\.?$/iu
/** `Robert "Bob" Smith`, `Wei (Wendy) Zhang`. */
const CALLED = /["“”„«(]\s*([\p{L}'’ -]{2,24}?)\s*["“”»)]/u
const INITIAL = /^\p{L}\.?$/u
const MAX_NAME_CHARS = 200

/** Shares among the readings of a name of three words, as seen where more is known of the people. */
const MIDDLE_IS_MIDDLE = 0.6
const MIDDLE_IS_SURNAME = 0.25
const SECOND_GIVEN_IS_MIDDLE = 0.75
const SECOND_LAST_IS_SURNAME = 0.6
const CALLED_BY_NICKNAME = 0.5

/**
 * The readings of a name as somebody wrote it down: whether the second of three words is a middle name, part of a compound
 * first name or a first surname; a name in quotes is the one in daily use.
 */
export function nameReadings({ first, middle, last }: NameParts): NameReading[] {
  const called = CALLED.exec(first)?.[1] ?? CALLED.exec(last)?.[1]
  const plain = { first: bare(first), middle: bare(middle), last: bare(last) }
  const readings = split(plain)
  if (called === undefined) return readings
  return [
    { name: { ...plain, first: called }, weight: CALLED_BY_NICKNAME },
    ...readings.map(({ name, weight }) => ({ name, weight: weight * (1 - CALLED_BY_NICKNAME) })),
  ]
}

function split(name: NameParts): NameReading[] {
  const { first, middle, last } = name
  if (middle !== '') return withMiddle(name)
  const [given = '', ...more] = words(first)
  if (more.length > 0) return maybe({ first: given, middle: more.join(' '), last }, name, SECOND_GIVEN_IS_MIDDLE, more)
  const surnames = words(last)
  const lead = surnames.slice(0, -1)
  if (lead.length === 0 || lead.some((word) => NAME_PARTICLES.has(word.toLowerCase().replace('’', "'"))))
    return sure(name)
  const withLeadMiddle = { first, middle: lead.join(' '), last: surnames.at(-1) ?? '' }
  return maybe(withLeadMiddle, name, 1 - SECOND_LAST_IS_SURNAME, lead)
}

function withMiddle(name: NameParts): NameReading[] {
  const { first, middle, last } = name
  if (last === '' || words(middle).some((word) => INITIAL.test(word))) return sure(name)
  return [
    { name, weight: MIDDLE_IS_MIDDLE },
    { name: { first, middle: '', last: `${middle} ${last}` }, weight: MIDDLE_IS_SURNAME },
    { name: { first: `${first} ${middle}`, middle: '', last }, weight: 1 - MIDDLE_IS_MIDDLE - MIDDLE_IS_SURNAME },
  ]
}

/** An initial (`John A.`) can only be a middle name. */
function maybe(divided: NameParts, whole: NameParts, share: number, doubtful: readonly string[]): NameReading[] {
  if (doubtful.some((word) => INITIAL.test(word))) return sure(divided)
  return [
    { name: whole, weight: 1 - share },
    { name: divided, weight: share },
  ]
}

const sure = (name: NameParts): NameReading[] => [{ name, weight: 1 }]

const words = (part: string): string[] => part.split(/\s+/).filter(Boolean)

const bare = (part: string): string =>
  part.slice(0, MAX_NAME_CHARS).replace(CALLED, ' ').replace(SUFFIX, '').replace(/\s+/g, ' ').trim()
