import { AppError } from '../../errors.ts'
import { decodeText } from '../../engine/import/text-decoding.ts'
import { readRowBatches, UnreadableText } from '../../engine/import/row-reader.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { isNoText, NO_TEXT } from '../../lib/text/no-text.ts'
import { withHead } from '../../lib/text/text-head.ts'

/** Of a line including quoted line breaks; longer ones are not CSV rows. */
const MAX_LINE_LENGTH = 100_000
const DELIMITERS = [',', ';', '\t'] as const

interface WantedColumns {
  /** The parameter that errors name. */
  field: string
  /** Chooses the wanted cells by the header line. Throws if it has none of them. */
  placesOf: (header: readonly string[]) => readonly number[]
  /** Reading stops soon after this many rows. */
  maxRows: number
}

/**
 * Cells of a CSV text (RFC 4180) with a header line, read as it arrives, delimited by comma, semicolon or tab. Lines may be
 * longer or shorter than the header; those whose wanted cells are all empty are left out. The encoding, one of those that
 * spreadsheets write, is detected.
 * @throws AppError wrong_params if it is not CSV.
 */
export async function cellsOfCsv(bytes: AsyncIterable<Uint8Array>, wanted: WantedColumns): Promise<string[][]> {
  const { head, all } = await withHead((await decodeText(bytes)).text)
  if (isNoText(head)) throw unusableCsv(NO_TEXT, wanted.field)
  const firstLine = head.slice(0, MAX_LINE_LENGTH).split(/[\r\n]/, 1)[0] ?? ''
  const delimiter = DELIMITERS.find((candidate) => firstLine.includes(candidate)) ?? ','
  const found: string[][] = []
  let places: readonly number[] | null = null
  for await (const rows of readBatches(all, delimiter, wanted.field)) {
    for (const { cells, problem } of rows) {
      if (problem !== null) throw unusableCsv('The CSV cannot be read.', wanted.field)
      if (places === null) {
        places = wanted.placesOf(cells)
        continue
      }
      const row = places.map((place) => cells[place] ?? '')
      if (row.some((cell) => cell.trim() !== '')) found.push(row)
    }
    if (found.length > wanted.maxRows) break
  }
  if (places === null) wanted.placesOf([])
  return found
}

async function* readBatches(text: AsyncIterable<string>, delimiter: string, field: string): AsyncGenerator<TextRow[]> {
  try {
    yield* readRowBatches(text, { delimiter, maxRowLength: MAX_LINE_LENGTH })
  } catch (error) {
    throw error instanceof UnreadableText ? unusableCsv('The CSV cannot be read.', field, error) : error
  }
}

export const unusableCsv = (details: string, field: string, cause?: unknown): AppError =>
  new AppError('wrong_params', details, { field, cause })
