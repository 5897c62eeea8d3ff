import { helloCommand, mailFrom, rcptTo, RSET, STARTTLS } from './smtp-command.ts'
import type {
  AskRequest,
  AskResult,
  ProbeReply,
  SmtpCapabilities,
  SmtpFailure,
  SmtpSettings,
  SmtpStage,
  SmtpTarget,
} from './smtp-exchange.ts'
import { SmtpWire } from './smtp-wire.ts'

export type OpenResult =
  | { outcome: 'ready'; connection: SmtpConnection }
  /** The banner or the greeting was answered, but not with a 2xx. */
  | { outcome: 'refused'; reply: ProbeReply; transcript: ProbeReply[] }
  | { outcome: 'failed'; failure: SmtpFailure; transcript: ProbeReply[] }

/** RFC 5321 4.5.3.1.10 lets a client expect room for 100; ten fit into one packet and upset no server. */
const RECIPIENTS_PER_WRITE = 10
/** RFC 5321 4.1.4: a server that does not know EHLO answers 500 or 502. */
const EHLO_UNKNOWN = new Set([500, 502])
const NEEDS_TLS = 530

/**
 * Connects, reads the banner, greets (with HELO if EHLO is unknown) and upgrades to TLS if offered; again without TLS when the
 * handshake fails.
 * @throws RangeError when our own name is not a host name
 */
export async function openSmtp(target: SmtpTarget, settings: SmtpSettings): Promise<OpenResult> {
  const ehlo = helloCommand('EHLO', settings.heloName)
  const wire = new SmtpWire(target, settings)
  const [banner] = await wire.banner()
  const refused = ended(wire, banner)
  if (refused !== null) return refused
  const connection = new SmtpConnection(wire, target, settings)
  const greeted = await connection.greet(ehlo)
  if (greeted === 'tls_failed') return openSmtp(target, { ...settings, tls: 'never' })
  return ended(wire, greeted) ?? { outcome: 'ready', connection }
}

/** Null when the reply allows continuing. */
function ended(wire: SmtpWire, reply: ProbeReply | undefined): OpenResult | null {
  if (wire.failure !== null && reply === undefined) {
    return { outcome: 'failed', failure: wire.failure, transcript: wire.transcript }
  }
  if (reply === undefined || isPositive(reply)) return null
  wire.quit()
  return { outcome: 'refused', reply, transcript: wire.transcript }
}

/** One conversation with a mail server; created by `openSmtp`. */
export class SmtpConnection {
  readonly target: SmtpTarget
  capabilities: SmtpCapabilities = { pipelining: false, starttls: false, smtputf8: false }
  readonly #wire: SmtpWire
  readonly #settings: SmtpSettings
  readonly #recipientsPerWrite: number
  #isSecure = false
  /** Sender of the open transaction. */
  #sender: string | null = null

  constructor(wire: SmtpWire, target: SmtpTarget, settings: SmtpSettings) {
    this.#wire = wire
    this.target = target
    this.#settings = settings
    this.#recipientsPerWrite = settings.recipientsPerWrite ?? RECIPIENTS_PER_WRITE
  }

  /** Every reply so far. */
  get transcript(): ProbeReply[] {
    return this.#wire.transcript
  }

  /** Whether it can be asked (again). */
  get isOpen(): boolean {
    return this.#wire.failure === null && this.#wire.parting === null
  }

  /** Sends EHLO or HELO, and again after STARTTLS. Undefined when the connection failed. */
  async greet(ehlo: string): Promise<ProbeReply | undefined | 'tls_failed'> {
    const reply = await this.#hello(ehlo)
    if (reply === undefined || !isPositive(reply)) return reply
    if (!this.capabilities.starttls || this.#isSecure || this.#settings.tls === 'never') return reply
    const upgraded = await this.#upgrade()
    if (upgraded === 'failed') return 'tls_failed'
    return upgraded === 'declined' ? reply : this.#hello(ehlo)
  }

  /**
   * Asks about recipients, in one write if the server supports pipelining (RFC 2920).
   * @throws RangeError when an address cannot be used in a command
   */
  async ask(request: AskRequest): Promise<AskResult> {
    const { sender, recipients } = request
    const smtputf8 = [sender, ...recipients].some((address) => NON_ASCII.test(address))
    if (smtputf8 && !this.capabilities.smtputf8) return this.#result(request, null, [], { outcome: 'no_smtputf8' })
    const opening = this.#openingFor(request, smtputf8)
    const replies = await this.#send(opening, recipients.map(rcptTo))
    const opened = replies.slice(0, opening.length)
    const mail = opened.find((reply) => !isPositive(reply)) ?? opened[opening.length - 1] ?? null
    const isRefused = mail !== null && !isPositive(mail)
    if (opening.length > 0) this.#sender = mail === null || isRefused ? null : sender
    if (isRefused && mail.code === NEEDS_TLS && (await this.#secureNow())) return this.ask(request)
    return this.#result(
      request,
      mail,
      isRefused ? [] : replies.slice(opening.length),
      isRefused ? null : this.#wire.failure,
    )
  }

  /** Sends QUIT without waiting: some servers take 200 ms to answer it. */
  quit(): void {
    this.#wire.quit()
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.quit()
    return Promise.resolve()
  }

  /** The commands that start the transaction; none when it continues. */
  #openingFor({ sender, transaction }: AskRequest, smtputf8: boolean): Command[] {
    if (transaction !== 'new' && sender === this.#sender) return []
    const mail: Command = { stage: 'mail', line: mailFrom(sender, smtputf8) }
    return this.#sender === null ? [mail] : [{ stage: 'rset', line: RSET }, mail]
  }

  /** @returns replies in the order of the commands; they stop at a refused opening and where the session ends */
  async #send(opening: readonly Command[], recipients: readonly string[]): Promise<ProbeReply[]> {
    const commands = [...opening, ...recipients.map((line): Command => ({ stage: 'rcpt', line }))]
    const replies: ProbeReply[] = []
    let end = this.capabilities.pipelining ? opening.length : 0
    while (replies.length < commands.length) {
      end += this.capabilities.pipelining ? this.#recipientsPerWrite : 1
      const write = commands.slice(replies.length, end)
      const stages = write.map(({ stage }) => stage)
      const received = await this.#wire.exchange(stages, write.map(({ line }) => line).join(''))
      replies.push(...received)
      if (received.length < write.length || !replies.slice(0, opening.length).every(isPositive)) break
    }
    return replies
  }

  #result(
    { recipients }: AskRequest,
    mail: ProbeReply | null,
    replies: readonly ProbeReply[],
    failure: AskResult['failure'],
  ): AskResult {
    const answers = recipients.map((recipient, index) => ({ recipient, reply: replies[index] ?? null }))
    const isComplete = replies.length === recipients.length
    return { mail, answers, parting: this.#wire.parting, failure: isComplete ? null : failure }
  }

  async #hello(ehlo: string): Promise<ProbeReply | undefined> {
    const [reply] = await this.#wire.exchange(['helo'], ehlo)
    this.capabilities = capabilitiesOf(reply)
    if (reply === undefined || !EHLO_UNKNOWN.has(reply.code)) return reply
    const [older] = await this.#wire.exchange(['helo'], helloCommand('HELO', this.#settings.heloName))
    return older
  }

  async #upgrade(): Promise<'secure' | 'declined' | 'failed'> {
    const [reply] = await this.#wire.exchange(['starttls'], STARTTLS)
    if (reply !== undefined && reply.code !== 220) return 'declined'
    this.#isSecure = reply !== undefined && (await this.#wire.secure(this.target.mx))
    return this.#isSecure ? 'secure' : 'failed'
  }

  /** For a server that requires TLS, whether it offered it or not. */
  async #secureNow(): Promise<boolean> {
    if (this.#isSecure || this.#settings.tls === 'never') return false
    if ((await this.#upgrade()) !== 'secure') return false
    const reply = await this.#hello(helloCommand('EHLO', this.#settings.heloName))
    return reply !== undefined && isPositive(reply)
  }
}

interface Command {
  stage: SmtpStage
  line: string
}

const NON_ASCII = /[^\0-\u007f]/

const isPositive = ({ code }: ProbeReply): boolean => code < 300

/** RFC 5321 4.1.1.1: each line after the first names one extension. */
function capabilitiesOf(reply: ProbeReply | undefined): SmtpCapabilities {
  const capabilities = { pipelining: false, starttls: false, smtputf8: false }
  if (reply === undefined || !isPositive(reply)) return capabilities
  for (const line of reply.lines.slice(1)) {
    const keyword = line.trimEnd().toLowerCase()
    if (keyword === 'pipelining' || keyword === 'starttls' || keyword === 'smtputf8') capabilities[keyword] = true
  }
  return capabilities
}
