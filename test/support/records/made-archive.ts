import { gzipSync } from 'node:zlib'

/** Archives of invented pages. */

export interface MadeRecord {
  type?: string
  uri?: string
  date?: string
  /** The block; for a page, use `httpPage`. */
  block: Buffer | string
  headers?: Record<string, string>
  /** Replaces the true length. */
  length?: number
  lineEnd?: '\r\n' | '\n'
}

export function warcRecord({
  type = 'response',
  uri,
  date,
  block,
  headers = {},
  length,
  lineEnd = '\r\n',
}: MadeRecord) {
  const body = Buffer.from(block)
  const lines = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    ...(uri === undefined ? [] : [`WARC-Target-URI: ${uri}`]),
    `WARC-Date: ${date ?? '2026-01-18T10:00:00Z'}`,
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>',
    ...(type === 'response' ? ['Content-Type: application/http; msgtype=response'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${length ?? body.length}`,
  ]
  return Buffer.concat([Buffer.from(lines.join(lineEnd) + lineEnd + lineEnd), body, Buffer.from(lineEnd + lineEnd)])
}

export const httpPage = (html: string, headers: Record<string, string> = {}): string =>
  [
    'HTTP/1.1 200 OK',
    'Content-Type: text/html; charset=utf-8',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    html,
  ].join('\r\n')

/** One gzip member per record, as crawlers write them. */
export const inMembers = (records: readonly Buffer[]): Buffer =>
  Buffer.concat(records.map((record) => gzipSync(record)))

/** The bytes in pieces of a given size, as a stream delivers them. */
export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
