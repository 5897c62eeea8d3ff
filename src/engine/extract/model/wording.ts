import { foldName } from '../../../lib/text/person-name-fold.ts'
import { INITIAL } from '../candidates/order-votes.ts'
import { GIVEN, wordKindOf } from '../names/name-words.ts'
import { pieceOf } from './feature-hash.ts'

/** Properties of the words of a candidate, wherever they are. */
export interface Wording {
  /** First and last word, folded. */
  first: string
  last: string
  /** All words, folded. */
  key: string
  /** Words in capitals: none 0, all 1, some 2. */
  shape: number
  /** Position of the word that is an initial, and of the one that begins in lower case; 0 if there is none. */
  initial: number
  small: number
  /** Of the first and the last word: the last two letters, the last three, and the first two. */
  pieces: readonly number[]
  hasHyphen: boolean
  hasGiven: boolean
  /** What the lists say about the first word, the last, and those in between. */
  kinds: { first: number; last: number; middle: number }
  /** What the page says about them; null until needed. */
  ofPage: WordingOnPage | null
}

/** As small numbers. */
export interface WordingOnPage {
  /** 1: they are the text of a picture. */
  isAlternative: number
  /** How many of the words the page also writes in lower case, as a step. */
  ordinary: number
  /** 1: a link of the page ends in them. */
  isSlug: number
}

const ALL_CAPS = /^[\p{Lu}\p{M}'’.-]+$/u
const SMALL = /^\p{Ll}/u

export function readWording(words: readonly string[]): Wording {
  const first = foldName(words[0] ?? '')
  const last = foldName(words.at(-1) ?? '')
  const kinds = words.map(wordKindOf)
  const capitals = words.filter((word) => word.length > 1 && ALL_CAPS.test(word)).length
  return {
    first,
    last,
    key: foldName(words.join(' ')),
    shape: capitals === 0 ? 0 : capitals === words.length ? 1 : 2,
    initial: words.findIndex((word) => INITIAL.test(word)) + 1,
    small: words.findIndex((word) => SMALL.test(word)) + 1,
    pieces: [first, last].flatMap((word) => [word.slice(-2), word.slice(-3), word.slice(0, 2)].map(pieceOf)),
    hasHyphen: words.some((word) => word.includes('-')),
    hasGiven: kinds.some((kind) => (kind & GIVEN) !== 0),
    kinds: {
      first: kinds[0] ?? 0,
      last: kinds.at(-1) ?? 0,
      middle: kinds.slice(1, -1).reduce((all, kind) => all | kind, 0),
    },
    ofPage: null,
  }
}
