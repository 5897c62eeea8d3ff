import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { DnsClient } from '../dns-client.ts'
import { CERTIFICATE_CODE, loginAddress } from '../login-address.ts'
import type { LoginProblem } from '../login-address.ts'
import type { AddressGuard } from '../public-address.ts'
import { limitTurns } from './submit-limits.ts'
import type { SubmitLimits } from './submit-limits.ts'
import { logIn } from './submit-login.ts'
import type { MailServerLogin } from './submit-login.ts'
import { codeOf, replyOf } from './submit-reply.ts'
import type { RefusingReply, SmtpError } from './submit-reply.ts'
import { TOKEN_HANDLERS } from './token-mechanism.ts'

/**
 * A session is kept for the next mail with the same `session`, which identifies the account's mailbox and the version of its
 * password or token, but contains nothing of the secret itself.
 */
export type SubmitLogin = MailServerLogin & { session: string }

export type SubmitOutcome =
  | { outcome: 'accepted'; replyCode: string }
  /** 4xx: the same email may be accepted later. 5xx: it will not be. The code is for storage; the text is the server's own. */
  | { outcome: 'deferred' | 'rejected'; replyCode: string; reply: RefusingReply }
  /** The server takes no addresses beyond ASCII, so nothing was said to it; the code is the one for that (RFC 6531 3.5). */
  | { outcome: 'no_smtputf8'; replyCode: string }
  /** Certainly not handed over. */
  | { outcome: 'no_session'; problem: LoginProblem }
  /** Handed over completely, but unanswered: it may or may not have been accepted (RFC 1047). */
  | { outcome: 'uncertain' }

export interface MailSubmitter {
  /** Connects, secures, signs in and disconnects. Null when all went well. */
  check: (login: MailServerLogin) => Promise<LoginProblem | null>
  submit: (login: SubmitLogin, envelope: { from: string; to: string }, raw: Buffer) => Promise<SubmitOutcome>
  close: () => void
}

export interface MailSubmitterOptions {
  dns: DnsClient
  guard: AddressGuard
  /** Quarry's own name in EHLO. */
  heloName: string
  timeoutMs?: number
}

const TIMEOUT_MS = 30_000
/** RFC 5321 4.5.3.2.6 allows ten minutes after the final dot; giving up early leaves doubt. */
const FINAL_REPLY_MS = 120_000
/** Of one reply with all its lines; servers need a few hundred for a greeting or a list of extensions. */
const MAX_REPLY_BYTES = 65_536
/** Connecting, securing and signing in takes at most this many time-outs, however often the server shows that it is alive. */
const OPENING_TIMEOUTS = 2
/** For handing over one email, including the wait for the final reply. */
const TURN_MS = 300_000
/** A session is kept for the next mail of the same mailbox. */
const IDLE_MS = 10_000
const MAX_IDLE_SESSIONS = 50

interface Session {
  connection: SMTPConnection
  limits: SubmitLimits
  /** Whether the server takes addresses beyond ASCII (RFC 6531). */
  smtputf8: boolean
  broken: boolean
}

/** Hands emails to the servers of mailboxes; never retries one automatically once it has been handed over. */
export function createMailSubmitter(options: MailSubmitterOptions): MailSubmitter {
  const idle = new Map<string, { session: Session; timer: NodeJS.Timeout }>()
  const keep = (key: string, session: Session) => {
    if (session.broken || idle.has(key) || idle.size >= MAX_IDLE_SESSIONS) return session.connection.quit()
    const timer = setTimeout(() => take(idle, key)?.connection.quit(), IDLE_MS).unref()
    idle.set(key, { session, timer })
  }
  return {
    check: async (login) => {
      const opened = await openSession(options, login)
      if (typeof opened === 'string') return opened
      opened.connection.quit()
      return null
    },
    submit: async (login, envelope, raw) => {
      const key = sessionKey(login)
      const kept = take(idle, key)
      if (kept !== null) {
        const outcome = await transact(kept, envelope, raw)
        if (!isOver(outcome, login)) return endTurn(kept, key, keep, outcome)
        kept.connection.close()
      }
      const opened = await openSession(options, login)
      if (typeof opened === 'string') return { outcome: 'no_session', problem: opened }
      return endTurn(opened, key, keep, await transact(opened, envelope, raw))
    },
    close: () => {
      for (const key of idle.keys()) take(idle, key)?.connection.close()
    },
  }
}

const sessionKey = ({ session, host, port, security, auth }: SubmitLogin): string =>
  JSON.stringify([session, host, port, security, auth.kind, auth.kind === 'none' ? null : auth.username])

/**
 * Whether an idle session ended before an email was started in it: it was closed, or its token expired, which servers report at
 * the first command. Nothing has been handed over; a new session shows what is wrong.
 */
const isOver = (outcome: SubmitOutcome, { auth }: SubmitLogin): boolean =>
  outcome.outcome === 'no_session' ||
  (auth.kind === 'token' && 'reply' in outcome && outcome.reply.stage === 'mail' && outcome.reply.code !== 452)

/** After an email that was not accepted, the state of the session is anybody's guess. */
function endTurn(
  session: Session,
  key: string,
  keep: (key: string, session: Session) => void,
  outcome: SubmitOutcome,
): SubmitOutcome {
  if (outcome.outcome === 'accepted') keep(key, session)
  else session.connection.close()
  return outcome
}

function take(idle: Map<string, { session: Session; timer: NodeJS.Timeout }>, key: string): Session | null {
  const found = idle.get(key)
  if (found === undefined) return null
  idle.delete(key)
  clearTimeout(found.timer)
  return found.session.broken ? null : found.session
}

async function openSession(options: MailSubmitterOptions, login: MailServerLogin): Promise<Session | LoginProblem> {
  const address = await loginAddress(options, login)
  if (typeof address === 'string') return address
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  // Loaded with the first email that is sent, not at every start.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection({
    host: address.ip,
    port: login.port,
    servername: login.host,
    secure: login.security === 'tls',
    requireTLS: login.security === 'starttls',
    ignoreTLS: login.security === 'none',
    name: options.heloName,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: Math.max(timeoutMs, FINAL_REPLY_MS),
    logger: false,
    maxResponseSize: MAX_REPLY_BYTES,
    customAuth: TOKEN_HANDLERS,
    // Servers on networks that the operator opened may use self-signed certificates.
    tls: { servername: login.host, rejectUnauthorized: address.isPublic },
  })
  const limits = limitTurns(connection)
  const session: Session = { connection, limits, smtputf8: false, broken: false }
  connection.on('error', () => (session.broken = true))
  connection.on('end', () => (session.broken = true))
  limits.begin(OPENING_TIMEOUTS * timeoutMs)
  const unconnected = await connect(connection)
  // The reply to EHLO, the second one after TLS; signing in replaces it.
  session.smtputf8 = OFFERS_SMTPUTF8.test(connection.lastServerResponse || '')
  const problem = unconnected ?? (await logIn(connection, login))
  if (problem === null) return session
  connection.close()
  return problem
}

const OFFERS_SMTPUTF8 = /^250[ -]SMTPUTF8\b/im
const NON_ASCII = /[^\0-\x7f]/

const connect = (connection: SMTPConnection): Promise<LoginProblem | null> =>
  new Promise((resolve) => {
    const fail = (error: SmtpError) => resolve(connectProblem(error))
    connection.once('error', fail)
    connection.once('end', () => resolve('unreachable'))
    connection.connect((error?: SmtpError) => resolve(error ? connectProblem(error) : null))
  })

function connectProblem({ code = '', message, responseCode }: SmtpError): LoginProblem {
  if (CERTIFICATE_CODE.test(code) || /certificate|altname/i.test(message)) return 'bad_certificate'
  if (code === 'ETLS' || /STARTTLS|wrong version number|SSL routines/i.test(message)) return 'no_tls'
  return responseCode === undefined ? 'unreachable' : 'refused'
}

/** One mail in an open session. Whether its last byte was written decides what a lost connection means. */
const transact = (
  { connection, limits, smtputf8 }: Session,
  { from, to }: { from: string; to: string },
  raw: Buffer,
): Promise<SubmitOutcome> =>
  new Promise((resolve) => {
    // The library would send such an address all the same, which RFC 6531 3.2 forbids.
    if (!smtputf8 && NON_ASCII.test(from + to)) return resolve({ outcome: 'no_smtputf8', replyCode: '553 5.6.7' })
    limits.begin(TURN_MS)
    let handedOver = false
    const source = new Readable({
      read() {
        this.push(raw)
        // Before anything that could write the final dot learns of the end.
        handedOver = true
        this.push(null)
      },
    })
    const lost = () =>
      resolve(handedOver ? { outcome: 'uncertain' } : { outcome: 'no_session', problem: 'unreachable' })
    connection.once('end', lost)
    connection.once('error', lost)
    connection.send({ from, to, size: raw.length }, source, (error: SmtpError | null, info) => {
      connection.off('end', lost)
      connection.off('error', lost)
      resolve(error === null ? { outcome: 'accepted', replyCode: codeOf(info?.response) } : failed(error, handedOver))
    })
  })

function failed(error: SmtpError, handedOver: boolean): SubmitOutcome {
  const code = error.responseCode ?? 0
  // Before anything of the mail is sent: the server accepts none of this size (RFC 1870 6.1).
  if (error.code === 'EMESSAGE' && error.responseCode === undefined && !handedOver)
    return { outcome: 'no_session', problem: 'size_limit' }
  if (code < 400 || code > 599)
    return handedOver ? { outcome: 'uncertain' } : { outcome: 'no_session', problem: 'unreachable' }
  return {
    outcome: code < 500 ? 'deferred' : 'rejected',
    replyCode: codeOf(error.response),
    reply: replyOf(error),
  }
}
