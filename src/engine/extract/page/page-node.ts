/** The attributes that the tree keeps. */
export type KeptAttribute =
  | 'alt'
  | 'class'
  | 'content'
  | 'data-cfemail'
  | 'datetime'
  | 'href'
  | 'id'
  | 'itemprop'
  | 'itemscope'
  | 'itemtype'
  | 'property'
  | 'typeof'

export type NodeAttributes = Record<KeptAttribute, string | undefined>

/** Every element has every attribute: objects of one shape are read in one step, those of many shapes by a search. */
export const noAttributes = (): NodeAttributes => ({
  alt: undefined,
  class: undefined,
  content: undefined,
  'data-cfemail': undefined,
  datetime: undefined,
  href: undefined,
  id: undefined,
  itemprop: undefined,
  itemscope: undefined,
  itemtype: undefined,
  property: undefined,
  typeof: undefined,
})

/** An element of the tree used for association. */
export interface PageNode {
  tag: string
  isInline: boolean
  parent: PageNode | null
  /** Children form a linked list: most elements have none or one, and an array for each would be half of the tree. */
  firstChild: PageNode | null
  lastChild: PageNode | null
  nextSibling: PageNode | null
  attributes: Readonly<NodeAttributes>
  depth: number
  /** Lines of the subtree: from `firstLine` up to, but not including, `endLine`. */
  firstLine: number
  endLine: number
}

/** The closest block that contains the node, possibly the node itself. */
export function blockOf(node: PageNode): PageNode {
  let block = node
  while (block.parent && block.isInline) block = block.parent
  return block
}

const NO_ATTRIBUTES: Readonly<NodeAttributes> = noAttributes()

export const createNode = (tag: string, isInline: boolean, parent: PageNode | null, line: number): PageNode => ({
  tag,
  isInline,
  parent,
  firstChild: null,
  lastChild: null,
  nextSibling: null,
  attributes: NO_ATTRIBUTES,
  depth: parent ? parent.depth + 1 : 0,
  firstLine: line,
  endLine: line,
})

/** Adds an element after the other children of its parent. */
export function appendChild(parent: PageNode, node: PageNode): void {
  if (parent.lastChild) parent.lastChild.nextSibling = node
  else parent.firstChild = node
  parent.lastChild = node
}

/** The child elements of a node in order, up to a limit. */
export function childrenOf(node: PageNode, limit = Infinity): PageNode[] {
  const children: PageNode[] = []
  for (let child = node.firstChild; child && children.length < limit; child = child.nextSibling) children.push(child)
  return children
}

/** How many siblings come before an element, at most 30. */
export function childIndex(node: PageNode): number {
  let index = 0
  let child = node.parent?.firstChild ?? null
  while (child && child !== node && index < MAX_INDEX) {
    child = child.nextSibling
    index++
  }
  return index
}
const MAX_INDEX = 30
