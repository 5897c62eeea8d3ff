import type { CheckDice } from './check-dice.ts'
import type { StaffName } from './staff-page.ts'

/** How a site forms the local parts of its people. */
export type CheckPattern = 'first.last' | 'f.last' | 'flast' | 'first' | 'first_last' | 'firstl' | FamilyFirst
type FamilyFirst = 'last' | 'last.first' | 'lastf'

/** As often as on real sites. */
const USUAL: readonly CheckPattern[] = [
  ...(['first.last', 'first.last', 'first.last', 'first.last', 'f.last', 'f.last', 'f.last'] as const),
  ...(['flast', 'flast', 'flast', 'last', 'last', 'first', 'first', 'first_last', 'firstl'] as const),
]

/** One pattern per site. If the family name comes first, the local part must show which one it is. */
export const checkPattern = (dice: CheckDice, familyFirst: boolean): CheckPattern =>
  dice.pick(
    familyFirst ? (['first.last', 'f.last', 'flast', 'first_last'] as const) : [...USUAL, 'last.first', 'lastf'],
  )

const LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', å: 'a', ß: 'ss', ð: 'd', þ: 'th', ł: 'l' }

/** Reduces to ASCII letters. */
const fold = (text: string): string =>
  Array.from(text.toLowerCase().normalize('NFD'))
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^a-z]/g, '')

/** The local part of a person. Some have nothing to do with the name: numbers, initials, a former name. */
export function checkLocalPart(
  { first, last }: StaffName,
  pattern: CheckPattern,
  dice: CheckDice,
  strange: boolean,
): string {
  const given = fold(first.split(' ')[0] ?? '')
  const words = last.split(' ')
  // One of two family names, or the whole of a name with particles.
  const family = fold(
    words.length === 2 && /^[A-ZÀ-Ý]/.test(words[0] ?? '') && !PARTICLES.has(words[0] ?? '') ? (words[0] ?? '') : last,
  )
  if (strange)
    return dice.pick([
      `u${dice.between(10, 99)}${dice.between(100, 999)}`,
      `${given.slice(0, 1)}${dice.pick(Array.from('bdgkmtz'))}${family.slice(0, 1)}${dice.between(1, 9)}`,
      `${dice.pick(['skip', 'nemo', 'blue', 'tiger', 'moss'])}${dice.between(10, 99)}`,
    ])
  switch (pattern) {
    case 'first.last':
      return `${given}.${family}`
    case 'f.last':
      return `${given.slice(0, 1)}.${family}`
    case 'flast':
      return `${given.slice(0, 1)}${family}`
    case 'last':
      return family
    case 'first':
      return given
    case 'last.first':
      return `${family}.${given}`
    case 'first_last':
      return `${given}_${family}`
    case 'lastf':
      return `${family}${given.slice(0, 1)}`
    default:
      return `${given}${family.slice(0, 1)}`
  }
}

/** Italian particles are capitalised. */
const PARTICLES = new Set(['Del', 'De', 'Di', 'Lo', 'Dalla'])
