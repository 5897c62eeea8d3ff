import { firstForms, inLatin, lastForms } from '../names/name-forms.ts'
import type { NameParts } from '../names/name-forms.ts'

/** `certain`: both names are the same apart from spelling; `likely`: a nickname, an initial or one of two names replaces it. */
export type Likeness = 'certain' | 'likely'

/** Whether a name in the index is the requested person's, regardless of order, marks, particles and hyphens. */
export function samePerson(asked: NameParts, known: NameParts): Likeness | null {
  const swapped = { first: asked.last, middle: asked.middle, last: asked.first }
  const { called } = asked
  if (called !== undefined && compare({ ...asked, first: called }, known) === 'certain') return 'certain'
  return compare(asked, known) ?? (compare(swapped, known) === 'certain' ? 'certain' : null)
}

function compare(asked: NameParts, known: NameParts): Likeness | null {
  if (!overlap(keys(lastForms(asked.last)), keys(lastForms(known.last)))) return null
  if (overlap(spellings(asked.first), spellings(known.first))) {
    return overlap(spellings(asked.last), spellings(known.last)) ? 'certain' : 'likely'
  }
  if (overlap(keys(firstForms(asked.first)), keys(firstForms(known.first)))) return 'likely'
  return isInitialOf(asked.first, known.first) || isInitialOf(known.first, asked.first) ? 'likely' : null
}

/** `J.` for Jane. */
function isInitialOf(initial: string, name: string): boolean {
  const letter = plain(inLatin(initial, 'short'))
  return letter.length === 1 && plain(inLatin(name, 'short')).startsWith(letter)
}

const spellings = (name: string): ReadonlySet<string> =>
  new Set([plain(inLatin(name, 'short')), plain(inLatin(name, 'long'))].filter((text) => text !== ''))

const keys = (forms: readonly { text: string }[]): ReadonlySet<string> =>
  new Set(forms.map(({ text }) => plain(text)).filter((text) => text !== ''))

const plain = (text: string): string => text.replace(/[^a-z0-9]/g, '')

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((text) => b.has(text))
