/** Smaller ones cost more to give back than they free. */
const MIN_BYTES = 8_192

/**
 * Frees the memory of a chunk at once. Left to the garbage collector, received chunks pile up to tens of megabytes, because V8
 * hardly counts bytes outside its heap. Afterwards the chunk, and any other view of the same memory, is empty; small chunks and
 * pieces of a larger buffer are left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength >= MIN_BYTES) buffer.transfer(0)
}

/** The same chunks, each freed when the reader asks for the next one: the reader must not keep any. */
export async function* givingBack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    try {
      yield chunk
    } finally {
      giveBack(chunk)
    }
  }
}

/** The bytes of all chunks in one piece, at most `maxBytes`; the chunks are empty afterwards. */
export function joinedChunks(chunks: Uint8Array[], maxBytes = Infinity): Buffer {
  const size = chunks.reduce((sum, { length }) => sum + length, 0)
  const all = Buffer.concat(chunks, Math.min(size, maxBytes))
  for (const chunk of chunks.splice(0)) giveBack(chunk)
  return all
}
