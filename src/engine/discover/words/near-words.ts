import { editDistance } from '../../../lib/text/edit-distance.ts'

/** A word that others may be mistyped forms of. */
export interface NearWord {
  /** In small letters without marks, without a plural ending. */
  key: string
  /** Of several that are as near the weightiest is meant. */
  weight: number
  /** Which letters it has, a bit each. */
  letters: number
}

const LEAST_LETTERS = 5
/** A word of so many letters may have two mistakes where the one that is meant is as long. */
const LONG = 8

/** By their first letter, which nobody mistypes. */
export const byFirstLetter = <Word extends Omit<NearWord, 'letters'>>(
  words: readonly Word[],
): ReadonlyMap<string, readonly (Word & NearWord)[]> =>
  Map.groupBy(
    words.filter(({ key }) => /^[a-z]{5,}$/.test(key)).map((word) => ({ ...word, letters: lettersOf(word.key) })),
    ({ key }) => key.slice(0, 1),
  )

/** The word that is meant by one with a mistake or two; null where none is near. */
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

/** Two letters side by side are others: rather another word, as `callsite` beside `campsite`. */
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

/** Letters that only one of two words has; each mistake makes two of them at most. */
function differing(one: number, other: number): number {
  let count = 0
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count += 1
  return count
}
