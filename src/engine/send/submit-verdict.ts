import { HOUR_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import type { LoginProblem } from '../../net/login-address.ts'
import type { SubmitOutcome } from '../../net/smtp/mail-submit.ts'

/** What follows from what the mail server did. */
export type SubmitVerdict =
  | { next: 'sent'; replyCode: string }
  /** It has certainly not left. `problem` is what the owner of the mailbox has to mend first; null when it passes. */
  | { next: 'retry'; waitMs: number; replyCode: string | null; problem: LoginProblem | null }
  | { next: 'fail'; problem: string; replyCode: string; bounced: boolean }
  | { next: 'uncertain'; problem: string }

/** Over about a day; who defers for longer does not want the mail (RFC 5321 4.5.4.1 gives up after some days). */
const MAX_ATTEMPTS = 8
const FIRST_WAIT_MS = 5 * MINUTE_MS
const MAX_WAIT_MS = 6 * HOUR_MS

const PASSING: ReadonlySet<LoginProblem> = new Set(['unreachable', 'dns_failure', 'refused'])

/** @param attempts at this message so far, the last one included. */
export function submitVerdict(outcome: SubmitOutcome, attempts: number): SubmitVerdict {
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (Math.max(1, attempts) - 1))
  const isLast = attempts >= MAX_ATTEMPTS
  switch (outcome.outcome) {
    case 'accepted':
      return { next: 'sent', replyCode: outcome.replyCode }
    case 'uncertain':
      return {
        next: 'uncertain',
        problem: 'The connection ended before the mail server answered: it may have left or not.',
      }
    case 'no_session': {
      const passes = PASSING.has(outcome.problem) && !isLast
      return { next: 'retry', waitMs, replyCode: null, problem: passes ? null : outcome.problem }
    }
    case 'deferred':
      if (!isLast) return { next: 'retry', waitMs, replyCode: outcome.replyCode, problem: null }
      return failure('The mail server put the message off too often.', outcome.replyCode)
    default:
      if (outcome.about === 'recipient')
        return { ...failure('The mail server refused the recipient.', outcome.replyCode), bounced: true }
      return failure('The mail server refused the message.', outcome.replyCode)
  }
}

const failure = (problem: string, replyCode: string) => ({ next: 'fail' as const, problem, replyCode, bounced: false })
