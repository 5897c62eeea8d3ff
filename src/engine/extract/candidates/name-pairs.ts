import { isSuffixRun } from '../names/name-titles.ts'
import { SURNAME, wordKindOf } from '../names/name-words.ts'
import { mayGo } from './name-parts.ts'
import type { LinePart } from './name-parts.ts'

/** Two parts of a line that may be the two parts of a name, and all that is between and around them. */
export interface PartPair {
  first: LinePart
  second: LinePart
  /** Offsets of the whole in the text of the line, titles before and between included. */
  start: number
  end: number
  /** A comma parts them: the surname stands first. */
  isComma: boolean
  /** Elements between them hold titles. */
  holdsTitle: boolean
}

/** Elements between the parts of a name: `<b>Jane</b> <i>Prof.</i> <i>Dr.</i> <b>Doe</b>`. */
const MAX_TITLES = 3

/**
 * The part at `index` with the next one that is not a title, where only elements, titles and at most one comma part them; null where
 * something else does, or the part is a title itself.
 */
export function pairFrom(text: string, parts: readonly LinePart[], index: number): PartPair | null {
  const first = parts[index]
  if (!first) return null
  let commas = 0
  for (let at = index + 1; at <= index + 1 + MAX_TITLES; at++) {
    const second = parts[at]
    if (!second || second.cut === 'hard' || second.cut === 'none') return null
    if (second.cut === 'comma') commas++
    if (isTitle(text, second)) continue
    const isComma = commas === 1
    if (commas > 1 || (isTitle(text, first) && !(isComma && isSurname(text, first)))) return null
    return { first, second, start: first.start, end: second.end, isComma, holdsTitle: at > index + 1 }
  }
  return null
}

/** Made of titles and degrees alone. */
const isTitle = (text: string, { start, end, words }: LinePart): boolean =>
  words?.every(mayGo) === true && isSuffixRun(text.slice(start, end))

/** `MA` and `MENG` before a comma are surnames too. */
const isSurname = (text: string, { start, end }: LinePart): boolean =>
  (wordKindOf(text.slice(start, end)) & SURNAME) !== 0
