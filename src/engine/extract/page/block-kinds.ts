import type { PageNode } from './page-node.ts'

/** Numbers the kinds of blocks of a page: alike are those of the same tag and class in parents of the same, equally deep. */
export class BlockKinds {
  private readonly byNode = new Map<PageNode, number>()
  private readonly byKey = new Map<string, number>()

  /** The same number for blocks that are alike; each block is looked at once. */
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
