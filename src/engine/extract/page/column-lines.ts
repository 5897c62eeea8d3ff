import { isWithin } from './node-text.ts'
import type { PageTree } from './page-dom.ts'
import type { PageLine } from './page-lines.ts'
import { childIndex, childrenOf } from './page-node.ts'
import type { PageNode } from './page-node.ts'

const MAX_CELLS = 30
/** A row with more lines is a section of the page. */
const MAX_ROW_LINES = 60
/** Rows below the names that describe them. */
const MAX_ROWS = 6
const MAX_DEPTH = 6
/** One cell in a row of names may be an office, or an unknown name. */
const MIN_SHARE = 0.6

/**
 * For a name in a row of names, what the rows below say in its column; null elsewhere. In such a row the next lines belong to
 * other people.
 */
export function columnBelow(
  tree: PageTree,
  line: PageLine,
  isNamed: (line: PageLine) => boolean,
): readonly PageLine[] | null {
  const cell = cellOf(line.block)
  const row = cell?.parent
  const share = row ? nameShare(tree, row, isNamed) : 0
  if (!cell || !row || share < MIN_SHARE) return null
  const column = childIndex(cell)
  const lines: PageLine[] = []
  let below = nextRow(row)
  for (let left = MAX_ROWS; below && left > 0; left--) {
    const cells = childrenOf(below, MAX_CELLS)
    if (cells.some((other) => linesOf(tree, other).some(isNamed))) break
    const own = cells[column]
    if (own) lines.push(...linesOf(tree, own))
    below = nextRow(below)
  }
  return share < 1 && lines.length === 0 ? null : lines
}

/** For a name in a row of names, the last line of the cell above it, where the row above has no names; undefined elsewhere. */
export function columnAbove(
  tree: PageTree,
  line: PageLine,
  isNamed: (line: PageLine) => boolean,
): PageLine | undefined {
  const cell = cellOf(line.block)
  const row = cell?.parent
  if (!cell || !row || nameShare(tree, row, isNamed) < MIN_SHARE) return undefined
  const above = childrenOf(rowBefore(tree, row) ?? row, MAX_CELLS).map((other) => linesOf(tree, other))
  return above.some((lines) => lines.some(isNamed)) ? undefined : above[childIndex(cell)]?.at(-1)
}

/** Whether the line is a cell of another row of a table, which names somebody: `<td>Treasurer</td><td>Jane Doe</td>`. */
export function isInRowOfOthers(
  tree: PageTree,
  { block }: PageLine,
  own: PageLine,
  isNamed: (line: PageLine) => boolean,
): boolean {
  const cell = cellOf(block)
  const row = cell?.parent
  if (!row || isWithin(own.block, row) || row.endLine - row.firstLine > MAX_ROW_LINES) return false
  const cells = childrenOf(row, MAX_CELLS).filter((other) => other !== cell)
  return linesOf(tree, cell).length === 1 && cells.some((other) => linesOf(tree, other).some(isNamed))
}

/** A heading that stands farther out than the name before it: `<h3>Auditors</h3><table>…`. */
export const isHeadOfNext = ({ block }: PageLine, name: PageLine): boolean =>
  block.depth < name.block.depth - 1 && /^h[1-6]$/.test(block.tag)

function cellOf(block: PageNode): PageNode | null {
  let node: PageNode | null = block
  for (let left = MAX_DEPTH; node && left > 0; left--) {
    if (node.tag === 'td' || node.tag === 'th') return node
    node = node.parent
  }
  return null
}

/** The share of a row's non-empty cells that are just a name; 0 if fewer than two are, or if a cell has more than one line. */
function nameShare(tree: PageTree, row: PageNode, isNamed: (line: PageLine) => boolean): number {
  if (row.endLine - row.firstLine > MAX_ROW_LINES) return 0
  const said = childrenOf(row, MAX_CELLS)
    .map((cell) => linesOf(tree, cell))
    .filter((lines) => lines.length > 0)
  const named = said.filter((lines) => lines.every(isNamed)).length
  return named > 1 && said.every((lines) => lines.length === 1) ? named / said.length : 0
}

const linesOf = (tree: PageTree, { firstLine, endLine }: PageNode): PageLine[] =>
  tree.lines.slice(firstLine, Math.min(endLine, firstLine + MAX_ROW_LINES)).filter((line) => !line.isAlternative)

/** A table with more rows is no list of people in columns. */
const MAX_ROWS_BEFORE = 200

/** The row before, whatever pictures are in between. */
function rowBefore(tree: PageTree, row: PageNode): PageNode | null {
  let before: PageNode | null = null
  let other = row.parent?.firstChild ?? null
  for (let left = MAX_ROWS_BEFORE; other && other !== row && left > 0; left--) {
    if (other.tag === 'tr' && linesOf(tree, other).length > 0) before = other
    other = other.nextSibling
  }
  return other === row ? before : null
}

function nextRow({ nextSibling }: PageNode): PageNode | null {
  let next = nextSibling
  while (next && next.tag !== 'tr') next = next.nextSibling
  return next
}
