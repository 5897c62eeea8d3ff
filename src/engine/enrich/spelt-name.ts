import { dropMarks } from '../../lib/text/fold-text.ts'
import { TRADE_WORDS } from '../facts/legal-names.ts'

/** How much of a handle the words of a name must make up. */
const MOST_OF_IT = 0.6
/** The beginning of a longer word counts from this length: `hovenier` for `Hoveniersbedrijf`. */
const MIN_STEM = 4
const MAX_LETTERS = 100
const MAX_WORDS = 60

/** The handle of a profile: the last part of its path. */
export const handleOf = (profile: string): string => profile.split('/').at(-1) ?? profile

export const handleLetters = (text: string): string =>
  dropMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const wordsIn = (names: readonly string[]): string[] =>
  names
    .flatMap((name) =>
      dropMarks(name)
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= 2)
    .slice(0, MAX_WORDS)

/**
 * Whether a handle, which is written without blanks, consists for the most part of the words of these names, among them one that
 * is not just a word of a trade: `driftwoodpoint` of `Driftwood Point Ales`.
 */
export function isSpeltBy(handle: string, names: readonly string[]): boolean {
  const letters = handleLetters(handle).slice(0, MAX_LETTERS)
  const words = wordsIn(names)
  let covered = 0
  let isNamed = false
  for (let at = 0; at < letters.length;) {
    const [word, length] = longestAt(letters, at, words)
    covered += length
    isNamed ||= length >= MIN_STEM && !TRADE_WORDS.has(word)
    at += Math.max(1, length)
  }
  return isNamed && covered >= MOST_OF_IT * letters.length
}

/** The word that goes farthest from a place in the letters: a whole one, or the beginning of a long one. */
function longestAt(letters: string, at: number, words: readonly string[]): [word: string, length: number] {
  let best: [string, number] = ['', 0]
  for (const word of words) {
    let length = 0
    while (length < word.length && letters[at + length] === word[length]) length++
    if ((length === word.length || length >= MIN_STEM) && length > best[1]) best = [word, length]
  }
  return best
}
