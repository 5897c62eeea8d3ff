import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { AppError } from '../errors.ts'
import type { BulkRow } from './bulk-output.ts'

/** Lists of addresses as CSV (RFC 4180): what callers send, and what spreadsheets open. */

const COLUMN = 'email'

/** More columns or longer cells belong to something else. */
const MAX_CELL_LENGTH = 100_000

/**
 * The column named `email` of a CSV text with a header line; comma, semicolon or tab between cells.
 * @throws AppError wrong_params when it is no CSV, or has no such column.
 */
export function addressesOfCsv(text: string): string[] {
  const rows = readRows(text)
  const [header = [], ...body] = rows
  const column = header.findIndex((name) => name.trim().toLowerCase() === COLUMN)
  if (column < 0) throw unusable('The CSV needs a header line with a column named email.')
  return body.map((row) => row[column] ?? '')
}

function readRows(text: string): string[][] {
  const firstLine = text.slice(0, MAX_CELL_LENGTH).split(/[\r\n]/, 1)[0] ?? ''
  const delimiter = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ','
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: MAX_CELL_LENGTH,
    })
  } catch (error) {
    throw unusable('The CSV cannot be read.', error)
  }
}

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
