/** Smaller ones cost more to give back than they hold. */
const MIN_BYTES = 8_192

/**
 * Gives the memory of a chunk back at once. Left to the garbage collector, what bodies arrive in lies about until tens of
 * megabytes of it have gathered: V8 hardly counts the bytes outside its heap. The chunk is empty afterwards, and so is whatever
 * else looks at the same memory; small chunks and pieces of a larger buffer stay as they are.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength >= MIN_BYTES) buffer.transfer(0)
}

/** The same chunks, each of them given back when the reader asks for the next one: it must not keep any. */
export async function* givingBack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    try {
      yield chunk
    } finally {
      giveBack(chunk)
    }
  }
}

/** The bytes of all chunks in one piece, no more than `maxBytes`; the chunks are empty afterwards. */
export function joinedChunks(chunks: Uint8Array[], maxBytes = Infinity): Buffer {
  const size = chunks.reduce((sum, { length }) => sum + length, 0)
  const all = Buffer.concat(chunks, Math.min(size, maxBytes))
  for (const chunk of chunks.splice(0)) giveBack(chunk)
  return all
}
