import { isGzip } from '../gzip-members.ts'

/** Records of one archive: alternating offsets and lengths, ascending. */
export type FileRanges = readonly [file: string, ranges: readonly number[]]

export interface RangeRequest {
  file: string
  from: number
  length: number
}

export interface RangeReading {
  /** The requested bytes, fewer if the archive ends before; null if it has none there. @throws if that cannot be determined */
  fetch: (request: RangeRequest) => Promise<Buffer | null>
  /** Called for each record that its archive does not have. */
  onMissing: () => void
  /** Requests in progress at a time. */
  atOnce: number
}

/** One request, the records in it by their offsets there, and the position of the first one in the whole output. */
interface Planned extends RangeRequest {
  records: { at: number; length: number }[]
  position: number
}

/** Per request, unless a single record is longer. */
const MAX_REQUEST_BYTES = 4_194_304
/** Bytes between two records that are fetched with them to save a request, as a share of what is fetched. */
const MAX_GAP_SHARE = 0.04

/**
 * Records from many archives, one after the other, as if they were one archive: one gzip member per record, so that positions
 * in it can be stored and resumed from. A record that an archive does not have becomes an empty member of the same length.
 * @param start byte of the whole to begin with
 */
export async function* rangeArchive(
  files: readonly FileRanges[],
  start: number,
  { fetch, onMissing, atOnce }: RangeReading,
): AsyncGenerator<Buffer> {
  const waiting = plan(files).filter((request) => request.position + lengthOf(request) > start)
  const under: { request: Planned; bytes: Promise<Buffer | null> }[] = []
  const ask = (): void => {
    const request = waiting.shift()
    if (request === undefined) return
    const bytes = fetch({ file: request.file, from: request.from, length: request.length })
    bytes.catch(() => undefined) // awaited below, perhaps after another has failed
    under.push({ request, bytes })
  }
  for (let count = 0; count < atOnce; count++) ask()
  for (let first = under.shift(); first !== undefined; first = under.shift()) {
    const { request } = first
    const bytes = await first.bytes
    ask()
    let { position } = request
    for (const { at, length } of request.records) {
      if (bytes === null || bytes.length <= at) onMissing()
      const record = recordAt(bytes, at, length)
      if (position + length > start) yield position < start ? record.subarray(start - position) : record
      position += length
    }
  }
}

const lengthOf = ({ records }: Planned): number => records.reduce((sum, { length }) => sum + length, 0)

/**
 * Anything that is not a gzip member would spoil those after it. If the archive ends before the record is said to, an empty
 * member takes the rest of its place.
 */
function recordAt(bytes: Buffer | null, at: number, length: number): Buffer {
  const record = bytes?.subarray(at, at + length)
  if (record === undefined || !isGzip(record)) return emptyMember(length)
  const rest = length - record.length
  if (rest === 0) return record
  return rest < EMPTY_BYTES ? emptyMember(length) : Buffer.concat([record, emptyMember(rest)])
}

function plan(files: readonly FileRanges[]): Planned[] {
  const planned: Planned[] = []
  let position = 0
  for (const [file, ranges] of files) {
    let last: Planned | null = null
    for (let place = 0; place + 1 < ranges.length; place += 2) {
      const [from = 0, length = 0] = ranges.slice(place, place + 2)
      if (last !== null && fits(last, from, length)) {
        last.records.push({ at: from - last.from, length })
        last.length = from + length - last.from
      } else {
        last = { file, from, length, records: [{ at: 0, length }], position }
        planned.push(last)
      }
      position += length
    }
  }
  return planned
}

function fits(last: Planned, from: number, length: number): boolean {
  const gap = from - (last.from + last.length)
  const whole = from + length - last.from
  const gaps = whole - lengthOf(last) - length
  return gap >= 0 && whole <= MAX_REQUEST_BYTES && gaps <= MAX_GAP_SHARE * whole
}

/** Header, the end of a comment, empty data (RFC 1951 3.2.6), CRC-32 and length. */
const HEAD = Buffer.from([0x1f, 0x8b, 0x08, 0x10, 0, 0, 0, 0, 0, 0xff])
const TAIL = Buffer.from([0, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0])

const EMPTY_BYTES = HEAD.length + TAIL.length

/** A gzip member without content (RFC 1952 2.3), padded by its comment. */
export const emptyMember = (length: number): Buffer =>
  Buffer.concat([HEAD, Buffer.alloc(Math.max(0, length - EMPTY_BYTES), ' '), TAIL])
