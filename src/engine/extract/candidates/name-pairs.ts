import { isSuffixRun } from '../people/name-titles.ts'
import { SURNAME, wordKindOf } from '../people/name-words.ts'
import type { Span } from './name-spans.ts'

/** Two parts of a line that may be the two parts of a name, and all that is between and around them. */
export interface SpanPair {
  first: Span
  second: Span
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
export function pairFrom(text: string, spans: readonly Span[], index: number): SpanPair | null {
  const first = spans[index]
  if (!first) return null
  let commas = 0
  for (let at = index + 1; at <= index + 1 + MAX_TITLES; at++) {
    const span = spans[at]
    if (!span || span.cut === 'hard' || span.cut === 'none') return null
    if (span.cut === 'comma') commas++
    const part = text.slice(span.start, span.end)
    if (isSuffixRun(part)) continue
    const isComma = commas === 1
    if (commas > 1 || isTitle(text.slice(first.start, first.end), isComma)) return null
    return { first, second: span, start: first.start, end: span.end, isComma, holdsTitle: at > index + 1 }
  }
  return null
}

/** `MA` and `MENG` before a comma are surnames too. */
const isTitle = (part: string, isBeforeComma: boolean): boolean =>
  isSuffixRun(part) && !(isBeforeComma && (wordKindOf(part) & SURNAME) !== 0)
