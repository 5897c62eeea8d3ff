import { UnreadableFile } from './unreadable-file.ts'
import { readPart } from './workbook-parts.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** Longer texts make a workbook unreadable for the programs that write it. */
export const MAX_CELL_LENGTH = 32_767
/** They are all kept in memory, while the sheet is not. */
const MAX_BYTES = 67_108_864
const MAX_STRINGS = 4_000_000
const PAGE_BYTES = 1_048_576
const FIRST_STRINGS = 4_096

/** `_x0041_` is an A (ECMA-376 part 1, 22.4.2.4). */
const ESCAPED = /_x([\da-f]{4})_/gi
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Many texts in little memory: as strings, a hundred thousand rows of them take ten times as much. */
export class SharedStrings {
  private readonly pages: Buffer[] = []
  /** Where each text begins, pages counted through, and its bytes. */
  private places = new Uint32Array(FIRST_STRINGS * 2)
  private count = 0
  private end = 0

  /** @throws UnreadableFile if there are too many. */
  add(text: string): void {
    const bytes = Buffer.from(text)
    const left = PAGE_BYTES - (this.end % PAGE_BYTES)
    // No text is on two pages.
    const start = this.end + (bytes.length > left ? left : 0)
    if (start + bytes.length > MAX_BYTES || this.count >= MAX_STRINGS)
      throw new UnreadableFile('The workbook is too large: save it as CSV.')
    if (this.places.length === 2 * this.count) {
      const more = new Uint32Array(2 * this.places.length)
      more.set(this.places)
      this.places = more
    }
    this.pageOf(start).set(bytes, start % PAGE_BYTES)
    this.places.set([start, bytes.length], 2 * this.count++)
    this.end = start + bytes.length
  }

  /** Empty for a number that no text has. */
  at(index: number): string {
    const [start = 0, length = 0] = index < this.count ? this.places.subarray(2 * index, 2 * index + 2) : []
    const from = start % PAGE_BYTES
    return length === 0 ? '' : this.pageOf(start).toString('utf8', from, from + length)
  }

  private pageOf(start: number): Buffer {
    return (this.pages[Math.floor(start / PAGE_BYTES)] ??= Buffer.allocUnsafe(PAGE_BYTES))
  }
}

/** The texts that cells refer to by number (ECMA-376 part 1, 18.4.9). @throws UnreadableFile if there are too many. */
export async function readStrings(parts: WorkbookParts, part: string): Promise<SharedStrings> {
  const strings = new SharedStrings()
  let text = ''
  let isText = false
  let isPhonetic = false
  const events = {
    open: (name: string): void => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text: (piece: string): void => {
      if (isText && text.length < MAX_CELL_LENGTH) text += piece
    },
    close: (name: string): void => {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'si') strings.add(unescaped(text).slice(0, MAX_CELL_LENGTH))
    },
  }
  for await (const _ of readPart(parts, part, events));
  return strings
}
