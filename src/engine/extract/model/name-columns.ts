import type { NameCandidate } from '../candidates/candidate-list.ts'
import { IS_PLAIN, shapeOf } from '../candidates/word-shape.ts'
import { GIVEN, SURNAME, SYLLABLE } from '../names/name-words.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { BlockKinds } from '../page/block-kinds.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childIndex } from '../page/page-node.ts'
import { isPost } from '../people/position-text.ts'

/** Sure names that make a column one of names, and their share of its lines. */
const [MIN_SURE, MIN_SHARE] = [2, 0.5]
const [MANY_SURE, MANY_SHARE] = [3, 0.6]
/** Where nearly all lines of a place are of the form `Doe, Jane`, or shaped like names, fewer sure ones are enough. */
const [LISTED_SHARE, LISTED_SURE_SHARE] = [0.85, 0.35]
const [SUPPORT, POST_SUPPORT] = [1.5, 2.5]
/** What makes a name as sure as a known given name does. */
export const FIRM_SUPPORT = 4

/**
 * The places of a layout in which names stand: where the same place of most sibling records holds a name beyond doubt, whatever is
 * shaped like one there is one too.
 */
export class NameColumns {
  private readonly all: readonly PageLine[]
  private readonly blocks: BlockKinds
  private readonly lines = new Map<string, number>()
  private readonly sure = new Map<string, Set<number>>()
  /** Lines of the form `Doe, Jane`. */
  private readonly listed = new Map<string, Set<number>>()
  private readonly candidates: readonly NameCandidate[]
  /** Lines shaped like names; few pages ask. */
  private known: ReadonlyMap<string, ReadonlySet<number>> | null = null
  /** Sure names with a post in the line below or above. */
  private readonly posted = new Map<string, Set<number>>()
  /** Of each line, which one of its element it is. */
  private readonly places: readonly number[]

  constructor({ lines }: PageTree, blocks: BlockKinds, sure: readonly NameCandidate[], all: readonly NameCandidate[]) {
    this.blocks = blocks
    this.all = lines
    this.candidates = all
    this.places = sure.length === 0 ? [] : placesOf(lines)
    for (const candidate of sure) this.note(this.sure, candidate)
    if (this.sure.size === 0) return
    for (const candidate of all) if (isListed(candidate)) this.note(this.listed, candidate)
    for (const candidate of sure) {
      for (const key of beginsLine(candidate) ? this.postKeysOf(candidate.line) : [])
        this.posted.set(key, (this.posted.get(key) ?? new Set()).add(candidate.line.index))
    }
    const tags = new Set(Array.from(sure, ({ line }) => line.block.tag))
    for (const line of lines) {
      if (line.isAlternative || !tags.has(line.block.tag)) continue
      const key = this.placeKeyOf(line)
      this.lines.set(key, (this.lines.get(key) ?? 0) + 1)
    }
  }

  private note(places: Map<string, Set<number>>, candidate: NameCandidate): void {
    const { line, place } = candidate
    if (place === 'run' || line.isAlternative) return
    const key = this.keyOf(candidate)
    const known = places.get(key)
    if (known) known.add(line.index)
    else places.set(key, new Set([line.index]))
  }

  private get shaped(): ReadonlyMap<string, ReadonlySet<number>> {
    if (this.known) return this.known
    const shaped = new Map<string, Set<number>>()
    for (const candidate of this.candidates) this.note(shaped, candidate)
    this.known = shaped
    return shaped
  }

  /** What a candidate gains by its place, as a score of the judge; 0 where nothing speaks for it. */
  supportOf(candidate: NameCandidate): number {
    const { line, place } = candidate
    if (this.sure.size === 0 || place === 'run' || line.isAlternative) return 0
    const key = this.keyOf(candidate)
    const sure = this.sure.get(key)?.size ?? 0
    const all = Math.max(1, this.lines.get(this.placeKeyOf(line)) ?? 0)
    const share = sure / all
    const isList = isListed(candidate) && (this.listed.get(key)?.size ?? 0) >= all * LISTED_SHARE
    if (isList && sure >= MANY_SURE && share >= LISTED_SURE_SHARE) return FIRM_SUPPORT
    if (sure < MIN_SURE || share < MIN_SHARE) {
      const isOpen = sure >= MANY_SURE && share >= LISTED_SURE_SHARE
      const isShaped = isOpen && (this.shaped.get(key)?.size ?? 0) >= all * LISTED_SHARE
      return Math.max(isShaped ? SUPPORT : 0, this.supportByPost(candidate))
    }
    return sure >= MANY_SURE && share >= MANY_SHARE ? FIRM_SUPPORT : SUPPORT
  }

  /**
   * Whether a name that holds a word of another kind stands where only names stand; beside words that nobody knows, only if a post
   * is by it as by the others (`China Quillonby`, but not `Club Quillonby`).
   */
  holdsWorded(candidate: NameCandidate): boolean {
    if (this.isPosted(candidate)) return true
    return this.supportOf(candidate) >= FIRM_SUPPORT && candidate.words.some((word) => (shapeOf(word) & KNOWN) !== 0)
  }

  /** Where others have a post below or above their names, one there too. */
  private supportByPost(candidate: NameCandidate): number {
    if (!candidate.isWorded && candidate.words.some((word) => (shapeOf(word) & IS_PLAIN) !== 0)) return 0
    return this.isPosted(candidate) ? POST_SUPPORT : 0
  }

  private isPosted(candidate: NameCandidate): boolean {
    if (!beginsLine(candidate) || this.posted.size === 0) return false
    return this.postKeysOf(candidate.line).some((key) => (this.posted.get(key)?.size ?? 0) >= MANY_SURE)
  }

  /** The kinds of the block of a line and of a post below and above it, as far as these are posts. */
  private postKeysOf({ index, block, isAlternative }: PageLine): string[] {
    if (isAlternative) return []
    return [1, -1].flatMap((step) => {
      const near = this.all[index + step]
      if (!near || near.isAlternative || !isPost(near.text.trim())) return []
      return [`${step} ${this.blocks.of(block)}>${this.blocks.of(near.block)}`]
    })
  }

  /** At the beginning of its line, or behind something; with a comma within or without. */
  private keyOf({ line, start, text }: NameCandidate): string {
    return `${start <= 1 ? 'first' : 'later'} ${text.includes(',') ? 'comma' : ''} ${this.placeKeyOf(line)}`
  }

  /** Which line of its block, the kind of that, and of a cell its column. */
  private placeKeyOf(line: PageLine): string {
    const { block } = line
    // Far down a block of many lines, the elements around a line say which of a record it is.
    if (this.places[line.index] === MAX_PLACE)
      return `${[-1, 0].map((step) => tagIn(this.all[line.index + step])).join(' ')} ${this.blocks.of(block)}`
    return `${this.places[line.index]} ${this.blocks.of(block)} ${block.tag === 'td' ? childIndex(block) : ''}`
  }
}

const KNOWN = GIVEN | SURNAME | SYLLABLE

/** Alone on its line, or with degrees behind it. */
const beginsLine = ({ line, text, place, start, end }: NameCandidate): boolean =>
  place === 'line' || (place === 'segment' && start <= 1 && line.text[end] === ',' && !text.includes(','))

const isListed = ({ text, familyWords, place }: NameCandidate): boolean =>
  place === 'line' && familyWords > 0 && text.includes(',')

/** The element in which the line begins. */
const tagIn = (line: PageLine | undefined): string =>
  line?.pieces.find(({ text }) => text.trim() !== '')?.node.tag ?? ''

/** In a cell of `Jane Doe<br>Director<br>…` every first line is a name, though most lines are none. */
const MAX_PLACE = 3

function placesOf(lines: readonly PageLine[]): number[] {
  let [block, place]: [PageLine['block'] | null, number] = [null, 0]
  return lines.map((line) => {
    if (line.isAlternative) return 0
    place = line.block === block ? Math.min(place + 1, MAX_PLACE) : 0
    block = line.block
    return place
  })
}
