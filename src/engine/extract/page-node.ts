/** An element of the tree that association works on. */
export interface PageNode {
  tag: string
  parent: PageNode | null
  children: PageNode[]
  attributes: Readonly<Record<string, string>>
  depth: number
  /** Lines of the subtree: from `firstLine` up to and without `endLine`. */
  firstLine: number
  endLine: number
}

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr nobr'.split(
    ' ',
  ),
)

export const isInlineTag = (tag: string): boolean => INLINE.has(tag)

/** The closest block that holds the node, itself included. */
export function blockOf(node: PageNode): PageNode {
  let block = node
  while (block.parent && INLINE.has(block.tag)) block = block.parent
  return block
}

const VOID = new Set('area base br col embed frame hr img input link meta param source track wbr'.split(' '))

/** Has no end tag and no content. */
export const isVoidTag = (tag: string): boolean => VOID.has(tag)

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

export const createNode = (tag: string, parent: PageNode | null, line: number): PageNode => ({
  tag,
  parent,
  children: [],
  attributes: NO_ATTRIBUTES,
  depth: parent ? parent.depth + 1 : 0,
  firstLine: line,
  endLine: line,
})
