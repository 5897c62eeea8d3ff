import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { decodeText } from '../text/text-decoding.ts'
import { NO_TEXT } from '../../../lib/text/no-text.ts'
import { csvLine } from './csv-line.ts'
import { MAX_CELL_LENGTH } from './shared-strings.ts'
import { UnreadableFile } from './unreadable-file.ts'

const MAX_COLUMNS = 500
/** What a cell over several rows says is repeated in each of them; longer texts are notes. */
const MAX_REPEATED = 500
/** Elements in elements. The parser moves all of them for each one that is opened. */
const MAX_DEPTH = 2_000
/** Characters parsed at once; other work has its turn in between. */
const PIECE_LENGTH = 65_536

/** XML that is no page for people has records, each program's in another form. */
const RECORDS = /^\uFEFF?\s*<\?xml(?!.{0,2000}<(?:!doctype )?html[\s>])/is
const NO_TABLE = 'This XML has no table: save it as .xlsx, CSV or JSON.'

/**
 * The tables of a page or of an XML spreadsheet (both of which programs call .xls) as CSV in UTF-8, one below the other.
 * @throws UnreadableFile while it is read, also if there is no table
 */
export async function* tableText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { text } = await decodeText(bytes)
  const reader = new TableReader()
  const parser = new Parser(reader, { recognizeSelfClosing: true })
  let isEmpty = true
  const written = (): Buffer[] => {
    const lines = reader.taken().map((cells) => csvLine(cells, 0))
    if (lines.length === 0) return []
    const mark = isEmpty ? '\uFEFF' : ''
    isEmpty = false
    return [Buffer.from(mark + lines.join(''))]
  }
  let begin = ''
  for await (const chunk of text) {
    if (begin === '') begin = chunk.slice(0, PIECE_LENGTH)
    for (let at = 0; at < chunk.length; at += PIECE_LENGTH) {
      parser.write(chunk.slice(at, at + PIECE_LENGTH))
      yield* written()
      await nextTurn()
    }
  }
  parser.end()
  yield* written()
  if (isEmpty) throw new UnreadableFile(RECORDS.test(begin) ? NO_TABLE : NO_TEXT)
}

/** A cell that goes on below. */
interface Below {
  text: string
  rows: number
}

/** Reads rows of HTML (`tr`, `td`) and of SpreadsheetML 2003 (`ss:Row`, `ss:Cell`); their ends may be missing. */
class TableReader {
  private rows: string[][] = []
  private row: string[] | null = null
  private cell: string | null = null
  /** Rows and columns that the open cell takes. */
  private size = { rows: 1, columns: 1 }
  private hidden = 0
  private depth = 0
  private readonly below = new Map<number, Below>()

  taken(): string[][] {
    const { rows } = this
    this.rows = []
    return rows
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.depth > MAX_DEPTH) throw new UnreadableFile(`Its elements are more than ${MAX_DEPTH} deep.`)
    const kind = KINDS.get(bare(name))
    if (kind === 'hidden') this.hidden++
    else if (kind === 'row') this.beginRow()
    else if (kind === 'table') this.endTable()
    else if (kind === 'cell') this.beginCell(attributes)
    else if (kind === 'break' && this.cell !== null) this.cell += ' '
  }

  ontext(text: string): void {
    if (this.cell !== null && this.hidden === 0 && this.cell.length < MAX_CELL_LENGTH) this.cell += text
  }

  onclosetag(name: string): void {
    this.depth--
    const kind = KINDS.get(bare(name))
    if (kind === 'hidden') this.hidden = Math.max(0, this.hidden - 1)
    else if (kind === 'row') this.endRow()
    else if (kind === 'table') this.endTable()
    else if (kind === 'cell') this.endCell()
  }

  private beginRow(): void {
    this.endRow()
    this.row = []
  }

  private beginCell(attributes: Readonly<Record<string, string>>): void {
    this.endCell()
    this.row ??= []
    const place = countOf(attributes['ss:index'], 1)
    while (this.row.length < place - 1) this.add(this.fromAbove())
    this.cell = ''
    this.size = {
      rows: countOf(attributes['rowspan'], 1) + countOf(attributes['ss:mergedown'], 0),
      columns: countOf(attributes['colspan'], 1) + countOf(attributes['ss:mergeacross'], 0),
    }
  }

  private endCell(): void {
    if (this.cell === null || this.row === null) return
    while (this.below.has(this.row.length)) this.add(this.fromAbove())
    const text = this.cell.replace(/\s+/g, ' ').trim().slice(0, MAX_CELL_LENGTH)
    this.cell = null
    const rows = this.size.rows - 1
    for (let at = 0; at < this.size.columns; at++) {
      const shown = at === 0 ? text : ''
      if (rows > 0) this.below.set(this.row.length, { text: shown.length > MAX_REPEATED ? '' : shown, rows })
      this.add(shown)
    }
  }

  private endRow(): void {
    this.endCell()
    const { row } = this
    if (row === null) return
    const last = Math.max(-1, ...this.below.keys())
    while (row.length <= last) this.add(this.fromAbove())
    this.row = null
    if (row.some((cell) => cell !== '')) this.rows.push(row)
  }

  private endTable(): void {
    this.endRow()
    this.below.clear()
  }

  private add(text: string): void {
    if ((this.row?.length ?? 0) >= MAX_COLUMNS)
      throw new UnreadableFile(`The workbook has more than ${MAX_COLUMNS} columns.`)
    this.row?.push(text)
  }

  /** What a cell above says in the next place of the row. */
  private fromAbove(): string {
    const column = this.row?.length ?? 0
    const cell = this.below.get(column)
    if (cell === undefined) return ''
    cell.rows--
    if (cell.rows === 0) this.below.delete(column)
    return cell.text
  }
}

const KINDS: ReadonlyMap<string, 'hidden' | 'row' | 'table' | 'cell' | 'break'> = new Map([
  ...(['style', 'script', 'comment', 'title'] as const).map((name) => [name, 'hidden'] as const),
  ...(['tr', 'row'] as const).map((name) => [name, 'row'] as const),
  ...(['table', 'worksheet'] as const).map((name) => [name, 'table'] as const),
  ...(['td', 'th', 'cell'] as const).map((name) => [name, 'cell'] as const),
  ...(['br', 'p', 'div', 'li'] as const).map((name) => [name, 'break'] as const),
])

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A number of rows or columns, as far as anybody fills them. */
const countOf = (text: string | undefined, otherwise: number): number => {
  const count = Number(text ?? Number.NaN)
  return Number.isInteger(count) && count > 0 ? Math.min(count, MAX_COLUMNS + 1) : otherwise
}
