import { withoutTitles } from '../names/name-titles.ts'
import type { PageLine } from '../page/page-lines.ts'
import { MAX_CHARS } from './candidate-list.ts'
import { spansOf, withoutNickname } from './name-spans.ts'
import type { Span } from './name-spans.ts'
import { IS_INITIAL, IS_PARTICLE, IS_WORD, MAY_GO, shaped } from './word-shape.ts'
import type { ShapedWord } from './word-shape.ts'

/** A part of a line with its words, titles among them; null where one of them is in no name. */
export interface LinePart extends Span {
  words: readonly ShapedWord[] | null
}

const MAY_STAND = IS_WORD | IS_INITIAL | IS_PARTICLE | MAY_GO

/** The parts of a line, in order; each word is looked at once. */
export const partsOfLine = (line: PageLine): LinePart[] =>
  spansOf(line).map(({ start, end, cut }) => ({ start, end, cut, words: wordsOf(line.text.slice(start, end)) }))

function wordsOf(text: string): ShapedWord[] | null {
  if (text.length > MAX_CHARS) return null
  const words: ShapedWord[] = []
  const bare = withoutNickname(text)
  const mayGlue = bare.includes('.')
  for (let at = 0; at < bare.length;) {
    const blank = bare.indexOf(' ', at)
    const stop = blank < 0 ? bare.length : blank
    if (stop > at) {
      const word = bare.slice(at, stop)
      for (const text of mayGlue ? unglued(word, word === bare) : [word]) {
        const one = shaped(text)
        if ((one.shape & MAY_STAND) === 0) return null
        words.push(one)
      }
    }
    at = stop + 1
  }
  return words
}

/** `J.K.Doe`, `J.K Doe`, `Dr.J.K.Doe`, `Jane.J.K`: initials that no blank parts from the name or the title, as is usual in India. */
function unglued(word: string, isAlone: boolean): readonly string[] {
  const dot = word.indexOf('.')
  const [, lead = '', tail = ''] = dot > MIN_LEAD ? (TRAILED.exec(word) ?? []) : []
  if (tail !== '') return [lead, ...tail.split(/(?<=\.)(?=\p{L})/u)]
  if (dot < 1 || dot > MAX_TITLE || dot === word.length - 1) return [word]
  if (dot > 1) return TITLED.test(word) ? [word.slice(0, dot + 1), ...unglued(word.slice(dot + 1), isAlone)] : [word]
  const [, initials = '', name = ''] = GLUED.exec(word) ?? []
  // `M.D.`, as it stands behind a comma, is a degree.
  return name === '' || (isAlone && name.length === 1) ? [word] : [...initials.split(/(?<=\.)/), name]
}
const [MAX_TITLE, MIN_LEAD] = [4, 3]
const TRAILED = /^(\p{Lu}\p{Ll}{3,20})\.((?:\p{Lu}\.){1,3}\p{Lu}\.?)$/u
const TITLED = /^\p{Lu}\p{Ll}{1,3}\.(?:\p{Lu}\.){1,3}\p{Lu}/u
const GLUED = /^((?:\p{Lu}\.){1,3})(\p{Lu}(?:\p{Ll}{2}\S*)?)$/u

export const mayGo = ({ shape }: ShapedWord): boolean => (shape & MAY_GO) !== 0

/** Words without titles and degrees. @param least words that have to be left, 1 beside a comma or a title */
export const titleless = (words: readonly ShapedWord[], least?: number): readonly ShapedWord[] =>
  words.some(mayGo)
    ? withoutTitles(
        words.map(({ text }) => text),
        least,
      ).map(shaped)
    : words
