import type { AskResult, ProbeReply } from '../../net/smtp/smtp-exchange.ts'
import type { SlotReport } from './slot-state.ts'
import { classifyReply } from './reply-classifier.ts'
import type { ReplyVerdict } from './reply-classifier.ts'
import { replyStep } from './transcript.ts'
import type { Masks } from './transcript.ts'
import type { Finding } from './verdict.ts'
import type { MailIdentity, TranscriptStep } from './verification.ts'

/** What was said in one session, and what it means. */
export class SessionLog {
  mx = ''
  sawReply = false
  readonly #identity: MailIdentity
  readonly #masks: Masks

  constructor(identity: MailIdentity) {
    this.#identity = identity
    this.#masks = [
      [identity.sender, '(sender)'],
      [identity.heloName, '(us)'],
    ]
  }

  /** Replies as steps of a transcript. @param hidden texts that reveal a mailbox, each with its mask */
  steps(replies: readonly ProbeReply[], recipient: string, hidden: Masks): TranscriptStep[] {
    if (replies.length > 0) this.sawReply = true
    const masks = [...hidden, ...this.#masks]
    return replies.map((reply) => {
      const judged = reply.stage === 'rcpt' || reply.code >= 400 ? this.judge(reply, recipient) : null
      return replyStep(reply, this.mx, judged, masks)
    })
  }

  judge({ stage, code, enhanced, lines }: ProbeReply, recipient: string): ReplyVerdict {
    const { sender } = this.#identity
    return classifyReply({ stage, code, enhanced, lines, mx: this.mx, sender, recipient })
  }

  findingOf({ class: found }: ReplyVerdict, code: number): Finding {
    if (found === 'protocol_error') return this.sawReply ? 'broken_dialogue' : 'not_smtp'
    return found === 'mailbox_full' && code >= 500 ? 'mailbox_full_for_good' : found
  }

  /** What the end of a session means for addresses left without an answer. */
  findingOfFailure({ outcome }: NonNullable<AskResult['failure']>): Finding {
    if (outcome === 'protocol_error') return this.sawReply ? 'broken_dialogue' : 'not_smtp'
    return FAILURES[outcome]
  }
}

const FAILURES = {
  no_smtputf8: 'no_smtputf8',
  unreachable: 'unreachable',
  closed: 'broken_dialogue',
  timed_out: 'server_silent',
  aborted: 'out_of_time',
} as const

/** Findings after which the server is treated with more care. */
const REPORTS: Readonly<Partial<Record<Finding, SlotReport>>> = {
  greylisted: 'deferred',
  temporary: 'deferred',
  user_unknown_soft: 'deferred',
  broken_dialogue: 'deferred',
  server_silent: 'deferred',
  rate_limited: 'rate_limited',
  blocked: 'blocked',
  rdns_helo: 'blocked',
  unreachable: 'unreachable',
}

const BY_WEIGHT: readonly SlotReport[] = ['rate_limited', 'unreachable', 'deferred']

/**
 * How a session went, for the pace of the next ones. If other addresses in the same session were answered, a policy refusal was
 * about its mailbox, not about us.
 */
export function reportOf(findings: readonly Finding[]): SlotReport {
  const reports = findings.map((finding) => REPORTS[finding] ?? 'clean')
  if (reports.length > 0 && reports.every((report) => report === 'blocked')) return 'blocked'
  return BY_WEIGHT.find((report) => reports.includes(report)) ?? 'clean'
}
