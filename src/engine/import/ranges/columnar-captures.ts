import { open } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet'
import type { AsyncBuffer, Compressors, FileMetaData, RowGroup } from 'hyparquet'
import { fileProblem } from '../../../lib/process/file-problem.ts'
import { UnreadableFile } from '../packed/unreadable-file.ts'
import { isWantedUrl, wantsTld, wholeNumber } from './chosen-captures.ts'
import type { CaptureChoice, IndexedCapture } from './chosen-captures.ts'

/** Columns of Common Crawl's index. */
const COLUMN = {
  tld: 'url_host_tld',
  url: 'url',
  status: 'fetch_status',
  mime: 'content_mime_detected',
  sentMime: 'content_mime_type',
  languages: 'content_languages',
  file: 'warc_filename',
  offset: 'warc_record_offset',
  length: 'warc_record_length',
} as const
type Column = (typeof COLUMN)[keyof typeof COLUMN]
/** Without these, nothing can be chosen. */
const NEEDED: readonly Column[] = [COLUMN.url, COLUMN.status, COLUMN.file, COLUMN.offset, COLUMN.length]

const MAGIC = 'PAR1'

/** Unpacked size of one column in one row group: it is held in memory. */
const MAX_COLUMN_BYTES = 1_073_741_824
const MAX_GROUP_ROWS = 20_000_000

const COMPRESSORS: Compressors = {
  GZIP: (packed, length) => gunzipSync(packed, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (packed, length) => zstdDecompressSync(packed, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, length) }),
}

/**
 * The captures of a columnar index (Parquet) that may be wanted by domain, status and path. A row group without a wanted domain
 * is not read; of the others, the columns that rule out most rows are read first.
 * @throws UnreadableFile
 */
export async function* columnarCaptures(path: string, choice: CaptureChoice): AsyncGenerator<IndexedCapture> {
  const { file, metadata } = await opened(path)
  let start = 0
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows)
    if (!(rows <= MAX_GROUP_ROWS)) throw new UnreadableFile('A row group in the index is too large.')
    if (mayHold(group, choice)) yield* capturesOf({ file, metadata, group, start, rows }, choice)
    start += rows
  }
}

/** Whether a file is Parquet, going by its first bytes. @throws UnreadableFile */
export async function isColumnar(path: string): Promise<boolean> {
  const file = await open(path).catch((cause: unknown) => {
    throw new UnreadableFile(`The index ${fileProblem(cause) ?? 'cannot be opened.'}`, { cause })
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.toString('latin1') === MAGIC
  } finally {
    await file.close()
  }
}

async function opened(path: string): Promise<{ file: AsyncBuffer; metadata: FileMetaData }> {
  try {
    const file = await asyncBufferFromFile(path)
    const metadata = await parquetMetadataAsync(file)
    const names = new Set(metadata.schema.map(({ name }) => name))
    const missing = NEEDED.find((name) => !names.has(name))
    if (missing !== undefined) throw new UnreadableFile(`The index has no column ${missing}.`)
    return { file, metadata }
  } catch (cause) {
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile('The index cannot be read.', { cause })
  }
}

/** Judged by the first and the last domain in the group. */
function mayHold(group: RowGroup, { tlds }: CaptureChoice): boolean {
  const statistics = metaOf(group, COLUMN.tld)?.statistics
  const [first, last] = [statistics?.min_value, statistics?.max_value]
  if (tlds.length === 0 || typeof first !== 'string' || typeof last !== 'string') return true
  return tlds.some((tld) => {
    const end = tld.slice(tld.lastIndexOf('.') + 1)
    return first <= end && end <= last
  })
}

const metaOf = ({ columns }: RowGroup, name: Column) =>
  columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name)?.meta_data

interface Group {
  file: AsyncBuffer
  metadata: FileMetaData
  group: RowGroup
  start: number
  rows: number
}

async function* capturesOf(from: Group, choice: CaptureChoice): AsyncGenerator<IndexedCapture> {
  let rows = Array.from({ length: from.rows }, (_, row) => row)
  const keep = async (name: Column, isKept: (value: unknown) => boolean): Promise<void> => {
    if (rows.length === 0 || metaOf(from.group, name) === undefined) return
    const values = await columnOf(from, name)
    rows = rows.filter((row) => isKept(values[row]))
  }
  await keep(COLUMN.tld, (tld) => wantsTld(choice, textOf(tld)))
  await keep(COLUMN.status, (status) => Number(status) === 200)
  await keep(COLUMN.url, (url) => isWantedUrl(textOf(url), choice))
  if (rows.length === 0) return
  const column = async (name: Column): Promise<unknown[]> => {
    if (metaOf(from.group, name) === undefined) return []
    const values = await columnOf(from, name)
    return rows.map((row) => values[row])
  }
  const urls = await column(COLUMN.url)
  const mimes = await column(COLUMN.mime)
  const isDetected = mimes.length > 0 && mimes.every((mime) => mime !== null && mime !== undefined)
  const sentMimes = isDetected ? [] : await column(COLUMN.sentMime)
  const isKnown = mimes.length > 0 || sentMimes.length > 0
  const languages = await column(COLUMN.languages)
  const files = await column(COLUMN.file)
  const offsets = await column(COLUMN.offset)
  const lengths = await column(COLUMN.length)
  for (const place of rows.keys())
    yield {
      url: textOf(urls[place]),
      status: 200,
      mime: isKnown ? textOf(mimes[place] ?? sentMimes[place]) : 'text/html',
      languages: textOf(languages[place]),
      file: textOf(files[place]),
      offset: wholeNumber(offsets[place]),
      length: wholeNumber(lengths[place]),
    }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** All values of one column in the group, by row. */
async function columnOf({ file, metadata, group, start, rows }: Group, name: Column): Promise<unknown[]> {
  const size = Number(metaOf(group, name)?.total_uncompressed_size ?? 0)
  if (!(size <= MAX_COLUMN_BYTES)) throw new UnreadableFile(`The column ${name} of the index is too large.`)
  const values = Array<unknown>(rows)
  try {
    await parquetRead({
      file,
      metadata,
      columns: [name],
      rowStart: start,
      rowEnd: start + rows,
      compressors: COMPRESSORS,
      onChunk: ({ columnData, rowStart }) => {
        for (let place = 0; place < columnData.length; place++) values[rowStart - start + place] = columnData[place]
      },
    })
  } catch (cause) {
    throw new UnreadableFile(`The column ${name} of the index cannot be read.`, { cause })
  }
  return values
}
