import type { Readable } from 'node:stream'
import { type BrotliDecompress, createBrotliDecompress, createGunzip, type Gunzip, constants as zlib } from 'node:zlib'
import { giveBack, joinedChunks } from '../../lib/input/spent-bytes.ts'
import type { RefusedReason } from './http-exchange.ts'

/** Reads a response body that may be hostile: limited on the wire, after inflation, and in its inflation ratio. */

/** Markup deflates by a factor of 5 to 20; 100 is out of reach for honest pages (bombs: about 1,000). */
const MAX_INFLATION = 100
/** Below this size, the ratio says nothing: 64 KiB of blanks are harmless. */
const INFLATION_CHECKED_FROM_BYTES = 262_144

export interface BodyLimits {
  maxBytes: number
  overflow: 'cut' | 'refuse'
  /** Waits until this many more bytes may be kept; meanwhile, only a little more is read from the connection. */
  makeRoom?: (bytes: number) => Promise<void>
}

export type BodyResult =
  | { outcome: 'read'; body: Buffer; truncated: boolean; wireBytes: number }
  | { outcome: 'refused'; reason: RefusedReason; wireBytes: number }

/** What `Accept-Encoding` offers; anything else in `Content-Encoding` is refused as `protocol`. */
export const ACCEPTED_ENCODINGS = 'gzip, br'

/**
 * Reads and inflates a body.
 * @returns the body, or the limit it exceeded
 * @throws whatever the stream throws: a broken connection, an abort, data that cannot be inflated (codes `Z_*`, `ERR_*`)
 */
export async function readResponseBody(stream: Readable, encoding: string, limits: BodyLimits): Promise<BodyResult> {
  // A destroyed stream emits an error even when nothing reads it any more.
  stream.on('error', () => {})
  const decoder = decoderFor(encoding)
  if (decoder === 'unknown') {
    stream.destroy()
    return { outcome: 'refused', reason: 'protocol', wireBytes: 0 }
  }
  let wireBytes = 0
  const plain = decoder === null ? stream : inflate(stream, decoder)
  stream.on('data', (chunk: Buffer) => {
    wireBytes += chunk.length
    // Bytes that inflate to nothing, as in empty members of a gzip file (RFC 1952 2.2), would never come up below.
    if (decoder === null || wireBytes <= limits.maxBytes) return
    stream.unpipe(decoder)
    decoder.end()
  })
  const stop = (): void => {
    stream.destroy()
    if (decoder !== null) decoder.destroy()
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      size += chunk.length
      chunks.push(chunk)
      if (decoder !== null && isBomb(size, decoder.bytesWritten)) {
        stop()
        return { outcome: 'refused', reason: 'compression_bomb', wireBytes }
      }
      if (limits.makeRoom !== undefined) await limits.makeRoom(chunk.length)
      if (Math.max(size, wireBytes) <= limits.maxBytes) continue
      stop()
      if (limits.overflow === 'refuse') return { outcome: 'refused', reason: 'too_large', wireBytes }
      return { outcome: 'read', body: joinedChunks(chunks, limits.maxBytes), truncated: true, wireBytes }
    }
    if (wireBytes <= limits.maxBytes)
      return { outcome: 'read', body: joinedChunks(chunks), truncated: false, wireBytes }
    stop()
    if (limits.overflow === 'refuse') return { outcome: 'refused', reason: 'too_large', wireBytes }
    return { outcome: 'read', body: joinedChunks(chunks), truncated: true, wireBytes }
  } finally {
    for (const chunk of chunks) giveBack(chunk)
  }
}

/** @param consumedBytes compressed bytes that became `size` bytes, without those still waiting for the decoder */
const isBomb = (size: number, consumedBytes: number): boolean =>
  size > INFLATION_CHECKED_FROM_BYTES && size > consumedBytes * MAX_INFLATION

type Decoder = Gunzip | BrotliDecompress

function decoderFor(encoding: string): Decoder | null | 'unknown' {
  if (encoding === '' || encoding === 'identity') return null
  // A download that ends early still yields what has arrived.
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH })
  if (encoding === 'br') return createBrotliDecompress({ finishFlush: zlib.BROTLI_OPERATION_FLUSH })
  return 'unknown'
}

function inflate(stream: Readable, decoder: Decoder): Decoder {
  stream.once('error', (error) => decoder.destroy(error))
  return stream.pipe(decoder)
}
