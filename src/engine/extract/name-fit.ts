import { foldName } from '../../lib/person-name-fold.ts'
import { indexRenderings } from '../find/patterns.ts'
import type { PatternFit, RenderingIndex } from '../find/patterns.ts'
import { otherFirstNames } from '../find/nicknames.ts'
import { GIVEN, SURNAME, COMMON, kindOfFolded } from './name-words.ts'
import type { PersonName } from './person-name.ts'

/**
 * How well a local part suits a name. 3: a pattern with the surname beside first name or initial; 2: a pattern of one
 * part, initials, or a cut or short form; 1: a good part of the name is in it; 0: nothing speaks for it; -1: it carries
 * somebody else's name.
 */
export type FitGrade = -1 | 0 | 1 | 2 | 3

/** Shorter parts stand in local parts by chance. */
const MIN_PART_CHARS = 4
const MIN_STEM_CHARS = 3

/** Grades local parts against names; what was rendered for a name is kept for the page. */
export class NameFitter {
  private readonly indexes = new Map<string, RenderingIndex>()

  grade(local: string, name: PersonName, key: string): FitGrade {
    const letters = local.toLowerCase().replace(/[^a-z\u0080-\uffff]/g, '')
    const first = foldName(name.first).replace(/[^a-z]/g, '')
    const last = foldName(name.last).replace(/[^a-z]/g, '')
    if (mayFit(letters, first, last, name)) {
      const fits = this.index(name, key).fits(local)
      if (fits.length > 0) return gradeFits(fits, letters)
    }
    if (holdsPart(letters, first, last)) return 1
    if (letters.length < MIN_PART_CHARS) return isInitials(letters, name) ? 1 : -1
    return carriesOther(local, name) ? -1 : 0
  }

  private index(name: PersonName, key: string): RenderingIndex {
    const id = `${key} ${name.middle}`
    const known = this.indexes.get(id)
    if (known) return known
    const index = indexRenderings(name)
    this.indexes.set(id, index)
    return index
  }
}

/** Cheap look before rendering: every pattern begins with a letter of the name, and all but initials hold its stem. */
function mayFit(letters: string, first: string, last: string, name: PersonName): boolean {
  if (letters === '') return false
  if (first === '' || last === '' || letters.length <= 4) return true
  const stems = [
    first,
    last,
    foldName(name.last.split(/[\s-]/).at(-1) ?? ''),
    foldName(name.first, 'long'),
    foldName(name.last, 'long'),
  ]
  if (stems.some((stem) => stem !== '' && letters.includes(stem.slice(0, MIN_STEM_CHARS)))) return true
  return otherFirstNames(first).some((other) => letters.startsWith(other))
}

function gradeFits(fits: readonly PatternFit[], letters: string): FitGrade {
  const full = fits.some(
    ({ pattern, variant }) => /last/.test(pattern) && /first|\{f\}/.test(pattern) && !/truncated/.test(variant),
  )
  return full && letters.length > 3 ? 3 : 2
}

/** `dk` of Deborah-Kim Rice, `jbl` of John Brian Losh. */
function isInitials(letters: string, { first, middle, last }: PersonName): boolean {
  const initials = (text: string): string =>
    foldName(text)
      .split(/[ -]+/)
      .map((part) => part[0] ?? '')
      .join('')
  return letters.length > 1 && [initials(first), initials(`${first} ${middle} ${last}`)].includes(letters)
}

/** `buzsher` of Buz Sherman, `smithlaw` of Ann Smith, `drjones`. */
function holdsPart(letters: string, first: string, last: string): boolean {
  if (last.length >= MIN_PART_CHARS && letters.includes(last)) return true
  if (first.length >= MIN_PART_CHARS && letters.startsWith(first)) return true
  const lastStem = last.slice(0, MIN_STEM_CHARS)
  return (
    last.length >= MIN_STEM_CHARS &&
    first !== '' &&
    letters.startsWith(first[0] ?? '') &&
    letters.slice(1).includes(lastStem)
  )
}

/** A divided local part with a given name that is not this one (`mary.jones` for John Smith), or `{given}` of another. */
function carriesOther(local: string, name: PersonName): boolean {
  const tokens = local
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token.length >= MIN_STEM_CHARS)
  const own = foldName(`${name.first} ${name.middle} ${name.last}`).split(/[ '-]+/)
  const isOwn = (token: string): boolean =>
    own.some(
      (part) =>
        part.length > 1 && (token.startsWith(part.slice(0, MIN_STEM_CHARS)) || otherFirstNames(part).includes(token)),
    )
  if (tokens.some(isOwn)) return false
  return (
    tokens.some((token) => isGivenOnly(token) || isTwoNames(token)) ||
    (tokens.length > 1 && tokens.some((token) => (kindOfFolded(token) & SURNAME) !== 0))
  )
}

const isGivenOnly = (token: string): boolean => (kindOfFolded(token) & (GIVEN | COMMON)) === GIVEN

/** `ashokkumar`, `marysmith`: two known names joined. */
function isTwoNames(token: string): boolean {
  for (let cut = MIN_PART_CHARS; cut <= token.length - MIN_STEM_CHARS; cut++) {
    const rest = kindOfFolded(token.slice(cut))
    if (isGivenOnly(token.slice(0, cut)) && (rest & (GIVEN | SURNAME)) !== 0 && (rest & COMMON) === 0) return true
  }
  return false
}
