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
  isShortFor(short, long) || isInitials(short, long) || isBeginning(short, long)

/** `Lead` for `Lead, Product Marketing`; anything may have been read after a position. */
const isBeginning = (short: readonly string[], long: readonly string[]): boolean =>
  short.every((word, at) => word === long[at])

/** Titles that follow names, and words that precede names: not a position, or a line about someone. */
const NO_POSITION = /^(?:[\s,;/]*(?:mba|ph\.?\s?d|dr|msc|bsc|ll\.?m|llb|cpa|esq|frics|obe|mbe)\b\.?)+$/i
const NAMES_SOMEBODY =
  /(?:^|[\s,;])(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Dipl\.-Ing)\.?\s+(?:\p{L}\.?\s+)?\p{Lu}\p{L}+\s+(?:\p{Lu}\.\s+)?\p{Lu}/u

/** Whether what was read as a position is one: not just a degree, and not a person's name. */
export const saysPosition = (position: string): boolean => !NO_POSITION.test(position) && !NAMES_SOMEBODY.test(position)

/**
 * `Head Mktg` for `Head of Marketing`: each word is the beginning, or the consonants, of its counterpart, and at least one is
 * shortened.
 */
function isShortFor(short: readonly string[], long: readonly string[]): boolean {
  return short.length === long.length && short.every((word, at) => isCut(word, long[at] ?? ''))
}

const isCut = (word: string, whole: string): boolean =>
  word === whole ||
  (word.length >= 3 && word.length < whole.length && whole.startsWith(word)) ||
  (word.length >= 3 && word[0] === whole[0] && isSkeleton(word, whole))

/** Whether `word` has no vowels and its letters occur in the other word in this order: `mktg`, `mgr`. */
function isSkeleton(word: string, whole: string): boolean {
  if (/[aeiou]/.test(word)) return false
  let at = 0
  for (const letter of whole) if (letter === word[at]) at++
  return at === word.length
}

const isInitials = (short: readonly string[], long: readonly string[]): boolean =>
  short.length === 1 && long.length > 1 && short[0] === long.map((word) => word[0] ?? '').join('')

/** Positions that exist only once in a company. */
const UNIQUE =
  /^(?:(?:group |founder |co-founder )?(?:chief|head|director general|managing director|president|chair(?:man|woman|person)?)\b|.*\b(?:warden|treasurer|secretary general|prasident(?:in)?|geschaftsfuhrer(?:in)?|vorsitzende[rn]?|leiter(?:in)? |leitung )\b)/

export const isUniquePosition = (position: string): boolean =>
  UNIQUE.test(positionWords(position).join(' ')) && !/\bco-?(?:chair|head)/i.test(position)
