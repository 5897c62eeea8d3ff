import { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { fromBuffer } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'

/** Why a report was not read; refusals are counted under the same words. */
export type ReportRefusal = 'bomb' | 'too_large' | 'several_entries' | 'unreadable' | 'not_xml' | 'too_many_rows'

/** A report that is unreadable or unsafe to read. */
export class RefusedReport extends Error {
  override readonly name = 'RefusedReport'
  readonly reason: ReportRefusal

  constructor(reason: ReportRefusal, options?: ErrorOptions) {
    super(`The report was refused: ${reason}.`, options)
    this.reason = reason
  }
}

/** Unpacked. */
const MAX_BYTES = 52_428_800
const MAX_RATIO = 200
/** The beginning of a file may compress better than the whole. */
const EARLY_BYTES = 262_144
const SLICE_BYTES = 16_384

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * The content of a file attached to a report email: plain, gzipped, or the single entry of a zip (RFC 9990 2.6). Nothing is
 * unpacked twice, to more than 50 MB, or to more than 200 times its size.
 * @throws RefusedReport here, or while it is read.
 */
export async function* unpackedReport(bytes: Buffer): AsyncGenerator<Buffer> {
  if (isZip(bytes)) yield* unzipped(bytes)
  else if (isGzip(bytes)) yield* gunzipped(bytes)
  else if (bytes.length > MAX_BYTES) throw new RefusedReport('too_large')
  else yield bytes
}

async function* gunzipped(bytes: Buffer): AsyncGenerator<Buffer> {
  const engine = createGunzip()
  pipeline(Readable.from(slicesOf(bytes)), engine, () => undefined)
  yield* bounded(engine as AsyncIterable<Buffer>, bytes.length, () => engine.bytesWritten)
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) yield bytes.subarray(from, from + SLICE_BYTES)
}

const openZip = promisify<Buffer, { lazyEntries: true; validateEntrySizes: true }, ZipFile>(fromBuffer)

async function* unzipped(bytes: Buffer): AsyncGenerator<Buffer> {
  const zip = await openZip(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(unreadable)
  try {
    if (zip.entryCount !== 1) throw new RefusedReport('several_entries')
    const entry = await onlyEntry(zip)
    const { uncompressedSize, compressedSize } = entry
    if (uncompressedSize > MAX_BYTES) throw new RefusedReport('too_large')
    if (uncompressedSize > MAX_RATIO * compressedSize || compressedSize > bytes.length) throw new RefusedReport('bomb')
    if (entry.isEncrypted()) throw new RefusedReport('unreadable')
    const stream = await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry).catch(unreadable)
    yield* bounded(stream as AsyncIterable<Buffer>, compressedSize, () => compressedSize)
  } finally {
    zip.close()
  }
}

const onlyEntry = (zip: ZipFile): Promise<Entry> =>
  new Promise((resolve, reject) => {
    zip.once('entry', resolve)
    zip.once('error', (cause: unknown) => reject(new RefusedReport('unreadable', { cause })))
    zip.once('end', () => reject(new RefusedReport('unreadable')))
    zip.readEntry()
  })

/** @param taken how many of the packed bytes have been consumed so far */
async function* bounded(chunks: AsyncIterable<Buffer>, packed: number, taken: () => number): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new RefusedReport('too_large')
      if (bytes > MAX_RATIO * taken() + EARLY_BYTES) throw new RefusedReport('bomb')
      yield chunk
    }
  } catch (error) {
    if (error instanceof RefusedReport) throw error
    unreadable(error)
  }
  if (bytes > MAX_RATIO * packed) throw new RefusedReport('bomb')
}

function unreadable(cause: unknown): never {
  throw new RefusedReport('unreadable', { cause })
}
