/** So long a text stays on the heap when it is decoded at once. */
const PIECE_BYTES = 65_536

/**
 * UTF-8 as a text on the heap, put together from pieces: of a long text that is decoded at once, Node leaves the letters outside
 * of it, where they are not counted as young and lie about longer.
 * @param fatal throws a TypeError for what is not UTF-8; else its letters are replaced
 */
export function heapText(pieces: Iterable<Uint8Array>, { fatal = false } = {}): string {
  const decoder = new TextDecoder('utf-8', { fatal, ignoreBOM: true })
  let text = ''
  for (const piece of pieces) text += decoder.decode(piece, { stream: true })
  return text + decoder.decode()
}

/** The same of bytes in one piece; nearly all are so few that Node's own way is the shortest. */
export const heapTextOf = (bytes: Buffer): string =>
  bytes.length <= PIECE_BYTES ? bytes.toString('utf8') : heapText(piecesOf(bytes))

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
