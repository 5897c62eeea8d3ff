import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib'
import { errorCode } from '../../lib/text/error-code.ts'

/** Members longer than this, packed or unpacked, are read as a stream instead. */
export const MAX_MEMBER_BYTES = 32 * 1_024 * 1_024

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08])
const HEAD_BYTES = 10
/** CRC-32 and length of the unpacked data. */
const TRAILER_BYTES = 8

/**
 * Cuts the first member off a buffer that begins with one (RFC 1952 2.3), by inflating it once: it ends where its data ends.
 * @param isWhole whether the buffer contains the rest of the file
 * @returns `more` if the member does not end in the buffer, `large` if it should be read as a stream, `damaged` if it cannot be
 * inflated.
 */
export function firstMember(
  buffer: Buffer,
  isWhole: boolean,
): { outcome: 'member'; bytes: Buffer; length: number } | { outcome: 'more' | 'large' | 'damaged' } {
  const short = { outcome: isWhole ? ('damaged' as const) : ('more' as const) }
  if (buffer.length >= MAGIC.length && !isGzip(buffer)) return { outcome: 'damaged' }
  const head = headLength(buffer)
  if (head === null) return short
  if (!beginsBlock(buffer[head])) return { outcome: 'damaged' }
  const inflated = inflate(buffer.subarray(head))
  if (inflated === 'short') return short
  if (typeof inflated === 'string') return { outcome: inflated }
  const end = head + inflated.length
  if (buffer.length < end + TRAILER_BYTES) return short
  const { bytes } = inflated
  const isRight = buffer.readUInt32LE(end) === crc32(bytes) && buffer.readUInt32LE(end + 4) === bytes.length % 2 ** 32
  return isRight ? { outcome: 'member', bytes, length: end + TRAILER_BYTES } : { outcome: 'damaged' }
}

/** Bytes before the data of a member (RFC 1952 2.3.1); null if they do not end in the buffer. */
function headLength(buffer: Buffer): number | null {
  const flags = buffer[3] ?? 0
  let at = HEAD_BYTES
  if ((flags & 4) !== 0) {
    if (buffer.length < at + 2) return null
    at += 2 + buffer.readUInt16LE(at)
  }
  // A file name and a comment, each ending with a zero.
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue
    const zero = buffer.indexOf(0, at)
    if (zero === -1) return null
    at = zero + 1
  }
  if ((flags & 2) !== 0) at += 2
  return at < buffer.length ? at : null
}

/** Only three of the four block types exist (RFC 1951 3.2.3): the first byte tells before an inflater is created. */
const beginsBlock = (first = 0): boolean => (first & 0b110) !== 0b110

/** @returns `short` if bytes are missing at the end. */
function inflate(packed: Buffer): { bytes: Buffer; length: number } | 'short' | 'large' | 'damaged' {
  try {
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: MAX_MEMBER_BYTES, info: true }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    return { bytes: buffer, length: engine.bytesWritten }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'large'
    return code === 'Z_BUF_ERROR' ? 'short' : 'damaged'
  }
}

/** Enough of a member to see how it begins. */
export const PEEK_BYTES = 1_024

/** How a member begins, as far as its first bytes tell; null if they cannot be inflated. */
export function memberHead(buffer: Buffer): Buffer | null {
  const peek = buffer.subarray(0, PEEK_BYTES)
  const head = headLength(peek)
  if (head !== null && !beginsBlock(peek[head])) return null
  try {
    return gunzipSync(peek, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: PEEK_BYTES })
  } catch {
    return null
  }
}

/** Unusual heads skipped before the caller may take a turn. */
const HEADS_AT_ONCE = 10_000

/**
 * Where the next readable member may begin after `from`: at a usual head, or, after very many others, at the next unusual one.
 * -1 if no magic number is left.
 */
export function nextHead(buffer: Buffer, from: number): number {
  let at = buffer.indexOf(MAGIC, from)
  for (let passed = 0; at !== -1 && passed < HEADS_AT_ONCE && !isUsualHead(buffer, at); passed++)
    at = buffer.indexOf(MAGIC, at + 1)
  return at
}

/**
 * As writers produce it (RFC 1952 2.3.1): no reserved flags, a known compression level, a known system. A head that the buffer
 * cuts off may be usual.
 */
function isUsualHead(buffer: Buffer, at: number): boolean {
  const [flags = 0, grade = 0, system = 0] = [buffer[at + 3], buffer[at + 8], buffer[at + 9]]
  return (flags & 0b1110_0000) === 0 && GRADES.has(grade) && (system <= LAST_SYSTEM || system === UNKNOWN_SYSTEM)
}

const GRADES = new Set([0, 2, 4])
const LAST_SYSTEM = 13
const UNKNOWN_SYSTEM = 255

export const isGzip = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC)
