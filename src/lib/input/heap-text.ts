/** So long a text is still kept on the heap when it is decoded at once. */
const PIECE_BYTES = 65_536

/**
 * UTF-8 as a text that is put together from pieces on the heap: of a long text that is decoded at once, Node leaves the
 * letters outside of it, where they are not counted as young and lie about longer.
 */
export function heapText(pieces: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** What `heapText` takes, of bytes that are in one piece. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
