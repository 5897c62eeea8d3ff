import type { PageNode } from '../page/page-node.ts'

const NAME_CLASS = /name|person|staff|member|author|team|people|fn\b|contact|bio|speaker|agent|doctor|attorney/i
const FRAME_CLASS = /nav|menu|foot|header|crumb|widget|sidebar|button|btn|tag|categor|product|item-title|logo/i
const HEADING = /^h[1-6]$/
const MAX_DEPTH = 8
/** The class of a person counts only on the closest elements. */
const NAME_DEPTH = 4

const [HEADS, LINKS, NAMES, FRAMES] = [8, 4, 2, 1]

/** What surrounds the elements of one page; each element is examined once. */
export class ElementFrames {
  private readonly known = new Map<PageNode, number>()

  /** The sum of what applies: heading 8, link 4, class of a person 2, frame 1. */
  of(node: PageNode): number {
    let signs = 0
    let depth = 0
    for (let at: PageNode | null = node; at && depth < MAX_DEPTH; at = at.parent, depth++) {
      const own = this.ownOf(at)
      signs |= depth < NAME_DEPTH ? own : own & ~NAMES
    }
    return signs
  }

  private ownOf(node: PageNode): number {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const own = frameOf(node)
    this.known.set(node, own)
    return own
  }
}

/** The signs of the element itself. */
function frameOf({ tag, attributes }: PageNode): number {
  const { class: classes, id } = attributes
  const isPlain = classes === undefined && id === undefined
  const text = isPlain ? '' : `${classes ?? ''} ${id ?? ''}`
  const isFrame = tag === 'nav' || tag === 'footer' || (!isPlain && FRAME_CLASS.test(text))
  return (
    (HEADING.test(tag) ? HEADS : 0) |
    (tag === 'a' ? LINKS : 0) |
    (!isPlain && NAME_CLASS.test(text) ? NAMES : 0) |
    (isFrame ? FRAMES : 0)
  )
}
