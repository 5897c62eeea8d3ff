import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { damaged, UnreadableFile } from './unreadable-file.ts'

/** Company files shrink to a tenth; what expands more than this is made to fill a disk (deflate reaches 1,000). */
const MAX_RATIO = 250
/** Below this size any ratio is harmless: an empty sheet packs well. */
const HARMLESS_BYTES = 67_108_864
/** Larger than any known set of companies. */
const MAX_BYTES = 274_877_906_944

/** Unpacked bytes as they come, unless they are a bomb. @throws UnreadableFile */
export async function* unpackedBytes(bytes: Readable, packedBytes: () => number): AsyncGenerator<Buffer> {
  let total = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > MAX_BYTES || (total > HARMLESS_BYTES && total > packedBytes() * MAX_RATIO))
        throw new UnreadableFile('The file is refused because it unpacks to far more than real data would.')
      yield chunk
    }
  } catch (error) {
    damaged(error)
  } finally {
    bytes.destroy()
  }
}

/** The bytes of a file within a zip file. @throws UnreadableFile, also if its checksum is wrong. */
export async function* entryBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new UnreadableFile('The zip file is encrypted.')
  const bytes = await zip.openReadStreamPromise(entry).catch(damaged)
  let checksum = 0
  for await (const chunk of unpackedBytes(bytes, () => entry.compressedSize)) {
    checksum = crc32(chunk, checksum)
    yield chunk
  }
  // The library leaves this to its callers.
  if (checksum !== entry.crc32) throw new UnreadableFile('The file is damaged.')
}
