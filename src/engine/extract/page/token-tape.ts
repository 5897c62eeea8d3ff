/** What the tree needs of a page's tokens; offsets are those of the source. */
export interface TagListener {
  /** Index in `TAGS`, or -1 for a tag that is not listed there. */
  onopentagname(tag: number, start: number, end: number): void
  /** An attribute that has a slot; if it has no value, both offsets are -1. */
  onattribute(slot: number, valueStart: number, valueEnd: number): void
  onopentagend(): void
  onclosetag(tag: number, start: number, end: number): void
  ontext(start: number, end: number): void
  /** The scan found an address here: its index in order of discovery. */
  onaddress(index: number): void
}

const NAME = 0
const OTHER_NAME = 1
const ATTRIBUTE = 2
const OPENED = 3
const CLOSE = 4
const OTHER_CLOSE = 5
const TEXT = 6
const ADDRESS = 7
/**
 * A token's first cell is an offset, a tag or a slot with one of these kinds in its low bits; a source has at most 2^28
 * characters.
 */
const KIND_BITS = 3
const KIND_MASK = 7
/** The most cells that a token takes. */
const MAX_CELLS = 3
/** The initial size; the array grows as it fills. */
const CHARS_PER_CELL = 8

/**
 * The tokens of a page, recorded during one pass and replayed for the next, so that the source is not read twice and its tags
 * and attributes are not looked up twice. Attributes that are not needed are left out.
 */
export class TokenTape {
  private cells: Int32Array
  private length = 0

  constructor(html: string) {
    this.cells = new Int32Array(Math.ceil(html.length / CHARS_PER_CELL) + MAX_CELLS)
  }

  name(tag: number, start: number, end: number): void {
    if (tag >= 0) this.put(NAME, tag)
    else this.putSpan(OTHER_NAME, start, end)
  }

  attribute(slot: number, valueStart: number, valueEnd: number): void {
    this.put(ATTRIBUTE, slot)
    this.cells[this.length++] = valueStart
    this.cells[this.length++] = valueEnd
  }

  opened(): void {
    this.put(OPENED, 0)
  }

  closed(tag: number, start: number, end: number): void {
    if (tag >= 0) this.put(CLOSE, tag)
    else this.putSpan(OTHER_CLOSE, start, end)
  }

  text(start: number, end: number): void {
    this.putSpan(TEXT, start, end)
  }

  /** An address was found between the previous token and the next. */
  address(index: number): void {
    this.put(ADDRESS, index)
  }

  replay(listener: TagListener): void {
    const { cells, length } = this
    for (let at = 0; at < length; at++) {
      const cell = cells[at] ?? 0
      const kind = cell & KIND_MASK
      const value = cell >> KIND_BITS
      if (kind === TEXT) listener.ontext(value, cells[++at] ?? 0)
      else if (kind === NAME) listener.onopentagname(value, 0, 0)
      else if (kind === OPENED) listener.onopentagend()
      else if (kind === CLOSE) listener.onclosetag(value, 0, 0)
      else if (kind === ATTRIBUTE) listener.onattribute(value, cells[++at] ?? -1, cells[++at] ?? -1)
      else if (kind === ADDRESS) listener.onaddress(value)
      else if (kind === OTHER_NAME) listener.onopentagname(-1, value, cells[++at] ?? 0)
      else listener.onclosetag(-1, value, cells[++at] ?? 0)
    }
  }

  private putSpan(kind: number, start: number, end: number): void {
    this.put(kind, start)
    this.cells[this.length++] = end
  }

  private put(kind: number, value: number): void {
    if (this.length + MAX_CELLS > this.cells.length) this.grow()
    this.cells[this.length++] = (value << KIND_BITS) | kind
  }

  private grow(): void {
    const cells = new Int32Array(this.cells.length * 2 + MAX_CELLS)
    cells.set(this.cells)
    this.cells = cells
  }
}
