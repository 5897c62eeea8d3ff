import { isWithin } from './node-text.ts'
import type { PageTree } from './page-dom.ts'
import type { PageNode } from './page-node.ts'

/** More links between two lines are a page of icons. */
const MAX_AT_EDGE = 20

/**
 * Targets of the links in the lines from `start` up to, but not including, `end`. A link without text, as an icon is, stands between
 * two lines: it belongs to the one that shares the smaller element with it, and otherwise to the one before.
 */
export function linksOf({ lines, marked }: PageTree, start: number, end: number): string[] {
  const links: string[] = []
  const beyond = firstAt(marked, end)
  const isBetween = (node: PageNode): boolean => node.endLine <= node.firstLine
  const nearerTo = (node: PageNode, before: number): boolean => {
    const [above, below] = [lines[before], lines[before + 1]]
    return !below || (above !== undefined && sharedDepth(node, above.block) >= sharedDepth(node, below.block))
  }
  let edge = 0
  for (const node of marked.slice(firstAt(marked, start), beyond)) {
    const isAtEdge = node.firstLine === start && isBetween(node) && edge++ < MAX_AT_EDGE
    if (node.attributes.href && !(isAtEdge && nearerTo(node, start - 1))) links.push(node.attributes.href)
  }
  for (const node of marked.slice(beyond, beyond + MAX_AT_EDGE)) {
    if (node.firstLine !== end || !isBetween(node)) break
    if (node.attributes.href && nearerTo(node, end - 1)) links.push(node.attributes.href)
  }
  return links
}

/** Index of the first element on `line` or later. */
function firstAt(marked: readonly PageNode[], line: number): number {
  let [low, high] = [0, marked.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marked[middle]?.firstLine ?? 0) < line) low = middle + 1
    else high = middle
  }
  return low
}

/** How deep the smallest element is that holds both. */
function sharedDepth(link: PageNode, block: PageNode): number {
  let node: PageNode | null = link.parent
  while (node && !isWithin(block, node)) node = node.parent
  return node?.depth ?? 0
}
