import { createHash } from 'node:crypto'
import { isNoText, NO_TEXT } from '../../lib/text/no-text.ts'
import { withHead } from '../../lib/text/text-head.ts'
import { openContainer } from './packed/container.ts'
import { UnreadableFile } from './packed/unreadable-file.ts'
import { detectDelimiter } from './delimiter.ts'
import { headerRow } from './columns/header-row.ts'
import { readRecords } from './json-records.ts'
import type { FileRow, RecordsWanted } from './json-records.ts'
import { readRowBatches } from './row-reader.ts'
import { decodeText } from './text/text-decoding.ts'

/** An open file of rows. */
export interface DataFile {
  format: 'delimited' | 'json'
  encoding: string
  delimiter: string | null
  header: string[]
  /** The keys that lead to the records of a JSON document. */
  records?: string
  /** Rows after the header, in the batches in which they arrive. */
  batches: AsyncIterable<FileRow[]>
}

export interface FileCheck {
  /** SHA-256 of the unpacked bytes, in hex: files with the same one are the same import. */
  fingerprint: string
  /** Unpacked size. */
  bytes: number
}

/**
 * Reads the whole file once, so that an incomplete or damaged file or a bomb is detected before anything is stored.
 * @throws UnreadableFile
 */
export async function checkFile(path: string): Promise<FileCheck> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of await openContainer(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { fingerprint: hash.digest('hex'), bytes }
}

/**
 * @param onBytes called with the number of unpacked bytes as they are read.
 * @throws UnreadableFile if it contains no rows, here or while it is read; RangeError for a path that leads to no records.
 */
export async function openDataFile(
  path: string,
  {
    encoding,
    onBytes = () => undefined,
    ...wanted
  }: RecordsWanted & { encoding?: string; onBytes?: (bytes: number) => void } = {},
): Promise<DataFile> {
  const { encoding: decided, text } = await decodeText(counted(await openContainer(path), onBytes), encoding)
  const { head, all } = await withHead(text)
  const start = /^\uFEFF?\s*(?:\[\s*)?\{/.exec(head)
  if (start === null && isNoText(head)) throw new UnreadableFile(NO_TEXT)
  if (start !== null) return { format: 'json', encoding: decided, delimiter: null, ...(await readRecords(all, wanted)) }
  const delimiter = detectDelimiter(head)
  return {
    format: 'delimited',
    encoding: decided,
    delimiter,
    ...(await withHeader(readRowBatches(all, { delimiter }))),
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

async function withHeader(rows: AsyncGenerator<FileRow[]>): Promise<Pick<DataFile, 'header' | 'batches'>> {
  for (;;) {
    const next = await rows.next()
    if (next.done === true) throw new UnreadableFile('The file contains no rows.')
    const at = headerRow(next.value)
    const [header, ...others] = next.value.slice(at)
    if (header === undefined) continue
    if (header.problem !== null) throw new UnreadableFile('The first line is not a header row.')
    const names = header.cells.map((cell) => cell.trim())
    return { header: names, batches: wellFormed(names, others, rows) }
  }
}

/**
 * Marks rows with a different number of cells, and drops repeated headers, as in concatenated files. Where most rows are short,
 * the program that wrote them leaves out what is empty at their end; otherwise a short row has lost something.
 */
async function* wellFormed(
  header: readonly string[],
  first: FileRow[],
  rest: AsyncIterable<FileRow[]>,
): AsyncGenerator<FileRow[]> {
  const isHeader = (cells: readonly string[]): boolean =>
    cells[0]?.trim() === header[0] && header.every((name, i) => cells[i]?.trim() === name)
  const isShort = ({ cells, problem }: FileRow): boolean => problem === null && cells.length < header.length
  const mayBeShort = first.filter(isShort).length > first.length / 2
  const judged = (rows: FileRow[]): FileRow[] =>
    rows
      .filter(({ cells, problem }) => problem !== null || !isHeader(cells))
      .map((row) =>
        row.problem !== null || fits(row.cells, header.length) || (mayBeShort && isShort(row))
          ? row
          : { ...row, problem: 'cell_count' },
      )
  yield judged(first)
  for await (const rows of rest) yield judged(rows)
}

/** Empty cells after the last column are harmless. */
const fits = (cells: readonly string[], width: number): boolean =>
  cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell.trim() === ''))
