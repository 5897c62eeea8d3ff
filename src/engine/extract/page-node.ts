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
