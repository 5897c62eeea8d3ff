/** A text up to this size stays on the heap when it is decoded in one call. */
const PIECE_BYTES = 65_536

/**
 * UTF-8 as a text on the heap, joined from pieces: when Node decodes a long text in one call, its characters stay outside the
 * heap, where they do not count as young and take longer to be freed.
 * @param fatal throws a TypeError if the bytes are not UTF-8; otherwise invalid bytes are replaced
 */
export function heapText(pieces: Iterable<Uint8Array>, { fatal = false } = {}): string {
  const decoder = new TextDecoder('utf-8', { fatal, ignoreBOM: true })
  let text = ''
  for (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** The same for bytes in one piece; most are so few that Node's own decoding is the fastest. */
export const heapTextOf = (bytes: Buffer): string =>
  bytes.length <= PIECE_BYTES ? bytes.toString('utf8') : heapText(piecesOf(bytes))

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
