import { UnreadableFile } from './unreadable-file.ts'
import { readPart } from './workbook-parts.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** Longer texts make a workbook unreadable for the programs that write it. */
export const MAX_CELL_LENGTH = 32_767
/** They are all kept in memory, while the sheet is not. */
const MAX_CHARACTERS = 16_000_000
const MAX_STRINGS = 1_000_000

/** `_x0041_` is an A (ECMA-376 part 1, 22.4.2.4). */
const ESCAPED = /_x([\da-f]{4})_/gi
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** The texts that cells refer to by number (ECMA-376 part 1, 18.4.9). @throws UnreadableFile if there are too many. */
export async function readStrings(parts: WorkbookParts, part: string): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let total = 0
  let isText = false
  let isPhonetic = false
  const events = {
    open: (name: string): void => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text: (piece: string): void => {
      if (!isText) return
      total += piece.length
      if (total > MAX_CHARACTERS) throw new UnreadableFile(TOO_LARGE)
      if (text.length < MAX_CELL_LENGTH) text += piece
    },
    close: (name: string): void => {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      if (strings.push(unescaped(text)) > MAX_STRINGS) throw new UnreadableFile(TOO_LARGE)
    },
  }
  for await (const _ of readPart(parts, part, events));
  return strings
}

const TOO_LARGE = 'The workbook is too large: save it as CSV.'
