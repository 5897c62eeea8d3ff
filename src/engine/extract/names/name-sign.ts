import { COMMON, GIVEN, SURNAME, SYLLABLE, TITLE, wordKindOf } from './name-words.ts'

/** Forms of address before a surname. */
const COURTESY = new Set('Mr Mrs Ms Miss Dr Herr Herrn Frau Mme Signor Signora Señor Señora'.split(' '))
/** A line that has a name of unknown words is at most this long. */
const MAX_UNKNOWN_CHARS = 40
const MAX_WORD_CHARS = 40

/**
 * A quick test of whether a line is worth searching for names. It needs two capitalised words, one of them known as a name; or
 * a short line of capitalised words not known as anything else; or letters of East Asian scripts.
 */
export function mayHoldName(text: string): boolean {
  let first = -1
  let capitals = 0
  let isCommon = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isLetter(code)) continue
    if (code >= 0x3040) return true
    const end = wordEnd(text, at)
    if (isCapital(code, text, at) && end - at <= MAX_WORD_CHARS) {
      if (++capitals === 1) first = at
      else {
        // Most lines have one capital: its word is looked up only when a second one comes.
        const before = capitals === 2 ? signOf(text.slice(first, wordEnd(text, first))) : 0
        const sign = before === NAME ? NAME : signOf(text.slice(at, end))
        if (sign === NAME) return true
        isCommon ||= before === OTHER || sign === OTHER
      }
    }
    at = end
  }
  return capitals > 1 && !isCommon && text.length <= MAX_UNKNOWN_CHARS
}

const NAME = 1
const OTHER = 2

function signOf(word: string): number {
  const kind = wordKindOf(word)
  if ((kind & (GIVEN | SURNAME | SYLLABLE)) !== 0 || COURTESY.has(word)) return NAME
  return (kind & (COMMON | TITLE)) === 0 ? 0 : OTHER
}

/** Accurate enough for finding word boundaries: everything from the Latin-1 letters on counts. */
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code >= 0xc0

function wordEnd(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && isLetter(text.charCodeAt(end))) end++
  return end
}

function isCapital(code: number, text: string, at: number): boolean {
  if (code < 0xc0) return code <= 90
  const letter = text.charAt(at)
  return letter !== letter.toLowerCase()
}
