import type { NameMention } from './name-mentions.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childIndex } from '../page/page-node.ts'
import { isPosition } from './position-text.ts'

/** Places behind a name that hold a position so often that whatever stands there is one. */
const MIN_PLACES = 3
const MIN_TITLES = 2
const MIN_SHARE = 0.3
/** Where nothing else stands in these places than few words, no two alike but here and there, fewer titles are enough. */
const MIN_SHARE_AMONG_LIKE = 0.08
const MIN_LIKE = 0.9
const MIN_DISTINCT = 0.6
/** Positions without a known word in them are short. */
const SHORT_WORDS = 5
/** Headlines and sentences are longer. */
const MAX_CHARS = 90
const MAX_WORDS = 10
const NO_POSITION = /[@|=<>{}[\]#*\\!?]|https?:|www\.|\d{3}|\p{Ll}{3}[.:]$|^(?:e-?mail|tel|phone|fax|room|mobile)\b/iu
/** In the place of a position stands what follows it: of this person the page says none. */
const CONTACT = /@|^[^\p{L}]*\d{3}/u
const CUT = /\s*(?:[|•·;(),:]|\s[-–—]+\s|–|—)\s*/
const EDGES = /^[\s,;:|•·()–—-]+|[\s,;:|•·(–—-]+$/g

/** What stands in one place beside the names of a page. */
interface PlaceCount {
  all: number
  titles: number
  /** Of them, what reads as a position or is as short as one. */
  like: number
  texts: Set<string>
}

interface Slot {
  key: string
  text: string
  /** It stands in an element of the kind that the name stands in, as lines of a menu do. */
  isAlike: boolean
}

/**
 * Positions by the layout: where sibling records have words of titles in one place behind the name, the words in that place
 * are positions, though no list has them.
 */
export class PositionSlots {
  private readonly tree: PageTree
  private readonly named: ReadonlySet<number>
  private readonly counts = new Map<string, PlaceCount>()

  constructor(tree: PageTree, mentions: readonly NameMention[]) {
    this.tree = tree
    this.named = new Set(mentions.filter(({ place }) => place !== 'prose').map(({ line }) => line.index))
    for (const mention of mentions) {
      const slot = this.slotOf(mention)
      if (!slot || CONTACT.test(slot.text)) continue
      const count = this.counts.get(slot.key) ?? { all: 0, titles: 0, like: 0, texts: new Set() }
      const isTitle = isPosition(slot.text)
      count.all++
      if (isTitle) count.titles++
      if (isTitle || (mayBePosition(slot.text) && slot.text.split(' ').length <= SHORT_WORDS)) count.like++
      count.texts.add(slot.text)
      this.counts.set(slot.key, count)
    }
  }

  /** What stands in the place of positions beside this name; null where the page has no such place, or no words in it. */
  positionOf(mention: NameMention): string | null {
    const slot = this.slotOf(mention)
    const count = slot ? this.counts.get(slot.key) : undefined
    return slot && count && holdsPositions(count, slot) && mayBePosition(slot.text) ? slot.text : null
  }

  private slotOf(mention: NameMention): Slot | null {
    const { line, place } = mention
    if (place === 'prose' || line.isAlternative) return null
    const label = LABEL.exec(line.text.slice(0, mention.start))?.[1]
    if (label !== undefined) return { key: `ahead ${signature(line)}`, text: label.trim(), isAlike: false }
    const rest = textBeside(mention)
    if (rest !== '')
      return { key: `beside ${signature(line)}`, text: rest.split(CUT, 1)[0]?.trim() ?? '', isAlike: false }
    const next = this.lineAfter(line.index)
    if (!next || this.named.has(next.index)) return null
    const isAlike = signature(next) === signature(line) && innermost(next) === innermost(line)
    return { key: `below ${signature(next)} ${isAlike}`, text: next.text.trim(), isAlike }
  }

  private lineAfter(index: number): PageLine | undefined {
    const next = this.tree.lines[index + 1]
    return next?.isAlternative === true ? this.tree.lines[index + 2] : next
  }
}

function holdsPositions({ all, titles, like, texts }: PlaceCount, { isAlike }: Slot): boolean {
  if (all < MIN_PLACES) return false
  if (titles >= MIN_TITLES && titles >= all * MIN_SHARE) return true
  if (isAlike) return false
  // Towns, departments and links repeat from record to record, and stand beside no title in the same place.
  return titles >= Math.max(1, all * MIN_SHARE_AMONG_LIKE) && like >= all * MIN_LIKE && texts.size >= all * MIN_DISTINCT
}

/** `Caretaker: ` in front of a name. */
const LABEL = /(?:^|[|;•·])\s*([^|;•·:]{2,90}):\s*$/u

/** What follows a name on its line: in its own element, else in the next one with text. */
export function textBeside({ line, end }: NameMention): string {
  const own = line.pieces.findLast(({ start }) => start < end)
  const within = own ? own.text.slice(end - own.start).replace(EDGES, '') : ''
  if (within !== '') return within
  const next = line.pieces.find(({ start, text }) => start >= end && text.replace(EDGES, '') !== '')
  return next?.text.replace(EDGES, '') ?? ''
}

const mayBePosition = (text: string): boolean =>
  text.length > 1 &&
  text.length <= MAX_CHARS &&
  /^\p{L}/u.test(text) &&
  !NO_POSITION.test(text) &&
  text.split(' ').length <= MAX_WORDS

/** Tag of the element that a line begins in: `<p><b>Jane Doe</b></p><p>Sexton</p>` are lines of two kinds. */
const innermost = ({ block, pieces }: PageLine): string =>
  (pieces.find(({ text }) => text.trim() !== '')?.node ?? block).tag

/** Tag and class of the block and its parent; of a cell, its column. */
function signature({ block }: PageLine): string {
  const column = block.tag === 'td' ? childIndex(block) : 0
  return `${block.parent?.tag} ${block.parent?.attributes.class ?? ''} ${block.tag} ${block.attributes.class ?? ''} ${column}`
}
