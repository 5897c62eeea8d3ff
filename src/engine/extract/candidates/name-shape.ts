import { COMMON, GIVEN, SURNAME, SYLLABLE, TITLE } from '../names/name-words.ts'
import { IN_CAPITALS, IS_INITIAL, IS_PARTICLE, IS_PLAIN, IS_WORD } from './word-shape.ts'
import type { ShapedWord } from './word-shape.ts'

/** Particles of surnames not counted, and with them. */
const [MAX_WORDS, MAX_ALL_WORDS] = [5, 8]

/** Two to eight words, capitalised but for particles, one of them whole. */
export function isNameShaped(words: readonly ShapedWord[]): boolean {
  if (words.length < 2 || words.length > MAX_ALL_WORDS) return false
  const last = words.length - 1
  let [whole, counted, leading] = [0, 0, 0]
  for (const [index, { shape, text }] of words.entries()) {
    if ((shape & IS_PARTICLE) !== 0 && text === 'und' && !isNobiliary(words[index - 1])) return false
    if ((shape & IS_PARTICLE) !== 0 && joinsNames(words, index)) return false
    if ((shape & (IS_WORD | IS_INITIAL)) === 0 && (index === last || (shape & IS_PARTICLE) === 0)) return false
    if ((shape & (IS_WORD | IS_INITIAL)) === IS_WORD) whole++
    if ((shape & IS_PARTICLE) === 0) counted++
    if (
      index < last &&
      ((shape & IS_PARTICLE) === 0 ||
        (shape & GIVEN) !== 0 ||
        isShortName(words, index) ||
        areTwoInitials(words, index))
    )
      leading++
  }
  return whole > 0 && leading > 0 && counted <= MAX_WORDS
}

/** `von und zu Gravenreuth` is one name, `Tann und Jane Doe` ends one. */
const isNobiliary = (before: ShapedWord | undefined): boolean => /^(?:von|vom)$/i.test(before?.text ?? '')

/** `Ana Roble y Luis Peña` are two people, `José Roble y Peña` is one. */
const joinsNames = (words: readonly ShapedWord[], at: number): boolean =>
  at > 1 && words.length - at > 2 && /^[yei]$/.test(words[at]?.text ?? '') && leadsName(words[at + 1]?.shape ?? 0)

/** `Du Wei`, `Bin Wang`: small words of other languages. */
const isShortName = (words: readonly ShapedWord[], at: number): boolean =>
  at === 0 &&
  words.length === 2 &&
  words.some(({ shape }) => (shape & SYLLABLE) !== 0) &&
  words.every(({ shape }) => (shape & (SURNAME | SYLLABLE)) !== 0)

/** `MC Doe`, `DA Roe`: what is a particle elsewhere, in capitals of its own. */
const areTwoInitials = ([lead, next]: readonly ShapedWord[], at: number): boolean =>
  at === 0 && lead?.text.length === 2 && isInCapitals(lead) && next !== undefined && !isInCapitals(next)

/** Words that are no particles. */
export function countWords(words: readonly ShapedWord[]): number {
  let count = 0
  for (const { shape } of words) if ((shape & IS_PARTICLE) === 0) count++
  return count
}

/** `VAN DER BERG Ann`: how many words in capitals stand before others that are not: they are the surname. */
export function capitalWords(words: readonly ShapedWord[]): number {
  let count = 0
  while (count < words.length && (isInCapitals(words[count]) || (count === 0 && isSmall(words[0])))) count++
  const isMixed = count > 0 && count < words.length && isInCapitals(words[count - 1]) && !areInitials(words, count)
  return isMixed && !words.slice(count).some(isInCapitals) ? count : 0
}

/** `TJ Doe`: two letters that are no surname stand for given names. */
const areInitials = ([lead]: readonly ShapedWord[], count: number): boolean =>
  count === 1 && lead?.text.length === 2 && (lead.shape & (SURNAME | SYLLABLE)) === 0
const isInCapitals = (word: ShapedWord | undefined): boolean => ((word?.shape ?? 0) & IN_CAPITALS) !== 0
const isSmall = (word: ShapedWord | undefined): boolean => ((word?.shape ?? 0) & IS_PARTICLE) !== 0

/** A given name that is not a word of another kind, by what is known of the word. */
export const leadsName = (kind: number): boolean => (kind & (GIVEN | COMMON | TITLE)) === GIVEN

/** What is in its own element and is a word of another kind is a label, a department, a place. */
export const isPlain = ({ shape }: ShapedWord): boolean => (shape & IS_PLAIN) !== 0

/** Words of organisations, places and titles that no list knows as names make no person, even of an address. */
export function holdsWord(words: readonly ShapedWord[]): boolean {
  const [first, second] = words
  if (words.length !== 2 || !first || !second) return words.some(isPlain)
  if (leadsName(first.shape) && (second.shape & TITLE) === 0) return false
  return (isPlain(first) && !isSyllable(first, second)) || (isPlain(second) && !isSyllable(second, first))
}

/**
 * `Zebedee Poland`, `Story Doe`, `China Quillonby`: one word of another kind beside such of names. It leads as no title; behind
 * words that are not all known, it is what is called after somebody (`Doe Roe House`).
 */
export function mayHoldWord(words: readonly ShapedWord[]): boolean {
  const others = words.filter((word) => !isPlain(word))
  const known = others.filter(({ shape }) => (shape & (GIVEN | SURNAME | SYLLABLE)) !== 0)
  const [first, last] = [words[0]?.shape ?? 0, words.at(-1)?.shape ?? 0]
  if (others.length !== words.length - 1) return false
  if ((last & IS_PLAIN) !== 0) return known.length > 0 && leadsName(first) && known.length === others.length
  return (first & IS_PLAIN) === 0 || (first & TITLE) === 0
}

/** `Jun Wang`, `Wang An`: words of other languages too, but beside a surname of the Far East a given name. */
const isSyllable = (word: ShapedWord, other: ShapedWord): boolean =>
  (word.shape & SYLLABLE) !== 0 && (other.shape & (SURNAME | COMMON)) === SURNAME
