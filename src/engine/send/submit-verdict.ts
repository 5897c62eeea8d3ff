import { HOUR_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import { authProblem } from '../../net/smtp/auth-problem.ts'
import type { LoginProblem } from '../../net/login-address.ts'
import type { SubmitOutcome } from '../../net/smtp/mail-submit.ts'
import { failureKind } from './failure-kind.ts'
import type { FailureKind } from './failure-kind.ts'

/** What follows from the mail server's response. */
export type SubmitVerdict =
  | { next: 'sent'; replyCode: string }
  /** It has certainly not been sent. `problem` is what the mailbox's owner must fix first; null if it is temporary. */
  | { next: 'retry'; waitMs: number; replyCode: string | null; problem: LoginProblem | null }
  /** It has certainly not been sent either: the mailbox has sent enough, and all its messages wait. */
  | { next: 'rest'; replyCode: string }
  | { next: 'fail'; problem: string; replyCode: string; kind: FailureKind }
  | { next: 'uncertain'; problem: string }

/** Over about a day; a server that defers for longer does not want the mail (RFC 5321 4.5.4.1 gives up after some days). */
const MAX_ATTEMPTS = 8
const FIRST_WAIT_MS = 5 * MINUTE_MS
const MAX_WAIT_MS = 6 * HOUR_MS

const PASSING: ReadonlySet<LoginProblem> = new Set(['unreachable', 'dns_failure', 'refused'])

/** @param attempts at this message so far, including the last one. */
export function submitVerdict(outcome: SubmitOutcome, attempts: number): SubmitVerdict {
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (Math.max(1, attempts) - 1))
  const isLast = attempts >= MAX_ATTEMPTS
  switch (outcome.outcome) {
    case 'accepted':
      return { next: 'sent', replyCode: outcome.replyCode }
    case 'uncertain':
      return {
        next: 'uncertain',
        problem: 'The connection ended before the mail server answered: the message may or may not have been sent.',
      }
    case 'no_session': {
      const passes = PASSING.has(outcome.problem) && !isLast
      return { next: 'retry', waitMs, replyCode: null, problem: passes ? null : outcome.problem }
    }
    case 'no_smtputf8':
      return { next: 'fail', problem: NO_SMTPUTF8, replyCode: outcome.replyCode, kind: 'other' }
    default:
      return refused(outcome, { waitMs, isLast })
  }
}

type Refused = Extract<SubmitOutcome, { outcome: 'deferred' | 'rejected' }>

function refused(
  { outcome, replyCode, reply }: Refused,
  { waitMs, isLast }: { waitMs: number; isLast: boolean },
): SubmitVerdict {
  const kind = failureKind({ ...reply, side: 'own_server' })
  if (kind === 'sender_limit') return { next: 'rest', replyCode }
  if (kind === 'sender_auth') return { next: 'retry', waitMs, replyCode, problem: authProblem(reply) }
  if (outcome === 'deferred' && !isLast) return { next: 'retry', waitMs, replyCode, problem: null }
  const problem = outcome === 'deferred' ? 'The mail server deferred the message too often.' : SENTENCES[kind]
  return { next: 'fail', problem, replyCode, kind }
}

const NO_SMTPUTF8 = 'The mail server takes no addresses with letters beyond ASCII.'
const REFUSED = 'The mail server refused the message.'
const SENTENCES: Record<FailureKind, string> = {
  address: 'The mail server refused the recipient.',
  full: "The recipient's mailbox is full.",
  policy: "The mail server's policy refused the message.",
  route: 'The mail server has no route to the recipient.',
  sender_limit: REFUSED,
  sender_auth: REFUSED,
  other: REFUSED,
}
