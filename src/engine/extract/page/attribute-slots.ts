import { NameTable } from './name-table.ts'

/**
 * Attributes that the pass, or the tree built after it, looks up by name; each has a slot, and a bit that says whether the open
 * element has it.
 */
export const ATTRIBUTES = [
  'alt',
  'aria-label',
  'class',
  'content',
  'data-cfemail',
  'datetime',
  'dir',
  'hidden',
  'href',
  'id',
  'itemprop',
  'itemscope',
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

const TABLE = new NameTable(ATTRIBUTES)
const LOWER_CASE = 0x20
const [A, D, N, O, T] = [0x61, 0x64, 0x6e, 0x6f, 0x74]

/** An event handler or data attribute: read whatever its full name is. */
export const BY_PREFIX = -2

/** The slot of the attribute whose name is between two offsets, `BY_PREFIX`, or -1 for one that is not needed. */
export function slotOf(html: string, start: number, end: number): number {
  const index = TABLE.find(html, start, end)
  return index < 0 && hasPrefix(html, start, end) ? BY_PREFIX : index
}

/** `on…` or `data-…` */
function hasPrefix(html: string, start: number, end: number): boolean {
  const first = html.charCodeAt(start) | LOWER_CASE
  const second = html.charCodeAt(start + 1) | LOWER_CASE
  if (first === O) return second === N && end - start > 2
  return first === D && second === A && (html.charCodeAt(start + 2) | LOWER_CASE) === T && end - start > 5
}

const SLOTS: ReadonlyMap<AttributeName, number> = new Map(ATTRIBUTES.map((name, index) => [name, index]))

/** The slot of a listed name. */
export const slot = (name: AttributeName): number => SLOTS.get(name) ?? 0
