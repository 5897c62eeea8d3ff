import { NameTable } from './name-table.ts'

/** What the pass over a page does at an element; tags that are not listed are plain block boundaries. */

export const INLINE = 1
export const VOID = 2
/** Its content is no text of the page. */
export const RAW = 4
export const HEADING = 8
/** Its attributes say something about the page. */
export const SPEAKING = 16

const LISTS: readonly (readonly [string, number])[] = [
  // Formatting that may stand within an address; a comment does as well.
  [
    'b i em strong span font u wbr a small big tt code mark abbr bdo bdi ins s sup sub nobr cite kbd samp dfn var',
    INLINE,
  ],
  ['time label wbr img', INLINE],
  // A script or a style may interrupt a text.
  ['script style template noscript', INLINE],
  ['script style title textarea', RAW],
  ['area base br col embed hr img input link meta param source track wbr frame', VOID],
  ['h1 h2 h3 h4', HEADING],
  ['a area frame iframe img base html meta link', SPEAKING],
]

const KINDS = collect()
export const TAGS: readonly string[] = [...KINDS.keys()]
const TABLE = new NameTable(TAGS)
const KIND_BY_INDEX = [...KINDS.values()]

/** Index of the tag in `TAGS`; -1 for one that is not listed. */
export const tagIndex = (html: string, start: number, end: number): number => TABLE.find(html, start, end)

/** What is to be done at the tag with that index. */
export const kindOf = (index: number): number => (index < 0 ? 0 : (KIND_BY_INDEX[index] ?? 0))

function collect(): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const [tags, kind] of LISTS) for (const tag of tags.split(' ')) kinds.set(tag, (kinds.get(tag) ?? 0) | kind)
  return kinds
}
