import type { ProtocolError } from './smtp-exchange.ts'

/** Bytes → replies (RFC 5321 4.2), streaming and limited: the same bytes give the same replies however they are split. */

export interface SmtpReply {
  code: number
  enhanced: string | null
  lines: string[]
}

export interface ReplyError {
  reason: ProtocolError
  /** The start of the offending line. */
  text: string
}

/** RFC 5321 4.5.3.1.5 allows 512 octets; real servers exceed that with links and tokens. */
export const MAX_REPLY_LINE_BYTES = 2_048
export const MAX_REPLY_LINES = 100
/** Everything one server may send in a session: 50 recipients' refusals with room for an essay each. */
export const MAX_SESSION_BYTES = 65_536
const MAX_ERROR_TEXT = 200

const CARRIAGE_RETURN = 13
const SPACE = 32
const HYPHEN = 45
const ZERO = 48
const NINE = 57

/** RFC 2034 4: the text starts with the enhanced code. */
const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3}(?![^\s])/
const NON_ASCII = /[\u0080-\u00ff]/

export class SmtpReplyReader {
  /** Set by the first thing that is not a reply; nothing is read after it. */
  error: ReplyError | null = null
  /** What has not been read yet, one character per byte, from `#start` on. */
  #text = ''
  #start = 0
  /** Lines of the reply being read; the first line creates the array, so that a single line costs no more than itself. */
  #lines: string[] | null = null
  #code = 0
  #bytes = 0

  /** Adds bytes as they arrived, in latin1: one character per byte. Call `next` until it returns null before adding more. */
  push(bytes: string): void {
    if (this.error === null) this.#text = this.#text === '' ? bytes : this.#text + bytes
  }

  /** The next complete reply; null when there is none yet. */
  next(): SmtpReply | null {
    for (let end = this.#lineEnd(); end >= 0; end = this.#lineEnd()) {
      const isWhole = this.#takeLine(this.#text, this.#start, end)
      if (this.error !== null) return null
      this.#start = end + 1
      if (isWhole) return this.#takeReply()
    }
    this.#keepRest()
    return null
  }

  /** Whether bytes are left that are not part of a complete reply. */
  get unfinished(): boolean {
    return this.#text !== '' || this.#lines !== null
  }

  /** Handles the end of the connection: what is left must at least be the start of a reply. */
  end(): void {
    const isBeginning = /^(?:[2-5](?:\d(?:\d(?:[ -].*|\r)?)?)?)?$/s.test(this.#text)
    if (!isBeginning) this.#fail('not_a_reply', this.#text)
  }

  /** Discards what arrived too early (RFC 3207 4.2: nothing from before the handshake may count after it). */
  discard(): void {
    this.#forget()
  }

  #lineEnd(): number {
    return this.#text.indexOf('\n', this.#start)
  }

  #keepRest(): void {
    if (this.#start > 0) this.#text = this.#text.slice(this.#start)
    this.#start = 0
    if (this.#text.length > MAX_REPLY_LINE_BYTES) this.#fail('line_too_long', this.#text)
    if (this.#bytes + this.#text.length > MAX_SESSION_BYTES) this.#fail('too_many_bytes', this.#text)
  }

  #takeReply(): SmtpReply {
    const lines = this.#lines ?? []
    this.#lines = null
    return { code: this.#code, enhanced: enhancedOf(lines[0] ?? ''), lines }
  }

  #forget(): void {
    this.#text = ''
    this.#start = 0
    this.#lines = null
  }

  /** @returns whether this line completes the reply; sets an error if it is not part of one */
  #takeLine(text: string, start: number, lineFeed: number): boolean {
    this.#bytes += lineFeed + 1 - start
    const end = text.charCodeAt(lineFeed - 1) === CARRIAGE_RETURN && lineFeed > start ? lineFeed - 1 : lineFeed
    const code = codeAt(text, start, end)
    const problem = this.#problemWith(code, lineFeed - start)
    if (problem !== null) return this.#fail(problem, text.slice(start, end))
    this.#code = code
    const words = text.slice(Math.min(start + 4, end), end)
    const line = NON_ASCII.test(words) ? Buffer.from(words, 'latin1').toString('utf8') : words
    if (this.#lines === null) this.#lines = [line]
    else this.#lines.push(line)
    if (end === start + 3 || text.charCodeAt(start + 3) !== HYPHEN) return true
    return this.#lines.length >= MAX_REPLY_LINES && this.#fail('too_many_lines', text.slice(start, end))
  }

  #problemWith(code: number, length: number): ProtocolError | null {
    if (length > MAX_REPLY_LINE_BYTES) return 'line_too_long'
    if (this.#bytes > MAX_SESSION_BYTES) return 'too_many_bytes'
    if (code === 0) return 'not_a_reply'
    return this.#lines !== null && code !== this.#code ? 'mixed_codes' : null
  }

  #fail(reason: ProtocolError, line: string): false {
    this.error ??= { reason, text: Buffer.from(line.slice(0, MAX_ERROR_TEXT), 'latin1').toString('utf8') }
    this.#forget()
    return false
  }
}

/** `NNN`, then a space, a hyphen or the end; 0 for anything else and for codes outside 200–599. */
function codeAt(text: string, start: number, end: number): number {
  if (end - start < 3) return 0
  const hundreds = text.charCodeAt(start) - ZERO
  const tens = text.charCodeAt(start + 1)
  const ones = text.charCodeAt(start + 2)
  if (hundreds < 2 || hundreds > 5 || tens < ZERO || tens > NINE || ones < ZERO || ones > NINE) return 0
  const separator = end - start > 3 ? text.charCodeAt(start + 3) : SPACE
  if (separator !== SPACE && separator !== HYPHEN) return 0
  return hundreds * 100 + (tens - ZERO) * 10 + (ones - ZERO)
}

const enhancedOf = (text: string): string | null =>
  text.charCodeAt(1) === 46 ? (ENHANCED.exec(text)?.[0] ?? null) : null
