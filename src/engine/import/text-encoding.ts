/** Which of the encodings that spreadsheets write a text is in. Nothing in the file says so, unless it begins with a mark. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh'

/** Byte order marks (Unicode 23.8). */
const MARKS: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The longest character of UTF-8 that a cut can leave unfinished. */
const MAX_UNFINISHED = 3
/** A text with a few damaged characters is UTF-8 all the same. */
const GOOD_PER_DAMAGED = 10
/** Latin text in UTF-16 has a zero beside nearly every letter. */
const ZERO_SHARE = 0.3
const LF = 10
const CR = 13

/**
 * @param head the first bytes, or all of them; more than a few hundred kilobytes tell no more.
 * @returns Latin-1 as windows-1252, which holds it (WHATWG Encoding).
 */
export function detectEncoding(head: Uint8Array): TextEncoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => head[i] === byte))
  if (marked !== undefined) return marked[0]
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

/** Of the encodings of one byte a letter, the one whose letters stand where letters stand. A tie is the usual one. */
function narrowEncoding(head: Uint8Array): TextEncoding {
  const asMac = plausibility(head, 'macintosh') + signsOfMac(head)
  return asMac > plausibility(head, 'windows-1252') ? 'macintosh' : 'windows-1252'
}

/** Only the classic Mac ended lines with CR alone: then each letter speaks for it, unless it clearly speaks against. */
const signsOfMac = (head: Uint8Array): number =>
  head.includes(CR) && !head.includes(LF) ? head.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) : 0

/** The accented letters of Western European languages, in the order of how common they are there. */
const COMMON = new Set('éèêëáàâäãåçíìîïñóòôöõøúùûüßæœýÿ'.split(''))
const LETTER = /\p{L}/u
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
/** Marks that stand beside or between words. */
const PUNCTUATION = /[\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00a0\u20ac\u00ab\u00bb\u00b0\u2122\u00ae\u00a9]/u

function plausibility(head: Uint8Array, encoding: TextEncoding): number {
  const letters = tableOf(encoding)
  let sum = 0
  for (let i = 0; i < head.length; i++) {
    const byte = head[i] ?? 0
    if (byte < 0x80) continue
    const near = (at: number): string => letters[head[at] ?? 0] ?? ' '
    sum += plausibleHere(near(i), i === 0 ? ' ' : near(i - 1), i + 1 === head.length ? ' ' : near(i + 1))
  }
  return sum
}

/** How well a character fits between its neighbours. */
function plausibleHere(char: string, before: string, after: string): number {
  const inWord = LETTER.test(before) || LETTER.test(after)
  if (LETTER.test(char)) {
    if (UPPER.test(char) && LOWER.test(before)) return -2
    return (COMMON.has(char.toLowerCase()) ? 1 : 0) + (inWord ? 1 : -1)
  }
  if (PUNCTUATION.test(char)) return char !== '\u2019' && LETTER.test(before) && LOWER.test(after) ? -1 : 1
  return char < '\u00a0' ? -3 : -1
}

/** The 256 characters of an encoding of one byte each. */
const tableOf = (encoding: TextEncoding): string[] =>
  Array.from(new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)))
