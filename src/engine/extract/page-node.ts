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

/** What building the tree does at a tag, as bits. */
export const INLINE = 1
/** Has no end tag and no content. */
export const VOID = 2
/** Neither text nor structure of the page. */
export const SKIPPED = 4
/** Cannot stand in a paragraph: its start ends one. */
export const ENDS_PARAGRAPH = 8
/** Its start ends another of its kind, whose end tag may be left out. */
export const ENDS_SIBLING = 16

const LISTS: readonly (readonly [string, number])[] = [
  [
    'a abbr acronym b bdi bdo big cite code em font i ins kbd label mark q s samp small span strike strong sub sup time tt u',
    INLINE,
  ],
  ['var wbr nobr', INLINE],
  ['area base br col embed frame hr img input link meta param source track wbr', VOID],
  ['script style noscript template svg math iframe object canvas select textarea title head', SKIPPED],
  [
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer',
    ENDS_PARAGRAPH,
  ],
  ['form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul', ENDS_PARAGRAPH],
  ['li dt dd td th tr thead tbody tfoot', ENDS_SIBLING],
]
const BITS = new Map<string, number>()
for (const [tags, bit] of LISTS) for (const tag of tags.split(' ')) BITS.set(tag, (BITS.get(tag) ?? 0) | bit)

export const tagBits = (tag: string): number => BITS.get(tag) ?? 0

/** Tags to be found in a source without another string for each. */
export const KNOWN_TAGS: readonly string[] = [...BITS.keys(), 'body', 'html']

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
