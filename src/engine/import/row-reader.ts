import { setImmediate as nextTurn } from 'node:timers/promises'
import { RowSplitter } from './row-splitter.ts'
import type { TextRow } from './row-splitter.ts'

export type { TextRow } from './row-splitter.ts'

export interface RowReaderOptions {
  delimiter: string
  /** In characters; longer rows are rejected. */
  maxRowLength?: number
}

/** More than a person writes into a row. */
const MAX_ROW_LENGTH = 100_000
/** Characters split at once; other work has its turn in between. */
const PIECE_LENGTH = 65_536
/** A text with more invalid rows is not delimited text; each may cost reading a row's length twice. */
const MAX_RECOVERIES = 5_000
/** For long texts, a share. */
const ROWS_PER_RECOVERY = 100

/** The text cannot be read any further. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

/**
 * Reads rows (RFC 4180, and what else programs write: any line ends, even mixed, stray quotes, rows of unequal length) in
 * constant memory. A quotation mark that is never closed costs only its own line: reading continues after it. Empty lines are
 * left out.
 * @throws UnreadableText after too many unclosed marks; whatever `text` throws.
 */
export async function* readRows(text: AsyncIterable<string>, options: RowReaderOptions): AsyncGenerator<TextRow> {
  for await (const rows of readRowBatches(text, options)) yield* rows
}

/** The same, in batches of the rows that a piece of the text contains. */
export async function* readRowBatches(
  text: AsyncIterable<string>,
  { delimiter, maxRowLength = MAX_ROW_LENGTH }: RowReaderOptions,
): AsyncGenerator<TextRow[]> {
  const splitter = new RowSplitter(delimiter, maxRowLength)
  let total = 0
  let recoveries = 0
  const checked = (rows: TextRow[]): TextRow[] => {
    total += rows.length
    for (const { problem } of rows) if (problem !== null) recoveries++
    if (recoveries <= MAX_RECOVERIES + total / ROWS_PER_RECOVERY) return rows
    throw new UnreadableText('Too many quotation marks are never closed.')
  }
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; at += PIECE_LENGTH) {
      yield checked(splitter.push(chunk.slice(at, at + PIECE_LENGTH)))
      await nextTurn()
    }
  }
  yield checked(splitter.push(null))
}
