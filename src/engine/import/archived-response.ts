import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

/** An HTTP response as stored in an archive, its body decoded as far as possible. */
export interface ArchivedResponse {
  status: number
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** Per page, after inflation; the parser cuts what is longer. */
const MAX_BODY_BYTES = 16 * 1_024 * 1_024
const MAX_HEAD_BYTES = 65_536
const STATUS_LINE = /^(?:HTTP\/\d(?:\.\d)?|ICY)\s+(\d{3})/

/**
 * Reads an HTTP response leniently (RFC 9112, and what archives make of it). The crawler may or may not have undone transfer
 * and content coding: each is tried, and what does not decode stays unchanged.
 * @returns null if it is not an HTTP response, such as a `dns:` answer.
 */
export function readArchivedResponse(bytes: Buffer): ArchivedResponse | null {
  const end = headEnd(bytes)
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end.head).split(/\r?\n/)
  const status = Number(STATUS_LINE.exec(statusLine)?.[1] ?? NaN)
  if (Number.isNaN(status)) return null
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const whole = bytes.subarray(end.body)
  const unchunked = /chunked/i.test(headers.get('transfer-encoding') ?? '') ? (dechunked(whole) ?? whole) : whole
  return { status, headers, body: decoded(unchunked, headers.get('content-encoding') ?? '') }
}

/** Without a blank line, there are only headers. */
function headEnd(bytes: Buffer): { head: number; body: number } {
  const window = bytes.subarray(0, MAX_HEAD_BYTES)
  const crlf = window.indexOf('\r\n\r\n')
  const lf = window.indexOf('\n\n')
  if (crlf !== -1 && (lf === -1 || crlf < lf)) return { head: crlf, body: crlf + 4 }
  return lf === -1 ? { head: window.length, body: bytes.length } : { head: lf, body: lf + 2 }
}

/** Null if it is not chunked (RFC 9112 7.1) after all. */
function dechunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
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

function decoded(body: Buffer, coding: string): Buffer {
  const limit = { maxOutputLength: MAX_BODY_BYTES }
  try {
    if (/gzip/i.test(coding)) return gunzipSync(body, limit)
    if (/\bbr\b/i.test(coding)) return brotliDecompressSync(body, limit)
    if (/deflate/i.test(coding)) return inflated(body, limit)
  } catch {
    // The crawler has already undone it, or it is broken: the unchanged bytes say more than none.
  }
  return body
}

/** With or without the zlib header that RFC 9110 8.4.1.2 requires. */
function inflated(body: Buffer, limit: { maxOutputLength: number }): Buffer {
  try {
    return inflateSync(body, limit)
  } catch {
    return inflateRawSync(body, limit)
  }
}
