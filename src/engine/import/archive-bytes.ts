import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { firstMember, isGzip, MAX_MEMBER_BYTES, memberHead, nextHead, PEEK_BYTES } from './gzip-members.ts'

/** A section of an archive, inflated. */
export interface ArchivePart {
  bytes: Buffer
  /** Byte of the file where it begins. */
  offset: number
  /**
   * Where a reader may resume: `anywhere` in it (no compression), at its `start` (a gzip member), or `nowhere` (the middle of a
   * large member).
   */
  resumable: 'anywhere' | 'start' | 'nowhere'
  /** Byte of the file where the next member begins; null if unknown. */
  end: number | null
}

export interface ReadFigures {
  /** Members that could not be inflated and were skipped. */
  damaged: number
  /** The file ends inside a member. */
  truncated: boolean
}

/** A format that is not supported. */
export class UnreadableArchive extends Error {
  override name = 'UnreadableArchive'
}

/** Enough to distinguish the formats. */
const MAGIC_BYTES = 4
const ZSTD_MAGIC = Buffer.from('28b52ffd', 'hex')
/** All but the first byte of a skippable frame, in which archivers store the dictionary (RFC 8878 3.1.2). */
const ZSTD_SKIPPABLE = Buffer.from('2a4d18', 'hex')
const ZIP_MAGIC = Buffer.from('504b0304', 'hex')

const isZstd = (head: Buffer): boolean =>
  head.subarray(0, 4).equals(ZSTD_MAGIC) ||
  (((head[0] ?? 0) & 0xf0) === 0x50 && head.subarray(1, 4).equals(ZSTD_SKIPPABLE))

/** After a damaged member, this many damaged members that look whole are tried; then the buffer is skipped. */
const MAX_TRIES = 50
/** The beginning of a member at which reading can continue. */
const RECORD_HEAD = /^(?:WARC\/|filedesc:|https?:\/\/|dns:)/

/**
 * Inflates an archive, whatever its name: many gzip members, one large one, or none. After a damaged member, it skips to the
 * next one that begins like a record.
 * @param start byte of the file where the first chunk begins
 * @param turn awaited now and then during long work without reading
 * @throws UnreadableArchive for zstd and zip
 */
export async function* archiveParts(
  chunks: AsyncIterable<Buffer>,
  figures: ReadFigures,
  { start, turn }: { start: number; turn: () => Promise<void> },
): AsyncGenerator<ArchivePart> {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done === true) return
  let buffer = await gathered([first.value], source, MAGIC_BYTES)
  if (isZstd(buffer))
    throw new UnreadableArchive('zstd archives are not read: unpack the file (zstd -d) and import the result.')
  if (buffer.subarray(0, 4).equals(ZIP_MAGIC))
    throw new UnreadableArchive('zip files such as WACZ are not read: unpack the file and import the WARC files in it.')
  if (!isGzip(buffer)) {
    yield* plainParts(buffer, source, start)
    return
  }
  yield* memberParts(buffer, source, { start, turn }, figures)
}

async function* memberParts(
  first: Buffer,
  source: AsyncIterator<Buffer>,
  { start, turn }: { start: number; turn: () => Promise<void> },
  figures: ReadFigures,
): AsyncGenerator<ArchivePart> {
  let [buffer, offset, isWhole, isLost] = [first, start, false, false]
  const pass = (length: number): void => {
    offset += length
    buffer = buffer.subarray(length)
  }
  let tries = 0
  for (;;) {
    await turn()
    // A damaged section may contain anything, even thousands of magic numbers: only what begins like a record is inflated.
    const member = isLost && !mayBeRecord(buffer, isWhole) ? DAMAGED : firstMember(buffer, isWhole)
    if (member !== DAMAGED && isLost && member.outcome === 'damaged') tries++
    const next = member.outcome === 'damaged' ? nextHead(buffer, 1) : -1
    const isGivenUp = isLost && member.outcome === 'damaged'
    if (member.outcome === 'member') {
      const { bytes, length } = member
      const isRecord = RECORD_HEAD.test(bytes.toString('latin1', 0, 16))
      // After a damaged member, only one that begins like a record ends the damage.
      if (!isLost || isRecord) yield { bytes, offset, resumable: 'start', end: offset + length }
      isLost &&= !isRecord
      if (!isLost) tries = 0
      pass(length)
      if (buffer.length === 0 && isWhole) return
    } else if (next !== -1) {
      if (!isLost) figures.damaged++
      isLost = true
      pass(tries > MAX_TRIES ? buffer.length : next)
    } else if (member.outcome !== 'large' && !isWhole && (isGivenUp || buffer.length <= MAX_MEMBER_BYTES)) {
      // The last bytes may be the start of a magic number, to be examined with what follows.
      if (isGivenUp) pass(Math.max(0, buffer.length - 2))
      const before = buffer.length
      // Doubling the buffer keeps the number of attempts at a long member small.
      buffer = await gathered([buffer], source, Math.max(before, 1))
      isWhole = buffer.length === before
      if (buffer.length === 0) return
    } else {
      // A large member, or what can be recovered from a broken last one.
      if (!isGivenUp) yield* streamedParts(buffer, source, offset, figures)
      return
    }
  }
}

const DAMAGED = { outcome: 'damaged' } as const

function mayBeRecord(buffer: Buffer, isWhole: boolean): boolean {
  if (buffer.length >= MAGIC_BYTES && !isGzip(buffer)) return false
  // More bytes may tell.
  if (buffer.length < PEEK_BYTES && !isWhole) return true
  const head = memberHead(buffer)
  return head !== null && RECORD_HEAD.test(head.toString('latin1', 0, 16))
}

/** Reads on until the parts have grown by about `wanted` bytes. */
async function gathered(parts: Buffer[], source: AsyncIterator<Buffer>, wanted: number): Promise<Buffer> {
  let length = parts.reduce((sum, part) => sum + part.length, 0)
  const goal = length + wanted
  while (length < goal) {
    const { value, done } = await source.next()
    if (done === true) break
    parts.push(value)
    length += value.length
  }
  return Buffer.concat(parts)
}

async function* plainParts(first: Buffer, source: AsyncIterator<Buffer>, start: number): AsyncGenerator<ArchivePart> {
  let offset = start
  for (let bytes: Buffer | null = first; bytes !== null;) {
    yield { bytes, offset, resumable: 'anywhere', end: null }
    offset += bytes.length
    const { value, done } = await source.next()
    bytes = done === true ? null : value
  }
}

/** One large member, or what is left of a broken one: inflated as it arrives. */
async function* streamedParts(
  first: Buffer,
  source: AsyncIterator<Buffer>,
  offset: number,
  figures: ReadFigures,
): AsyncGenerator<ArchivePart> {
  async function* rest(): AsyncGenerator<Buffer> {
    yield first
    for (;;) {
      const { value, done } = await source.next()
      if (done === true) return
      yield value
    }
  }
  const inflated = createGunzip()
  const packed = Readable.from(rest())
  packed.on('error', (error) => inflated.destroy(error)).pipe(inflated)
  let isFirst = true
  try {
    for await (const bytes of inflated as AsyncIterable<Buffer>) {
      yield { bytes, offset, resumable: isFirst ? 'start' : 'nowhere', end: null }
      isFirst = false
    }
  } catch {
    figures.truncated = true
  }
}
