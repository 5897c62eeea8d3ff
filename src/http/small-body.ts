import type { IncomingMessage } from 'node:http'

/** More than any list of parameters that includes a key needs. */
const MAX_SMALL_BYTES = 65_536

/** The whole body of a request if it is small; null, with the rest unread, if it is not. */
export async function readSmallBody(request: IncomingMessage): Promise<Uint8Array | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_SMALL_BYTES) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_SMALL_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
