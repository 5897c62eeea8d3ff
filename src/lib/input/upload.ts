import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A file on its way in: a value that a door hands to a capability, and that no JSON can say. */
export class Upload {
  /** Two requests with uploads of one identity count as one: the hash of a text, the length of a stream. */
  readonly identity: string
  readonly #bytes: AsyncIterable<Uint8Array>

  constructor(bytes: AsyncIterable<Uint8Array>, identity: string) {
    this.#bytes = bytes
    this.identity = identity
  }

  /** A text that is there already. */
  static of(text: string): Upload {
    const bytes = new TextEncoder().encode(text)
    return new Upload(inPieces(bytes), createHash('sha256').update(bytes).digest('base64'))
  }

  /** Can be read once. */
  get bytes(): AsyncIterable<Uint8Array> {
    return this.#bytes
  }
}

/** As if it came over a line: whoever reads a piece gives others their turn before the next. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
    await nextTurn()
  }
}

const PIECE_BYTES = 65_536
