import { isUtf8 } from 'node:buffer'
import { heapTextOf } from './heap-text.ts'

/**
 * The pairs of `application/x-www-form-urlencoded` (WHATWG URL 5.1), decoded in place: a long value is neither expanded to
 * three characters per byte nor copied on the way.
 * @param bytes are overwritten
 * @throws TypeError for anything but UTF-8, of which letters would be lost
 */
export function formPairs(bytes: Buffer): [string, string][] {
  const pairs: [string, string][] = []
  let end = 0
  for (let start = startOf(bytes); start <= bytes.length; start = end + 1) {
    const next = bytes.indexOf(AMPERSAND, start)
    end = next < 0 ? bytes.length : next
    if (end === start) continue
    const equals = bytes.subarray(start, end).indexOf(EQUALS)
    const split = equals < 0 ? end : start + equals
    pairs.push([decoded(bytes, start, split), decoded(bytes, Math.min(split + 1, end), end)])
  }
  return pairs
}

const AMPERSAND = 0x26
const EQUALS = 0x3d
const PLUS = 0x2b
const PERCENT = 0x25
const SPACE = 0x20
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const startOf = (bytes: Buffer): number => (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0)

/** A `%` that is not followed by two hexadecimal digits stands for itself. */
function decoded(bytes: Buffer, start: number, end: number): string {
  let to = start
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    const high = byte === PERCENT && at + 2 < end ? digit(bytes[at + 1] as number) : -1
    const low = high < 0 ? -1 : digit(bytes[at + 2] as number)
    if (low >= 0) at += 2
    bytes[to++] = low >= 0 ? high * 16 + low : byte === PLUS ? SPACE : byte
  }
  const text = bytes.subarray(start, to)
  if (!isUtf8(text)) throw new TypeError('The form is not in UTF-8.')
  return heapTextOf(text)
}

/** The value of a hexadecimal digit; -1 for any other byte. */
function digit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
