/** Attributes that the pass asks for by name; each has a slot, and a bit that tells whether the open element has it. */
export const ATTRIBUTES = [
  'alt',
  'aria-label',
  'class',
  'content',
  'dir',
  'hidden',
  'href',
  'itemprop',
  'itemtype',
  'lang',
  'name',
  'property',
  'rel',
  'src',
  'style',
  'title',
  'type',
  'typeof',
  'xml:lang',
] as const

export type AttributeName = (typeof ATTRIBUTES)[number]

/** Prefixes whose attributes are read whatever follows: event handlers and data. */
const PREFIXES = ['on', 'data-']
const FIRST_LETTER = 0x61
const LETTERS = 26
/** Names of this length and more share a row. */
const LONG = 12
const LOWER_CASE = 0x20

/** What a name may be by its first letter and its length: candidates by slot, or a prefix. */
interface Candidates {
  slots: number[]
  prefix: string | null
}

const TABLE: readonly Candidates[] = buildTable()

/** `name` is an attribute that is read by its prefix; -1 is one that nobody asks for. */
export const BY_PREFIX = -2
export const UNASKED = -1

/**
 * The slot of the attribute name between two offsets, decided on first letter and length before anything is cut out: most
 * attributes of a page (`id`, `width`) are asked for by nobody.
 */
export function slotOf(html: string, start: number, end: number): number {
  const letter = (html.charCodeAt(start) | LOWER_CASE) - FIRST_LETTER
  const candidates = TABLE[letter * LONG + Math.min(end - start, LONG) - 1]
  if (candidates === undefined || letter < 0) return UNASKED
  const { slots, prefix } = candidates
  if (slots.length === 0 && prefix === null) return UNASKED
  const name = html.slice(start, end)
  for (const slot of slots) if (ATTRIBUTES[slot] === name || ATTRIBUTES[slot] === name.toLowerCase()) return slot
  return prefix !== null && name.toLowerCase().startsWith(prefix) ? BY_PREFIX : UNASKED
}

function buildTable(): Candidates[] {
  const table = Array.from({ length: LETTERS * LONG }, (): Candidates => ({ slots: [], prefix: null }))
  const row = (name: string, length: number): Candidates | undefined =>
    table[(name.charCodeAt(0) - FIRST_LETTER) * LONG + Math.min(length, LONG) - 1]
  ATTRIBUTES.forEach((name, slot) => row(name, name.length)?.slots.push(slot))
  for (const prefix of PREFIXES) {
    for (let length = prefix.length + 1; length <= LONG; length++) {
      const candidates = row(prefix, length)
      if (candidates !== undefined) candidates.prefix = prefix
    }
  }
  return table
}
