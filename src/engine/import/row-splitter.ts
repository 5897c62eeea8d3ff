/** One row of a delimited text. */
export interface TextRow {
  /** Line of the file, from 1, where the row begins: quoted cells may contain line breaks. */
  line: number
  cells: string[]
  /** Why the row is invalid: a quotation mark is not closed, or it is too long. Its cells are then empty. */
  problem: 'open_quote' | 'too_long' | null
}

/** The header is among them. */
const HEAD_ROWS = 20
const LF = 10
const CR = 13
const QUOTE = 34

type Problem = NonNullable<TextRow['problem']>
/** What is at a position; null if more text is needed first. */
type Found = { cells: string[]; end: number } | Problem | null

/**
 * Splits a text that arrives in pieces into rows. A cell that begins with a quotation mark ends at the mark before a delimiter
 * or line break; other marks are letters. If a quoted cell spans lines and its end makes no sense, the mark was never closed:
 * that costs only its own line.
 */
export class RowSplitter {
  readonly #delimiter: string
  readonly #maxRowLength: number
  /** The text that has not been split yet begins at `#at`. */
  #text = ''
  #at = 0
  #line = 1
  /** Number of cells in the widest of the first rows: a title above the header has one. */
  #width = 0
  #rows = 0
  #ended = false
  /** Inside a lost line. */
  #skipping = false
  /** The next ones, each searched for once; the length of the text if there is none. */
  #lf = -1
  #cr = -1
  #quote = -1

  constructor(delimiter: string, maxRowLength: number) {
    this.#delimiter = delimiter
    this.#maxRowLength = maxRowLength
  }

  /** @returns the rows completed by this piece; with null, the end, those that remain. */
  push(piece: string | null): TextRow[] {
    this.#ended = piece === null
    this.#text = this.#text.slice(this.#at) + (piece ?? '')
    this.#at = 0
    this.#lf = this.#cr = this.#quote = -1
    const rows: TextRow[] = []
    while (this.#at < this.#text.length) if (!this.#step(rows)) break
    return rows
  }

  /** @returns whether it made progress. */
  #step(rows: TextRow[]): boolean {
    const end = this.#lineEnd()
    if (this.#skipping) return this.#skipTo(end)
    if (end === this.#at) return this.#moveBehind(end)
    const found = this.#look(end)
    if (found === null) return false
    const line = this.#line
    if (typeof found === 'string') {
      rows.push({ line, cells: [], problem: found })
      this.#skipping = true
      return true
    }
    if (found.end > end) this.#line += this.#breaksBetween(end, found.end)
    if (!this.#moveBehind(found.end)) {
      this.#line = line
      return false
    }
    if (this.#rows++ < HEAD_ROWS) this.#width = Math.max(this.#width, found.cells.length)
    rows.push({ line, cells: found.cells, problem: null })
    return true
  }

  /** Moves past the line break at `end`, unless the line feed of a CR LF may still come. */
  #moveBehind(end: number): boolean {
    const text = this.#text
    if (end === text.length) {
      if (!this.#ended) return false
      this.#at = end
      return true
    }
    const isCr = text.charCodeAt(end) === CR
    if (isCr && end + 1 === text.length && !this.#ended) return false
    this.#at = isCr && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1
    this.#line++
    return true
  }

  #skipTo(end: number): boolean {
    // The lost line continues in the next piece.
    this.#at = end
    if (end === this.#text.length || !this.#moveBehind(end)) return false
    this.#skipping = false
    return true
  }

  #look(end: number): Found {
    this.#quote = this.#next('"', this.#quote)
    if (this.#quote < end) return this.#quotedRow(end)
    if (end - this.#at > this.#maxRowLength) return 'too_long'
    if (end === this.#text.length && !this.#ended) return null
    return { cells: this.#text.slice(this.#at, end).split(this.#delimiter), end }
  }

  #quotedRow(firstEnd: number): Found {
    const cells: string[] = []
    let end = firstEnd
    for (let at = this.#at; at <= end;) {
      const close = this.#text.charCodeAt(at) === QUOTE ? this.#closingQuote(at + 1) : -1
      if (typeof close === 'string' || close === null) return close
      if (close >= 0 && this.#endsCell(close + 1)) {
        cells.push(this.#text.slice(at + 1, close).replaceAll('""', '"'))
        if (close > end) end = this.#breakAfter(close)
        at = close + 2
        continue
      }
      if (close > end) return 'open_quote'
      // Cut first: searching the whole text for a missing delimiter, row after row, would take for ever.
      const stop = this.#text.slice(0, end).indexOf(this.#delimiter, Math.max(at, close))
      const cellEnd = stop < 0 ? end : stop
      cells.push(this.#text.slice(at, cellEnd))
      at = cellEnd + 1
    }
    if (end > firstEnd && this.#width > 0 && cells.length > this.#width) return 'open_quote'
    if (end - this.#at > this.#maxRowLength) return 'open_quote'
    return end === this.#text.length && !this.#ended ? null : { cells, end }
  }

  /** The mark that ends a quoted cell. */
  #closingQuote(from: number): number | 'open_quote' | null {
    for (let at = from; ; at += 2) {
      at = this.#text.indexOf('"', at)
      const isFar = (at < 0 ? this.#text.length : at) - this.#at > this.#maxRowLength
      if (isFar || (at < 0 && this.#ended)) return 'open_quote'
      if (at < 0) return null
      if (at + 1 === this.#text.length) return this.#ended ? at : null
      if (this.#text.charCodeAt(at + 1) !== QUOTE) return at
    }
  }

  #endsCell(at: number): boolean {
    const code = this.#text.charCodeAt(at)
    return at === this.#text.length || code === LF || code === CR || this.#text[at] === this.#delimiter
  }

  #lineEnd(): number {
    this.#lf = this.#next('\n', this.#lf)
    this.#cr = this.#next('\r', this.#cr)
    return Math.min(this.#lf, this.#cr)
  }

  #next(char: string, known: number): number {
    if (known >= this.#at) return known
    const found = this.#text.indexOf(char, this.#at)
    return found < 0 ? this.#text.length : found
  }

  #breakAfter(from: number): number {
    for (let at = from; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === LF || code === CR) return at
    }
    return this.#text.length
  }

  #breaksBetween(from: number, to: number): number {
    let breaks = 0
    for (let at = from; at < to; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === LF || (code === CR && this.#text.charCodeAt(at + 1) !== LF)) breaks++
    }
    return breaks
  }
}
