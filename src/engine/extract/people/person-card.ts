import { columnBelow, isHeadOfNext } from '../page/column-lines.ts'
import type { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageLine } from '../page/page-lines.ts'
import { linksOf } from '../page/line-links.ts'
import { blockOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import { isPost } from './position-text.ts'

/** For a page with positions above the names: the lines with the positions, by the lines of the names. */
export type TitlesAbove = ReadonlyMap<number, PageLine>

/** The part of a page about one person: the largest element without another name, and what follows a heading. */
export interface PersonCard {
  tree: PageTree
  mention: NameMention
  node: PageNode
  /** Lines of the card, including the line of the name. */
  lines: readonly PageLine[]
  /** Null if the page does not put positions above the names. */
  titlesAbove: TitlesAbove | null
  /** Lines of the page that head several people. */
  groupHeadings: ReadonlySet<number>
  /** Lines of the page that begin with the heading of a position, each with what follows it there. */
  labels: ReadonlyMap<PageLine, string>
  /** Whether a line names somebody else. */
  isOthers: (line: PageLine) => boolean
  /** Links of the card. */
  links: readonly string[]
  /** Offsets in the line of the name: the end of the previous name, the start of the next one, and where all names begin and end. */
  room: { start: number; end: number; firstName: number; lastName: number }
  /** Where the last of the names ends that are joined to this one by a word alone: `Jane Doe and John Roe, Directors`. */
  joinedEnd: number | null
}

/** What the cards of a page have in common. */
export interface PeoplePage {
  tree: PageTree
  index: MentionIndex
  titlesAbove: TitlesAbove | null
  /**
   * Lines that head several people: they say nothing about the person before them, nor about the first one after them alone.
   */
  groupHeadings: ReadonlySet<number>
  labels: PersonCard['labels']
}

/** A biography is also a record, but its details are near the name. */
const MAX_CARD_LINES = 40
/** In a flat list, how many lines after a name are still about it. */
const MAX_FOLLOWING_LINES = 6

/** Pictures of one person, and the name. */
const MAX_FLAT_LINES = 4
const isText = ({ isAlternative }: PageLine): boolean => !isAlternative

export function cardOf(mention: NameMention, page: PeoplePage): PersonCard {
  const { tree, index, titlesAbove, groupHeadings, labels } = page
  let node = blockOf(mention.node)
  while (node.parent?.parent && fits(node.parent, mention, index)) node = node.parent
  const [start, end] = ownLines(mention, node, index)
  // A picture of the person is beside the name, and tells nothing of what follows.
  const isFlat =
    tree.lines.slice(start, Math.min(end, start + MAX_FLAT_LINES)).filter(isText).length <= 1 &&
    end - start < MAX_FLAT_LINES
  const last = isFlat ? Math.min(sectionEnd(tree, mention, end), nextStart(mention, index)) : end
  const column = columnBelow(tree, mention.line, (line) => index.within(line.index, line.index + 1).length > 0)
  const lines = column ? [mention.line, ...column] : tree.lines.slice(start, Math.max(end, last))
  const isOther = ({ key, name }: NameMention): boolean =>
    key !== mention.key && (name.first !== '' || name.last !== mention.name.last)
  const isOthers = ({ index: at }: PageLine): boolean => groupHeadings.has(at) || index.within(at, at + 1).some(isOther)
  const links = linksOf(tree, start, isFlat ? headAfter(mention, lines, end, last) : end)
  return {
    tree,
    mention,
    node,
    lines,
    titlesAbove,
    groupHeadings,
    labels,
    isOthers,
    links,
    room: roomOf(mention, index),
    joinedEnd: joinedEnd(mention, index),
  }
}

function roomOf({ line, start, end }: NameMention, index: MentionIndex): PersonCard['room'] {
  const others = index.within(line.index, line.index + 1)
  const before = others.findLast((other) => other.end <= start)
  const after = others.find((other) => other.start >= end)
  const [firstName, lastName] = [others[0]?.start ?? start, Math.max(end, others.at(-1)?.end ?? end)]
  return { start: before?.end ?? 0, end: after?.start ?? Infinity, firstName, lastName }
}

const JOINS = /^ (?:&|and|und|et|y|e|en|og|och|és|și|ja) $/u

function joinedEnd({ line, start, end }: NameMention, index: MentionIndex): number | null {
  let last = end
  for (const other of index.within(line.index, line.index + 1))
    if (other.start > start && JOINS.test(line.text.slice(last, other.start))) last = other.end
  return last === end ? null : last
}

/** The most lines after a heading that are examined. */
const MAX_GROUP_LINES = 60

/**
 * Headings followed by several people before the next heading of their level: `Partners`, `The board`. The picture of somebody whose
 * name is in the text as well is none: behind a post, the one at the end of a record and the one that begins the next would be two.
 */
export function groupHeadings({ lines }: PageTree, index: MentionIndex): ReadonlySet<number> {
  const headings = lines.filter((line) => levelOf(line) > 0)
  const written = new Set(index.all.filter(({ line }) => !line.isAlternative).map(({ key }) => key))
  const stands = ({ place, line, key }: NameMention): boolean =>
    place !== 'prose' && !(line.isAlternative && written.has(key))
  const found = new Set<number>()
  for (const [at, heading] of headings.entries()) {
    const next = headings.slice(at + 1, at + MAX_GROUP_LINES).find((other) => levelOf(other) <= levelOf(heading))
    const end = Math.min(next?.index ?? Infinity, heading.index + MAX_GROUP_LINES)
    const people = index.within(heading.index, end).filter(stands)
    if (people[0]?.line !== heading && people.some(({ key }) => key !== people[0]?.key)) found.add(heading.index)
  }
  return found
}

const levelOf = ({ block: { tag } }: PageLine): number => (/^h[1-6]$/.test(tag) ? Number(tag[1]) : 0)

/**
 * The lines of an element that are about the person. If the element has other people too, these are the lines from the name to
 * the next one, with those above it if they name nobody else.
 */
function ownLines({ line, key }: NameMention, node: PageNode, index: MentionIndex): [start: number, end: number] {
  const start = Math.min(node.firstLine, line.index)
  const end = Math.max(node.endLine, line.index + 1)
  if (index.peopleOf(node, 2).length < 2) return [start, end]
  const isOther = (other: NameMention): boolean => other.place !== 'prose' && other.key !== key
  const next = index.within(line.index + 1, Math.min(end, line.index + 1 + MAX_CARD_LINES)).find(isOther)
  const isAbove = index.within(Math.max(start, line.index - MAX_CARD_LINES), line.index).some(isOther)
  return [isAbove ? line.index : start, next?.line.index ?? end]
}

function fits(node: PageNode, mention: NameMention, index: MentionIndex): boolean {
  if (node.endLine - node.firstLine > MAX_CARD_LINES || node.tag === 'body') return false
  const people = index.peopleOf(node, 2)
  return people.length === 1 && people[0]?.key === mention.key
}

/** Behind the foot of a page there is no more than a notice on cookies. */
const LAST_LINES = 8

/** In a flat list, what follows, but not the foot of the page. */
function sectionEnd({ lines }: PageTree, { line }: NameMention, end: number): number {
  const isInFoot = footOf(line.block) !== null
  // A card may have a foot of its own, that of the page is at its end.
  const isLast = ({ endLine }: PageNode): boolean => endLine > lines.length - LAST_LINES
  for (let at = end; at < end + MAX_FOLLOWING_LINES; at++) {
    const next = lines[at]
    const foot = next && !isInFoot ? footOf(next.block) : null
    if (foot && isLast(foot)) return at
  }
  return end + MAX_FOLLOWING_LINES
}

function footOf(block: PageNode): PageNode | null {
  let node: PageNode | null = block
  while (node && node.tag !== 'footer') node = node.parent
  return node
}

/** The next heading that says nothing of the person: the links below it are not the person's. */
function headAfter({ line }: NameMention, lines: readonly PageLine[], end: number, last: number): number {
  const isHead = (next: PageLine): boolean =>
    next.index >= end && levelOf(next) > 0 && (isHeadOfNext(next, line) || !isPost(next.text.trim()))
  return Math.min(lines.find(isHead)?.index ?? Infinity, Math.max(end, last))
}

/** The line of the next person's name. */
function nextStart(mention: NameMention, index: MentionIndex): number {
  const from = mention.line.index + 1
  const next = index
    .within(from, from + MAX_FOLLOWING_LINES)
    .find((other) => other.place !== 'prose' && other.key !== mention.key)
  return next?.line.index ?? Infinity
}
