import { detectDelimiter } from '../../engine/import/delimiter.ts'
import { arrivingTable } from '../../engine/import/arriving-table.ts'
import type { ArrivingTable } from '../../engine/import/arriving-table.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { peopleRows } from '../../engine/import/columns/people-rows.ts'
import { readRows, UnreadableText } from '../../engine/import/row-reader.ts'
import { AppError } from '../../errors.ts'
import { refuseWide } from './leads-import-columns.ts'

/** Rows shown below the header row, and characters shown of each cell. */
const SAMPLE_ROWS = 5
const MAX_CELL_LENGTH = 200
const MAX_SHOWN_COLUMNS = 100

/** The beginning of a file of rows. */
export interface UploadLook {
  /** A label of the WHATWG Encoding standard. */
  encoding: string
  /** Cells of the header row; empty if the file is. */
  header: string[]
  /** The first rows below it. */
  sample: string[][]
}

/**
 * Reads as much of a file as people look at.
 * @throws AppError validation_failed if it is not text, its quotation marks yield no rows, or it has too many columns.
 */
export async function lookAtUpload(bytes: AsyncIterable<Uint8Array>): Promise<UploadLook> {
  try {
    return await lookAtTable(await arrivingTable(bytes))
  } catch (error) {
    throw readableProblem(error)
  }
}

async function lookAtTable({ encoding, head, all }: ArrivingTable): Promise<UploadLook> {
  const rows: string[][] = []
  for await (const { cells } of peopleRows(readRows(all, { delimiter: detectDelimiter(head) }))) {
    if (rows.length === 0) refuseWide(cells)
    if (cells.some((cell) => cell.trim() !== '')) rows.push(cells.slice(0, MAX_SHOWN_COLUMNS).map(cut))
    if (rows.length > SAMPLE_ROWS) break
  }
  const [header = [], ...sample] = rows
  return { encoding, header, sample }
}

/** Explains to the sender what is wrong with the file; any other error stays unchanged. */
export function readableProblem(error: unknown): unknown {
  if (error instanceof UnreadableFile) return unusableFile(error.message)
  return error instanceof UnreadableText ? unusableFile(OPEN_QUOTES) : error
}
const OPEN_QUOTES = 'The file cannot be read: too many quotation marks are not closed.'

/** @throws AppError validation_failed for a file from which nobody can be imported, saying what is missing. */
export function refuseUseless({ header, sample }: UploadLook): void {
  if (header.length === 0) throw unusableFile(EMPTY_FILE)
  if (header.some((cell) => cell.includes('@')))
    throw unusableFile('The file has no header row. Put one above the first row, with a name for each column.')
  if (sample.length === 0) throw unusableFile('The file has no rows below its header row.')
}

export const EMPTY_FILE = 'The file is empty.'

const cut = (cell: string): string => cell.slice(0, MAX_CELL_LENGTH).toWellFormed()

/** About a file that is sent as `csv`. */
export const unusableFile = (details: string): AppError => new AppError('validation_failed', details, { field: 'csv' })
