import { editDistance } from '../../../lib/text/edit-distance.ts'

/** A word that others may be misspellings of. */
export interface NearWord {
  /** In lower case without accents or a plural ending. */
  key: string
  /** Among several equally near words, the one with the greatest weight is meant. */
  weight: number
  /** Its letters, one bit each. */
  letters: number
}

const LEAST_LETTERS = 5
/** Words of at least this length may have two mistakes, if both words are that long. */
const LONG = 8

/** Groups words by their first letter, which is hardly ever mistyped. */
export const byFirstLetter = <Word extends Omit<NearWord, 'letters'>>(
  words: readonly Word[],
): ReadonlyMap<string, readonly (Word & NearWord)[]> =>
  Map.groupBy(
    words.filter(({ key }) => /^[a-z]{5,}$/.test(key)).map((word) => ({ ...word, letters: lettersOf(word.key) })),
    ({ key }) => key.slice(0, 1),
  )

/** The word meant by one with a mistake or two; null if none is near. */
export function nearestWord<Word extends NearWord>(
  words: ReadonlyMap<string, readonly Word[]>,
  typed: string,
): Word | null {
  if (!/^[a-z]+$/.test(typed) || typed.length < LEAST_LETTERS) return null
  const letters = lettersOf(typed)
  let best: { word: Word; distance: number } | null = null
  for (const word of words.get(typed.slice(0, 1)) ?? []) {
    const most = Math.min(typed.length, word.key.length) < LONG ? 1 : 2
    if (differing(letters, word.letters) > 2 * most) continue
    const distance = editDistance(typed, word.key, most)
    if (distance > most || (distance === 2 && isReplaced(typed, word.key))) continue
    const isBetter =
      best === null || distance < best.distance || (distance === best.distance && word.weight > best.word.weight)
    if (isBetter) best = { word, distance }
  }
  return best?.word ?? null
}

/** Whether two adjacent letters are replaced by others: this is rather another word, as `callsite` is beside `campsite`. */
function isReplaced(typed: string, word: string): boolean {
  if (typed.length !== word.length) return false
  const at = Array.from(typed, (_, place) => place).filter((place) => typed[place] !== word[place])
  const [one = 0, other = 0] = at
  return at.length === 2 && other === one + 1 && typed[one] !== word[other] && typed[other] !== word[one]
}

const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}

/** Counts the letters that only one of two words has; each mistake accounts for at most two. */
function differing(one: number, other: number): number {
  let count = 0
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count += 1
  return count
}
