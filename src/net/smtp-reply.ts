import type { ProtocolError } from './smtp-exchange.ts'

/** Bytes → replies (RFC 5321 4.2), streaming and bounded: the same bytes give the same replies however they are cut. */

export interface SmtpReply {
  code: number
  enhanced: string | null
  lines: string[]
}

export interface ReplyError {
  reason: ProtocolError
  /** The beginning of the offending line. */
  text: string
}

/** RFC 5321 4.5.3.1.5 allows 512 octets; real servers go beyond it with links and tokens. */
export const MAX_LINE_BYTES = 2_048
export const MAX_REPLY_LINES = 100
/** Everything one server may say in a session: 50 recipients' refusals with room for an essay each. */
export const MAX_SESSION_BYTES = 65_536
const MAX_ERROR_TEXT = 200

const CARRIAGE_RETURN = 13
const SPACE = 32
const HYPHEN = 45
const ZERO = 48
const NINE = 57

/** RFC 2034 4: the text begins with the enhanced code. */
const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3}(?![^\s])/
const NON_ASCII = /[\u0080-\u00ff]/

export class SmtpReplyReader {
  /** Set by the first thing that is no reply; nothing is read after it. */
  error: ReplyError | null = null
  /** The unfinished line, one character a byte. */
  #rest = ''
  #lines: string[] = []
  #code = 0
  #bytes = 0
  #replies: SmtpReply[] = []

  /** Takes bytes as they came, in latin1: one character a byte. */
  push(bytes: string): void {
    if (this.error !== null) return
    const text = this.#rest === '' ? bytes : this.#rest + bytes
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#takeLine(text, start, end)
      if (this.error !== null) return
      start = end + 1
    }
    this.#rest = start === 0 ? text : text.slice(start)
    if (this.#rest.length > MAX_LINE_BYTES) this.#fail('line_too_long', this.#rest)
    if (this.#bytes + this.#rest.length > MAX_SESSION_BYTES) this.#fail('too_many_bytes', this.#rest)
  }

  /** The next whole reply, null when there is none yet. */
  next(): SmtpReply | null {
    return this.#replies.shift() ?? null
  }

  /** Whether bytes are left that belong to no whole reply. */
  get unfinished(): boolean {
    return this.#rest !== '' || this.#lines.length > 0
  }

  /** The connection is over: what is left must at least be the beginning of a reply. */
  end(): void {
    const isBeginning = /^(?:[2-5](?:\d(?:\d(?:[ -].*|\r)?)?)?)?$/s.test(this.#rest)
    if (!isBeginning) this.#fail('not_a_reply', this.#rest)
  }

  /** Forgets what came too early (RFC 3207 4.2: nothing from before the handshake may count after it). */
  discard(): void {
    this.#rest = ''
    this.#lines = []
    this.#code = 0
    this.#replies = []
  }

  #takeLine(text: string, start: number, lineFeed: number): void {
    this.#bytes += lineFeed + 1 - start
    const end = text.charCodeAt(lineFeed - 1) === CARRIAGE_RETURN && lineFeed > start ? lineFeed - 1 : lineFeed
    if (lineFeed - start > MAX_LINE_BYTES) return this.#fail('line_too_long', text.slice(start, end))
    if (this.#bytes > MAX_SESSION_BYTES) return this.#fail('too_many_bytes', text.slice(start, end))
    const code = codeAt(text, start, end)
    if (code === 0) return this.#fail('not_a_reply', text.slice(start, end))
    if (this.#lines.length > 0 && code !== this.#code) return this.#fail('mixed_codes', text.slice(start, end))
    this.#code = code
    const words = text.slice(Math.min(start + 4, end), end)
    this.#lines.push(NON_ASCII.test(words) ? Buffer.from(words, 'latin1').toString('utf8') : words)
    if (end > start + 3 && text.charCodeAt(start + 3) === HYPHEN) {
      if (this.#lines.length >= MAX_REPLY_LINES) this.#fail('too_many_lines', text.slice(start, end))
      return
    }
    this.#replies.push({ code, enhanced: enhancedOf(this.#lines[0] ?? ''), lines: this.#lines })
    this.#lines = []
  }

  #fail(reason: ProtocolError, line: string): void {
    this.error ??= { reason, text: Buffer.from(line.slice(0, MAX_ERROR_TEXT), 'latin1').toString('utf8') }
    this.#rest = ''
    this.#lines = []
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
