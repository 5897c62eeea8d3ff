import { stringify } from 'csv-stringify/sync'
import { columnOfHeader } from '../fields/column-spellings.ts'
import { MAX_BULK_ADDRESSES } from './bulk-input.ts'
import type { BulkRow } from './bulk-output.ts'
import { cellsOfCsv, unusableCsv } from './csv-columns.ts'
import { defused } from '../../lib/text/spreadsheet-cell.ts'

/** Lists of addresses as CSV (RFC 4180): what callers send, and what spreadsheets open. */

const COLUMN = 'email'
/**
 * The column `email` of a CSV text with a header line, or the first column with a name other programs use for it.
 * @param field the parameter that errors name
 * @throws AppError wrong_params if it is not CSV, or has no such column.
 */
export async function addressesOfCsv(bytes: AsyncIterable<Uint8Array>, field = 'emails'): Promise<string[]> {
  const placesOf = (header: readonly string[]): readonly number[] => {
    const named = header.findIndex((title) => title.trim().toLowerCase() === COLUMN)
    const column = named < 0 ? header.findIndex((title) => columnOfHeader(title) === COLUMN) : named
    if (column < 0) throw unusableCsv('The CSV needs a header row with a column named email.', field)
    return [column]
  }
  const cells = await cellsOfCsv(bytes, { field, placesOf, maxRows: MAX_BULK_ADDRESSES })
  return cells.flat()
}

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

/** Answers as CSV. Cells that a spreadsheet would take for formulas are escaped. */
export const csvOfAnswers = (rows: readonly BulkRow[], { header = true } = {}): string =>
  stringify(
    rows.map((row) => COLUMNS.map((column) => row[column] ?? null)),
    {
      header,
      columns: [...COLUMNS],
      cast: { boolean: String, string: defused },
    },
  )
