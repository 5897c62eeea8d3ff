/** Longer records count as damaged. */
const MAX_RECORD_LENGTH = 1_048_576

/** The text of one record; empty if it is damaged. */
export interface CutRecord {
  line: number
  text: string
}

const OPEN = 123
const CLOSE = 125
/** Blanks, commas, the brackets of a list, the braces of records that were given up, RS (RFC 7464) and a byte order mark. */
const BETWEEN_RECORDS = new Set([9, 10, 13, 30, 32, 44, 91, 93, CLOSE, 0xfeff])

/**
 * Cuts objects out of a text by their braces, except those in strings. A line that begins with `{` outside a string starts a
 * new record even if the previous one never closed: a damaged line of JSON lines costs only itself.
 */
export class RecordCutter {
  #text = ''
  #line = 1
  #scanned = 0
  #start = -1
  #startLine = 1
  #depth = 0
  #inString = false
  /** The line of which nothing more is told: it is between records, or belongs to one that was given up. */
  #toldLine = 0
  #isGivenUp = false

  push(piece: string): CutRecord[] {
    const kept = this.#start < 0 ? this.#scanned : this.#start
    this.#text = this.#text.slice(kept) + piece
    this.#scanned -= kept
    if (this.#start > 0) this.#start = 0
    const found: CutRecord[] = []
    // The last character may be a backslash whose counterpart comes later.
    for (const end = this.#text.length - 1; this.#scanned < end; this.#scanned++) this.#look(found)
    return found
  }

  end(): CutRecord[] {
    const found: CutRecord[] = []
    for (; this.#scanned < this.#text.length; this.#scanned++) this.#look(found)
    if (this.#start >= 0) found.push({ line: this.#startLine, text: '' })
    return found
  }

  #look(found: CutRecord[]): void {
    const code = this.#text.charCodeAt(this.#scanned)
    if (code === 10) this.#breakLine(found)
    else if (this.#inString) this.#lookInString(code)
    else if (code === 34 && this.#start >= 0) this.#inString = true
    else if (code === OPEN) this.#open()
    else if (code === CLOSE && this.#depth > 0) this.#close(found)
    else if (this.#depth === 0 && !BETWEEN_RECORDS.has(code)) this.#tell(found)
    if (this.#start >= 0 && this.#scanned - this.#start > MAX_RECORD_LENGTH) this.#drop(found)
  }

  #lookInString(code: number): void {
    if (code === 92) this.#scanned++
    else if (code === 34) this.#inString = false
  }

  /** Strings contain no line breaks (RFC 8259, 7). */
  #breakLine(found: CutRecord[]): void {
    this.#line++
    const isDamaged = this.#inString || (this.#start >= 0 && this.#text.charCodeAt(this.#scanned + 1) === OPEN)
    if (this.#start >= 0 && isDamaged) this.#drop(found)
  }

  #tell(found: CutRecord[]): void {
    if (this.#isGivenUp || this.#toldLine === this.#line) return
    this.#toldLine = this.#line
    found.push({ line: this.#line, text: '' })
  }

  #drop(found: CutRecord[]): void {
    found.push({ line: this.#startLine, text: '' })
    this.#isGivenUp = true
    this.#start = -1
    this.#depth = 0
    this.#inString = false
  }

  #open(): void {
    if (this.#depth === 0) {
      this.#start = this.#scanned
      this.#startLine = this.#line
      this.#isGivenUp = false
    }
    this.#depth++
  }

  #close(found: CutRecord[]): void {
    this.#depth--
    if (this.#depth > 0) return
    found.push({ line: this.#startLine, text: this.#text.slice(this.#start, this.#scanned + 1) })
    this.#start = -1
  }
}
