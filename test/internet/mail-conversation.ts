import { type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { MailHouse } from './mail-house.ts'
import {
  DEFAULT_EXTENSIONS,
  mailboxes,
  type MailScript,
  type MailSession,
  type Reaction,
  type Step,
} from './mail-script.ts'

/** One client, whose commands are answered one after another, in the order they came. */
export class MailConversation {
  readonly #house: MailHouse
  readonly #script: MailScript
  readonly #session: MailSession
  #socket: Socket
  readonly #left = new AbortController()
  #unread = ''
  #over = false
  #wake: () => void = () => undefined

  constructor(house: MailHouse, socket: Socket) {
    this.#house = house
    this.#script = house.script ?? {}
    this.#socket = socket
    house.connections.total += 1
    this.#session = {
      id: house.connections.total,
      clientAddress: socket.remoteAddress ?? '',
      heloName: '',
      secure: false,
      sender: '',
      recipients: [],
      refused: 0,
    }
    this.#count(1)
    socket.once('close', () => {
      this.#count(-1)
      this.#left.abort()
    })
    this.#listenTo(socket)
  }

  async run(): Promise<void> {
    const { limits = {}, banner = `220 ${this.#house.name} ESMTP` } = this.#script
    const crowd = this.#house.clients.get(this.#session.clientAddress) ?? 0
    if (limits.connections !== undefined && crowd > limits.connections) {
      const say = '421 4.7.0 Too many concurrent connections from your host'
      return this.#play({ say, leave: 'close' })
    }
    await this.#play(banner)
    for (let line = await this.#nextLine(); line !== null; line = await this.#nextLine()) {
      this.#house.commands.push({
        session: this.#session.id,
        line,
        secure: this.#session.secure,
        at: performance.now(),
      })
      const reaction = this.#reactionTo(line)
      await this.#play(reaction)
      if (/^starttls$/i.test(line) && agrees(reaction)) this.#secure()
    }
  }

  #count(change: 1 | -1): void {
    const { connections, clients } = this.#house
    connections.now += change
    connections.peak = Math.max(connections.peak, connections.now)
    clients.set(this.#session.clientAddress, (clients.get(this.#session.clientAddress) ?? 0) + change)
  }

  #listenTo(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.#unread += chunk.toString('utf8')
      this.#wake()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#over = true
      this.#wake()
    })
    socket.on('end', () => socket.end())
  }

  async #nextLine(): Promise<string | null> {
    for (;;) {
      if (this.#over) return null
      const end = this.#unread.indexOf('\n')
      if (end >= 0) {
        const line = this.#unread.slice(0, end).replace(/\r$/, '')
        this.#unread = this.#unread.slice(end + 1)
        return line
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  #reactionTo(line: string): Reaction {
    const session = this.#session
    const own = this.#script.command?.(line, session)
    if (own !== undefined) return own
    const [verb = '', argument = ''] = line.split(/\s+/, 2)
    switch (verb.toUpperCase()) {
      case 'EHLO':
        session.heloName = argument
        return this.#script.ehlo?.(session) ?? ehloReply(this.#house, session)
      case 'HELO':
        session.heloName = argument
        return this.#script.helo?.(session) ?? `250 ${this.#house.name}`
      case 'STARTTLS':
        return this.#starttls()
      case 'MAIL':
        session.sender = pathOf(line)
        session.recipients = []
        return this.#script.mail?.(session, line) ?? '250 2.1.0 Ok'
      case 'RCPT':
        return this.#rcpt(pathOf(line))
      case 'RSET':
        session.recipients = []
        return this.#script.rset?.(session) ?? '250 2.0.0 Ok'
      case 'QUIT':
        return { say: '221 2.0.0 Bye', leave: 'close' }
      default:
        return '502 5.5.2 Error: command not recognized'
    }
  }

  #rcpt(recipient: string): Reaction {
    const { limits = {}, rcpt = mailboxes('alice') } = this.#script
    const session = this.#session
    if (session.recipients.length >= (limits.recipientsPerTransaction ?? Infinity)) {
      return '452 4.5.3 Too many recipients'
    }
    session.recipients.push(recipient)
    const reaction = rcpt(recipient, session)
    if (typeof reaction === 'string' && reaction.startsWith('5')) session.refused += 1
    if (session.refused < (limits.badRecipients ?? Infinity)) return reaction
    return [...steps(reaction), { say: '421 4.7.0 Error: too many errors', leave: 'close' }]
  }

  #starttls(): Reaction {
    const offered = this.#house.certificate !== undefined && !this.#session.secure
    const usual = offered ? '220 2.0.0 Ready to start TLS' : '502 5.5.1 Error: command not implemented'
    return this.#script.starttls?.(this.#session) ?? usual
  }

  #secure(): void {
    const { certificate } = this.#house
    if (certificate === undefined) return
    this.#unread = ''
    this.#socket.removeAllListeners('data')
    const socket = new TLSSocket(this.#socket, {
      isServer: true,
      secureContext: createSecureContext({ cert: certificate.certPem, key: certificate.keyPem }),
    })
    this.#socket = socket
    this.#session.secure = true
    this.#listenTo(socket)
  }

  async #play(reaction: Reaction): Promise<void> {
    for (const { say = [], bytes, afterMs = 0, leave } of steps(reaction)) {
      const delayMs = afterMs + (this.#house.delivery?.delayMs ?? 0)
      if (delayMs > 0) await this.#wait(delayMs)
      const lines = typeof say === 'string' ? [say] : say
      await this.#send(
        Buffer.concat([Buffer.from(lines.map((line) => `${line}\r\n`).join('')), bytes ?? Buffer.alloc(0)]),
      )
      if (leave === 'reset') this.#socket.resetAndDestroy()
      if (leave === 'close') this.#socket.end()
      if (leave !== undefined) return void (this.#over = true)
    }
  }

  /** Waits, but not longer than the client stays connected. */
  async #wait(delayMs: number): Promise<void> {
    const { signal } = this.#left
    await sleep(delayMs, undefined, { ref: false, signal }).catch(() => undefined)
  }

  async #send(bytes: Buffer): Promise<void> {
    if (bytes.length === 0 || !this.#socket.writable) return
    if (this.#house.delivery?.byteByByte !== true) return void this.#socket.write(bytes)
    for (let at = 0; at < bytes.length && this.#socket.writable; at += 1) {
      this.#socket.write(bytes.subarray(at, at + 1))
      await new Promise(setImmediate)
    }
  }
}

function ehloReply({ script = {}, name, certificate }: MailHouse, { secure }: MailSession): readonly Step[] {
  const offersTls = certificate !== undefined && !secure
  const keywords = [...(script.extensions ?? DEFAULT_EXTENSIONS), ...(offersTls ? ['STARTTLS'] : [])]
  const lines = [name, ...keywords]
  return [{ say: lines.map((line, index) => `250${index === lines.length - 1 ? ' ' : '-'}${line}`) }]
}

const steps = (reaction: Reaction): readonly Step[] =>
  (Array.isArray(reaction) ? (reaction as readonly (string | Step)[]) : [reaction as string | Step]).map((step) =>
    typeof step === 'string' ? { say: step } : step,
  )

const agrees = (reaction: Reaction): boolean => [steps(reaction)[0]?.say].flat()[0]?.startsWith('220') === true

/** `RCPT TO:<a@b> X=1` → `a@b`. */
const pathOf = (line: string): string => /<(.*)>/.exec(line)?.[1] ?? ''
