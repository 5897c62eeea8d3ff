import type { AddressSpot } from '../addresses/address-spots.ts'
import { childIndex } from '../page/page-node.ts'
import type { PageNode } from '../page/page-node.ts'
import type { MentionIndex } from './mention-index.ts'
import type { NameMention } from './name-mentions.ts'

/**
 * Pairs people with addresses in two uniform rows next to each other: names in one row of a table and addresses in a later one,
 * lines of one cell and lines of another, or names and addresses alternating in a row of cells. Only rows that match as a whole
 * yield pairs.
 */

/** An element with more is a page, not a row. */
const MAX_PAIRS = 60
/** The most elements between an address and its cell. */
const MAX_DEPTH = 60

export class AlignedPeople {
  private readonly pairs = new Map<PageNode, ReadonlyMap<string, NameMention>>()
  private readonly index: MentionIndex
  private readonly spots: readonly AddressSpot[]

  /** @param spots people's addresses of the page, in reading order */
  constructor(index: MentionIndex, spots: readonly AddressSpot[]) {
    this.index = index
    this.spots = spots
  }

  /** The person who belongs to the address in the rows of an element that contains both; null if there are no such rows. */
  personOf(spot: AddressSpot, node: PageNode): NameMention | null {
    let pairs = this.pairs.get(node)
    if (!pairs) {
      pairs = this.read(node)
      this.pairs.set(node, pairs)
    }
    return pairs.get(spot.address.value) ?? null
  }

  private read(node: PageNode): ReadonlyMap<string, NameMention> {
    const people = this.peopleOf(node)
    const spots = this.spotsOf(node)
    if (people.length < 2 || people.length > MAX_PAIRS || spots.length < 2 || spots.length > MAX_PAIRS) return NOBODY
    const columns = inColumns(people, spots)
    if (columns) return columns
    if (people.length !== spots.length) return NOBODY
    const isUniform = alternate(people, spots) || areListed(people, spots, this.index)
    return isUniform ? pairsOf(people, spots) : NOBODY
  }

  /** Everyone once whose name stands alone. */
  private peopleOf(node: PageNode): NameMention[] {
    const people = new Map<string, NameMention>()
    for (const mention of this.index.within(node.firstLine, node.endLine)) {
      if (mention.place !== 'prose' && !mention.line.isAlternative && !people.has(mention.key))
        people.set(mention.key, mention)
    }
    return [...people.values()]
  }

  private spotsOf(node: PageNode): AddressSpot[] {
    const first = new Map<string, AddressSpot>()
    for (const spot of this.spots) {
      if (spot.line > node.endLine) break
      if (spot.line < node.firstLine || first.has(spot.address.value) || !isWithin(spot.node, node)) continue
      first.set(spot.address.value, spot)
    }
    return [...first.values()]
  }
}

const NOBODY: ReadonlyMap<string, NameMention> = new Map()

const pairsOf = (people: readonly NameMention[], spots: readonly AddressSpot[]): ReadonlyMap<string, NameMention> =>
  new Map(spots.flatMap(({ address }, at) => (people[at] ? [[address.value, people[at]] as const] : [])))

/**
 * Names in the cells of one row, addresses in those of another of equal length: the column shows which belong together, even
 * with gaps.
 */
function inColumns(
  people: readonly NameMention[],
  spots: readonly AddressSpot[],
): ReadonlyMap<string, NameMention> | null {
  const [named, addressed] = [byColumn(people), byColumn(spots)]
  if (!named || !addressed || named.row === addressed.row || named.row.parent !== addressed.row.parent) return null
  if (cellsOf(named.row) !== cellsOf(addressed.row)) return null
  const pairs = [...addressed.columns].flatMap(([column, spot]) => {
    const person = named.columns.get(column)
    return person ? [[spot.address.value, person] as const] : []
  })
  return pairs.length > 1 ? new Map(pairs) : null
}

/** Items by column, if all are in cells of one row, each in its own. */
function byColumn<T extends { node: PageNode }>(all: readonly T[]): { row: PageNode; columns: Map<number, T> } | null {
  const columns = new Map<number, T>()
  let row: PageNode | null = null
  for (const one of all) {
    const cell = cellOf(one.node)
    if (!cell?.parent || (row !== null && cell.parent !== row)) return null
    row = cell.parent
    const column = childIndex(cell)
    if (columns.has(column)) return null
    columns.set(column, one)
  }
  return row && { row, columns }
}

/**
 * A name, its address, a name, its address, each in its own cell: the row begins with one of the two and ends with the other.
 */
function alternate(people: readonly NameMention[], spots: readonly AddressSpot[]): boolean {
  const cells = [...people, ...spots].map(({ node }) => cellOf(node))
  const [first] = cells
  if (!first || new Set(cells).size < cells.length || cells.some((cell) => cell?.parent !== first.parent)) return false
  const places = people.map(({ node }, at) => [placeIn(node), placeIn(spots[at]?.node ?? node)] as const)
  const isNameFirst = (places[0]?.[0] ?? 0) < (places[0]?.[1] ?? 0)
  const row = places.flatMap(([name, address]) => (isNameFirst ? [name, address] : [address, name]))
  return row.every((place, at) => at === 0 || place > (row[at - 1] ?? 0))
}

const placeIn = (node: PageNode): number => childIndex(cellOf(node) ?? node)

/** Every line of one cell is a name, and another cell of the row has as many addresses and no other names. */
function areListed(people: readonly NameMention[], spots: readonly AddressSpot[], index: MentionIndex): boolean {
  const cell = cellOf(people[0]?.node)
  const other = cellOf(spots[0]?.node)
  if (!cell || !other || cell === other || cell.parent !== other.parent) return false
  return (
    cell.endLine - cell.firstLine === people.length &&
    people.every(({ node, place }) => place === 'line' && cellOf(node) === cell) &&
    spots.every(({ node }) => cellOf(node) === other) &&
    index.within(other.firstLine, other.endLine).length === 0
  )
}

const cellsOf = (row: PageNode): number => (row.lastChild ? childIndex(row.lastChild) : 0)

/** The table cell that a node is in, possibly the node itself. */
function cellOf(node: PageNode | undefined): PageNode | null {
  let cell: PageNode | null = node ?? null
  for (let left = MAX_DEPTH; cell && left > 0; left--) {
    if (cell.tag === 'td' || cell.tag === 'th') return cell
    cell = cell.parent
  }
  return null
}

function isWithin(inner: PageNode, node: PageNode): boolean {
  let around: PageNode | null = inner
  for (let left = MAX_DEPTH; around && left > 0; left--) {
    if (around === node) return true
    around = around.parent
  }
  return false
}
