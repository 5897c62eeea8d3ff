import type { PageNode } from './page-node.ts'

/**
 * Numbers the kinds of blocks on a page: blocks are alike if their tags, classes and depths are equal, and the tags and classes
 * of their parents too.
 */
export class BlockKinds {
  private readonly byNode = new Map<PageNode, number>()
  private readonly byKey = new Map<string, number>()

  /** The same number for blocks that are alike; each block is examined once. */
  of(block: PageNode): number {
    const known = this.byNode.get(block)
    if (known !== undefined) return known
    const { tag, attributes, parent, depth } = block
    const key = `${parent?.tag} ${parent?.attributes.class ?? ''} ${tag} ${attributes.class ?? ''} ${depth}`
    const kind = this.byKey.get(key) ?? this.byKey.size
    this.byKey.set(key, kind)
    this.byNode.set(block, kind)
    return kind
  }
}
