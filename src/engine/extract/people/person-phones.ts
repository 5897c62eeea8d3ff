import type { PageLine } from '../page/page-lines.ts'
import { blockOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { LocatedPhones, PhoneSpot } from '../phones/phone.ts'
import type { PersonCard } from './person-card.ts'

const MAX_PHONE_LINES = 30
/** In a sentence, a person's number follows the name and the position. */
const MAX_SENTENCE_CHARS = 90
const SENTENCE_END = /[.!?]\s+\p{Lu}\p{Ll}+\s/u
/** How far above a name its heading is looked for. */
const MAX_HEADING_LINES = 60
const PAGE_FRAME = /(?:^|\s)(?:site-?|page-?|main-?|global-?)?(?:footer|foot|colophon|topbar|top-bar)(?:$|\s)/i
const PART = new Set(['main', 'article', 'section', 'li', 'td', 'dd'])
const MAX_DEPTH = 60

/** Finds the numbers of people among those of one page. */
export class PersonPhones {
  private readonly byLine: ReadonlyMap<number, readonly PhoneSpot[]>
  private readonly linked: LocatedPhones['linked']
  private readonly counts = new Map<string, number>()

  constructor({ spots, linked }: LocatedPhones) {
    const phones = spots.filter(({ kind }) => kind === 'phone')
    this.byLine = Map.groupBy(phones, ({ line }) => line)
    this.linked = linked
    for (const { number } of phones) this.counts.set(number, (this.counts.get(number) ?? 0) + 1)
  }

  /** The number in the card; the one printed once before those printed elsewhere too, as a switchboard is. */
  of(card: PersonCard): string | null {
    if (this.byLine.size === 0 && this.linked.size === 0) return null
    const spots = this.spotsOf(card)
    const own = spots.find(({ number }) => this.counts.get(number) === 1) ?? spots[0]
    const links = card.links.flatMap((link) => this.linked.get(link)?.number ?? [])
    // Only the link may dial the extension.
    return links.find((number) => own === undefined || number.startsWith(`${own.number};`)) ?? own?.number ?? null
  }

  /** A number that follows the name in its sentence. */
  inSentence({ mention: { line, end }, room }: PersonCard): string | null {
    const near = this.byLine.get(line.index)?.find((spot) => spot.start >= end && spot.end <= room.end)
    if (!near || near.start - end > MAX_SENTENCE_CHARS) return null
    return SENTENCE_END.test(line.text.slice(end, near.start)) ? null : near.number
  }

  /** Those below the name first, then those above it. */
  private spotsOf(card: PersonCard): PhoneSpot[] {
    const { mention, room } = card
    const near = card.lines.slice(0, MAX_PHONE_LINES).flatMap((line) => (this.byLine.has(line.index) ? [line] : []))
    if (near.length === 0) return []
    const { first, end } = sectionOf(card)
    const listEnd = endOfList(card)
    const above: PhoneSpot[] = []
    const below: PhoneSpot[] = []
    for (const line of near) {
      const spots = this.byLine.get(line.index) ?? []
      if (line.index === mention.line.index) {
        const isAlone = room.start === 0 && room.end === Infinity
        below.push(...spots.filter((spot) => isAlone || (spot.start >= mention.end && spot.end <= room.end)))
      } else if (
        line.index >= first &&
        line.index < Math.min(end, listEnd(line)) &&
        !card.isOthers(line) &&
        !isInFrame(line, mention.node)
      ) {
        ;(line.index < mention.line.index ? above : below).push(...spots)
      }
    }
    // Above the only person of a page stands the number of the house.
    return above.length > 0 && isAmongOthers(card) ? [...below, ...above] : below
  }
}

/**
 * The lines around a name that its section holds: from the name's own heading to the next one of its level. Behind the element
 * about the person any heading begins something else.
 */
function sectionOf({ tree: { lines }, mention, node }: PersonCard): { first: number; end: number } {
  const at = mention.line.index
  let first = at
  while (first > Math.max(0, at - MAX_HEADING_LINES) && levelOf(lines[first]) === 0) first--
  const level = levelOf(lines[first]) || 1
  let end = at + 1
  for (; end < Math.min(lines.length, at + MAX_PHONE_LINES); end++) {
    const next = levelOf(lines[end])
    if (next > 0 && (next <= level || end >= node.endLine)) break
  }
  return { first, end }
}

/** How far from a name the next person may be. */
const MAX_APART = 60

function isAmongOthers({ tree: { lines }, mention: { line }, isOthers }: PersonCard): boolean {
  return lines.slice(Math.max(0, line.index - MAX_APART), line.index + MAX_APART).some(isOthers)
}

/** How far above a name the one before it is looked for. */
const MAX_LIST_LINES = 30

/**
 * Where the element ends that a name shares with the one before it: what comes later is not about the last of a list. The cells of
 * a row are about whoever is in its first.
 */
function endOfList({ tree: { lines }, mention: { line }, isOthers }: PersonCard): (number: PageLine) => number {
  const before = lines.slice(Math.max(0, line.index - MAX_LIST_LINES), line.index).findLast(isOthers)
  const list = before === undefined ? null : sharedElement(line.block, before.block)
  if (list === null || list.tag === 'body' || list.endLine <= line.index) return () => Infinity
  const row = rowOf(list)
  return (number) => (row !== null && rowOf(number.block) === row ? Infinity : list.endLine)
}

function sharedElement(one: PageNode, other: PageNode): PageNode | null {
  const elements = new Set<PageNode>()
  let node: PageNode | null = one
  for (let left = MAX_DEPTH; node && left > 0; node = node.parent, left--) elements.add(node)
  node = other
  for (let left = MAX_DEPTH; node && left > 0; node = node.parent, left--) if (elements.has(node)) return node
  return null
}

function rowOf(block: PageNode): PageNode | null {
  let node: PageNode | null = block
  for (let left = MAX_DEPTH; node && left > 0; node = node.parent, left--) if (node.tag === 'tr') return node
  return null
}

const levelOf = (line: PageLine | undefined): number => {
  const tag = line?.block.tag ?? ''
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 0
}

/** Whether the line is in the header or footer of the page, and the name is not. */
function isInFrame(line: PageLine, name: PageNode): boolean {
  const frame = frameOf(line.block)
  return frame !== null && frame !== frameOf(blockOf(name))
}

/** The outermost frame; one within a part of the page belongs to that part. */
function frameOf(block: PageNode): PageNode | null {
  let frame: PageNode | null = null
  let node: PageNode | null = block
  for (let left = MAX_DEPTH; node && left > 0; node = node.parent, left--) {
    if (PART.has(node.tag)) frame = null
    else if (isFrame(node)) frame = node
  }
  return frame
}

const isFrame = ({ tag, attributes }: PageNode): boolean =>
  tag === 'footer' ||
  tag === 'header' ||
  tag === 'nav' ||
  PAGE_FRAME.test(attributes.class ?? '') ||
  PAGE_FRAME.test(attributes.id ?? '')
