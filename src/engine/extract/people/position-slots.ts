import { withoutLegalForm } from '../../classify/company-name.ts'
import type { NameMention } from './name-mentions.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { childIndex } from '../page/page-node.ts'
import { columnBelow, isHeadOfNext, isInRowOfOthers } from '../page/column-lines.ts'
import { isSuffixRun } from '../names/name-titles.ts'
import { beforeContact, CONTACT_WORD, isPosition, namesFirm } from './position-text.ts'
import type { TitlesAbove } from './person-card.ts'
import { soundsLikePosition } from './trade-words.ts'
import { endsInCountry } from '../../../lib/companies/whereabouts.ts'

/** A place next to the names that has a position this often is one for positions, whatever it contains. */
const MIN_PLACES = 3
const MIN_TITLES = 2
const MIN_SHARE = 0.3
/** If the place contains almost only short texts that hardly repeat, a smaller share of titles is enough. */
const MIN_SHARE_AMONG_LIKE = 0.08
const MIN_LIKE = 0.9
const MIN_DISTINCT = 0.6
/** Posts that several share repeat, and nothing else has titles among it or is behind a name; a notice is in nearly all places. */
const MAX_OF_ONE = 0.8
/** How many lines below a name may contain its position, and how many titles are needed if it is not in the first place. */
const MAX_LINES_BELOW = 3
const MIN_TITLES_FARTHER = 3
const MIN_SHARE_FARTHER = 0.5
/** Positions without a known word are short. */
const SHORT_WORDS = 5
/** Headlines and sentences are longer. */
const MAX_CHARS = 90
const MAX_WORDS = 10
const NO_POSITION = /[@|=<>{}[\]#*\\!?]|https?:|www\.|\d{3}|\b\p{L}\d|\p{Ll}{3}[.:]$/iu
/** What usually follows a position is in its place: the page gives none for this person. */
const CONTACT = /@|^[^\p{L}]*\d{3}/u
const CUT = /\s*(?:[|•·;():]|\s[-–—]+\s|–|—)\s*/
/** At the end of a list. */
const LAST_STOP = /(?<=^[^.]{4,60}\p{Ll}{3})\.$/u
const EDGES = /^[\s,;:：|•·()/–—-]+|[\s,;:：|•·(/–—-]+$/g

/** What is in one place next to the names of a page. */
interface PlaceCount {
  all: number
  titles: number
  /** How many read as a position or are as short as one. */
  like: number
  /** How many begin in lower case, as in languages that write posts so. */
  small: number
  texts: Map<string, number>
}

interface Slot {
  key: string
  text: string
  /** It is in an element of the same kind as the name, as lines of a menu are. */
  isAlike: boolean
  /** Something else is in between. */
  isFarther: boolean
}

/**
 * Finds positions by the layout: if sibling records have words of titles in one place next to the name, the words in that place
 * are positions, even unlisted ones.
 */
export class PositionSlots {
  private readonly tree: PageTree
  private readonly titlesAbove: TitlesAbove | null
  private readonly named: ReadonlySet<number>
  /** Where names begin that are sure, by line. */
  private readonly starts: ReadonlyMap<number, readonly number[]>
  private readonly counts = new Map<string, PlaceCount>()

  /** @param headings lines that head several people */
  constructor(
    tree: PageTree,
    mentions: readonly NameMention[],
    titlesAbove: TitlesAbove | null,
    headings: ReadonlySet<number>,
  ) {
    this.tree = tree
    this.titlesAbove = titlesAbove
    const sure = mentions.filter(({ name }) => name.evidence >= 2)
    const byLine = Map.groupBy(sure, ({ line }) => line.index)
    this.starts = new Map([...byLine].map(([at, there]) => [at, there.map(({ start }) => start)]))
    this.named = new Set([...mentions.map(({ line }) => line.index), ...headings])
    for (const mention of mentions) for (const slot of this.slotsOf(mention)) this.count(slot)
  }

  private count({ key, text }: Slot): void {
    if (CONTACT.test(text)) return
    const count = this.counts.get(key) ?? { all: 0, titles: 0, like: 0, small: 0, texts: new Map() }
    const isOne = isTitle(text)
    count.all++
    if (isOne) count.titles++
    if (SMALL.test(text)) count.small++
    if (isOne || (mayBePosition(text, true) && text.split(' ').length <= SHORT_WORDS)) count.like++
    count.texts.set(text, (count.texts.get(text) ?? 0) + 1)
    this.counts.set(key, count)
  }

  /** The text in the place for positions next to this name; null if the page has no such place, or no position in it. */
  positionOf(mention: NameMention): string | null {
    for (const slot of this.slotsOf(mention)) {
      const count = this.counts.get(slot.key)
      if (!count || !holdsPositions(count, slot)) continue
      const isSmall = count.small >= count.all * MIN_LIKE
      const text = withoutFirm(slot.text)
      // In capitals in an element such as the name has, it is the next one.
      if (slot.isAlike && SHOUTED.test(text) && !isTitle(text)) return null
      return mayBePosition(text, isSmall) && withoutLegalForm(text) === text ? text : null
    }
    return null
  }

  /** The places of a record that may contain its position, likeliest first. */
  private slotsOf(mention: NameMention): Slot[] {
    const { line, place } = mention
    if (line.isAlternative) return []
    const label = LABEL.exec(line.text.slice(0, Math.min(mention.start, MAX_CHARS + 10)))?.[1]
    if (label !== undefined)
      return [{ key: `ahead ${signature(line)}`, text: label.trim(), isAlike: false, isFarther: false }]
    if (place === 'prose') return []
    const text = postsBeside(mention).replace(LAST_STOP, '')
    // A degree after the name, a word before the address, or the next name of the line.
    const isNothing =
      text === '' || isDegree(text) || CONTACT_WORD.test(text) || this.isName(mention, text) || isNoPost(mention, text)
    const beside: Slot[] = isNothing
      ? []
      : [{ key: `beside ${signature(line)}`, text, isAlike: false, isFarther: false }]
    return [...beside, ...this.slotsAround(line, beside.length)]
  }

  private isName({ line, end }: NameMention, text: string): boolean {
    const at = line.text.indexOf(text, end)
    return this.starts.get(line.index)?.includes(at) === true
  }

  /**
   * The line above, or those below up to the next name.
   * @param between how many places are already in between
   */
  private slotsAround(line: PageLine, between: number): Slot[] {
    const isNamed = ({ index }: PageLine): boolean => this.named.has(index)
    const column = this.titlesAbove ? null : columnBelow(this.tree, line, isNamed)
    // In a row of names, the place is the same in each column.
    const placeOf = (near: PageLine): string => (column ? near.block.tag : signature(near))
    const where = this.titlesAbove ? 'above' : column ? 'column' : 'below'
    const lines = column?.slice(0, MAX_LINES_BELOW) ?? this.linesAround(line, isNamed)
    return lines.map((near, at): Slot => {
      const isAlike =
        innermost(near) === innermost(line) && (signature(near) === signature(line) || setsOff(near, line))
      const key = `${where} ${at + between} ${placeOf(near)} ${isAlike}`
      return { key, text: beforeContact(near.text.trim()), isAlike, isFarther: at + between > 0 }
    })
  }

  private linesAround(line: PageLine, isNamed: (line: PageLine) => boolean): readonly PageLine[] {
    if (this.titlesAbove) {
      const above = this.titlesAbove.get(line.index)
      return above && !isNamed(above) ? [above] : []
    }
    const below: PageLine[] = []
    for (let at = line.index + 1; below.length < MAX_LINES_BELOW; at++) {
      const next = this.tree.lines[at]
      if (!next || isNamed(next) || isHeadOfNext(next, line) || isInRowOfOthers(this.tree, next, line, isNamed)) break
      if (!next.isAlternative) below.push(next)
    }
    return below
  }
}

const isTitle = (text: string): boolean => (isPosition(text) && !namesFirm(text)) || soundsLikePosition(text)

function holdsPositions({ all, titles, like, texts }: PlaceCount, { key, isAlike, isFarther }: Slot): boolean {
  if (all < MIN_PLACES) return false
  // Farther down, what is alike is the name of the next one.
  if (isFarther) return !isAlike && titles >= MIN_TITLES_FARTHER && titles >= all * MIN_SHARE_FARTHER
  if (titles >= MIN_TITLES && titles >= all * MIN_SHARE) return true
  if (isAlike) return false
  // Towns, departments and links repeat from record to record, and no titles are in the same place.
  if (titles < Math.max(1, all * MIN_SHARE_AMONG_LIKE) || like < all * MIN_LIKE) return false
  if (texts.size >= all * MIN_DISTINCT) return true
  return (titles >= MIN_TITLES || key.startsWith('beside')) && Math.max(...texts.values()) <= all * MAX_OF_ONE
}

/** `Managing Member, Larkmoor Mills, LLC` up to the name of the firm; a firm alone is left as it is. */
function withoutFirm(text: string): string {
  if (!text.includes(',') || withoutLegalForm(text) === text) return text
  const [post = '', ...firm] = text.split(/,\s*/)
  return withoutLegalForm(firm.join(', ')).trim() === '' || LEGAL.test(firm.join(', ')) ? text : post
}
/** A legal form and nothing else. */
const LEGAL = /^(?:\p{L}{1,5}\.?)(?:\s?\p{L}\.){0,4}$/u

/** `Caretaker: ` and `Caretaker – ` before a name */
const LABEL = /(?:^|[|;•·])\s*([^|;•·:]{2,90}?)(?::|\s[–—-])\s*$/u

/** What follows a name on its line: in its own element, otherwise in the next one with text. */
export function textBeside({ line, end }: NameMention): string {
  const own = line.pieces.findLast(({ start }) => start < end)
  const within = own ? own.text.slice(end - own.start).replace(EDGES, '') : ''
  if (within !== '') return within
  const next = line.pieces.find(({ start, text }) => start >= end && text.replace(EDGES, '') !== '')
  return next?.text.replace(EDGES, '') ?? ''
}

/** The first part of what follows a name, with those behind a comma that are posts as it is: `Psychologist, family therapist, Lodz`. */
function postsBeside(mention: NameMention): string {
  const [first = '', ...more] = (textBeside(mention).split(CUT, 1)[0] ?? '').split(COMMA, MAX_POSTS)
  const other = isPosition(first) ? more.findIndex((part) => !isPosition(part)) : 0
  return [first, ...(other < 0 ? more : more.slice(0, other))].join(', ').trim()
}
const COMMA = /\s*,\s*/
const MAX_POSTS = 3

/** Behind a name, where somebody is (`Larkmoor Institute, India`), or whoever shares the line with a stroke: no post unless its words say so. */
export const isNoPost = (mention: NameMention, text: string): boolean =>
  !isPosition(text) &&
  (endsInCountry(textBeside(mention)) ||
    (STROKE.test(mention.line.text.slice(mention.end, mention.end + 3)) && !soundsLikePosition(text)))
const STROKE = /^ ?\//

const SHOUTED = /^\p{Lu}[\p{Lu}'’-]+(?: [\p{Lu}'’-]+){1,4}$/u

const SMALL = /^\p{Ll}/u
/** `1st Warden`, `2. Kassier`, `3de Deken` */
const CAPITAL = /^(?:\d{1,2}(?:\.|st|nd|rd|th|s?t?e|de|er|ère|ª|º|°)\s)?\p{Lu}/u

const mayBePosition = (text: string, maySmall: boolean): boolean =>
  text.length > 1 &&
  text.length <= MAX_CHARS &&
  (CAPITAL.test(text) || (maySmall && SMALL.test(text)) || isPosition(text)) &&
  !NO_POSITION.test(text.replace(' | ', ' / ')) &&
  text.split(' ').length <= MAX_WORDS &&
  !CONTACT_WORD.test(text) &&
  !isDegree(text) &&
  !namesFirm(text)

/** `Emeritus` counts as a position. */
const isDegree = (text: string): boolean =>
  (isSuffixRun(text) && !/^emerit/i.test(text)) || (ORDER.test(text) && !isPosition(text))
/** `FRCS`: letters without a vowel, which nobody speaks as a word. */
const ORDER = /^[BCDFGHJKLMNPQRSTVWXZ]{3,6}$/

/** Tag of the element in which a line begins: `<p><b>Jane Doe</b></p><p>Sexton</p>` are lines of two kinds. */
export const innermost = ({ block, pieces }: PageLine): string =>
  (pieces.find(({ text }) => text.trim() !== '')?.node ?? block).tag

/** In elements of one tag, both begin with one more that sets them off: `<p><b>Jane Doe</b>`, `<p><b>John Roe</b>`. */
const setsOff = (near: PageLine, line: PageLine): boolean =>
  near.block !== line.block && near.block.tag === line.block.tag && innermost(line) !== line.block.tag

/** Tag and class of the block and its parent; for a cell, also its column. */
export function signature({ block }: PageLine): string {
  const column = block.tag === 'td' ? childIndex(block) : 0
  return `${block.parent?.tag} ${block.parent?.attributes.class ?? ''} ${block.tag} ${block.attributes.class ?? ''} ${column}`
}
