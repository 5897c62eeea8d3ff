import { COMMON, GIVEN, SURNAME, SYLLABLE, TITLE, wordKindOf } from './name-words.ts'

/** In front of a surname. */
const COURTESY = new Set('Mr Mrs Ms Miss Dr Herr Herrn Frau Mme Signor Signora Señor Señora'.split(' '))
/** Lines that hold a name whose words are not known are no longer. */
const MAX_UNKNOWN_CHARS = 40
const MAX_WORD_CHARS = 40

/**
 * A quick look at a line: whether it is worth searching for names. There must be two capitalised words, one of them known
 * as a name, or a short line of capitalised words that are not known as anything else; or letters of the Far East.
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
        // Most lines have one capital: its word is looked up when a second comes.
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

/** Close enough for finding borders of words: everything from Latin-1 letters on counts. */
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
