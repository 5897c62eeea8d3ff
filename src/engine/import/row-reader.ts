import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import type { Parser } from 'csv-parse'
import { createTextTape } from './text-tape.ts'
import type { TextTape } from './text-tape.ts'

/** One row of a delimited text. */
export interface TextRow {
  /** Of the file, from 1, where the row begins: quoted cells may hold line breaks. */
  line: number
  cells: string[]
  /** The row is none: a quotation mark is never closed, or it is too long. Its cells are then empty. */
  problem: 'open_quote' | 'too_long' | null
}

export interface RowReaderOptions {
  delimiter: string
  /** Longer rows are none. */
  maxRowBytes?: number
}

/** More than a person writes into a row. */
const MAX_ROW_BYTES = 100_000
/** A text with more unclosed quotes is no delimited text; each of them costs reading a row's length twice. */
const MAX_RECOVERIES = 5_000

/** The text cannot be read any further. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText'
}

/**
 * Reads rows (RFC 4180, and what else programs write: any line ends, also mixed, stray quotes, rows of unequal length)
 * in constant memory. A quotation mark that is never closed costs its own line and no more: reading goes on behind it.
 * Empty lines are left out.
 * @throws UnreadableText after too many of those; whatever `text` throws.
 */
export async function* readRows(
  text: AsyncIterable<string>,
  { delimiter, maxRowBytes = MAX_ROW_BYTES }: RowReaderOptions,
): AsyncGenerator<TextRow> {
  const tape = createTextTape(text)
  let recoveries = 0
  for (;;) {
    const end = yield* readUntilProblem(tape, delimiter, maxRowBytes)
    if (end === 'end') return
    if (++recoveries > MAX_RECOVERIES) throw new UnreadableText('Too many quotation marks are never closed.')
    const { line } = tape
    await tape.skipLine()
    yield { line, cells: [], problem: end }
  }
}

interface Parsed {
  record: string[]
  info: { bytes: number }
}

/** Reads with one parser; when it ends with a problem, the tape stands before the row that has it. */
async function* readUntilProblem(
  tape: TextTape,
  delimiter: string,
  maxRowBytes: number,
): AsyncGenerator<TextRow, 'end' | 'open_quote' | 'too_long'> {
  const parser = createParser(delimiter, maxRowBytes)
  const start = tape.position
  const failures: { code?: string }[] = []
  parser.on('error', (error: { code?: string }) => failures.push(error))
  let width = 0
  for (let ended = false; !ended;) {
    const chunk = await tape.next()
    ended = chunk === null
    for (const { record, info } of await parsedRows(parser, chunk)) {
      const end = start + info.bytes
      if (swallowsRows(record, tape.peek(end), width)) return leave(parser, tape, 'open_quote')
      width ||= record.length
      yield { line: tape.advance(end), cells: record, problem: null }
    }
    const [failure] = failures
    if (failure !== undefined) return leave(parser, tape, problemOf(failure, tape))
  }
  return 'end'
}

/** The rows that are whole with this chunk; null is the end. Errors are told by then, and others had their turn. */
async function parsedRows(parser: Parser, chunk: Buffer | null): Promise<Parsed[]> {
  if (chunk === null) parser.end()
  else parser.write(chunk)
  const rows = drain(parser)
  await nextTurn()
  return [...rows, ...drain(parser)]
}

function drain(parser: Parser): Parsed[] {
  const rows: Parsed[] = []
  for (let row = parser.read() as Parsed | null; row !== null; row = parser.read() as Parsed | null) rows.push(row)
  return rows
}

const createParser = (delimiter: string, maxRowBytes: number): Parser =>
  parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  })

function leave<T>(parser: Parser, tape: TextTape, result: T): T {
  parser.destroy()
  tape.rewind()
  return result
}

const problemOf = ({ code }: { code?: string }, tape: TextTape): 'open_quote' | 'too_long' =>
  code === 'CSV_QUOTE_NOT_CLOSED' || tape.quotesBeforeBreak() ? 'open_quote' : 'too_long'

/**
 * Whether an unclosed quote has made several rows one: it holds a line break, and either a quote that ended in the middle
 * of a word, or more cells than the header. `"""` begins a cell whose first character is a quote.
 */
function swallowsRows(cells: readonly string[], raw: () => string, width: number): boolean {
  if (!cells.some((cell) => /[\r\n]/.test(cell))) return false
  if (width > 0 && cells.length > width) return true
  return cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell)) && !raw().includes('"""')
}
