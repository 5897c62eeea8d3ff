import type { PageTree } from './page-dom.ts'
import type { PageLine } from './page-lines.ts'
import { childIndex, childrenOf } from './page-node.ts'
import type { PageNode } from './page-node.ts'

const MAX_CELLS = 30
/** A row with more is a part of the page. */
const MAX_ROW_LINES = 60
/** Rows below the names that tell of them. */
const MAX_ROWS = 6
const MAX_DEPTH = 6

/**
 * Of a name in a row of nothing but names, what the rows below say in its column; null elsewhere. There the next lines are of
 * other people.
 */
export function columnBelow(
  tree: PageTree,
  line: PageLine,
  isNamed: (line: PageLine) => boolean,
): readonly PageLine[] | null {
  const cell = cellOf(line.block)
  const row = cell?.parent
  if (!cell || !row || !isRowOfNames(tree, row, isNamed)) return null
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
  return lines
}

function cellOf(block: PageNode): PageNode | null {
  let node: PageNode | null = block
  for (let left = MAX_DEPTH; node && left > 0; left--) {
    if (node.tag === 'td' || node.tag === 'th') return node
    node = node.parent
  }
  return null
}

/** Two or more, each alone in its cell. */
function isRowOfNames(tree: PageTree, row: PageNode, isNamed: (line: PageLine) => boolean): boolean {
  if (row.endLine - row.firstLine > MAX_ROW_LINES) return false
  const said = childrenOf(row, MAX_CELLS)
    .map((cell) => linesOf(tree, cell))
    .filter((lines) => lines.length > 0)
  return said.length > 1 && said.every((lines) => lines.length === 1 && lines.every(isNamed))
}

const linesOf = (tree: PageTree, { firstLine, endLine }: PageNode): PageLine[] =>
  tree.lines.slice(firstLine, Math.min(endLine, firstLine + MAX_ROW_LINES)).filter((line) => !line.isAlternative)

function nextRow({ nextSibling }: PageNode): PageNode | null {
  let next = nextSibling
  while (next && next.tag !== 'tr') next = next.nextSibling
  return next
}
