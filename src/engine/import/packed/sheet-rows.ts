import { numberText } from './cell-formats.ts'
import type { CellFormat } from './cell-formats.ts'
import { MAX_CELL_LENGTH, unescaped } from './shared-strings.ts'
import type { SharedStrings } from './shared-strings.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { readPart } from './workbook-parts.ts'
import type { WorkbookParts } from './workbook-parts.ts'

export interface SheetRow {
  /** Its number in the sheet, from 1. */
  number: number
  cells: string[]
}

/** What the cells of all sheets of a workbook refer to. */
export interface CellTexts {
  strings: SharedStrings
  formats: readonly CellFormat[]
  isFrom1904: boolean
}

/** The rows that a sheet has at most (ECMA-376 part 1, 18.3.1.73), and the columns that anybody fills. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 500

/** The rows of a sheet that hold anything, in groups as they are read. @throws UnreadableFile */
export async function* sheetRows(parts: WorkbookParts, part: string, texts: CellTexts): AsyncGenerator<SheetRow[]> {
  const reader = new SheetReader(texts)
  for await (const _ of readPart(parts, part, reader)) {
    const rows = reader.taken()
    if (rows.length > 0) yield rows
  }
}

type Attributes = Readonly<Record<string, string>>

class SheetReader {
  private readonly texts: CellTexts
  private rows: SheetRow[] = []
  private row: SheetRow = { number: 0, cells: [] }
  private column = -1
  private type = 'n'
  private style = 0
  private value = ''
  private isValue = false
  private isPhonetic = false

  constructor(texts: CellTexts) {
    this.texts = texts
  }

  taken(): SheetRow[] {
    const { rows } = this
    this.rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    this.isValue = name === 'v' || (name === 't' && !this.isPhonetic)
    if (name === 'row') this.beginRow(attributes)
    else if (name === 'c') this.beginCell(attributes)
    else if (name === 'rPh') this.isPhonetic = true
  }

  text(piece: string): void {
    if (this.isValue && this.value.length < MAX_CELL_LENGTH) this.value += piece
  }

  close(name: string): void {
    this.isValue = false
    if (name === 'c') this.endCell()
    else if (name === 'row' && this.row.cells.length > 0) this.rows.push(this.row)
    else if (name === 'rPh') this.isPhonetic = false
  }

  /** Programs may leave out the numbers of rows and cells that follow one another. */
  private beginRow({ r }: Attributes): void {
    const stated = Number(r ?? Number.NaN)
    const number = Number.isInteger(stated) && stated > this.row.number ? stated : this.row.number + 1
    if (number > MAX_ROWS) throw new UnreadableFile('The workbook is refused: a sheet of it has too many rows.')
    this.row = { number, cells: [] }
    this.column = -1
  }

  private beginCell({ r, t, s }: Attributes): void {
    this.column = r === undefined ? this.column + 1 : columnOf(r, this.column + 1)
    this.type = t ?? 'n'
    this.style = Number(s ?? 0)
    this.value = ''
  }

  private endCell(): void {
    const text = this.cellText()
    if (text === '') return
    if (this.column >= MAX_COLUMNS) throw new UnreadableFile(`The workbook has more than ${MAX_COLUMNS} columns.`)
    const { cells } = this.row
    while (cells.length < this.column) cells.push('')
    cells[this.column] = text
  }

  /** By the type of the cell (ECMA-376 part 1, 18.18.11). Errors, such as `#N/A`, are nothing that anybody wrote. */
  private cellText(): string {
    const { type, value, texts } = this
    if (type === 's') return texts.strings.at(Number(value))
    if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : ''
    if (type === 'e') return ''
    if (type === 'n') return numberText(value, texts.formats[this.style] ?? 'plain', texts.isFrom1904)
    return unescaped(value).slice(0, MAX_CELL_LENGTH)
  }
}

/** `AB12` is in column 27, counted from 0. */
export function columnOf(reference: string, otherwise: number): number {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference)?.[0].toUpperCase()
  if (letters === undefined) return otherwise
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
