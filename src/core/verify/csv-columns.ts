import { AppError } from '../../errors.ts'
import { decodeText } from '../../engine/import/text-decoding.ts'
import { readRowBatches, UnreadableText } from '../../engine/import/row-reader.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { withHead } from '../../lib/text/text-head.ts'

/** Of a line with its quoted line breaks; longer ones belong to something else. */
const MAX_LINE_LENGTH = 100_000
const DELIMITERS = [',', ';', '\t'] as const

interface WantedColumns {
  /** The parameter that errors name. */
  field: string
  /** Which cells are wanted, by the header line. Throws where it has none of them. */
  placesOf: (header: readonly string[]) => readonly number[]
  /** Reads no further than about one row beyond. */
  maxRows: number
}

/**
 * Cells of a CSV text (RFC 4180) with a header line, read as it arrives; comma, semicolon or tab between cells. Lines may be
 * longer or shorter than the header; those whose wanted cells are all empty are left out. Of the encodings that spreadsheets
 * write, it is found out which.
 * @throws AppError wrong_params when it is no CSV.
 */
export async function cellsOfCsv(bytes: AsyncIterable<Uint8Array>, wanted: WantedColumns): Promise<string[][]> {
  const { head, all } = await withHead((await decodeText(bytes)).text)
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
