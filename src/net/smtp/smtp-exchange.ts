import type { Duplex } from 'node:stream'

/** What an SMTP conversation takes and gives. `net` knows codes and bytes; what a reply means is decided above it. */

/** The command a reply answers; `connect` is the banner. */
export type SmtpStage = 'connect' | 'helo' | 'starttls' | 'rset' | 'mail' | 'rcpt'

/** One reply, all its lines (RFC 5321 4.2.1). */
export interface ProbeReply {
  stage: SmtpStage
  /** 200–599. */
  code: number
  /** RFC 3463, where the text begins with one: `5.1.1`. */
  enhanced: string | null
  /** Text behind the code of each line. Foreign: control characters and all. */
  lines: string[]
  /** From the command (or the start of the connection) to the end of the reply. */
  ms: number
}

/** A mail host with an address that was checked: nothing is resolved below this point. */
export interface SmtpTarget {
  /** Host name, for TLS and the transcript. */
  mx: string
  /** IP literal. */
  address: string
  port: number
}

/** Milliseconds, each for one step; `sessionMs` is for all of them together. */
export interface SmtpTimeouts {
  connectMs: number
  bannerMs: number
  commandMs: number
  sessionMs: number
}

/** Opens a byte stream to a target and resolves when it is connected (a proxy, a recorder in a test). */
export type SmtpConnect = (address: string, port: number, signal: AbortSignal) => Promise<Duplex>

export interface SmtpSettings {
  /** Our own fully qualified name. */
  heloName: string
  /** Without it a plain TCP connection, made the cheapest way. */
  connect?: SmtpConnect
  /** Each has a default (5 s, 10 s, 60 s, 120 s). */
  timeouts?: Partial<SmtpTimeouts>
  /** `when_offered` by default: certificate not checked, one plain retry when the handshake fails. */
  tls?: 'when_offered' | 'never'
  /** Recipients in one pipelined write; 10 by default. */
  recipientsPerWrite?: number
  /** Milliseconds from any zero, for `ms`. */
  now?: () => number
  /** Ends the session at once. */
  signal?: AbortSignal
}

/** Why a conversation is over before everything was answered. */
export type SmtpFailure =
  /** Not one well-formed reply was seen: refused, timed out, reset or closed before a banner. */
  | { outcome: 'unreachable'; reason: 'refused' | 'timed_out' | 'closed' | 'failed' }
  /** Closed or reset after at least one reply, while `stage` waited. */
  | { outcome: 'closed'; stage: SmtpStage }
  /** Silent too long, or the session's time is over. */
  | { outcome: 'timed_out'; stage: SmtpStage }
  /** Not SMTP. `text` is the offending line's beginning: foreign. */
  | { outcome: 'protocol_error'; stage: SmtpStage; reason: ProtocolError; text: string }
  | { outcome: 'aborted' }

export type ProtocolError =
  | 'not_a_reply'
  | 'mixed_codes'
  | 'line_too_long'
  | 'too_many_lines'
  | 'too_many_bytes'
  /** A reply that nothing was asked for. */
  | 'unasked_reply'

/** RFC 5321 4.2.2 keywords behind EHLO that change what we send. */
export interface SmtpCapabilities {
  pipelining: boolean
  starttls: boolean
  smtputf8: boolean
}

export interface AskRequest {
  /** Empty for the null reverse-path. */
  sender: string
  recipients: readonly string[]
  /** `continue` (default) adds to an open transaction of the same sender; `new` sends RSET first. */
  transaction?: 'continue' | 'new'
}

export interface RecipientAnswer {
  recipient: string
  /** Null when it was not asked or not answered: then `failure` or `mail` says why. */
  reply: ProbeReply | null
}

export interface AskResult {
  /** Null in a continued transaction, or when the session ended before it. */
  mail: ProbeReply | null
  /** One for each recipient asked for, in that order. */
  answers: RecipientAnswer[]
  /** An unasked 421 with which the server left (RFC 5321 3.8). */
  parting: ProbeReply | null
  failure: SmtpFailure | { outcome: 'no_smtputf8' } | null
}

/** One whole session: the first target that answers is asked. */
export interface ProbeRequest extends AskRequest, SmtpSettings {
  /** In order of preference; the next one only when nothing well-formed came from the one before. */
  targets: readonly SmtpTarget[]
}

export interface ProbeResult extends AskResult {
  /** The target that answered, or the last one tried; null without targets. */
  target: SmtpTarget | null
  capabilities: SmtpCapabilities | null
  /** Every reply in order: banner, EHLO, … */
  transcript: ProbeReply[]
  /** A 4xx or 5xx to the banner, EHLO, or MAIL, after which nobody was asked. */
  refusal: ProbeReply | null
}
