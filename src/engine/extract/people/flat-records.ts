import type { AddressSpot } from '../addresses/address-spots.ts'
import { childIndex } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import { signatureOf } from '../page/page-records.ts'
import type { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'

/**
 * Records without an element of their own: headings followed by paragraphs, `dt` with `dd`, consecutive cells of a grid. A
 * record begins with each child of one signature, if most of those children contain one person each, and extends to the next.
 */

/** How many children with a person make their signature that of a beginning, and their share of all children with it. */
const [MIN_STARTS, MIN_SHARE] = [3, 0.6]
const MAX_CHILDREN = 3_000
const MAX_LINES = 40
/** The most elements between an address and the row of records. */
const MAX_DEPTH = 60

/** A part of a page that begins with one child of an element and extends to the next with the same signature. */
export interface FlatRecord {
  start: PageNode
  /** Null if it begins with something else, as a section does. */
  person: NameMention | null
  /** How many lines after its first may belong to it: as many as the longest of its siblings has. */
  reach: number
  /** People's addresses in it. */
  addresses: Set<string>
}

export class FlatRecords {
  private readonly known = new Map<PageNode, readonly FlatRecord[]>()
  private readonly index: MentionIndex

  constructor(index: MentionIndex) {
    this.index = index
  }

  /**
   * The record that an address is in, if the element is a row of records; null if it is not, or if an address comes before the
   * first record.
   * @param spots people's addresses of the page, in reading order
   */
  recordOf(node: PageNode, spot: AddressSpot, spots: readonly AddressSpot[]): FlatRecord | null {
    const records = this.known.get(node) ?? this.read(node, spots)
    this.known.set(node, records)
    return placeOf(node, spot, records)
  }

  private read(node: PageNode, spots: readonly AddressSpot[]): readonly FlatRecord[] {
    const starts = this.startsOf(node)
    const lengths = starts.slice(1).map((start, at) => start.firstLine - (starts[at]?.firstLine ?? 0))
    if (starts.length === 0 || lengths.some((length) => length <= 0)) return []
    const reach = Math.min(MAX_LINES, Math.max(...lengths))
    const records = starts.map((start): FlatRecord => ({
      start,
      person: this.peopleOf(start)[0] ?? null,
      reach,
      addresses: new Set(),
    }))
    for (const spot of spots) {
      if (spot.line > node.endLine) break
      if (spot.line < node.firstLine || !isWithin(spot.node, node)) continue
      const record = placeOf(node, spot, records)
      if (!record && spot.line <= (starts[0]?.firstLine ?? 0)) return []
      record?.addresses.add(spot.address.value)
    }
    return records
  }

  /**
   * The children with which records begin; none if no signature, or more than one, is possible. Where children of the same kind
   * follow each other, their contents distinguish them: rows with an additional cell, paragraphs that begin in bold.
   */
  private startsOf(node: PageNode): PageNode[] {
    const starts = this.groupsOf(node, signatureOf)
    if (starts.length > 0) return starts.length === 1 ? (starts[0] ?? []) : []
    const inner = this.groupsOf(node, innerSignatureOf)
    return inner.length === 1 ? (inner[0] ?? []) : []
  }

  /** The children grouped by signature, only groups with which records may begin. */
  private groupsOf(node: PageNode, kindOf: (child: PageNode) => string): PageNode[][] {
    const groups = new Map<string, PageNode[]>()
    let left = MAX_CHILDREN
    for (let child = node.firstChild; child && left > 0; child = child.nextSibling, left--) {
      const kind = kindOf(child)
      const group = groups.get(kind)
      if (group) group.push(child)
      else groups.set(kind, [child])
    }
    return [...groups.values()].filter((group) => this.isBeginning(group))
  }

  private isBeginning(group: readonly PageNode[]): boolean {
    if (group.length < MIN_STARTS) return false
    let people = 0
    for (const child of group) {
      const count = this.peopleOf(child).length
      if (count > 1) return false
      people += count
    }
    return people >= MIN_STARTS && people >= group.length * MIN_SHARE
  }

  private peopleOf(node: PageNode): NameMention[] {
    return this.index.peopleOf(node, 2).filter(({ place }) => place !== 'prose')
  }
}

/**
 * The signature with the first elements within and, for a row, its number of cells: where one spans several rows, the others
 * have fewer.
 */
function innerSignatureOf(child: PageNode): string {
  const cells = child.tag === 'tr' && child.lastChild ? childIndex(child.lastChild) : ''
  return `${signatureOf(child)}>${child.firstChild?.tag}>${child.firstChild?.firstChild?.tag} ${cells}`
}

/**
 * Finds the record by the child that contains the address, otherwise by its line. An address written by a script has the line
 * after it; if a record begins there, the address is in none.
 */
function placeOf(node: PageNode, spot: AddressSpot, records: readonly FlatRecord[]): FlatRecord | null {
  const child = childOf(node, spot.node)
  const line = child ? child.firstLine : spot.line
  const record = records.findLast(
    ({ start }) => start.firstLine <= line && (start === child || !isBefore(child, start)),
  )
  if (!record || spot.line - record.start.firstLine > record.reach) return null
  return child === null && record.start.firstLine === spot.line && spot.offset === 0 ? null : record
}

/**
 * Whether the child comes before the record although both have the same line: an element without lines has the line of what
 * follows it.
 */
const isBefore = (child: PageNode | null, start: PageNode): boolean =>
  child !== null && child.firstLine === start.firstLine && child.endLine <= child.firstLine

function childOf(node: PageNode, inner: PageNode): PageNode | null {
  let child: PageNode | null = inner
  for (let left = MAX_DEPTH; child && left > 0; left--) {
    if (child.parent === node) return child
    child = child.parent
  }
  return null
}

function isWithin(inner: PageNode, node: PageNode): boolean {
  return inner === node || childOf(node, inner) !== null
}
