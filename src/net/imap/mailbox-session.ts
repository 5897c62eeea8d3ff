import type { ImapFlow } from 'imapflow'
import { isRecord } from '../../lib/text/json-record.ts'
import { CERTIFICATE_CODE } from '../login-address.ts'
import type { LoginProblem } from '../login-address.ts'
import { SILENCE_CODE } from './mailbox-allowance.ts'
import type { Allowance, ReceivedCount } from './mailbox-allowance.ts'
import { errorCode } from '../../lib/text/error-code.ts'

/** A mailbox that could not be read. */
export class MailboxUnreadable extends Error {
  readonly problem: LoginProblem

  constructor(problem: LoginProblem, cause?: unknown) {
    super(`The mailbox could not be read: ${problem}.`, cause === undefined ? {} : { cause })
    this.name = 'MailboxUnreadable'
    this.problem = problem
  }
}

export interface Session {
  client: ImapFlow
  received: ReceivedCount
  signal: AbortSignal
}

/** Unsolicited data (RFC 9051 7) may accompany each answer. */
export const ASIDE_BYTES = 262_144
export const ASIDE_LINES = 4_000

export const SMALL: Allowance = { bytes: ASIDE_BYTES, lines: ASIDE_LINES }

/** Sends a command and waits for its result. */
export async function ask<T>({ received, signal }: Session, allowance: Allowance, work: () => Promise<T>): Promise<T> {
  received.allow(allowance)
  try {
    const answer = await work()
    if (received.isCut()) throw new MailboxUnreadable('too_much')
    return answer
  } catch (error) {
    if (received.isCut()) throw new MailboxUnreadable('too_much', error)
    if (signal.aborted || received.isSilent()) throw new MailboxUnreadable('too_slow', error)
    throw error instanceof MailboxUnreadable ? error : new MailboxUnreadable(problemOf(error), error)
  }
}

const NO_OAUTH = 'Unsupported authentication mechanism'
/** Messages of Exchange and Gmail for valid tokens. */
const IMAP_OFF = /authenticated but not connected|IMAP access is disabled/i
/** Response codes of RFC 5530 that say nothing about the token. */
const NOT_NOW = /^(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG)$/
const NOT_FOR_THIS = /^(?:AUTHORIZATIONFAILED|NOPERM)$/

/** Why a server did not accept a token, derived from the library's error so that people know what to do. */
export function tokenProblem({ problem, cause }: MailboxUnreadable): LoginProblem {
  if (!(cause instanceof Error)) return problem
  if (cause.message === NO_OAUTH) return 'no_oauth'
  if (problem !== 'login_refused') return problem
  const said = cause as Error & { response?: unknown; serverResponseCode?: unknown; oauthError?: unknown }
  if (IMAP_OFF.test(String(said.response))) return 'imap_off'
  const code = String(said.serverResponseCode)
  if (NOT_NOW.test(code)) return 'unreachable'
  const status = isRecord(said.oauthError) ? said.oauthError['status'] : null
  return status === 'insufficient_scope' || NOT_FOR_THIS.test(code) ? 'scope_refused' : 'token_refused'
}

const NO_CONNECTION = /^(?:E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI)|CONNECT_TIMEOUT|GREETING_TIMEOUT)/
const TLS = /^(?:ERR_SSL|EPROTO)|STARTTLS/i

function problemOf(error: unknown): LoginProblem {
  if (typeof error !== 'object' || error === null) return 'refused'
  if ('authenticationFailed' in error && error.authenticationFailed === true) return 'login_refused'
  const code = errorCode(error)
  if (CERTIFICATE_CODE.test(code)) return 'bad_certificate'
  if (TLS.test(code) || ('tlsFailed' in error && error.tlsFailed === true)) return 'no_tls'
  if (code === SILENCE_CODE) return 'too_slow'
  return NO_CONNECTION.test(code) ? 'unreachable' : 'refused'
}
