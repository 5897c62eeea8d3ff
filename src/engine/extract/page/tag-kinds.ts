import { NameTable } from './name-table.ts'

/** What the pass over a page, and the tree built after it, do at an element, as bits; tags that are not listed are plain blocks. */

/** The pass: formatting that may occur within an address. */
export const JOINS = 1
/** The pass: its content is not text of the page. */
export const RAW = 2
/** The pass: a heading that may promise people. */
export const HEADING = 4
/** The pass: its attributes say something about the page. */
export const SPEAKING = 8
/** Has no end tag and no content. */
export const VOID = 16
/** The tree: part of a line of text. */
export const INLINE = 32
/** The tree: neither text nor structure of the page. */
export const SKIPPED = 64
/** The tree: cannot be in a paragraph, so its start ends one. */
export const ENDS_PARAGRAPH = 128
/** The tree: its start ends another of its kind, whose end tag may be omitted. */
export const ENDS_SIBLING = 256

const LISTS: readonly (readonly [string, number])[] = [
  // A comment, a script or a style may also interrupt a text.
  ['b i em strong span font u a small big tt code mark abbr bdo bdi ins s sup sub nobr cite kbd samp dfn var', JOINS],
  ['time label wbr img script style template noscript', JOINS],
  ['script style title textarea', RAW],
  ['h1 h2 h3 h4', HEADING],
  ['a area frame iframe img base html meta link', SPEAKING],
  ['area base br col embed frame hr img input link meta param source track wbr', VOID],
  [
    'a abbr acronym b bdi bdo big cite code em font i ins kbd label mark q s samp small span strike strong sub sup time tt u',
    INLINE,
  ],
  ['var wbr nobr', INLINE],
  ['script style noscript template svg math iframe object canvas select textarea title head', SKIPPED],
  [
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer',
    ENDS_PARAGRAPH,
  ],
  ['form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul', ENDS_PARAGRAPH],
  ['li dt dd td th tr thead tbody tfoot', ENDS_SIBLING],
  ['html body', 0],
]

const KINDS = collect()
export const TAGS: readonly string[] = [...KINDS.keys()]
const TABLE = new NameTable(TAGS)
const KIND_BY_INDEX = [...KINDS.values()]

/** Index of the tag in `TAGS`; -1 if it is not listed. */
export const tagIndex = (html: string, start: number, end: number): number => TABLE.find(html, start, end)

/** The bits of the tag with that index. */
export const tagKindOf = (index: number): number => (index < 0 ? 0 : (KIND_BY_INDEX[index] ?? 0))

function collect(): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const [tags, kind] of LISTS) for (const tag of tags.split(' ')) kinds.set(tag, (kinds.get(tag) ?? 0) | kind)
  return kinds
}
