import type { EmailAddress } from '../../lib/email-address.ts'
import { openSmtp } from '../../net/smtp-connection.ts'
import type { SmtpConnection } from '../../net/smtp-connection.ts'
import type { AskResult, ProbeReply, SmtpFailure, SmtpSettings } from '../../net/smtp-exchange.ts'
import { inventedLocals, probeCatchAll, readInvented } from './catch-all.ts'
import type { LaneReport } from './lane-state.ts'
import type { MailHosts } from './mail-hosts.ts'
import { classifyReply } from './reply-classifier.ts'
import type { ReplyClass, ReplyVerdict } from './reply-classifier.ts'
import { replyStep } from './transcript.ts'
import type { Masks } from './transcript.ts'
import type { Finding } from './verdict.ts'
import type { CatchAllAnswer, TranscriptStep, VerificationNeeds } from './verification.ts'

/** What one session with a domain's mail servers came to. */
export interface DialogueResult {
  finding: Finding
  /** What was newly found out; `not_run` when it was not asked. */
  catchAll: CatchAllAnswer
  /** A well-formed reply was seen. */
  sawReply: boolean
  steps: TranscriptStep[]
  /** For the manners of the next session. */
  report: LaneReport
}

type Needs = Pick<VerificationNeeds, 'identity' | 'secret'>

/** The hosts, in order: every address of a host before the next host. */
type Hosts = MailHosts & { outcome: 'hosts' }

/**
 * Asks for one mailbox at the first host that speaks, then, if the answer needs it, for an invented one.
 * @param askCatchAll whether it is unknown that the domain takes mail for anybody.
 */
export async function askMailbox(
  needs: Needs,
  hosts: Hosts,
  address: EmailAddress,
  { signal, askCatchAll }: { signal: AbortSignal; askCatchAll: boolean },
): Promise<DialogueResult> {
  const { heloName, connect, timeouts } = needs.identity
  const settings: SmtpSettings = { heloName, signal, ...(connect && { connect }), ...(timeouts && { timeouts }) }
  const talk = new Talk(needs, address)
  for (const target of hosts.targets) {
    const opened = await openSmtp(target, settings)
    if (opened.outcome === 'ready') {
      await using connection = opened.connection
      return await ask(talk, connection, hosts, askCatchAll)
    }
    talk.mx = target.mx
    talk.record(opened.transcript)
    if (opened.outcome === 'refused') return talk.endedBy(talk.judge(opened.reply))
    if (opened.failure.outcome !== 'unreachable') return talk.failed(opened.failure)
  }
  return talk.ended('unreachable')
}

async function ask(
  talk: Talk,
  connection: SmtpConnection,
  hosts: Hosts,
  askCatchAll: boolean,
): Promise<DialogueResult> {
  talk.mx = connection.target.mx
  const { address } = talk
  const asked = await talk.ask(connection, address.full, 'continue')
  talk.record(connection.transcript)
  const verdict = talk.decisive(asked)
  if (verdict === null) return asked.failure === null ? talk.ended('unknown') : talk.failed(asked.failure)
  const invented = inventedLocals(talk.needs.secret, address.domain)
  const askInvented = async (local: string, transaction: 'continue' | 'new'): Promise<ReplyClass | null> => {
    if (!connection.isOpen) return null
    const recorded = connection.transcript.length
    const result = await talk.ask(connection, `${local}@${address.domain}`, transaction)
    talk.record(connection.transcript.slice(recorded), local)
    return talk.decisive(result, `${local}@${address.domain}`)?.class ?? null
  }
  if (askCatchAll && verdict.class === 'accepted')
    talk.catchAll = await probeCatchAll(askInvented, invented, hosts.provider?.oneRecipient ? 'new' : 'continue')
  // A server that defers strangers would defer the invented one next time: it gets to know both now.
  if (askCatchAll && verdict.class === 'greylisted')
    talk.catchAll = readInvented(await askInvented(invented[0], 'continue')) === 'refused' ? 'refused' : 'not_run'
  return talk.endedBy(verdict)
}

/** One session as it goes on: what was said, and what it means. */
class Talk {
  readonly needs: Needs
  readonly address: EmailAddress
  mx = ''
  catchAll: CatchAllAnswer = 'not_run'
  readonly #steps: TranscriptStep[] = []
  readonly #masks: Masks
  #sawReply = false

  constructor(needs: Needs, address: EmailAddress) {
    this.needs = needs
    this.address = address
    const { sender, heloName } = needs.identity
    this.#masks = [
      [sender, '(sender)'],
      [address.full, '(address)'],
      [heloName, '(us)'],
    ]
  }

  ask(connection: SmtpConnection, recipient: string, transaction: 'continue' | 'new'): Promise<AskResult> {
    const { sender } = this.needs.identity
    return connection.ask({ sender, recipients: [recipient], transaction })
  }

  record(replies: readonly ProbeReply[], inventedLocal = ''): void {
    const masks: Masks = [[inventedLocal, '(invented)'], ...this.#masks]
    for (const reply of replies) {
      this.#sawReply = true
      const judged = reply.stage === 'rcpt' || reply.code >= 400 ? this.judge(reply) : null
      this.#steps.push(replyStep(reply, this.mx, judged, masks))
    }
  }

  judge(reply: ProbeReply, recipient = this.address.full): ReplyVerdict {
    const { stage, code, enhanced, lines } = reply
    return classifyReply({
      stage,
      code,
      enhanced,
      lines,
      mx: this.mx,
      sender: this.needs.identity.sender,
      recipient,
    })
  }

  /** The reply that answers the question: to RCPT, or the refusal of what stood before it. */
  decisive({ mail, answers }: AskResult, recipient?: string): (ReplyVerdict & { code: number }) | null {
    const reply = answers[0]?.reply ?? (mail !== null && mail.code >= 300 ? mail : null)
    return reply === null ? null : { ...this.judge(reply, recipient), code: reply.code }
  }

  endedBy(verdict: ReplyVerdict & { code?: number }): DialogueResult {
    const { class: found, code = 0 } = verdict
    if (found === 'protocol_error') return this.ended(this.#sawReply ? 'broken_dialogue' : 'not_smtp')
    if (found === 'mailbox_full' && code >= 500) return this.ended('mailbox_full_for_good')
    return this.ended(found)
  }

  failed({ outcome }: SmtpFailure | { outcome: 'no_smtputf8' }): DialogueResult {
    if (outcome === 'protocol_error') return this.ended(this.#sawReply ? 'broken_dialogue' : 'not_smtp')
    return this.ended(FAILURES[outcome])
  }

  ended(finding: Finding): DialogueResult {
    return {
      finding,
      catchAll: this.catchAll,
      sawReply: this.#sawReply,
      steps: this.#steps,
      report: REPORTS[finding] ?? 'clean',
    }
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
const REPORTS: Readonly<Partial<Record<Finding, LaneReport>>> = {
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
