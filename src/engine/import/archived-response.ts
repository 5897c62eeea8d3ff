import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { firstMember, isGzip } from './gzip-members.ts'

/** An HTTP response as stored in an archive, its body decoded as far as possible. */
export interface ArchivedResponse {
  status: number
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>
  body: Buffer
  /** The server announced more than there is: the connection broke, or the archiver stopped. */
  isShort: boolean
}

/** Per page, after inflation; the parser cuts what is longer. */
const MAX_BODY_BYTES = 16 * 1_024 * 1_024
const MAX_HEAD_BYTES = 65_536
const MAX_INTERIM = 10
/** A line that continues the field before it (RFC 9112 5.2). */
const FOLD = /\r?\n[ \t]+/g
const STATUS_LINE = /^(?:HTTP\/\d(?:\.\d)?|ICY)\s+(\d{3})/

/**
 * Reads an HTTP response leniently (RFC 9112, and what archives make of it). The crawler may or may not have undone transfer
 * and content coding: each is tried, and what does not decode stays unchanged.
 * @returns null if it is not an HTTP response, such as a `dns:` answer.
 */
export function readArchivedResponse(bytes: Buffer): ArchivedResponse | null {
  return responseIn(bytes, MAX_INTERIM)
}

/** @param interim how many interim responses, such as early hints, may come first (RFC 9110 15.2). */
function responseIn(bytes: Buffer, interim: number): ArchivedResponse | null {
  const end = headEnd(bytes)
  const head = bytes.toString('latin1', 0, end.head).replace(FOLD, ' ')
  const [statusLine = '', ...lines] = head.split(/\r?\n/)
  const status = Number(STATUS_LINE.exec(statusLine)?.[1] ?? NaN)
  if (Number.isNaN(status)) return null
  if (status < 200 && interim > 0) return responseIn(bytes.subarray(end.body), interim - 1)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const whole = bytes.subarray(end.body)
  const coding = headers.get('content-encoding') ?? ''
  const transfer = headers.get('transfer-encoding') ?? ''
  const unchunked = /chunked/i.test(transfer) ? (dechunked(whole) ?? whole) : whole
  // The length is that of the body as sent (RFC 9112 6.3), which a crawler that has undone the coding no longer has.
  const isAsSent = transfer === '' && (coding === '' || !isMarkup(whole))
  const isShort = isAsSent && whole.length < Number(headers.get('content-length') ?? 0)
  return { status, headers, body: decoded(unchunked, coding), isShort }
}

/** Without a blank line, there are only headers. */
function headEnd(bytes: Buffer): { head: number; body: number } {
  const window = bytes.subarray(0, MAX_HEAD_BYTES)
  const crlf = window.indexOf('\r\n\r\n')
  const lf = window.indexOf('\n\n')
  if (crlf !== -1 && (lf === -1 || crlf < lf)) return { head: crlf, body: crlf + 4 }
  return lf === -1 ? { head: window.length, body: bytes.length } : { head: lf, body: lf + 2 }
}

/** Servers do not send so many; a million of a byte each would take seconds. */
const MAX_CHUNKS = 100_000

/** Null if it is not chunked (RFC 9112 7.1) after all. */
function dechunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length && parts.length < MAX_CHUNKS;) {
    const lineEnd = bytes.indexOf('\n', at)
    const size = lineEnd === -1 || lineEnd - at > 100 ? '' : bytes.toString('latin1', at, lineEnd)
    const hex = /^([0-9a-f]{1,7})\s*(?:;.*)?\r?$/i.exec(size)?.[1]
    if (hex === undefined) return parts.length === 0 ? null : Buffer.concat(parts)
    const length = Number.parseInt(hex, 16)
    if (length === 0) break
    parts.push(bytes.subarray(lineEnd + 1, lineEnd + 1 + length))
    at = lineEnd + 1 + length
    while (bytes[at] === 0x0d || bytes[at] === 0x0a) at++
  }
  return Buffer.concat(parts)
}

const LIMIT = { maxOutputLength: MAX_BODY_BYTES }
/** What arrived of a body that its archiver cut short. */
const PARTLY = { ...LIMIT, finishFlush: constants.Z_SYNC_FLUSH }

/** More codings than this, one after the other, are nobody's mistake. */
const MAX_CODINGS = 3
/** Markup, possibly after white space or the byte order mark: nothing left to undo. */
const MARKUP = /^(?:\xef\xbb\xbf)?\s{0,90}</
const isMarkup = (body: Buffer): boolean => MARKUP.test(body.toString('latin1', 0, 100))

/** @param codings in the order in which they were applied (RFC 9110 8.4); some archives omit that of a gzip body. */
function decoded(body: Buffer, codings: string): Buffer {
  const applied = codings === '' && isGzip(body) ? ['gzip'] : codings.split(',').slice(0, MAX_CODINGS)
  return applied.toReversed().reduce(undone, body)
}

function undone(body: Buffer, coding: string): Buffer {
  if (isMarkup(body)) return body
  try {
    if (/gzip/i.test(coding)) return gunzipped(body)
    if (/\bbr\b/i.test(coding))
      return brotliDecompressSync(body, { ...LIMIT, finishFlush: constants.BROTLI_OPERATION_FLUSH })
    if (/\bzstd\b/i.test(coding)) return zstdDecompressSync(body, LIMIT)
    if (/deflate/i.test(coding)) return inflated(body)
  } catch {
    // The crawler has already undone it, or it is broken: the unchanged bytes say more than none.
  }
  return body
}

/** Also with bytes behind it, such as the line ends after a record whose length includes them. */
function gunzipped(body: Buffer): Buffer {
  const first = firstMember(body, true)
  const isAll = first.outcome === 'member' && !isGzip(body.subarray(first.length))
  return isAll ? first.bytes.subarray(0, MAX_BODY_BYTES) : gunzipSync(body, PARTLY)
}

/** With or without the zlib header that RFC 9110 8.4.1.2 requires. */
function inflated(body: Buffer): Buffer {
  try {
    return inflateSync(body, PARTLY)
  } catch {
    return inflateRawSync(body, LIMIT)
  }
}
