import { rememberWords } from '../../../lib/text/remember-words.ts'
import { isHonorific, mayBeTitle } from '../names/name-titles.ts'
import { COMMON, GIVEN, SURNAME, TITLE, wordKindOf } from '../names/name-words.ts'
import { isParticle } from './word-order.ts'

const WORD = /^(?:\p{Lu}[\p{L}\p{M}]*|[dDlLO]['’]\p{Lu}[\p{L}\p{M}]*)(?:['’.-]\p{L}[\p{L}\p{M}]*)*\.?$/u
/** `I'm` and `We've` begin sentences. */
const CONTRACTED = /^\p{Lu}\p{Ll}{0,3}['’](?:m|s|re|ve|ll|d)$/u
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.)?$/u
const CAPITAL = /^\p{Lu}/u
const CAPITALS = /^[\p{Lu}\p{M}'’-]{2,}$/u

/** How a word is written: bits beside those of what it is known to be (`wordKindOf`). */
export const [IS_WORD, IS_INITIAL, IS_PARTICLE, IS_PLAIN, IS_CAPITAL, IN_CAPITALS, IS_TITLE, MAY_GO] = [
  64, 128, 256, 512, 1024, 2048, 4096, 8192,
]

/** The bits of a word: how it is written, and what it is known to be. */
export const shapeOf = rememberWords((word) => {
  let shape = wordKindOf(word)
  if (WORD.test(word) && !CONTRACTED.test(word)) shape |= IS_WORD
  if (INITIAL.test(word)) shape |= IS_INITIAL
  if (isParticle(word)) shape |= IS_PARTICLE
  if (isPlainWord(word)) shape |= IS_PLAIN
  if (CAPITAL.test(word)) shape |= IS_CAPITAL
  if (CAPITALS.test(word)) shape |= IN_CAPITALS
  if (isHonorific(word)) shape |= IS_TITLE
  if (mayBeTitle(word)) shape |= MAY_GO
  return shape
})

/** A word with its bits. */
export interface ShapedWord {
  readonly text: string
  readonly shape: number
}

export const shaped = (text: string): ShapedWord => ({ text, shape: shapeOf(text) })

/** Part of organisations, places, menus and titles, and no name that is known; particles are neither. */
function isPlainWord(word: string): boolean {
  if (INITIAL.test(word)) return false
  const kind = wordKindOf(word)
  return (kind & (COMMON | TITLE)) !== 0 && (kind & (GIVEN | SURNAME)) === 0 && !isParticle(word)
}
