import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { openSmtp } from '../../net/smtp/smtp-connection.ts'
import type { SmtpConnection } from '../../net/smtp/smtp-connection.ts'
import type { AskResult, ProbeReply, SmtpSettings } from '../../net/smtp/smtp-exchange.ts'
import { inventedLocals, probeCatchAll, readInvented } from './catch-all.ts'
import type { KnownCatchAll } from './catch-all.ts'
import type { SlotReport } from './slot-state.ts'
import type { MailHosts } from './mail-hosts.ts'
import type { ReplyClass } from './reply-class.ts'
import { reportOf, SessionLog } from './session-log.ts'
import type { Finding } from './verdict.ts'
import type { TranscriptStep, VerificationNeeds } from './verification.ts'

/** What one session revealed about one mailbox. */
export interface MailboxAnswer {
  finding: Finding
  /** A well-formed reply was seen. */
  sawReply: boolean
  steps: TranscriptStep[]
}

/** The result of one session with mail servers. */
export interface SessionResult {
  /** By address. A missing address was not asked or not answered, which means nothing: another session may ask. */
  answers: ReadonlyMap<string, MailboxAnswer>
  /** New findings by domain. */
  catchAll: ReadonlyMap<string, KnownCatchAll>
  /** How careful the next session should be. */
  report: SlotReport
  /** How many recipients the server took in one transaction before it refused more; null if it did not say. */
  recipients: number | null
}

export interface SessionOptions {
  signal: AbortSignal
  /** Domains for which it is not known whether they are catch-alls. */
  untested: ReadonlySet<string>
  /** Most recipients in one transaction. */
  recipients: number
  /** Asks about one address at a time, and stops once a mailbox is accepted. */
  untilAccepted?: boolean
}

type Needs = Pick<VerificationNeeds, 'identity' | 'secret'>

/** The hosts, in order: every address of a host before the next host. */
type Hosts = MailHosts & { outcome: 'hosts' }

/** Postfix delays every reply from the 11th refused recipient of a connection on. */
const MAX_REFUSED = 8
/** Invented mailboxes needed to test a domain. */
const PROBES_A_DOMAIN = 2

/**
 * Asks about mailboxes at the first host that speaks, in one session and one transaction; then, for each domain where it
 * matters, about invented ones. The first address always gets an answer.
 * @param addresses of domains that share these hosts; those that do not fit are left for another session
 */
export async function askMailboxes(
  needs: Needs,
  hosts: Hosts,
  addresses: readonly EmailAddress[],
  options: SessionOptions,
): Promise<SessionResult> {
  const { heloName, connect, timeouts } = needs.identity
  const { signal } = options
  const settings: SmtpSettings = { heloName, signal, ...(connect && { connect }), ...(timeouts && { timeouts }) }
  const log = new SessionLog(needs.identity)
  const steps: TranscriptStep[] = []
  for (const target of hosts.targets) {
    const opened = await openSmtp(target, settings)
    log.mx = target.mx
    if (opened.outcome === 'ready') {
      await using connection = opened.connection
      const session = new Session(needs, log, connection, { ...options, hosts })
      return await session.run(addresses, steps)
    }
    steps.push(...log.steps(opened.transcript, '', []))
    if (opened.outcome === 'refused')
      return sameForAll(addresses, log, log.findingOf(log.judge(opened.reply, ''), opened.reply.code), steps)
    if (opened.failure.outcome !== 'unreachable')
      return sameForAll(addresses, log, log.findingOfFailure(opened.failure), steps)
  }
  return sameForAll(addresses, log, 'unreachable', steps)
}

/** What a server says before it sees a recipient applies to all of them. */
const sameForAll = (
  addresses: readonly EmailAddress[],
  { sawReply }: SessionLog,
  finding: Finding,
  steps: TranscriptStep[],
): SessionResult => ({
  answers: new Map(addresses.map(({ full }) => [full, { finding, sawReply, steps }])),
  catchAll: new Map(),
  report: reportOf([finding]),
  recipients: null,
})

/** The addresses that fit into a transaction together with the invented ones of their domains; at least one. */
function whoFits(addresses: readonly EmailAddress[], { untested, recipients }: SessionOptions): EmailAddress[] {
  const probed = new Set<string>()
  const fitting: EmailAddress[] = []
  for (const address of addresses) {
    if (untested.has(address.domain)) probed.add(address.domain)
    const wanted = fitting.length + 1 + PROBES_A_DOMAIN * probed.size
    if (fitting.length > 0 && wanted > recipients) break
    fitting.push(address)
  }
  return fitting
}

/** One session that is ready for its first question. */
class Session {
  readonly #needs: Needs
  readonly #log: SessionLog
  readonly #connection: SmtpConnection
  readonly #options: SessionOptions & { hosts: Hosts }
  readonly #answers = new Map<string, MailboxAnswer>()
  readonly #classes = new Map<string, Set<ReplyClass>>()
  readonly #catchAll = new Map<string, KnownCatchAll>()
  #asked = 0
  #refused = 0
  #recipients: number | null = null
  #end: Finding | null = null

  constructor(needs: Needs, log: SessionLog, connection: SmtpConnection, options: SessionOptions & { hosts: Hosts }) {
    this.#needs = needs
    this.#log = log
    this.#connection = connection
    this.#options = options
  }

  async run(addresses: readonly EmailAddress[], before: readonly TranscriptStep[]): Promise<SessionResult> {
    const opening = [...before, ...this.#log.steps(this.#connection.transcript, '', [])]
    const fitting = whoFits(addresses, this.#options)
    const domains = new Set(fitting.map(({ domain }) => domain).filter((domain) => this.#options.untested.has(domain)))
    const left = [...fitting]
    while (left.length > 0 && this.#mayGoOn()) {
      const room = MAX_REFUSED - this.#refused - domains.size
      if (room <= 0) break
      await this.#ask(left.splice(0, this.#options.untilAccepted === true ? 1 : room), opening)
    }
    for (const domain of domains) await this.#testDomain(domain)
    const findings = [...this.#answers.values()].map(({ finding }) => finding)
    return {
      answers: this.#answers,
      catchAll: this.#catchAll,
      report: reportOf(this.#end === null ? findings : [...findings, this.#end]),
      recipients: this.#recipients,
    }
  }

  #mayGoOn(): boolean {
    if (this.#end !== null || this.#recipients !== null || !this.#connection.isOpen) return false
    return this.#options.untilAccepted !== true || !this.#hasFound('accepted')
  }

  #hasFound = (found: ReplyClass): boolean => [...this.#classes.values()].some((classes) => classes.has(found))

  /** Sends some recipients at once and interprets each reply. */
  async #ask(addresses: readonly EmailAddress[], opening: readonly TranscriptStep[]): Promise<void> {
    const { sender } = this.#needs.identity
    const recorded = this.#connection.transcript.length
    const asked = await this.#connection.ask({ sender, recipients: addresses.map(({ full }) => full) })
    const said = this.#connection.transcript.slice(recorded)
    const common = [
      ...opening,
      ...this.#log.steps(
        said.filter(({ stage }) => stage !== 'rcpt'),
        '',
        [],
      ),
    ]
    const refusal = asked.mail !== null && asked.mail.code >= 300 ? asked.mail : null
    for (const [index, address] of addresses.entries()) {
      const reply = asked.answers[index]?.reply ?? refusal
      if (reply === null) this.#leaveOut(address, common, asked.failure)
      else if (this.#isEnough(reply, address)) return
      else this.#answer(address, reply, common)
    }
  }

  /** Once others have been answered, a refusal of too many recipients says nothing about the mailbox. */
  #isEnough(reply: ProbeReply, { full }: EmailAddress): boolean {
    const isLate = this.#asked > 0 && reply.stage === 'rcpt' && this.#log.judge(reply, full).class === 'rate_limited'
    if (!isLate) return false
    if (reply.code === TOO_MANY && this.#connection.isOpen) this.#recipients = this.#asked
    else this.#end = 'rate_limited'
    return true
  }

  #answer(address: EmailAddress, reply: ProbeReply, common: readonly TranscriptStep[]): void {
    const { full, domain } = address
    const verdict = this.#log.judge(reply, full)
    const isAboutAll = reply.stage !== 'rcpt'
    const own = isAboutAll ? [] : this.#log.steps([reply], full, [[full, '(address)']])
    this.#classes.set(domain, (this.#classes.get(domain) ?? new Set()).add(verdict.class))
    this.#asked += 1
    if (!isAboutAll && reply.code >= 500) this.#refused += 1
    const finding = this.#log.findingOf(verdict, reply.code)
    if (isAboutAll) this.#end = finding
    this.#answers.set(full, { finding, sawReply: this.#log.sawReply, steps: [...common, ...own] })
  }

  /** The session is over. The first address has to accept that as its answer; others may be asked again. */
  #leaveOut({ full }: EmailAddress, steps: TranscriptStep[], failure: AskResult['failure']): void {
    const finding = failure === null ? 'unknown' : this.#log.findingOfFailure(failure)
    this.#end = finding
    if (this.#answers.size === 0 || finding === 'no_smtputf8')
      this.#answers.set(full, { finding, sawReply: this.#log.sawReply, steps })
  }

  /** Tests whether the domain is a catch-all, if one of its mailboxes was accepted. */
  async #testDomain(domain: string): Promise<void> {
    const classes = this.#classes.get(domain)
    const invented = inventedLocals(this.#needs.secret, domain)
    const ask = (local: string, transaction: 'continue' | 'new') => this.#askInvented(local, domain, transaction)
    const isFull = this.#recipients !== null || this.#asked + PROBES_A_DOMAIN > this.#options.recipients
    const transaction = this.#options.hosts.provider?.oneRecipient === true || isFull ? 'new' : 'continue'
    if (classes?.has('accepted') === true) {
      this.#catchAll.set(domain, await probeCatchAll(ask, invented, transaction))
      return
    }
    // A server that defers strangers would defer the invented address next time; asking now makes both known to it.
    if (classes?.has('greylisted') !== true) return
    if (readInvented(await ask(invented[0], 'continue')) === 'refused') this.#catchAll.set(domain, 'refused')
  }

  async #askInvented(local: string, domain: string, transaction: 'continue' | 'new'): Promise<ReplyClass | null> {
    if (!this.#connection.isOpen) return null
    const { sender } = this.#needs.identity
    const recipient = `${local}@${domain}`
    const recorded = this.#connection.transcript.length
    const { mail, answers } = await this.#connection.ask({ sender, recipients: [recipient], transaction })
    const steps = this.#log.steps(this.#connection.transcript.slice(recorded), recipient, [[local, '(invented)']])
    for (const [full, answer] of this.#answers)
      if (full.endsWith(`@${domain}`)) answer.steps = [...answer.steps, ...steps]
    this.#asked += 1
    const reply = answers[0]?.reply ?? (mail !== null && mail.code >= 300 ? mail : null)
    if (reply?.stage === 'rcpt' && reply.code >= 500) this.#refused += 1
    return reply === null ? null : this.#log.judge(reply, recipient).class
  }
}

/** RFC 5321 4.5.3.1.10: too many recipients. */
const TOO_MANY = 452
