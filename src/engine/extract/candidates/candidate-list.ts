import { nodeAt } from '../addresses/address-spots.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import { capitalWords, holdsWord, mayHoldWord } from './name-shape.ts'
import type { ShapedWord } from './word-shape.ts'

/** A stretch of a line that is shaped like a person's name, whatever its words mean. */
export interface NameCandidate {
  line: PageLine
  /** Offsets in the text of the line. */
  start: number
  end: number
  /** Alone on its line, alone between separators or in its element, or a run of capitalised words within more text. */
  place: 'line' | 'segment' | 'run'
  /**
   * Words without titles and degrees; of `Doe, Jane` in the order of the page. The same array wherever the page has the same
   * words: what is known of one is known of all.
   */
  words: readonly string[]
  /** What the page writes there, of two lines both. */
  text: string
  /** The line or cell before, where it holds the other part of the name; null where the name is on one line. */
  joinedWith: PageLine | null
  /** Of `Doe, Jane` and `DOE Jane`: how many words are the surname, in front; 0 where nothing marks it. */
  familyWords: number
  /** Of elements that hold several words: only an address can say that these are one name. */
  isJoint: boolean
  /** One of its words is of another kind (`Zebedee Poland`, `Story Doe`): only the places of other names can say that it is one. */
  isWorded: boolean
  node: PageNode
}

/** Where a candidate stands, before its words are known to be a name's. */
export type CandidateSpan = Pick<NameCandidate, 'start' | 'end' | 'place'> & { isJoint?: boolean }

/** Of the text of a candidate. */
export const [MIN_CHARS, MAX_CHARS] = [4, 60]

/** The candidates of one page. */
export class CandidateList {
  readonly all: NameCandidate[] = []
  private readonly words = new Map<string, readonly string[]>()

  /** @param beforeComma how many words are before a comma that marks them as the surname */
  add(
    line: PageLine,
    { start, end, place, isJoint = false }: CandidateSpan,
    given: readonly ShapedWord[],
    beforeComma = 0,
  ): void {
    if (end - start < MIN_CHARS || end - start > MAX_CHARS) return
    const isWorded = holdsWord(given)
    if (isWorded && (place === 'run' || isJoint || !mayHoldWord(given))) return
    const words = this.shared(given.map((word) => word.text))
    const familyWords = beforeComma > 0 ? beforeComma : capitalWords(given)
    const text = line.text.slice(start, end)
    const node = nodeAt(line, start)
    this.all.push({ line, start, end, place, words, text, joinedWith: null, familyWords, isJoint, isWorded, node })
  }

  private shared(words: readonly string[]): readonly string[] {
    const key = words.join(' ')
    const known = this.words.get(key)
    if (known) return known
    this.words.set(key, words)
    return words
  }
}
