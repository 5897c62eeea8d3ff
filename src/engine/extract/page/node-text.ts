import type { PageTree } from './page-dom.ts'
import { childrenOf } from './page-node.ts'
import type { PageLine } from './page-lines.ts'
import type { PageNode } from './page-node.ts'

/** The longest text needed: a name, a title, a heading. */
const MAX_TEXT_CHARS = 300

/** Text of an element, its lines joined by spaces, cut at 300 characters. */
export function textOf(tree: PageTree, node: PageNode): string {
  let text = ''
  for (let index = node.firstLine; index < node.endLine && text.length < MAX_TEXT_CHARS; index++) {
    const line = tree.lines[index]
    if (!line || line.isAlternative) continue
    const own = line.pieces.filter((piece) => isWithin(piece.node, node))
    if (own.length > 0) text += `${text === '' ? '' : ' '}${own.map((piece) => piece.text).join('')}`
  }
  return text.trim().slice(0, MAX_TEXT_CHARS)
}

export function isWithin(inner: PageNode, outer: PageNode): boolean {
  let node: PageNode | null = inner
  while (node && node.depth > outer.depth) node = node.parent
  return node === outer
}

const HEADINGS = new WeakMap<PageNode, readonly string[]>()
const MAX_COLUMNS = 30

/** Headings of the columns of the table that a row is in: the texts of its first row; empty outside tables. */
export function columnHeadings(tree: PageTree, row: PageNode): readonly string[] {
  let table = row.parent
  while (table && table.tag !== 'table') table = table.parent
  if (!table) return []
  const first = firstRow(table)
  if (!first || first === row) return []
  const known = HEADINGS.get(table)
  if (known) return known
  const headings = childrenOf(first, MAX_COLUMNS).map((cell) => textOf(tree, cell))
  HEADINGS.set(table, headings)
  return headings
}

function firstRow(table: PageNode): PageNode | undefined {
  for (let child = table.firstChild; child; child = child.nextSibling) {
    if (child.tag === 'tr') return child
    const row = childrenOf(child).find((inner) => inner.tag === 'tr')
    if (row) return row
  }
  return undefined
}

/** The line below, whatever picture is in between. */
export const textBelow = ({ lines }: PageTree, { index }: PageLine): PageLine | undefined =>
  lines[lines[index + 1]?.isAlternative === true ? index + 2 : index + 1]
