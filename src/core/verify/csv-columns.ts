import { AppError } from '../../errors.ts'
import { arrivingTable } from '../../engine/import/arriving-table.ts'
import type { ArrivingTable } from '../../engine/import/arriving-table.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { rowsFromHeader } from '../../engine/import/columns/header-row.ts'
import { detectDelimiter } from '../../engine/import/delimiter.ts'
import { readRows, UnreadableText } from '../../engine/import/row-reader.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'

/** Of a line including quoted line breaks; longer ones are not CSV rows. */
const MAX_LINE_LENGTH = 100_000

interface WantedColumns {
  /** The parameter that errors name. */
  field: string
  /** Chooses the wanted cells by the header line. Throws if it has none of them. */
  placesOf: (header: readonly string[]) => readonly number[]
  /** Reading stops soon after this many rows. */
  maxRows: number
}

/**
 * Cells of a CSV text (RFC 4180) with a header line, which may follow a title, read as it arrives. Lines may be longer or
 * shorter than the header; those whose wanted cells are all empty are left out. The encoding, one of those that
 * spreadsheets write, is detected.
 * @throws AppError wrong_params if it is not CSV.
 */
export async function cellsOfCsv(bytes: AsyncIterable<Uint8Array>, wanted: WantedColumns): Promise<string[][]> {
  try {
    return await cellsOfTable(await arrivingTable(bytes), wanted)
  } catch (error) {
    throw error instanceof UnreadableFile ? unusableCsv(error.message, wanted.field, error) : error
  }
}

async function cellsOfTable({ head, all }: ArrivingTable, wanted: WantedColumns): Promise<string[][]> {
  if (head.trim() === '') throw unusableCsv('The file is empty.', wanted.field)
  const found: string[][] = []
  let places: readonly number[] | null = null
  for await (const { line, cells, problem } of rowsOf(all, detectDelimiter(head), wanted.field)) {
    if (problem !== null)
      throw unusableCsv(`Line ${line} of the CSV cannot be read: ${PROBLEMS[problem]}`, wanted.field)
    if (places === null) {
      places = wanted.placesOf(cells)
      continue
    }
    const row = places.map((place) => cells[place] ?? '')
    if (row.some((cell) => cell.trim() !== '')) found.push(row)
    if (found.length > wanted.maxRows) break
  }
  if (places === null) wanted.placesOf([])
  return found
}

/** Nobody can tell which row is missing from a result, so none is left out. */
const PROBLEMS = { open_quote: 'a quotation mark is not closed.', too_long: 'it is too long.' } as const

async function* rowsOf(text: AsyncIterable<string>, delimiter: string, field: string): AsyncGenerator<TextRow> {
  try {
    yield* rowsFromHeader(readRows(text, { delimiter, maxRowLength: MAX_LINE_LENGTH }))
  } catch (error) {
    throw error instanceof UnreadableText ? unusableCsv('The CSV cannot be read.', field, error) : error
  }
}

export const unusableCsv = (details: string, field: string, cause?: unknown): AppError =>
  new AppError('wrong_params', details, { field, cause })
