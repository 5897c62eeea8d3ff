import { isNameOfPlace } from './kept-names.ts'

/** Words of the list in the forms that German gives them: `Möbelhäusern`, `Sondermaschinenbau`. */

const LONG_WORD = /(?<![\p{L}\p{N}'’-])\p{L}{6,40}(?![\p{L}\p{N}'’-])/gu
const ENDINGS = ['n', 'en', 'e', 's', 'er', 'em']
/** Shorter words end others by chance. */
const LEAST_BASE = 6
const LEAST_MARKED = 5
const LEAST_TAIL = 7
const LEAST_STEM = 3

export interface ListedWords {
  english: ReadonlyMap<string, string>
  /** The words of its phrases, which stand in the forms of the list. */
  parts: ReadonlySet<string>
}

/** The text with such words as the list has them, and compounds as two words. Names of places are kept. */
export const withGermanForms = (text: string, listed: ListedWords): string =>
  text.replace(LONG_WORD, (word) => {
    const small = word.toLowerCase()
    if (listed.english.has(small) || listed.parts.has(small) || isNameOfPlace(word)) return word
    return germanBase(word, listed) ?? word
  })

/** A word in the form that the list has, a compound as two words; null if the list has nothing of it. */
export const germanBase = (word: string, { english }: ListedWords): string | null =>
  inflected(word.toLowerCase(), english) ?? compound(word, english)

function inflected(small: string, english: ReadonlyMap<string, string>): string | null {
  for (const ending of ENDINGS) {
    const base = small.slice(0, -ending.length)
    const isLong = base.length >= (/[äöüß]/.test(base) ? LEAST_MARKED : LEAST_BASE)
    if (small.endsWith(ending) && isLong && isCommon(english.get(base))) return base
  }
  return null
}

/** Whether a word of the text is one of these with the ending of a dative: `Krankenhäusern`. */
export const hasDative = (text: string, signs: ReadonlySet<string>): boolean =>
  (text.match(DATIVE) ?? []).some((word) => {
    const small = word.toLowerCase()
    return signs.has(small.slice(0, -1)) || signs.has(small.slice(0, -2))
  })
const DATIVE = /\p{L}{7,40}n(?![\p{L}\p{N}'’-])/gu

function compound(word: string, english: ReadonlyMap<string, string>): string | null {
  for (let at = LEAST_STEM; at <= word.length - LEAST_TAIL; at += 1) {
    const tail = word.slice(at).toLowerCase()
    const known = isCommon(english.get(tail)) ? tail : inflected(tail, english)
    // `Spezialmaschinen` are machines of any kind.
    if (known !== null) return SPECIAL.test(word.slice(0, at)) ? known : `${word.slice(0, at)} ${known}`
  }
  return null
}

const SPECIAL = /^(?:spezial|sonder|qualitäts)$/iu

const isCommon = (translation: string | undefined): boolean =>
  translation !== undefined && !/^\p{Lu}/u.test(translation)
