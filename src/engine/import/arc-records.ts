import type { ArchiveFigures, ArchiveRecord } from './archive-record.ts'
import type { ChunkReader } from './chunk-reader.ts'
import { readRecordBody } from './warc-records.ts'

const MAX_LINE_LENGTH = 16_384
/** URL, IP address, capture date, content type, length of the content. */
const HEAD_LINE = /^(\S+) (\S+) (\d{8,14}) (\S+(?: \S+)*) (\d{1,12})\s*$/

/**
 * The records of an ARC v1 file: one line each, followed by the bytes it announces. After a wrong length, reading continues at
 * the next such line.
 */
export async function* arcRecords(reader: ChunkReader, figures: ArchiveFigures): AsyncGenerator<ArchiveRecord> {
  let isLost = false
  for (;;) {
    await reader.skipLineEnds()
    const line = await reader.line(MAX_LINE_LENGTH)
    if (line === null) return
    const [, uri = '', , time = '', contentType = '', length = ''] = HEAD_LINE.exec(line) ?? []
    if (uri === '') {
      if (!isLost) figures.garbage++
      isLost = true
      continue
    }
    isLost = false
    const body = await readRecordBody(reader, Number(length), figures)
    await reader.skipLineEnds()
    figures.records++
    const { truncated } = figures
    yield { type: typeOf(uri), uri, date: dateOf(time), contentType, body, truncated, cut: false }
  }
}

function typeOf(uri: string): string {
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  return scheme === 'http' || scheme === 'https' ? 'response' : scheme
}

/** `YYYYMMDDhhmmss`, in UTC. */
function dateOf(digits: string): Date | null {
  const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((from, i) =>
    Number(digits.slice(from, [4, 6, 8, 10, 12, 14][i]) || 0),
  )
  const date = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second))
  return Number.isNaN(date.getTime()) ? null : date
}
