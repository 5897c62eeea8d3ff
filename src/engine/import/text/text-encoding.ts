import { EASTERN_LETTERS, EASTERN_SIGNS } from '../../../lib/text/eastern-signs.ts'
import type { EasternEncoding } from '../../../lib/text/eastern-signs.ts'

/**
 * Detects in which of the encodings written by spreadsheets a text is. Nothing in the file says so, unless it begins with a
 * mark.
 */

type WesternEncoding = 'windows-1252' | 'macintosh'
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | WesternEncoding | EasternEncoding

/** Byte order marks (Unicode 23.8). */
const MARKS: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The most bytes of an unfinished UTF-8 character that a cut can leave. */
const MAX_UNFINISHED = 3
/** A text with a few damaged characters is still UTF-8. */
const GOOD_PER_DAMAGED = 10
/** Latin text in UTF-16 has a zero beside nearly every letter. */
const ZERO_SHARE = 0.3
const LF = 10
const CR = 13

/** What a byte order mark says, which counts more than anything else (WHATWG Encoding, 6). */
export const markedEncoding = (head: Uint8Array): TextEncoding | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, i) => head[i] === byte))?.[0]

/**
 * @param head the first bytes, or all of them; more than a few hundred kilobytes add nothing.
 * @returns windows-1252 for Latin-1, which it includes (WHATWG Encoding).
 */
export function detectEncoding(head: Uint8Array): TextEncoding {
  const marked = markedEncoding(head)
  if (marked !== undefined) return marked
  return wideEncoding(head) ?? (isUtf8(head) ? 'utf-8' : narrowEncoding(head))
}

function wideEncoding(head: Uint8Array): TextEncoding | null {
  const zeros = [0, 0]
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = (head.length / 2) * ZERO_SHARE
  if (odd > many && odd > even) return 'utf-16le'
  return even > many && even > odd ? 'utf-16be' : null
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head)
    return true
  } catch {
    const text = new TextDecoder('utf-8').decode(head.subarray(0, Math.max(0, head.length - MAX_UNFINISHED)))
    const damaged = text.split('\ufffd').length - 1
    const good = (text.match(/[^\0-\x7f\ufffd]/g) ?? []).length
    return good >= damaged * GOOD_PER_DAMAGED
  }
}

/** The single-byte encoding in which letters are where letters belong. A tie goes to the more common one. */
function narrowEncoding(head: Uint8Array): TextEncoding {
  const asMac = plausibility(head, 'macintosh') + signsOfMac(head)
  const asWindows = plausibility(head, 'windows-1252')
  const western: WesternEncoding = asMac > asWindows ? 'macintosh' : 'windows-1252'
  // Where a sign is, a tie with the Western encoding of the same system is none.
  const least = western === 'macintosh' ? asMac + 1 : asWindows
  const signed = EASTERN.filter((encoding) => EASTERN_SIGNS[encoding](head))
  return signed.find((encoding) => plausibility(head, encoding) >= least) ?? western
}

const EASTERN = Object.keys(EASTERN_SIGNS) as EasternEncoding[]

/** Only the classic Mac ended lines with CR alone: then each letter counts for it, unless it clearly counts against. */
const signsOfMac = (head: Uint8Array): number =>
  head.includes(CR) && !head.includes(LF) ? head.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) : 0

/** The accented letters of Western European languages, the most common first. */
const WESTERN_LETTERS = 'éèêëáàâäãåçíìîïñóòôöõøúùûüßæœýÿ'
const COMMON: Readonly<Record<WesternEncoding | EasternEncoding, ReadonlySet<string>>> = {
  macintosh: new Set(WESTERN_LETTERS),
  'windows-1252': new Set(WESTERN_LETTERS),
  // Names from the West occur everywhere.
  'windows-1250': new Set(EASTERN_LETTERS['windows-1250'] + WESTERN_LETTERS),
  'windows-1251': new Set(EASTERN_LETTERS['windows-1251']),
  'windows-1254': new Set(EASTERN_LETTERS['windows-1254'] + WESTERN_LETTERS),
}
const LETTER = /\p{L}/u
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
/** Marks beside or between words. */
const PUNCTUATION = /[\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00a0\u20ac\u00ab\u00bb\u00b0\u2122\u00ae\u00a9]/u

/** The properties of a character that help to recognise an encoding by its neighbours. */
interface Kind {
  isLetter: boolean
  isUpper: boolean
  isLower: boolean
  isCommon: boolean
  isPunctuation: boolean
  isApostrophe: boolean
  isControl: boolean
}

const kindOf = (char: string, common: ReadonlySet<string>): Kind => ({
  isLetter: LETTER.test(char),
  isUpper: UPPER.test(char),
  isLower: LOWER.test(char),
  isCommon: common.has(char.toLowerCase()),
  isPunctuation: PUNCTUATION.test(char),
  isApostrophe: char === '\u2019',
  isControl: char < '\u00a0',
})

/** Before the first and after the last. */
const SPACE = kindOf(' ', COMMON['windows-1252'])

function plausibility(head: Uint8Array, encoding: keyof typeof COMMON): number {
  const kinds = kindsOf(encoding)
  const kindAt = (at: number): Kind => kinds[head[at] ?? -1] ?? SPACE
  let sum = 0
  for (let i = 0; i < head.length; i++)
    if ((head[i] ?? 0) >= 0x80) sum += plausibleHere(kindAt(i), kindAt(i - 1), kindAt(i + 1))
  return sum
}

/** How well a character fits between its neighbours. */
function plausibleHere(char: Kind, before: Kind, after: Kind): number {
  if (char.isLetter) {
    if (char.isUpper && before.isLower) return -2
    return (char.isCommon ? 1 : 0) + (before.isLetter || after.isLetter ? 1 : -1)
  }
  if (char.isPunctuation) return !char.isApostrophe && before.isLetter && after.isLower ? -1 : 1
  return char.isControl ? -3 : -1
}

/** For the 256 characters of a single-byte encoding, which are far fewer than those of a text. */
const kindsOf = (encoding: keyof typeof COMMON): Kind[] =>
  Array.from(new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)), (char) =>
    kindOf(char, COMMON[encoding]),
  )
