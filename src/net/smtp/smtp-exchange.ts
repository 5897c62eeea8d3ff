import type { Duplex } from 'node:stream'

/** The inputs and results of an SMTP conversation. `net` knows codes and bytes; what a reply means is decided above it. */

/** The command a reply answers; `connect` is the banner. */
export type SmtpStage = 'connect' | 'helo' | 'starttls' | 'rset' | 'mail' | 'rcpt'

/** One reply with all its lines (RFC 5321 4.2.1). */
export interface ProbeReply {
  stage: SmtpStage
  /** 200–599. */
  code: number
  /** RFC 3463, if the text starts with one: `5.1.1`. */
  enhanced: string | null
  /** Text after the code of each line. Untrusted, including control characters. */
  lines: string[]
  /** From the command (or the start of the connection) to the end of the reply. */
  ms: number
}

/** A mail host with a checked address: nothing is resolved below this point. */
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
  /** Without it, a plain TCP connection, made in the cheapest way. */
  connect?: SmtpConnect
  /** Each has a default (5 s, 10 s, 60 s, 120 s). */
  timeouts?: Partial<SmtpTimeouts>
  /** `when_offered` by default: certificate not checked, one plain retry when the handshake fails. */
  tls?: 'when_offered' | 'never'
  /** Recipients in one pipelined write; 10 by default. */
  recipientsPerWrite?: number
  /** Milliseconds from any starting point, for `ms`. */
  now?: () => number
  /** Ends the session at once. */
  signal?: AbortSignal
}

/** Why a conversation ended before everything was answered. */
export type SmtpFailure =
  /** Not one well-formed reply arrived: refused, timed out, reset or closed before a banner. */
  | { outcome: 'unreachable'; reason: 'refused' | 'timed_out' | 'closed' | 'failed' }
  /** Closed or reset after at least one reply, while waiting for `stage`. */
  | { outcome: 'closed'; stage: SmtpStage }
  /** Silent for too long, or the session's time is up. */
  | { outcome: 'timed_out'; stage: SmtpStage }
  /** Not SMTP. `text` is the start of the offending line: untrusted. */
  | { outcome: 'protocol_error'; stage: SmtpStage; reason: ProtocolError; text: string }
  | { outcome: 'aborted' }

export type ProtocolError =
  | 'not_a_reply'
  | 'mixed_codes'
  | 'line_too_long'
  | 'too_many_lines'
  | 'too_many_bytes'
  /** A reply without a command. */
  | 'unasked_reply'

/** RFC 5321 4.2.2 keywords after EHLO that change what is sent. */
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
  /** Null when it was not asked or not answered: `failure` or `mail` then says why. */
  reply: ProbeReply | null
}

export interface AskResult {
  /** Null in a continued transaction, or when the session ended before it. */
  mail: ProbeReply | null
  /** One for each requested recipient, in the same order. */
  answers: RecipientAnswer[]
  /** An unsolicited 421 with which the server closed the session (RFC 5321 3.8). */
  parting: ProbeReply | null
  failure: SmtpFailure | { outcome: 'no_smtputf8' } | null
}

/** One whole session, with the first target that answers. */
export interface ProbeRequest extends AskRequest, SmtpSettings {
  /** In order of preference; the next is tried only when nothing well-formed came from the previous one. */
  targets: readonly SmtpTarget[]
}

export interface ProbeResult extends AskResult {
  /** The target that answered, or the last one tried; null without targets. */
  target: SmtpTarget | null
  capabilities: SmtpCapabilities | null
  /** Every reply in order: banner, EHLO, … */
  transcript: ProbeReply[]
  /** A 4xx or 5xx to the banner, EHLO or MAIL, after which no recipient was asked. */
  refusal: ProbeReply | null
}
