import type { TokenizerCallbacks } from 'htmlparser2'

/** What the tree needs of a page's tokens; arguments are offsets into the source. */
export interface TagListener {
  onopentagname(start: number, end: number): void
  /** Value from -1 to -1: the attribute has none. */
  onattribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void
  onopentagend(): void
  onclosetag(start: number, end: number): void
  ontext(start: number, end: number): void
}

const NAME = 0
const ATTRIBUTE = 1
const OPENED = 2
const CLOSE = 3
const TEXT = 4
/** A cell is an offset and, below it, one of these kinds; the source of a page has at most 2^28 characters. */
const KIND_BITS = 3
const KIND_MASK = 7
/** Cells that a token takes at most. */
const MAX_CELLS = 4
/** Most pages have fewer than a cell in four characters. */
const CHARS_PER_CELL = 4

/**
 * The tokens of a page, kept while one pass hears them and told again to the next: that costs a fifth of reading the source
 * a second time.
 */
export class TokenTape {
  private cells: Int32Array
  private length = 0

  constructor(html: string) {
    this.cells = new Int32Array(Math.ceil(html.length / CHARS_PER_CELL) + MAX_CELLS)
  }

  /** Passes on to `next` what the tokenizer says, and keeps what the tree needs. */
  recording(next: TokenizerCallbacks): TokenizerCallbacks {
    return new TapeRecorder(this, next)
  }

  name(start: number, end: number): void {
    this.put(NAME, start, end)
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.put(ATTRIBUTE, nameStart, nameEnd)
    this.cells[this.length++] = valueStart
    this.cells[this.length++] = valueEnd
  }

  opened(): void {
    this.put(OPENED, 0, 0)
  }

  closed(start: number, end: number): void {
    this.put(CLOSE, start, end)
  }

  text(start: number, end: number): void {
    this.put(TEXT, start, end)
  }

  replay(listener: TagListener): void {
    const { cells, length } = this
    for (let at = 0; at < length; at += 2) {
      const [cell = 0, end = 0] = [cells[at], cells[at + 1]]
      const start = cell >> KIND_BITS
      const kind = cell & KIND_MASK
      if (kind === TEXT) listener.ontext(start, end)
      else if (kind === NAME) listener.onopentagname(start, end)
      else if (kind === OPENED) listener.onopentagend()
      else if (kind === CLOSE) listener.onclosetag(start, end)
      else {
        at += 2
        listener.onattribute(start, end, cells[at] ?? -1, cells[at + 1] ?? -1)
      }
    }
  }

  private put(kind: number, start: number, end: number): void {
    if (this.length + MAX_CELLS > this.cells.length) this.grow()
    this.cells[this.length++] = (start << KIND_BITS) | kind
    this.cells[this.length++] = end
  }

  private grow(): void {
    const cells = new Int32Array(this.cells.length * 2 + MAX_CELLS)
    cells.set(this.cells)
    this.cells = cells
  }
}

class TapeRecorder implements TokenizerCallbacks {
  private readonly tape: TokenTape
  private readonly next: TokenizerCallbacks
  private nameStart = 0
  private nameEnd = 0
  private valueStart = -1
  private valueEnd = -1

  constructor(tape: TokenTape, next: TokenizerCallbacks) {
    this.tape = tape
    this.next = next
  }

  onopentagname(start: number, end: number): void {
    this.tape.name(start, end)
    this.next.onopentagname(start, end)
  }

  onattribname(start: number, end: number): void {
    this.nameStart = start
    this.nameEnd = end
    this.valueStart = this.valueEnd = -1
    this.next.onattribname(start, end)
  }

  onattribdata(start: number, end: number): void {
    if (this.valueStart < 0) this.valueStart = start
    this.valueEnd = end
    this.next.onattribdata(start, end)
  }

  onattribend(...args: Parameters<TokenizerCallbacks['onattribend']>): void {
    this.tape.attribute(this.nameStart, this.nameEnd, this.valueStart, this.valueEnd)
    this.next.onattribend(...args)
  }

  onopentagend(end: number): void {
    this.tape.opened()
    this.next.onopentagend(end)
  }

  onselfclosingtag(end: number): void {
    this.tape.opened()
    this.next.onselfclosingtag(end)
  }

  onclosetag(start: number, end: number): void {
    this.tape.closed(start, end)
    this.next.onclosetag(start, end)
  }

  ontext(start: number, end: number): void {
    this.tape.text(start, end)
    this.next.ontext(start, end)
  }

  onattribentity(codepoint: number): void {
    this.next.onattribentity(codepoint)
  }

  oncdata(start: number, end: number, offset: number): void {
    this.next.oncdata(start, end, offset)
  }

  oncomment(start: number, end: number, offset: number): void {
    this.next.oncomment(start, end, offset)
  }

  ondeclaration(start: number, end: number): void {
    this.next.ondeclaration(start, end)
  }

  onend(): void {
    this.next.onend()
  }

  onprocessinginstruction(start: number, end: number): void {
    this.next.onprocessinginstruction(start, end)
  }

  ontextentity(codepoint: number, end: number): void {
    this.next.ontextentity(codepoint, end)
  }
}
