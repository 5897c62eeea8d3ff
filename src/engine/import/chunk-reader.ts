/** Reads a stream of chunks by lines and lengths. Never buffers more than what is requested and one chunk. */
export class ChunkReader {
  readonly #chunks: AsyncIterator<Buffer>
  #buffer: Buffer = Buffer.alloc(0)
  #ended = false
  /** Bytes returned or skipped so far. */
  offset = 0

  readonly #turn: () => Promise<void>
  #asked = 0

  /** @param turn awaited now and then, so that a million short lines do not block other work. */
  constructor(chunks: AsyncIterable<Buffer>, turn: () => Promise<void>) {
    this.#turn = turn
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Up to `length` bytes, without consuming them; fewer only at the end. */
  async peek(length: number): Promise<Buffer> {
    await this.#now()
    while (this.#buffer.length < length && (await this.#more()));
    return this.#buffer.subarray(0, length)
  }

  /** Whether nothing is left. */
  get isAtEnd(): boolean {
    return this.#ended && this.#buffer.length === 0
  }

  /** Up to `length` bytes; fewer only at the end, and before a chunk that is `another` thing. */
  async read(length: number, another: IsAnother = never): Promise<Buffer> {
    if (this.#buffer.length >= length) return this.#take(length)
    const parts = [this.#take(this.#buffer.length)]
    let missing = length - (parts[0]?.length ?? 0)
    while (missing > 0 && (await this.#more()) && !another(this.#buffer)) {
      const part = this.#take(Math.min(missing, this.#buffer.length))
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Skips bytes without keeping them, as `read` reads them. @returns how many there were. */
  async skip(length: number, another: IsAnother = never): Promise<number> {
    let left = length
    while (left > 0) {
      if (this.#buffer.length === 0 && (!(await this.#more()) || another(this.#buffer))) break
      left -= this.#take(Math.min(left, this.#buffer.length)).length
    }
    return length - left
  }

  /** A line without its end (LF or CRLF), cut at `maxLength`; null at the end of the stream. */
  async line(maxLength: number): Promise<string | null> {
    await this.#now()
    const kept: Buffer[] = []
    let length = 0
    for (;;) {
      if (this.#buffer.length === 0 && !(await this.#more())) return length === 0 ? null : textOf(kept)
      const end = this.#buffer.indexOf(LINE_FEED)
      const part = this.#take(end === -1 ? this.#buffer.length : end + 1)
      if (length < maxLength) kept.push(part.subarray(0, maxLength - length))
      length += part.length
      if (end !== -1) return textOf(kept)
    }
  }

  /** Skips line ends, and zeros that a writer left when it died, a chunk at a time: there may be millions. */
  async skipLineEnds(): Promise<void> {
    do {
      await this.#now()
      let length = 0
      while (isLineEnd(this.#buffer[length])) length++
      this.#take(length)
    } while (this.#buffer.length === 0 && (await this.#more()))
  }

  async #now(): Promise<void> {
    this.#asked++
    if (this.#asked % ASKED_BETWEEN_TURNS === 0) await this.#turn()
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length)
    this.#buffer = this.#buffer.subarray(length)
    this.offset += length
    return taken
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false
    const { value, done } = await this.#chunks.next()
    if (done === true) {
      this.#ended = true
      return false
    }
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
    return true
  }
}

/** Whether a chunk begins something else than what the one before it ended in. */
type IsAnother = (chunk: Buffer) => boolean
const never: IsAnother = () => false

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const isLineEnd = (byte: number | undefined): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 0
const ASKED_BETWEEN_TURNS = 256

/** Headers are Latin-1 at worst; UTF-8 stays readable. */
const textOf = (parts: Buffer[]): string =>
  Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '')
