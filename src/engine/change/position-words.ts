import { classifyTitle } from '../classify/title.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'

/** Abbreviations and their meanings; both sides of a comparison are written out. */
const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  [/\bceo\b/g, 'chief executive officer'],
  [/\bcfo\b/g, 'chief financial officer'],
  [/\bcto\b/g, 'chief technology officer'],
  [/\bcoo\b/g, 'chief operating officer'],
  [/\bcmo\b/g, 'chief marketing officer'],
  [/\bcio\b/g, 'chief information officer'],
  [/\bcpo\b/g, 'chief product officer'],
  [/\bvp\b/g, 'vice president'],
  [/\bsvp\b/g, 'senior vice president'],
  [/\bevp\b/g, 'executive vice president'],
  [/\bmd\b/g, 'managing director'],
  [/\bhr\b/g, 'human resources'],
  [/\bpr\b/g, 'public relations'],
  [/\br ?d\b/g, 'research development'],
  [/\bsr\b/g, 'senior'],
  [/\bjr\b/g, 'junior'],
  [/\bexec\b/g, 'executive'],
  [/\basst\b/g, 'assistant'],
  [/\bassoc\b/g, 'associate'],
  [/\bmgr\b/g, 'manager'],
  [/\bmgmt\b/g, 'management'],
  [/\bdir\b/g, 'director'],
  [/\beng\b/g, 'engineer'],
  [/\bdept\b/g, 'department'],
  [/\bops\b/g, 'operations'],
  [/\bdev\b/g, 'development'],
  [/\bgf\b/g, 'geschaftsfuhrer'],
  [/\bltr\b/g, 'leiter'],
  [/\bltg\b/g, 'leitung'],
]

const SMALL = new Set(
  'and & of the for in at to a an der die das des und fur im am de la le les du des et el los y e da do di della van het en'.split(
    ' ',
  ),
)

/** The words by which positions are compared: written out, without small words. */
export function positionWords(position: string): string[] {
  let text = ` ${dropMarks(position)
    .replaceAll(/[*:_](?=innen|in\b)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  for (const [short, long] of WRITTEN_OUT) text = text.replaceAll(short, long)
  return text.split(' ').filter((word) => word !== '' && !SMALL.has(word))
}

/**
 * Whether two texts name the same position: the same words, written out or abbreviated, or one of them followed by the company.
 */
export function samePosition(a: string, b: string): boolean {
  const [left, right] = [positionWords(a), positionWords(b)]
  if (left.length === 0 || right.length === 0) return true
  if (left.toSorted().join(' ') === right.toSorted().join(' ')) return true
  if (left.join('') === right.join('')) return true
  return isPartOf(left, right) || isPartOf(right, left)
}

const isPartOf = (short: readonly string[], long: readonly string[]): boolean =>
  isShortFor(short, long) || isCompoundOf(short, long) || isBeginning(short, long)

/** `Lead` for `Lead, Product Marketing`; anything may have been read after a position, but for another rank. */
const isBeginning = (short: readonly string[], long: readonly string[]): boolean =>
  short.every((word, at) => word === long[at]) &&
  !long.slice(short.length).some((word) => DEPUTY.test(word)) &&
  rankOf(short) === rankOf(long)

const rankOf = (words: readonly string[]) => classifyTitle(words.join(' ')).seniority
/** Behind a rank these make it a lower one, or an honour. */
const DEPUTY = /^(?:adjoint|adjunt|aggiunt|deputy|emerit|interim)/

/** `Vertriebsleiter` for `Leiter Vertrieb`. */
const isCompoundOf = ([whole = '', ...more]: readonly string[], [head = '', field = '', ...rest]: readonly string[]) =>
  more.length + rest.length === 0 &&
  field.length >= 3 &&
  whole.startsWith(field) &&
  ['', 's', 'n', 'en'].includes(whole.slice(field.length, -head.length)) &&
  whole.endsWith(head)

/** Titles that follow names, and words that precede names: not a position, or a line about someone. */
const NO_POSITION = /^(?:[\s,;/]*(?:mba|ph\.?\s?d|dr|msc|bsc|ll\.?m|llb|cpa|esq|frics|obe|mbe)\b\.?)+$/i
const NAMES_SOMEBODY =
  /(?:^|[\s,;])(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Dipl\.-Ing)\.?\s+(?:\p{L}\.?\s+)?\p{Lu}\p{L}+\s+(?:\p{Lu}\.\s+)?\p{Lu}/u

/** Whether what was read as a position is one: not just a degree, and not a person's name. */
export const saysPosition = (position: string): boolean => !NO_POSITION.test(position) && !NAMES_SOMEBODY.test(position)

/**
 * `Head Mktg` for `Head of Marketing`, `QA Lead` for `Quality Assurance Lead`: each word is a short form of its counterpart, or
 * the initials of several, and at least one is shortened.
 */
function isShortFor(short: readonly string[], long: readonly string[]): boolean {
  let at = 0
  for (const word of short) {
    const initials = long.slice(at, at + word.length).map((whole) => whole[0])
    if (isCut(word, long[at] ?? '')) at += 1
    else if (word.length > 1 && initials.join('') === word) at += word.length
    else return false
  }
  return at === long.length
}

const isCut = (word: string, whole: string): boolean =>
  word === whole ||
  (word.length >= 3 && word.length < whole.length && whole.startsWith(word)) ||
  (word.length >= 3 && word[0] === whole[0] && isSkeleton(word, whole)) ||
  // In Spanish two letters stand for a plural: `RR. HH.` for `Recursos Humanos`.
  (word.length === 2 && word[0] === word[1] && whole.length > 2 && whole.startsWith(word.slice(1)))

/** Whether the letters of a word occur in the other in this order, and it has no vowels or its end: `mktg`, `mgr`, `dpto`, `gte`. */
function isSkeleton(word: string, whole: string): boolean {
  const isContracted = word.length <= MAX_CONTRACTED && whole.length >= word.length + 3 && whole.at(-1) === word.at(-1)
  if (/[aeiou]/.test(isContracted ? word.slice(0, -1) : word)) return false
  let at = 0
  for (const letter of whole) if (letter === word[at]) at++
  return at === word.length
}
const MAX_CONTRACTED = 5

/** Positions that exist only once in a company. */
const UNIQUE =
  /^(?:(?:group |founder |co-founder )?(?:chief|head|director general|managing director|president|chair(?:man|woman|person)?)\b|.*\b(?:warden|treasurer|secretary general|prasident(?:in)?|geschaftsfuhrer(?:in)?|vorsitzende[rn]?|leiter(?:in)? |leitung )\b)/

export const isUniquePosition = (position: string): boolean =>
  UNIQUE.test(positionWords(position).join(' ')) && !/\bco-?(?:chair|head)/i.test(position)
