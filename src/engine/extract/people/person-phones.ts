import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { PageLine } from '../page/page-lines.ts'
import { blockOf } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { LocatedPhones, PhoneSpot } from '../phones/phone.ts'
import type { PersonCard } from './person-card.ts'
import { alternation } from '../../../lib/text/alternation.ts'

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

  /** Tells of numbers on other lines than the name whether they are those of the house. */
  private housesNumbers(card: PersonCard): (line: PageLine, spot: PhoneSpot) => boolean {
    if (signsForHouse(card)) return () => true
    const isOnlyOfLast = this.isBehindSilentList(card)
    return (line, spot) => saysHouse(line, spot) || isOnlyOfLast(line)
  }

  /** Behind people of whom nothing is said, a number that is as near to them as to the last one is where all are reached. */
  private isBehindSilentList(card: PersonCard): (number: PageLine) => boolean {
    const { tree, mention, isOthers, groupHeadings } = card
    const { lines } = tree
    const { line } = mention
    const before = lines.slice(Math.max(0, line.index - MAX_LIST_LINES), line.index)
    const others = before.filter((one) => isOthers(one) && !groupHeadings.has(one.index))
    const since = before.slice(before.indexOf(others[0] ?? line))
    const isReached = others.length === 0 || isAddressed(card)
    if (isReached || since.some(({ index, text }) => this.byLine.has(index) || text.includes('@'))) return () => false
    const elements = new Set(others.map(({ block }) => sharedElement(block, line.block)))
    elements.delete(null)
    return ({ index, block }) => index > line.index && elements.has(sharedElement(block, line.block))
  }

  /** Those below the name first, then those above it. */
  private spotsOf(card: PersonCard): PhoneSpot[] {
    const { mention, room } = card
    const near = card.lines.slice(0, MAX_PHONE_LINES).flatMap((line) => (this.byLine.has(line.index) ? [line] : []))
    if (near.length === 0) return []
    const { first, end } = sectionOf(card)
    const listEnd = endOfList(card)
    const isHouses = this.housesNumbers(card)
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
        ;(line.index < mention.line.index ? above : below).push(...spots.filter((spot) => !isHouses(line, spot)))
      }
    }
    // Above the only person of a page stands the number of the house.
    return above.length > 0 && isAmongOthers(card) ? [...below, ...above] : below
  }
}

/** How many lines of a card are looked at for the address of the person. */
const MAX_DETAIL_LINES = 8

/** Whether an address behind the name contains a part of it. */
function isAddressed({ lines, mention: { line, name } }: PersonCard): boolean {
  const parts = [name.first, name.last].map((part) => foldName(part)).filter((part) => part.length > 2)
  return lines
    .filter(({ index, text }) => index >= line.index && index < line.index + MAX_DETAIL_LINES && text.includes('@'))
    .some(({ text }) => parts.some((part) => foldName(text).includes(part)))
}

/** In front of a number of the house, or in a call to call it. */
const HOUSE = new RegExp(
  alternation`
    (?<!\p{L})(?:call us|(?:phone|ring|text) us|give us a call|questions\?
      rufen sie(?: uns)?(?: einfach| gern| jederzeit)? an|ruf(?:t|en)? uns an|fragen\?|appelez[- ]nous|ll[aá]menos
      chiama(?:ci|teci)|ligue[- ]nos|bel (?:ons|ons op)|zadzwoń|(?:servi[cz]e[- ]?|info[- ]?)?hot ?line|help ?line
      toll[- ]free|emergency|out of hours|notdienst|notruf|urgences?|urgencias|emergenza|zentrale|vermittlung
      switchboard|standard téléphonique|centralita|centralino|main (?:number|line|office|phone)|reception|empfang
      rezeption|accueil|recepción|(?:club|village|parish|community) ?(?:house|hall|centre|center)|vereinsheim
      geschäftsstelle|gemeindebüro)(?!\p{L})[^.!?]{0,40}$`,
  'iu',
)
/** Who signs for the house in an imprint: what follows is how to reach the house. */
const SIGNS_FOR = new RegExp(
  alternation`
    (?<!\p{L})(?:vertreten durch|vertretungsberechtigte?[rn]?|gesetzlich vertreten|represented by
      legal representatives?|représentée? par|directeur de (?:la )?publication|directrice de (?:la )?publication
      rappresentante legale|legale rappresentante|representad[ao] (?:legalmente )?por|representante legal
      verantwortlich (?:für den inhalt|im sinne|i\. ?s\. ?d\.)|v\. ?i\. ?s\. ?d\. ?p\.)`,
  'iu',
)
const MAX_LABEL_CHARS = 60

const saysHouse = (line: PageLine, { start }: PhoneSpot): boolean =>
  HOUSE.test(line.text.slice(Math.max(0, start - MAX_LABEL_CHARS), start))

/** Whether the words before a name, on its line or alone on the one above, say that this person signs for the house. */
function signsForHouse({ tree: { lines }, mention: { line, start } }: PersonCard): boolean {
  const ahead = line.text.slice(Math.max(0, start - MAX_LABEL_CHARS), start)
  return SIGNS_FOR.test(ahead.trim() === '' ? (lines[line.index - 1]?.text.slice(-MAX_LABEL_CHARS) ?? '') : ahead)
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
