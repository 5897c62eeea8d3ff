/** An element of the tree that association works on. */
export interface PageNode {
  tag: string
  isInline: boolean
  parent: PageNode | null
  children: PageNode[]
  attributes: Readonly<Record<string, string>>
  depth: number
  /** Lines of the subtree: from `firstLine` up to and without `endLine`. */
  firstLine: number
  endLine: number
}

/** The closest block that holds the node, itself included. */
export function blockOf(node: PageNode): PageNode {
  let block = node
  while (block.parent && block.isInline) block = block.parent
  return block
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

export const createNode = (tag: string, isInline: boolean, parent: PageNode | null, line: number): PageNode => ({
  tag,
  isInline,
  parent,
  children: [],
  attributes: NO_ATTRIBUTES,
  depth: parent ? parent.depth + 1 : 0,
  firstLine: line,
  endLine: line,
})
