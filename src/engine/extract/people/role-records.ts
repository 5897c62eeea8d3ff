import type { AddressSpot } from '../addresses/address-spots.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { PageNode } from '../page/page-node.ts'
import { signatureOf } from '../page/page-records.ts'
import type { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'
import { isPost } from './position-text.ts'

/** A record with more lines is a section of the page. */
const MAX_LINES = 14
const MAX_SIBLINGS = 40
/** The most elements between an address and its record. */
const MAX_DEPTH = 60

/** Finds mailboxes of a function (`treasurer@`, `werkhof@`) that a list of people prints under one of them alone. */
export class RoleRecords {
  private readonly byAddress: ReadonlyMap<string, readonly AddressSpot[]>
  private readonly index: MentionIndex
  private readonly spots: readonly AddressSpot[]
  private readonly lines: readonly PageLine[]

  constructor(index: MentionIndex, spots: readonly AddressSpot[], lines: readonly PageLine[]) {
    this.lines = lines
    this.index = index
    this.spots = spots
    this.byAddress = Map.groupBy(spots, ({ address }) => address.value)
  }

  /**
   * Whether the element, or one around it about the same person alone, is one of several alike with one person each, contains
   * no other address, and the page prints the address nowhere else.
   */
  isIn(node: PageNode, mention: NameMention, spot: AddressSpot): boolean {
    if (this.isLabelled(node, mention, spot)) return false
    for (let around: PageNode | null = node; around?.parent; around = around.parent) {
      const { firstLine, endLine } = around
      if (endLine - firstLine > MAX_LINES || this.index.peopleOf(around, 2).length !== 1) return false
      if (this.hasPeopleBeside(around, mention.key)) return this.isOnly(around, spot)
    }
    return false
  }

  /** Whether the address stands in a cell of its own that also says whose it is, as `Press` does. */
  private isLabelled(node: PageNode, mention: NameMention, spot: AddressSpot): boolean {
    const [named, addressed] = [childOf(node, mention.node), childOf(node, spot.node)]
    if (!named || !addressed || named === addressed || signatureOf(named) !== signatureOf(addressed)) return false
    const { firstLine, endLine } = addressed
    const lines = this.lines.slice(firstLine, Math.min(endLine, firstLine + MAX_LINES))
    return lines.some(({ index, text }) => index !== spot.line && !/[\d@]/.test(text) && !isPost(text))
  }

  /** Where records hold two people, the second may also be a department. */
  private hasPeopleBeside(record: PageNode, key: string): boolean {
    const kind = signatureOf(record)
    let isList = false
    let left = MAX_SIBLINGS
    for (let other = record.parent?.firstChild ?? null; other && left > 0; other = other.nextSibling, left--) {
      if (other === record || signatureOf(other) !== kind) continue
      const [person, second] = this.index.peopleOf(other, 2)
      if (second) return false
      isList ||= person !== undefined && person.place !== 'prose' && person.key !== key
    }
    return isList
  }

  private isOnly(record: PageNode, { address }: AddressSpot): boolean {
    const everywhere = this.byAddress.get(address.value) ?? []
    if (!everywhere.every(({ node }) => childOf(record, node) !== null)) return false
    // An address without text has the line after it.
    for (const { line, node, address: other } of this.spots) {
      if (line > record.endLine) break
      if (line >= record.firstLine && other.value !== address.value && childOf(record, node)) return false
    }
    return true
  }
}

/** The child of the element that contains the other one; the element itself if it is that one. */
function childOf(node: PageNode, inner: PageNode): PageNode | null {
  if (inner === node) return node
  let child: PageNode | null = inner
  for (let left = MAX_DEPTH; child && left > 0 && child.parent !== node; left--) child = child.parent
  return child?.parent === node ? child : null
}
