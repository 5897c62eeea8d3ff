import { MAX_RECORD_BYTES } from './archive-record.ts'
import type { ArchiveFigures, ArchiveRecord } from './archive-record.ts'
import type { ChunkReader } from './chunk-reader.ts'

const MAX_LINE_LENGTH = 16_384
const MAX_HEADER_LINES = 200
const VERSION_LINE = /^\uFEFF?WARC\/\d\.\d+\s*$/

/**
 * The records of a WARC file (ISO 28500; 0.17 to 1.1). Lengths are trusted exactly; after a wrong one, reading continues at the
 * next line that begins a record.
 */
export async function* warcRecords(reader: ChunkReader, figures: ArchiveFigures): AsyncGenerator<ArchiveRecord> {
  for (;;) {
    if (!(await toNextRecord(reader, figures))) return
    const headers = await readHeaders(reader)
    const given = headers.get('content-length') ?? ''
    const length = Number(given)
    // ISO 28500, 5.6: digits only. JavaScript also takes `1e3`, `0x3e8` and nothing at all for numbers.
    if (!/^\d+$/.test(given) || !Number.isSafeInteger(length)) {
      figures.garbage++
      continue
    }
    const body = await readRecordBody(reader, length, figures)
    // The two line ends after a record, or however many there are, so that the next one begins here.
    await reader.skipLineEnds()
    figures.records++
    yield recordOf(headers, body, figures.truncated)
  }
}

/** Reads the version line of the next record, past blank lines and anything else before it. */
async function toNextRecord(reader: ChunkReader, figures: ArchiveFigures): Promise<boolean> {
  let isGarbage = false
  for (;;) {
    await reader.skipLineEnds()
    const line = await reader.line(MAX_LINE_LENGTH)
    if (line === null) return false
    if (VERSION_LINE.test(line)) return true
    if (line !== '' && !isGarbage) figures.garbage++
    isGarbage ||= line !== ''
  }
}

/** Names in any case; a line that begins with white space continues the previous one. */
async function readHeaders(reader: ChunkReader): Promise<Map<string, string>> {
  const headers = new Map<string, string>()
  let name = ''
  for (let lines = 0; lines < MAX_HEADER_LINES; lines++) {
    const line = await reader.line(MAX_LINE_LENGTH)
    if (line === null || line === '') break
    if (/^[ \t]/.test(line)) {
      headers.set(name, `${headers.get(name) ?? ''} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    if (colon === -1) continue
    name = line.slice(0, colon).trim().toLowerCase()
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/**
 * Null if it is too large to buffer. A length that is too long ends with the member that holds the record: where records are
 * packed one by one, the next member begins the next one.
 */
export async function readRecordBody(
  reader: ChunkReader,
  length: number,
  figures: ArchiveFigures,
): Promise<Buffer | null> {
  const isTooLarge = length > MAX_RECORD_BYTES
  const body = isTooLarge ? null : await reader.read(length, beginsRecord)
  const read = body?.length ?? (await reader.skip(length, beginsRecord))
  if (isTooLarge) figures.oversized++
  if (read < length && reader.isAtEnd) figures.truncated = true
  else if (read < length) figures.garbage++
  return body
}

const beginsRecord = (chunk: Buffer): boolean =>
  VERSION_LINE.test(chunk.toString('latin1', 0, 10).replace(/[\r\n].*$/s, ''))

function recordOf(headers: ReadonlyMap<string, string>, body: Buffer | null, truncated: boolean): ArchiveRecord {
  const date = dateOf(headers.get('warc-date') ?? '')
  return {
    type: (headers.get('warc-type') ?? '').toLowerCase(),
    uri: headers.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1') ?? null,
    date: Number.isNaN(date.getTime()) ? null : date,
    contentType: (headers.get('content-type') ?? '').toLowerCase(),
    body,
    truncated,
    cut: headers.has('warc-truncated'),
  }
}

/** `YYYY-MM-DDThh:mm:ssZ`; some writers omit the zone, which is always UTC, or write fourteen digits as in ARC. */
function dateOf(text: string): Date {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)$/.exec(text) ?? []
  if (day !== '') return new Date(`${day}T${time}Z`)
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))
}
