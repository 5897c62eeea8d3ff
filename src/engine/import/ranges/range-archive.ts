import { UnreadableArchive } from '../archive-bytes.ts'
import { isGzip } from '../gzip-members.ts'

/** Records of one archive: alternating offsets and lengths, ascending. */
export type FileRanges = readonly [file: string, ranges: readonly number[]]

export interface RangeRequest {
  file: string
  from: number
  length: number
}

export interface RangeReading {
  /**
   * The requested bytes, fewer if the archive ends before; null if it has none there; why this archive cannot be read.
   * @throws if no archive can be read
   */
  fetch: (request: RangeRequest) => Promise<Buffer | null | { problem: string }>
  /** Keeps the records of archives that could not be read for later. It is called before anything after them is yielded. */
  setAside: (archives: readonly FailedArchive[]) => Promise<void>
  /** Called for each record that its archive does not have. */
  onMissing: () => void
  /** Requests in progress at a time. */
  atOnce: number
}

/** An archive that cannot be read, and all that was wanted from it. */
export interface FailedArchive {
  ranges: FileRanges
  problem: string
}

/** One request, the records in it by their offsets there, and the position of the first one in the whole output. */
interface Planned extends RangeRequest {
  records: { at: number; length: number }[]
  position: number
}

/** Archives that fail one after the other: the next one would fail as well. */
const MAX_FAILED = 8
/** Per request, unless a single record is longer. */
const MAX_REQUEST_BYTES = 4_194_304
/** Bytes between two records that are fetched with them to save a request, as a share of what is fetched. */
const MAX_GAP_SHARE = 0.04

/**
 * Records from many archives, one after the other, as if they were one archive: one gzip member per record, so that positions
 * in it can be stored and resumed from. A record that an archive does not have becomes an empty member of the same length, and
 * so do those of an archive that cannot be read: it is set aside, and does not keep the others from being read.
 * @param start byte of the whole to begin with
 * @throws UnreadableArchive if none, or several in a row, can be read
 */
export async function* rangeArchive(
  files: readonly FileRanges[],
  start: number,
  { fetch, setAside, onMissing, atOnce }: RangeReading,
): AsyncGenerator<Buffer> {
  const waiting = plan(files).filter((request) => request.position + lengthOf(request) > start)
  const under: { request: Planned; answer: Promise<Awaited<ReturnType<RangeReading['fetch']>>> }[] = []
  const failed = new Map<string, FailedArchive>()
  let inRow: FailedArchive[] = []
  let isAny = false
  const ask = (): void => {
    const request = waiting.shift()
    if (request === undefined) return
    const { file, from, length } = request
    const answer = failed.has(file) ? Promise.resolve(null) : fetch({ file, from, length })
    answer.catch(() => undefined) // awaited below, perhaps after another has failed
    under.push({ request, answer })
  }
  for (let count = 0; count < atOnce; count++) ask()
  for (let first = under.shift(); first !== undefined; first = under.shift()) {
    const { request } = first
    const { file } = request
    const answer = await first.answer
    if (answer !== null && 'problem' in answer && !failed.has(file)) {
      const failure = { ranges: [file, rangesOf(files, file)] as const, problem: answer.problem }
      failed.set(file, failure)
      inRow.push(failure)
      if (inRow.length === MAX_FAILED) throw new UnreadableArchive(answer.problem)
    } else if (!failed.has(file)) {
      isAny = true
      if (inRow.length > 0) await setAside(inRow)
      inRow = []
    }
    ask()
    const bytes = answer === null || 'problem' in answer || failed.has(file) ? null : answer
    let { position } = request
    for (const { at, length } of request.records) {
      const record = recordAt(bytes, at, length)
      if (record === null && !failed.has(file)) onMissing()
      const member = record ?? emptyMember(length)
      if (position + length > start) yield position < start ? member.subarray(start - position) : member
      position += length
    }
  }
  const [last] = inRow
  if (last !== undefined && !isAny) throw new UnreadableArchive(last.problem)
  if (last !== undefined) await setAside(inRow)
}

const rangesOf = (files: readonly FileRanges[], name: string): readonly number[] =>
  files.find(([file]) => file === name)?.[1] ?? []

const lengthOf = ({ records }: Planned): number => records.reduce((sum, { length }) => sum + length, 0)

/**
 * Null for anything that is not a gzip member, which would spoil those after it. If the archive ends before the record is said
 * to, an empty member takes the rest of its place.
 */
function recordAt(bytes: Buffer | null, at: number, length: number): Buffer | null {
  const record = bytes?.subarray(at, at + length)
  if (record === undefined || !isGzip(record)) return null
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
