const FIRST_LETTER = 0x61
const LETTERS = 26
/** Names of at least this length share a row. */
const LONG = 12
const LOWER_CASE = 0x20
const CAPITAL_A = 0x41
const CAPITAL_Z = 0x5a

/**
 * Finds which of a few names is between two offsets of a source. First letter and length decide before anything is compared,
 * and nothing is cut out: most tags and attributes of a page are not needed, and cutting out and hashing them costs as much as
 * the pass itself.
 */
export class NameTable {
  private readonly names: readonly string[]
  private readonly rows: readonly number[][]

  /** @param names lower case, beginning with a letter */
  constructor(names: readonly string[]) {
    this.names = names
    this.rows = Array.from({ length: LETTERS * LONG }, (): number[] => [])
    names.forEach((name, index) => this.rows[rowOf(name.charCodeAt(0), name.length)]?.push(index))
  }

  /** The index of the name, in any case; -1 for any other name. */
  find(html: string, start: number, end: number): number {
    const letter = html.charCodeAt(start) | LOWER_CASE
    const row = letter < FIRST_LETTER ? undefined : this.rows[rowOf(letter, end - start)]
    if (row !== undefined) for (const index of row) if (isAt(html, start, end, this.names[index] ?? '')) return index
    return -1
  }
}

/** Whether the text between two offsets is the name, in any case; its first letter is known to be the same. */
function isAt(html: string, start: number, end: number, name: string): boolean {
  if (name.length !== end - start) return false
  for (let at = 1; at < name.length; at++) {
    const code = html.charCodeAt(start + at)
    const lower = code >= CAPITAL_A && code <= CAPITAL_Z ? code | LOWER_CASE : code
    if (lower !== name.charCodeAt(at)) return false
  }
  return true
}

const rowOf = (letter: number, length: number): number => (letter - FIRST_LETTER) * LONG + Math.min(length, LONG) - 1
