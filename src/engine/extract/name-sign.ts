import { COMMON, GIVEN, SURNAME, SYLLABLE, TITLE, kindOf } from './name-words.ts'

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
  let capitals = 0
  let named = false
  let common = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isLetter(code)) continue
    if (code >= 0x3040) return true
    const end = wordEnd(text, at)
    if (isCapital(code, text, at) && end - at <= MAX_WORD_CHARS) {
      capitals++
      const word = text.slice(at, end)
      const kind = kindOf(word)
      if ((kind & (GIVEN | SURNAME | SYLLABLE)) !== 0 || COURTESY.has(word)) named = true
      else if ((kind & (COMMON | TITLE)) !== 0) common++
      if (named && capitals > 1) return true
    }
    at = end
  }
  return capitals > 1 && common === 0 && text.length <= MAX_UNKNOWN_CHARS
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
