import { GIVEN, SURNAME, wordKindOf } from '../names/name-words.ts'
import type { PersonName } from '../names/name-evidence.ts'

export interface ProseName {
  name: PersonName
  start: number
  end: number
}

/** Reads a text that may be a name. */
export type NameReader = (text: string) => PersonName | null

interface Word {
  text: string
  start: number
  end: number
  /** Where the next word begins. */
  next: number
  /** Punctuation or a possessive after it ends a name. */
  closes: boolean
}

const SENTENCE_END = /[,.;:!?)\]"”’']+$/
const BEFORE_WORD = /^[("“‘'[]+/
const POSSESSIVE = /['’]s$/
const CAPITAL = /^\p{Lu}/u
const INITIAL = /^\p{Lu}\.?$/u
/** A word whose dot does not end a sentence. */
const DOTTED = /^(?:\p{Lu}|Mr|Mrs|Ms|Dr)\.$/u
const SMALL_WORD = /^(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|al|ten|ter|zu|y|e)$/
/** `San Diego Downtown`, `Fort Collins`. */
const PLACE_LEAD = /(?:^|\s)(?:San|Santa|Santo|São|St\.?|Saint|Los|Las|Fort|Ft\.?|Mount|Mt\.?|Lake|Port|New)\s$/
const COURTESY = /^(?:Mr|Mrs|Ms|Miss|Herr|Herrn|Frau|Mme|Dr|Signor|Signora)\.?$/
const LONGEST_NAME = 5

/**
 * Finds names within sentences. The given name, or the form of address before a surname, must be known: capitals alone are too
 * common there. One pass over the words; only those that may begin a name are examined closely.
 */
export function findProseNames(text: string, read: NameReader): ProseName[] {
  const found: ProseName[] = []
  for (let at = 0; at < text.length;) {
    const blank = text.indexOf(' ', at)
    const end = blank < 0 ? text.length : blank
    const name = mayBegin(text, at) ? nameAt(text, at, read) : null
    if (name) found.push(name)
    at = name ? name.end : end + 1
  }
  return found
}

/** A capital letter, possibly after a bracket or quote. */
function mayBegin(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= 97 && code <= 122) return false
  return (code >= 65 && code <= 90) || code >= 0xc0 || /^[("“‘'[]/.test(text.charAt(at))
}

function nameAt(text: string, at: number, read: NameReader): ProseName | null {
  const first = readWord(text, at)
  if (!first || !CAPITAL.test(first.text)) return null
  const isCourtesy = COURTESY.test(first.text)
  const isInitial = INITIAL.test(first.text)
  if (!isCourtesy && !isInitial && (wordKindOf(first.text) & GIVEN) === 0) return null
  if (PLACE_LEAD.test(text.slice(Math.max(0, first.start - 8), first.start))) return null
  const words = wordsFrom(text, first)
  if (isCourtesy) return words.length === 2 ? longestName(text, words, read) : null
  if (isInitial && (wordKindOf(words[1]?.text ?? '') & GIVEN) === 0) return null
  return longestName(text, words, read)
}

/** The words from `first` on that may belong to the same name. */
function wordsFrom(text: string, first: Word): Word[] {
  const words = [first]
  for (let last = first; words.length < LONGEST_NAME && !last.closes;) {
    const next = readWord(text, last.next)
    if (!next || !(CAPITAL.test(next.text) || SMALL_WORD.test(next.text))) break
    words.push(next)
    last = next
  }
  return words
}

function readWord(text: string, at: number): Word | null {
  if (at >= text.length) return null
  const blank = text.indexOf(' ', at)
  const whole = text.slice(at, blank < 0 ? text.length : blank)
  const lead = BEFORE_WORD.exec(whole)?.[0].length ?? 0
  const bare = whole.slice(lead)
  if (bare === '' || bare.length > 60) return null
  const tail = DOTTED.test(bare) ? '' : (SENTENCE_END.exec(bare)?.[0] ?? '')
  const owned = POSSESSIVE.exec(bare.slice(0, bare.length - tail.length))?.[0] ?? ''
  const word = bare.slice(0, bare.length - tail.length - owned.length)
  const start = at + lead
  return {
    text: word,
    start,
    end: start + word.length,
    next: at + whole.length + 1,
    closes: tail !== '' || owned !== '',
  }
}

/**
 * The longest run that is a name. A third or later word needs evidence of its own, or a heading in capitals
 * (`Lisa Banks Gives Talk`) would lengthen the name.
 */
function longestName(text: string, words: readonly Word[], read: NameReader): ProseName | null {
  const start = words[0]?.start ?? 0
  for (let length = words.length; length >= 2; length--) {
    const last = words[length - 1]
    if (
      !last ||
      (length > 2 && !mayEnd(words, length) && !(length === words.length && length === 3 && isSentence(text)))
    )
      continue
    const name = read(text.slice(start, last.end))
    if (name && name.evidence >= 1) return { name, start, end: last.end }
  }
  return null
}

/** Most words of a sentence are in lower case; those of a heading may all be capitalised. */
function isSentence(text: string): boolean {
  const words = text.slice(0, 400).split(' ')
  return words.length > 5 && words.filter((word) => CAPITAL.test(word)).length < words.length / 2
}

function mayEnd(words: readonly Word[], length: number): boolean {
  const last = words[length - 1]?.text ?? ''
  const before = words[length - 2]?.text ?? ''
  const isJoint =
    INITIAL.test(before) || SMALL_WORD.test(before) || (length === 3 && (wordKindOf(before) & GIVEN) !== 0)
  return isJoint || (wordKindOf(last) & SURNAME) !== 0
}
