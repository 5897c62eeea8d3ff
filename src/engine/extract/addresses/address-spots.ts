import type { AddressRules } from './address-rules.ts'
import type { PageTree } from '../page/page-dom.ts'
import type { PageNode } from '../page/page-node.ts'
import type { FoundAddress, PageScan } from '../page/page-facts.ts'
import type { PageLine } from '../page/page-lines.ts'
import { findWordedAddresses, maySpell } from './worded-address.ts'

/** One position on the page where an address appears. */
export interface AddressSpot {
  address: FoundAddress
  node: PageNode
  /** The line it is on, or the next one after it. */
  line: number
  /** Offset in that line; 0 for links and attributes. */
  offset: number
}

/** RFC 5321 4.5.3.1.1 */
const MAX_LOCAL_CHARS = 64
/** An address in every line of a menu, header and footer says no more than its first occurrences. */
const MAX_SPOTS_EACH = 5
const MAX_SPOTS = 6_000
/** More domains on one page are a dump; the rest is not searched for. */
const MAX_DOMAINS = 200

/**
 * Locates in the tree what the scan found: where a line shows it, and where an attribute or a script has it. In reading order.
 */
export function locateAddresses(tree: PageTree, scan: PageScan, rules: AddressRules): AddressSpot[] {
  const finder = new SpotFinder(scan.addresses)
  const spelled = scan.addresses.some((address) => address.channels.includes('bracketed'))
  for (const line of tree.lines) {
    if (line.text.includes('@') || line.text.includes('\uff20')) readLine(line, finder)
    else if (spelled && maySpell(line.text)) readWorded(line, finder, rules)
  }
  readPlaces(tree, scan, finder)
  return finder.spots.sort((a, b) => a.line - b.line || a.offset - b.offset)
}

class SpotFinder {
  readonly spots: AddressSpot[] = []
  private readonly byValue: ReadonlyMap<string, FoundAddress>
  private readonly domains: readonly string[]
  private readonly counts = new Map<string, number>()
  private readonly onLine = new Set<string>()

  constructor(addresses: readonly FoundAddress[]) {
    this.byValue = new Map(addresses.map((address) => [address.value, address]))
    this.domains = [...new Set(addresses.map((address) => address.domain))].slice(0, MAX_DOMAINS)
  }

  /** The longest known address around the `@` at `at`. */
  around(text: string, at: number): { value: string; start: number } | null {
    const after = text
      .slice(at + 1, at + 256)
      .trimStart()
      .toLowerCase()
    const before = text
      .slice(Math.max(0, at - MAX_LOCAL_CHARS - 1), at)
      .trimEnd()
      .toLowerCase()
    for (const domain of this.domains) {
      if (!after.startsWith(domain)) continue
      for (let cut = 0; cut < before.length; cut++) {
        const value = `${before.slice(cut)}@${domain}`
        if (this.byValue.has(value)) return { value, start: at - before.length + cut }
      }
    }
    return null
  }

  add(value: string, node: PageNode, line: number, offset: number): void {
    const address = this.byValue.get(value)
    const count = this.counts.get(value) ?? 0
    if (!address || count >= MAX_SPOTS_EACH || this.spots.length >= MAX_SPOTS) return
    this.counts.set(value, count + 1)
    this.spots.push({ address, node, line, offset })
    this.onLine.add(`${line} ${value}`)
  }

  /** Adds a spot unless the text of its line already shows the address. */
  addUnseen(value: string, node: PageNode, line: number, offset: number): void {
    if (this.onLine.has(`${line} ${value}`)) return
    this.add(value, node, line, offset)
  }
}

/** Adds what the scan found in attributes, scripts and runs that no line shows as such. */
function readPlaces(tree: PageTree, scan: PageScan, finder: SpotFinder): void {
  for (const { index, node, line, offset } of tree.places) {
    const address = scan.addresses[index]
    if (address) finder.addUnseen(address.value, node, line, offset)
  }
  if (scan.filled.length === 0) return
  const nodes = nodesById(tree.root, new Set(scan.filled.map(({ id }) => id)))
  for (const { id, address } of scan.filled) {
    const node = nodes.get(id)
    if (node) finder.addUnseen(address, node, node.firstLine, 0)
  }
}

/** The first element with each id, found without recursion. */
function nodesById(root: PageNode, ids: ReadonlySet<string>): Map<string, PageNode> {
  const found = new Map<string, PageNode>()
  for (let node: PageNode | null = root; node; node = following(node, root)) {
    const { id } = node.attributes
    if (id !== undefined && ids.has(id) && !found.has(id)) found.set(id, node)
  }
  return found
}

/** The next element in reading order. */
function following(node: PageNode, root: PageNode): PageNode | null {
  if (node.firstChild) return node.firstChild
  for (let at: PageNode | null = node; at && at !== root; at = at.parent) if (at.nextSibling) return at.nextSibling
  return null
}

function readLine(line: PageLine, finder: SpotFinder): void {
  const text = line.text.replaceAll('\uff20', '@')
  for (let at = text.indexOf('@'), signs = 0; at >= 0 && signs < 200; at = text.indexOf('@', at + 1), signs++) {
    const found = finder.around(text, at)
    if (found) finder.add(found.value, nodeAt(line, found.start), line.index, found.start)
  }
}

function readWorded(line: PageLine, finder: SpotFinder, rules: AddressRules): void {
  for (const { address, start } of findWordedAddresses(line.text, rules)) {
    finder.add(address.full, nodeAt(line, start), line.index, start)
  }
}

/** The innermost element at an offset of the line. */
export function nodeAt(line: PageLine, offset: number): PageNode {
  let node = line.block
  for (const piece of line.pieces) {
    if (piece.start > offset) break
    node = piece.node
  }
  return node
}
