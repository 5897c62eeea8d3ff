import { UnreadableFile } from './unreadable-file.ts'
import { readPart } from './workbook-parts.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** Longer texts make a workbook unreadable for the programs that write it. */
export const MAX_CELL_LENGTH = 32_767
/** They are all kept in memory, while the sheet is not. */
const MAX_BYTES = 67_108_864
const MAX_STRINGS = 4_000_000
const FIRST_BYTES = 65_536

/** `_x0041_` is an A (ECMA-376 part 1, 22.4.2.4). */
const ESCAPED = /_x([\da-f]{4})_/gi
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Many texts in little memory: as strings, a hundred thousand rows of them take ten times as much. */
export class SharedStrings {
  private bytes = Buffer.alloc(FIRST_BYTES)
  private ends = new Uint32Array(FIRST_BYTES / Uint32Array.BYTES_PER_ELEMENT)
  private count = 0

  /** @throws UnreadableFile if there are too many. */
  add(text: string): void {
    const start = this.startOf(this.count)
    const end = start + Buffer.byteLength(text)
    if (end > MAX_BYTES || this.count >= MAX_STRINGS)
      throw new UnreadableFile('The workbook is too large: save it as CSV.')
    if (end > this.bytes.length) this.bytes = Buffer.concat([this.bytes], Math.max(end, 2 * this.bytes.length))
    if (this.count === this.ends.length) {
      const more = new Uint32Array(2 * this.count)
      more.set(this.ends)
      this.ends = more
    }
    this.bytes.write(text, start)
    this.ends[this.count++] = end
  }

  /** Empty for a number that no text has. */
  at(index: number): string {
    return index < this.count ? this.bytes.toString('utf8', this.startOf(index), this.ends[index]) : ''
  }

  private startOf(index: number): number {
    return this.ends[index - 1] ?? 0
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
