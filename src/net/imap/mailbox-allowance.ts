import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import type { ImapFlow } from 'imapflow'
import { errorCode } from '../../lib/text/error-code.ts'

/** What a mail server may send before the next command; anything beyond it is refused. */
export interface Allowance {
  bytes: number
  /** Line ends, including those within literals. */
  lines: number
}

/** No requested literal is longer; a server that sends more is cut off. */
export const MAX_LITERAL_BYTES = 1_048_576
/** A line of this length has room for 32,000 UIDs; parsed, it takes a hundred times as much memory. */
export const MAX_IMAP_LINE_BYTES = 393_216
export const MAX_RESPONSE_BYTES = 1_572_864

/** What has arrived on a connection, counted before the library parses it. */
export interface ReceivedCount {
  /** Restarts counting, as the next command is about to be sent. */
  allow: (allowance: Allowance) => void
  /** Closes the connection, because this is not what was requested. */
  cut: () => void
  isCut: () => boolean
  /** Whether the connection ended because the server had said nothing for too long. */
  isSilent: () => boolean
  /** Bytes since the connection was opened. */
  total: () => number
}

/** How the library reports a server that says nothing: by rejecting its sign-in, and later only by an event. */
export const SILENCE_CODE = 'ETIMEOUT'

const TOO_LARGE = /^(?:Line|Literal|Response)TooLarge$/

/** Counts what arrives, in the clear or after TLS, and closes the connection at the first byte too many. */
export function watchReceived(client: ImapFlow): ReceivedCount {
  let left: Allowance = { bytes: 0, lines: 0 }
  let total = 0
  let isCut = false
  let isSilent = false
  const cut = (): void => {
    isCut = true
    client.close()
  }
  const count = (chunk: Buffer): void => {
    total += chunk.length
    left = { bytes: left.bytes - chunk.length, lines: left.lines - lineEnds(chunk) }
    if (left.bytes < 0 || left.lines < 0) cut()
  }
  // Errors are reported by the failing command; unhandled, the event would end the process.
  client.on('error', (error) => {
    const code = errorCode(error)
    if (TOO_LARGE.test(code)) isCut = true
    if (code === SILENCE_CODE) isSilent = true
  })
  // With STARTTLS, two sockets feed the parser, one after the other.
  parserOf(client).on('pipe', (source: Readable) => source.prependListener('data', count))
  return {
    allow: (allowance) => (left = allowance),
    cut,
    isCut: () => isCut,
    isSilent: () => isSilent,
    total: () => total,
  }
}

/** The library has no hook for incoming bytes, but its sockets are piped into this parser. */
function parserOf(client: ImapFlow): Writable {
  const parser: unknown = Reflect.get(client, 'streamer')
  if (!(parser instanceof Writable)) throw new Error('This version of imapflow is not supported: its parser has moved.')
  return parser
}

const LF = 0x0a

function lineEnds(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) count += 1
  return count
}
