import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { QUIT } from './smtp-command.ts'
import { Deadline } from './smtp-deadline.ts'
import type {
  ProbeReply,
  ProtocolError,
  SmtpFailure,
  SmtpSettings,
  SmtpStage,
  SmtpTarget,
  SmtpTimeouts,
} from './smtp-exchange.ts'
import { type SmtpReply, SmtpReplyReader } from './smtp-reply.ts'
import { dial, secured } from './smtp-socket.ts'
import { ownValue } from '../../lib/text/own-value.ts'

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 5_000, bannerMs: 10_000, commandMs: 60_000, sessionMs: 120_000 }
/** A QUIT that cannot be written within this time is given up. */
const FAREWELL_MS = 1_000

/** The bytes of one conversation: commands out, replies in, never past a deadline. Knows nothing about what to say. */
export class SmtpWire {
  /** Every reply so far, in order. */
  readonly transcript: ProbeReply[] = []
  /** Set once, when the conversation ends for any reason other than our own close. */
  failure: SmtpFailure | null = null
  /** The unsolicited 421 with which the server closed the session. */
  parting: ProbeReply | null = null
  readonly #settings: SmtpSettings
  readonly #timeouts: SmtpTimeouts
  readonly #now: () => number
  readonly #openedAt: number
  readonly #reader = new SmtpReplyReader()
  #socket: Duplex | null = null
  #abandonDial: () => void = () => undefined
  readonly #deadline = new Deadline(() => this.#late())
  /** The stages whose replies are awaited: the banner first. */
  #stages: readonly SmtpStage[] = ['connect']
  /** Their answers: this many entries of the transcript, starting there. */
  #firstAnswer = 0
  #answered = 0
  #askedAt: number
  #settle: ((replies: ProbeReply[]) => void) | null = null
  #connected = false

  /** Starts connecting; `banner()` waits for the outcome. */
  constructor(target: SmtpTarget, settings: SmtpSettings) {
    this.#settings = settings
    this.#timeouts = settings.timeouts === undefined ? DEFAULT_TIMEOUTS : { ...DEFAULT_TIMEOUTS, ...settings.timeouts }
    this.#now = settings.now ?? monotonicMs
    this.#openedAt = this.#now()
    this.#askedAt = this.#openedAt
    settings.signal?.addEventListener('abort', this.#abort)
    if (settings.signal?.aborted === true) this.#abort()
    else this.#dial(target)
  }

  #dial(target: SmtpTarget): void {
    this.#arm(this.#timeouts.connectMs)
    this.#abandonDial = dial(target, this.#settings.connect, {
      opened: (socket) => this.#attach(socket),
      connected: () => {
        this.#connected = true
        if (this.failure === null) this.#arm(this.#timeouts.bannerMs)
      },
      bytes: this.#take,
      closed: this.#closed,
    })
  }

  banner(): Promise<ProbeReply[]> {
    return this.#answers()
  }

  /**
   * Sends commands in one write and waits for one reply to each.
   * @returns the replies that arrived, fewer than `stages` when `failure` is set
   */
  exchange(stages: readonly SmtpStage[], commands: string): Promise<ProbeReply[]> {
    this.#expect(stages)
    this.#askedAt = this.#now()
    if (this.parting !== null) this.#fail({ outcome: 'closed', stage: this.#waitingStage() })
    if (this.#reader.unfinished) this.#refuse('unasked_reply', '')
    if (this.failure !== null || this.#socket === null) return Promise.resolve([])
    this.#arm(this.#timeouts.commandMs)
    this.#socket.write(commands, isAscii(commands) ? 'latin1' : 'utf8')
    return this.#answers()
  }

  /**
   * Starts TLS over the same connection (RFC 3207); what arrived before the handshake is discarded. False: it failed, and the
   * connection is dead.
   */
  async secure(servername: string): Promise<boolean> {
    const plain = this.#socket
    if (this.failure !== null || plain === null) return false
    this.#reader.discard()
    this.#expect(['starttls'])
    const shaken = new Promise<void>((resolve) => {
      this.#settle = () => resolve()
      this.#arm(this.#timeouts.bannerMs)
      this.#socket = secured(plain as Socket, servername, {
        connected: resolve,
        bytes: this.#take,
        closed: this.#closed,
      })
    })
    await shaken
    this.#settle = null
    this.#stages = []
    this.#deadline.lift()
    return this.failure === null
  }

  /** Sends QUIT without waiting for the answer, and closes the connection. */
  quit(): void {
    const socket = this.#socket
    if (socket === null || this.failure !== null) return
    this.failure = { outcome: 'closed', stage: this.#lastStage() }
    this.#release()
    socket.write(QUIT, 'latin1')
    if (socket.writableLength === 0) return void socket.destroy()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), FAREWELL_MS)
    socket.once('finish', () => socket.destroy()).once('close', () => clearTimeout(timer))
  }

  #expect(stages: readonly SmtpStage[]): void {
    this.#stages = stages
    this.#firstAnswer = this.transcript.length
    this.#answered = 0
  }

  #answers(): Promise<ProbeReply[]> {
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#settleIfDone()
    })
  }

  #attach(socket: Duplex): void {
    if (this.failure === null) this.#socket = socket
    else socket.destroy()
  }

  readonly #take = (bytes: string): void => {
    if (this.failure !== null) return
    this.#reader.push(bytes)
    for (let reply = this.#reader.next(); reply !== null; reply = this.#reader.next()) {
      this.#receive(reply)
      if (this.failure !== null) return
    }
    const { error } = this.#reader
    if (error !== null) return this.#refuse(error.reason, error.text)
    this.#settleIfDone()
  }

  #receive({ code, enhanced, lines }: SmtpReply): void {
    const stage = this.#stages[this.#answered]
    const reply: ProbeReply = {
      stage: stage ?? this.#lastStage(),
      code,
      enhanced,
      lines,
      ms: this.#now() - this.#askedAt,
    }
    if (stage !== undefined) {
      this.transcript.push(reply)
      this.#answered += 1
    } else if (code === 421) {
      this.transcript.push(reply)
      this.parting ??= reply
    } else if (this.#stages[0] !== 'starttls') {
      // It is no longer clear which answer belongs to which command. (After STARTTLS, it is discarded anyway.)
      this.#answered = 0
      this.#refuse('unasked_reply', lines[0] ?? '')
    }
  }

  #settleIfDone(): void {
    if (this.#settle === null) return
    if (this.failure === null && this.#answered < this.#stages.length) return
    const settle = this.#settle
    this.#settle = null
    this.#deadline.lift()
    settle(this.transcript.slice(this.#firstAnswer, this.#firstAnswer + this.#answered))
  }

  #arm(stepMs: number): void {
    const leftMs = this.#openedAt + this.#timeouts.sessionMs - this.#now()
    this.#deadline.set(Math.max(0, Math.min(stepMs, leftMs)))
  }

  #late(): void {
    this.#fail(
      this.transcript.length === 0
        ? { outcome: 'unreachable', reason: 'timed_out' }
        : { outcome: 'timed_out', stage: this.#waitingStage() },
    )
  }

  readonly #abort = (): void => this.#fail({ outcome: 'aborted' })

  readonly #closed = (code: string): void => {
    if (this.failure !== null) return
    this.#reader.end()
    const { error } = this.#reader
    if (error !== null) return this.#refuse(error.reason, error.text)
    if (this.transcript.length > 0) return this.#fail({ outcome: 'closed', stage: this.#waitingStage() })
    this.#fail({
      outcome: 'unreachable',
      reason: this.#connected ? 'closed' : (ownValue(CONNECT_FAILURES, code) ?? 'failed'),
    })
  }

  #refuse(reason: ProtocolError, text: string): void {
    this.#fail({ outcome: 'protocol_error', stage: this.#waitingStage(), reason, text })
  }

  #fail(failure: SmtpFailure): void {
    if (this.failure !== null) return
    this.failure = failure
    this.#release()
    this.#abandonDial()
    this.#socket?.destroy()
    this.#settleIfDone()
  }

  #release(): void {
    this.#deadline.end()
    this.#settings.signal?.removeEventListener('abort', this.#abort)
  }

  #waitingStage(): SmtpStage {
    return this.#stages[this.#answered] ?? this.#lastStage()
  }

  #lastStage(): SmtpStage {
    return this.#stages.at(-1) ?? this.transcript.at(-1)?.stage ?? 'connect'
  }
}

const CONNECT_FAILURES: Record<string, 'refused' | 'timed_out' | 'closed'> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timed_out',
  ECONNRESET: 'closed',
}

const monotonicMs = (): number => performance.now()

const isAscii = (text: string): boolean => !/[^\0-\u007f]/.test(text)
