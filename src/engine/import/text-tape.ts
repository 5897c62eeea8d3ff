/** A text as it comes, of which as much is kept as may have to be read again. Positions count bytes of UTF-8. */
export interface TextTape {
  /** Where reading has got to for good, and the line that is there, from 1. */
  readonly position: number
  readonly line: number
  /** What comes next for a parser; null at the end. */
  next: () => Promise<Buffer | null>
  /** What stands between here and there. */
  peek: (position: number) => () => string
  /** Moves on to there. @returns the line of the first character that is no line break. */
  advance: (position: number) => number
  /** The next parser gets again what was not moved past. */
  rewind: () => void
  /** Moves behind the next line break. */
  skipLine: () => Promise<void>
  /** Whether a line break follows within what is kept. */
  quotesBeforeBreak: () => boolean
}

const CR = 13
const LF = 10
const QUOTE = 34
/** A parser gets so much at once, and others have their turn in between. */
const PIECE_BYTES = 65_536

export function createTextTape(text: AsyncIterable<string>): TextTape {
  const source = text[Symbol.asyncIterator]()
  /** From `position` on. */
  let kept = Buffer.alloc(0)
  let given = 0
  let position = 0
  let line = 1

  const more = async (): Promise<boolean> => {
    for (;;) {
      const { done, value } = await source.next()
      if (done === true) return false
      if (value === '') continue
      kept = Buffer.concat([kept, Buffer.from(value)])
      return true
    }
  }

  /** A CR LF that is cut in two is one line break. */
  const moveBy = (length: number): number => {
    let first = line
    let seen = false
    for (let i = 0; i < length; i++) {
      const byte = kept[i]
      const breaks = byte === LF || (byte === CR && kept[i + 1] !== LF)
      if (!seen && byte !== CR && byte !== LF) {
        seen = true
        first = line
      }
      if (breaks) line++
    }
    kept = kept.subarray(length)
    position += length
    given = Math.max(0, given - length)
    return first
  }

  return {
    get position() {
      return position
    },
    get line() {
      return line
    },
    next: async () => {
      if (given === kept.length && !(await more())) return null
      const piece = kept.subarray(given, given + PIECE_BYTES)
      given += piece.length
      return piece
    },
    peek: (to) => () => kept.toString('utf8', 0, to - position),
    advance: (to) => moveBy(to - position),
    rewind: () => {
      given = 0
    },
    skipLine: async () => {
      for (let isMore = true; isMore; isMore = await more()) {
        const isHalfBreak = behindBreak(kept) === kept.length && kept.at(-1) === CR
        if (isHalfBreak) await more()
        const end = behindBreak(kept)
        moveBy(end ?? kept.length)
        given = 0
        if (end !== null) break
      }
    },
    quotesBeforeBreak: () => {
      const end = behindBreak(kept) ?? kept.length
      return kept.subarray(0, end).includes(QUOTE)
    },
  }
}

/** Behind the first line break that follows something; null when there is none. */
function behindBreak(bytes: Buffer): number | null {
  const start = bytes.findIndex((byte) => byte !== CR && byte !== LF)
  if (start < 0) return null
  const at = bytes.subarray(start).findIndex((byte) => byte === CR || byte === LF)
  if (at < 0) return null
  const end = start + at
  return bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1
}
