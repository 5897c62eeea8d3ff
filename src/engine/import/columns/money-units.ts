/** What a column's name says of the unit of its sums: `Raised (USD)`, `Total funding ($M)`, `funding_musd`. */

/** `(USD)` leaves money what it is; `(EUR)` and `(in thousands)` do not. */
const NOTE = /\s*[([]([^()[\]]*)[)\]]\s*/g
const SCALE = 'k|mm?|mn|mio|bn?|0{3}s?|thousands?|millions?|billions?'
/** By the first letter. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['t', 1e3],
  ['0', 1e3],
  ['m', 1e6],
  ['b', 1e9],
])
const DOLLARS = String.raw`usd|us\$|\$|dollars?`
/** A unit without its blanks. */
const UNIT = new RegExp(String.raw`^(?:in)?(?:(${SCALE})?(?:of)?(?:${DOLLARS})|(?:${DOLLARS})(?:in)?(${SCALE}))$`, 'i')
/** A unit behind the name, after a blank; a dollar without its scale is in the lists of names. */
const BEHIND = new RegExp(
  String.raw`[\s_-]+(?:in[\s_-]+)?((?:${SCALE})[\s_-]?(?:usd|us\$|\$)|(?:usd|us\$|\$)[\s_-]?(?:in[\s_-]+)?(?:${SCALE}))$`,
  'i',
)

/** The time of the expressions grows with the square of the text. */
const MAX_NAME = 200

/** A column's name without notes and units. */
export const withoutNotes = (name: string): string => name.replaceAll(NOTE, ' ').trim()
export const withoutUnit = (bare: string): string => bare.replace(BEHIND, '')

/** The dollars that one stands for; null if the name says another currency, or a multiple of an unknown one. */
export function dollarsEach(name: string): number | null {
  if (name.length > MAX_NAME) return null
  const notes = ([...name.matchAll(NOTE)] as string[][]).map(([, note = '']) => note)
  const [, behind = 'usd'] = BEHIND.exec(withoutNotes(name)) ?? []
  const units = [...notes, behind].map(unitOf)
  return units.includes(null) ? null : Math.max(...units.map(Number))
}

function unitOf(text: string): number | null {
  const found = UNIT.exec(text.replaceAll(/[\s._-]+/g, ''))
  if (found === null) return null
  const [letter = ''] = (found[1] ?? found[2] ?? '').toLowerCase()
  return SCALES.get(letter) ?? 1
}
