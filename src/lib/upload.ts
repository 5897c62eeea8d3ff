import { createHash } from 'node:crypto'

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
    return new Upload(inOnePiece(bytes), createHash('sha256').update(bytes).digest('base64'))
  }

  /** Can be read once. */
  get bytes(): AsyncIterable<Uint8Array> {
    return this.#bytes
  }
}

const inOnePiece = (bytes: Uint8Array): AsyncIterable<Uint8Array> => ReadableStream.from([bytes])
