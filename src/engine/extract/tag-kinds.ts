/** What the pass over a page does at an element; tags that are not listed are plain block boundaries. */

export const INLINE = 1
export const VOID = 2
/** Its content is no text of the page. */
export const RAW = 4
export const HEADING = 8

const LISTS: readonly (readonly [string, number])[] = [
  // Formatting that may stand within an address; a comment does as well.
  [
    'b i em strong span font u wbr a small big tt code mark abbr bdo bdi ins s sup sub nobr cite kbd samp dfn var time label',
    INLINE,
  ],
  ['wbr img', INLINE],
  // Part of a text that a script or a style interrupts.
  ['script style template noscript', INLINE],
  ['script style title textarea', RAW],
  ['area base br col embed hr img input link meta param source track wbr frame', VOID],
  ['h1 h2 h3 h4', HEADING],
]

export const TAG_KINDS: ReadonlyMap<string, number> = collect()

function collect(): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const [tags, kind] of LISTS) for (const tag of tags.split(' ')) kinds.set(tag, (kinds.get(tag) ?? 0) | kind)
  return kinds
}
