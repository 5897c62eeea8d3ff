import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The type of a workbook, .xlsx (registered with IANA). */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An incoming file: a value that a door passes to a capability and that JSON cannot express. */
export class Upload {
  /** Two requests whose uploads have the same identity count as the same: the hash of a text, the length of a stream. */
  readonly identity: string
  readonly #bytes: AsyncIterable<Uint8Array>

  constructor(bytes: AsyncIterable<Uint8Array>, identity: string) {
    this.#bytes = bytes
    this.identity = identity
  }

  /** A text that is already in memory. */
  static of(text: string): Upload {
    const bytes = new TextEncoder().encode(text)
    return new Upload(inPieces(bytes), createHash('sha256').update(bytes).digest('base64'))
  }

  /** Can be read once. */
  get bytes(): AsyncIterable<Uint8Array> {
    return this.#bytes
  }
}

/** Delivered like network data, with a turn for other work after each piece. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
    await nextTurn()
  }
}

const PIECE_BYTES = 65_536
