import { stringify } from 'csv-stringify/sync'
import { AppError } from '../../errors.ts'
import { readRowBatches, UnreadableText } from '../../engine/import/row-reader.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { withHead } from '../../lib/text/text-head.ts'
import { MAX_BULK_ADDRESSES } from './bulk-input.ts'
import type { BulkRow } from './bulk-output.ts'

/** Lists of addresses as CSV (RFC 4180): what callers send, and what spreadsheets open. */

const COLUMN = 'email'

/** Of a line with its quoted line breaks; longer ones belong to something else. */
const MAX_LINE_LENGTH = 100_000
const DELIMITERS = [',', ';', '\t'] as const

/**
 * The column named `email` of a CSV text with a header line, read as it arrives; comma, semicolon or tab between cells.
 * Lines may be longer or shorter than the header. Reads no further than one address beyond what a list takes.
 * @throws AppError wrong_params when it is no CSV, or has no such column.
 */
export async function addressesOfCsv(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const { head, all } = await withHead(textOf(bytes))
  const firstLine = head.slice(0, MAX_LINE_LENGTH).split(/[\r\n]/, 1)[0] ?? ''
  const delimiter = DELIMITERS.find((candidate) => firstLine.includes(candidate)) ?? ','
  const addresses: string[] = []
  let column = -1
  for await (const rows of readBatches(all, delimiter)) {
    for (const { cells, problem } of rows) {
      if (problem !== null) throw unusable('The CSV cannot be read.')
      if (column < 0) column = emailColumn(cells)
      else if ((cells[column] ?? '').trim() !== '') addresses.push(cells[column] ?? '')
    }
    if (addresses.length > MAX_BULK_ADDRESSES) break
  }
  if (column < 0) throw noColumn()
  return addresses
}

async function* readBatches(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<TextRow[]> {
  try {
    yield* readRowBatches(text, { delimiter, maxRowLength: MAX_LINE_LENGTH })
  } catch (error) {
    throw error instanceof UnreadableText ? unusable('The CSV cannot be read.', error) : error
  }
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

function emailColumn(header: readonly string[]): number {
  const column = header.findIndex((name) => name.trim().toLowerCase() === COLUMN)
  if (column < 0) throw noColumn()
  return column
}

const noColumn = () => unusable('The CSV needs a header line with a column named email.')

const unusable = (details: string, cause?: unknown) => new AppError('wrong_params', details, { field: 'emails', cause })

const COLUMNS = [
  'email',
  'status',
  'result',
  'score',
  'regexp',
  'gibberish',
  'disposable',
  'webmail',
  'mx_records',
  'smtp_server',
  'smtp_check',
  'accept_all',
  'block',
  'error',
] as const satisfies readonly (keyof BulkRow)[]

/** Answers as CSV. A cell that a spreadsheet would take for a formula is escaped. */
export const csvOfAnswers = (rows: readonly BulkRow[], { header = true } = {}): string =>
  stringify(
    rows.map((row) => COLUMNS.map((column) => row[column] ?? null)),
    {
      header,
      columns: [...COLUMNS],
      escape_formulas: true,
      cast: { boolean: String },
    },
  )
