import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import type { TestCertificate } from './certificate.ts'
import { challengeOf, readToken } from './token-login.ts'
import type { TokenLogin } from './token-login.ts'

/**
 * A small IMAP server on loopback: mailboxes that only grow, read as RFC 9051 specifies, and whatever a script does
 * instead.
 */

export interface StoredMail {
  uid: number
  raw: Buffer
  arrivedAt: Date
}

export interface TestImapServer extends AsyncDisposable {
  port: number
  /** Every line sent by clients. */
  commands: string[]
  /** The emails in a folder. */
  mails: (folder: string) => readonly StoredMail[]
  /** Puts an email into a folder and returns its UID. */
  deliver: (raw: string | Buffer, options?: { folder?: string; arrivedAt?: Date; uid?: number }) => number
  /** Gives all emails new UIDs, as after a restore (RFC 9051 2.3.1.1). */
  renumber: (folder?: string) => void
  stop: () => Promise<void>
}

export interface ImapServerOptions {
  password?: string
  /** Offers to log in with tokens, and no longer with LOGIN. */
  tokens?: TokenLogin
  /** TLS from the start, or offered by STARTTLS. */
  certificate?: TestCertificate
  startTls?: boolean
  /** What the server says when a folder is opened, instead of the number of emails and their UIDs. */
  opens?: readonly string[]
  /** Writes its own answer to a line; returns whether it did. */
  script?: (line: string, write: (text: string | Buffer) => void, tag: string) => boolean
}

interface Folder {
  flags: string
  uidValidity: number
  mails: StoredMail[]
}

export async function startImapServer(options: ImapServerOptions = {}): Promise<TestImapServer> {
  const folders = new Map<string, Folder>([
    ['INBOX', { flags: '', uidValidity: 1, mails: [] }],
    ['Spam', { flags: '\\Junk', uidValidity: 1, mails: [] }],
    ['Sent', { flags: '\\Sent', uidValidity: 1, mails: [] }],
  ])
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const welcome = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    new Session(socket, { ...options, folders, commands }).greet()
  }
  const { certificate, startTls = false } = options
  const server =
    certificate !== undefined && !startTls
      ? createTlsServer({ cert: certificate.certPem, key: certificate.keyPem }, welcome)
      : createServer(welcome)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    mails: (folder) => folders.get(folder)?.mails ?? [],
    deliver: (raw, { folder = 'INBOX', arrivedAt = new Date(), uid } = {}) => {
      const mails = folders.get(folder)?.mails ?? []
      const next = uid ?? (mails.at(-1)?.uid ?? 0) + 1
      mails.push({ uid: next, raw: Buffer.from(raw), arrivedAt })
      return next
    },
    renumber: (name = 'INBOX') => {
      const folder = folders.get(name)
      if (folder === undefined) return
      folder.uidValidity += 1
      folder.mails.forEach((mail, index) => (mail.uid = index + 1))
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

interface House extends ImapServerOptions {
  folders: Map<string, Folder>
  commands: string[]
}

class Session {
  socket: Socket
  house: House
  selected: Folder | null = null
  rest = ''
  /** Takes the next line, which is not a command. */
  awaited: ((line: string) => void) | null = null

  constructor(socket: Socket, house: House) {
    this.socket = socket
    this.house = house
    this.listen()
  }

  greet(): void {
    this.write(`* OK [CAPABILITY ${this.capabilities()}] ready\r\n`)
  }

  listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      this.rest += chunk.toString('latin1')
      for (let end = this.rest.indexOf('\r\n'); end >= 0; end = this.rest.indexOf('\r\n')) {
        const line = this.rest.slice(0, end)
        this.rest = this.rest.slice(end + 2)
        this.answer(line)
      }
    })
  }

  write(text: string | Buffer): void {
    if (this.socket.writable) this.socket.write(text)
  }

  capabilities(): string {
    const { certificate, startTls } = this.house
    const offersTls = certificate !== undefined && startTls === true && !(this.socket instanceof TLSSocket)
    const { tokens } = this.house
    const mechanisms =
      tokens === undefined ? '' : ` SASL-IR${tokens.mechanisms.map((name) => ` AUTH=${name}`).join('')}`
    return `IMAP4rev1 SPECIAL-USE${offersTls ? ' STARTTLS' : ''}${mechanisms}`
  }

  answer(line: string): void {
    this.house.commands.push(line)
    if (this.awaited !== null) return this.awaited(line)
    const [tag = '', ...words] = line.split(' ')
    if (this.house.script?.(line, (text) => this.write(text), tag) === true) return
    const uid = words[0]?.toUpperCase() === 'UID'
    const [command = '', ...rest] = uid ? words.slice(1) : words
    const done = (status = 'OK', text = 'done'): void => this.write(`${tag} ${status} ${text}\r\n`)
    switch (command.toUpperCase()) {
      case 'CAPABILITY':
        this.write(`* CAPABILITY ${this.capabilities()}\r\n`)
        return done()
      case 'STARTTLS':
        done()
        return this.secure()
      case 'AUTHENTICATE':
        return void this.authenticate(rest, done)
      case 'LOGIN': {
        if (this.house.tokens !== undefined) return done('NO', '[AUTHENTICATIONFAILED] no passwords here')
        const { password = 'secret' } = this.house
        return rest.join(' ').includes(password) ? done() : done('NO', '[AUTHENTICATIONFAILED] no')
      }
      case 'LIST':
        // An empty name asks only for the delimiter (RFC 9051 6.3.9).
        if (rest.at(-1) === '""') this.write('* LIST (\\Noselect) "/" ""\r\n')
        else this.list()
        return done()
      case 'SELECT':
      case 'EXAMINE':
        return this.select(rest.join(' ').replaceAll('"', ''), done, command.toUpperCase() === 'EXAMINE')
      case 'SEARCH':
        this.write(`* SEARCH ${this.search(rest).join(' ')}\r\n`)
        return done()
      case 'FETCH':
        this.fetch(rest[0] ?? '', rest.slice(1).join(' '))
        return done()
      case 'APPEND':
        return this.append(rest, done)
      case 'LOGOUT':
        this.write('* BYE\r\n')
        done()
        return void this.socket.end()
      default:
        return done('OK')
    }
  }

  async authenticate(
    [name = '', response = '']: string[],
    done: (status: string, text?: string) => void,
  ): Promise<void> {
    const { tokens } = this.house
    const mechanism = tokens?.mechanisms.find((known) => known === name.toUpperCase())
    const shown = mechanism === undefined ? null : readToken(mechanism, response)
    if (tokens === undefined || shown === null) return done('BAD', 'not understood')
    const verdict = await tokens.judge(shown)
    if (verdict === 'good') return done('OK')
    if ('say' in verdict) return done('NO', verdict.say)
    this.write(`+ ${challengeOf(verdict.status)}\r\n`)
    await new Promise<void>((resolve) => (this.awaited = () => resolve()))
    this.awaited = null
    done('NO', '[AUTHENTICATIONFAILED] no')
  }

  /** RFC 9051 6.3.12: the email follows as a literal, and then an empty rest of the line. */
  append([name = '', ...rest]: string[], done: (status?: string, text?: string) => void): void {
    const folder = this.house.folders.get(name.replaceAll('"', ''))
    const size = Number(/\{(\d+)\+?\}$/.exec(rest.at(-1) ?? '')?.[1])
    if (folder === undefined || Number.isNaN(size)) return done('NO', '[TRYCREATE] no such folder')
    let taken = ''
    this.awaited = (line) => {
      taken += `${line}\r\n`
      if (taken.length < size + 2) return
      this.awaited = null
      const uid = (folder.mails.at(-1)?.uid ?? 0) + 1
      folder.mails.push({ uid, raw: Buffer.from(taken.slice(0, size), 'latin1'), arrivedAt: new Date() })
      done()
    }
    this.write('+ go on\r\n')
  }

  list(): void {
    for (const [name, { flags }] of this.house.folders)
      this.write(`* LIST (\\HasNoChildren${flags === '' ? '' : ` ${flags}`}) "/" "${name}"\r\n`)
  }

  secure(): void {
    const { certificate } = this.house
    if (certificate === undefined) return
    this.socket.removeAllListeners('data')
    this.socket = new TLSSocket(this.socket, { isServer: true, cert: certificate.certPem, key: certificate.keyPem })
    this.socket.on('error', () => undefined)
    this.listen()
  }

  select(name: string, done: (status?: string, text?: string) => void, readOnly: boolean): void {
    const folder = this.house.folders.get(name)
    if (folder === undefined) return done('NO', 'no such folder')
    this.selected = folder
    const next = (folder.mails.at(-1)?.uid ?? 0) + 1
    const numbers = [`[UIDVALIDITY ${folder.uidValidity}] ok`, `[UIDNEXT ${next}] ok`].map((text) => `OK ${text}`)
    const { opens = [`${folder.mails.length} EXISTS`, 'FLAGS (\\Seen)', ...numbers] } = this.house
    for (const text of opens) this.write(`* ${text}\r\n`)
    done('OK', `[${readOnly ? 'READ-ONLY' : 'READ-WRITE'}] open`)
  }

  search(words: readonly string[]): number[] {
    const mails = this.selected?.mails ?? []
    const since = words.findIndex((word) => word.toUpperCase() === 'SINCE')
    const day = since < 0 ? null : Date.parse(`${(words[since + 1] ?? '').replaceAll('"', '')} UTC`)
    const uids = words.findIndex((word) => word.toUpperCase() === 'UID')
    const wanted = uids < 0 ? mails : this.inSet(words[uids + 1] ?? '')
    return wanted.filter(({ arrivedAt }) => day === null || arrivedAt.getTime() >= day).map(({ uid }) => uid)
  }

  /** Parses `1,3:5,7:*`; the last email belongs to every range that ends in `*`. */
  inSet(set: string): StoredMail[] {
    const mails = this.selected?.mails ?? []
    const last = mails.at(-1)?.uid ?? 0
    const ranges = set.split(',').map((range) => {
      const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)))
      return [Math.min(from, to), Math.max(from, to)] as const
    })
    return mails.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to))
  }

  fetch(set: string, items: string): void {
    const all = this.selected?.mails ?? []
    for (const mail of this.inSet(set)) {
      const parts = [`UID ${mail.uid}`, `RFC822.SIZE ${mail.raw.length}`]
      this.write(`* ${all.indexOf(mail) + 1} FETCH (${parts.join(' ')}`)
      for (const [, section = '', from = '0', length = ''] of items.matchAll(
        /BODY\.PEEK\[([A-Z]*)\](?:<(\d+)\.(\d+)>)?/g,
      ))
        this.writePart(mail, section, Number(from), length === '' ? mail.raw.length : Number(length))
      this.write(')\r\n')
    }
  }

  writePart({ raw }: StoredMail, section: string, from: number, length: number): void {
    const end = raw.indexOf('\r\n\r\n')
    const whole = section === 'HEADER' ? raw.subarray(0, end < 0 ? raw.length : end + 4) : raw
    const part = whole.subarray(from, from + length)
    this.write(` BODY[${section}]<${from}> {${part.length}}\r\n`)
    this.write(part)
  }
}
