import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { TestCertificate } from './certificate.ts'
import { challengeOf, readToken } from './token-login.ts'
import type { TokenLogin } from './token-login.ts'

/** A real SMTP server on loopback that accepts mail: it logs clients in, and keeps what they send. */

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  /** By the clock that the server was given. */
  at: Date
  secure: boolean
  username: string | null
}

/** What a server may do instead of answering. */
export type Answer = string | { leave: true }

export interface ReceivingOptions {
  address?: string
  port?: number
  clock?: { now: () => Date }
  /** Requires clients to log in. */
  login?: { username: string; password: string }
  /** The same, with tokens. */
  tokens?: TokenLogin
  /** Makes the server offer STARTTLS. */
  certificate?: TestCertificate
  /** The maximum size of an email, as announced (RFC 1870). */
  size?: number
  /** Offers to take addresses beyond ASCII (RFC 6531). */
  smtputf8?: boolean
  /** Every recipient exists by default. */
  rcpt?: (recipient: string) => Answer
  /** The answer to the final dot; the email has been accepted if it begins with 2. */
  data?: (mail: ReceivedMail) => Answer | Promise<Answer>
}

export interface ReceivingServer extends AsyncDisposable {
  address: string
  port: number
  mails: ReceivedMail[]
  /** How clients logged in, in order: the first word after AUTH. */
  logins: string[]
  /** The emails to a recipient. */
  to: (recipient: string) => ReceivedMail[]
  stop: () => Promise<void>
}

const LEAVE: Answer = { leave: true }

export async function startReceivingServer(options: ReceivingOptions = {}): Promise<ReceivingServer> {
  const { address = '127.0.0.1', port = 0 } = options
  const mails: ReceivedMail[] = []
  const logins: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
    void converse(socket, options, { mails, logins })
  })
  server.listen({ port, host: address })
  await once(server, 'listening')
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    address,
    port: (server.address() as AddressInfo).port,
    mails,
    logins,
    to: (recipient) => mails.filter((mail) => mail.to.includes(recipient)),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

type Kept = Pick<ReceivingServer, 'mails' | 'logins'>

async function converse(plain: Socket, options: ReceivingOptions, { mails, logins }: Kept): Promise<void> {
  let socket = plain
  const session: Session = { from: '', to: [], secure: false, username: null, token: null }
  socket.on('error', () => undefined)
  socket.write('220 receiving.test ESMTP\r\n')
  for (let lines = linesOf(socket); ;) {
    const { value: line } = await lines.next()
    if (line === undefined) return
    if (/^starttls$/i.test(line) && options.certificate !== undefined) {
      socket.write('220 2.0.0 Ready\r\n')
      const { certPem: cert, keyPem: key } = options.certificate
      socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext({ cert, key }) })
      socket.on('error', () => undefined)
      session.secure = true
      lines = linesOf(socket)
      continue
    }
    if (/^auth /i.test(line)) logins.push(line.split(' ')[1]?.toUpperCase() ?? '')
    const answer = /^data$/i.test(line)
      ? await takeMail(socket, lines, session, options, mails)
      : await answerTo(line, session, options, async (ask) => {
          socket.write(`${ask}\r\n`)
          return (await lines.next()).value ?? ''
        })
    if (typeof answer !== 'string') return void socket.destroy()
    socket.write(`${answer}\r\n`)
    if (/^quit$/i.test(line)) return void socket.end()
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string, undefined> {
  let unread = ''
  // Not a `for await` over the socket, which would close it when TLS takes over.
  const chunks: string[] = []
  let wake: () => void = () => undefined
  let over = false
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk.toString('latin1'))
    wake()
  })
  socket.on('close', () => {
    over = true
    wake()
  })
  socket.on('end', () => socket.end())
  for (;;) {
    const end = unread.indexOf('\r\n')
    if (end >= 0) {
      const line = unread.slice(0, end)
      unread = unread.slice(end + 2)
      if (/^starttls$/i.test(line)) socket.removeAllListeners('data')
      yield line
    } else if (chunks.length > 0) unread += chunks.splice(0).join('')
    else if (over) return undefined
    else await new Promise<void>((resolve) => (wake = resolve))
  }
}

interface Session {
  from: string
  to: string[]
  secure: boolean
  username: string | null
  token: string | null
}

async function takeMail(
  socket: Socket,
  lines: AsyncGenerator<string, undefined>,
  session: Session,
  { clock, data = () => '250 2.0.0 Ok: taken' }: ReceivingOptions,
  mails: ReceivedMail[],
): Promise<Answer> {
  if (session.to.length === 0) return '503 5.5.1 No recipient'
  socket.write('354 Go ahead\r\n')
  const body: string[] = []
  for (;;) {
    const { value: line } = await lines.next()
    if (line === undefined) return LEAVE
    if (line === '.') break
    body.push(line.replace(/^\./, ''))
  }
  const { from, to, secure, username } = session
  const mail = { from, to, raw: `${body.join('\r\n')}\r\n`, at: clock?.now() ?? new Date(), secure, username }
  session.to = []
  const answer = await data(mail)
  if (typeof answer !== 'string' || answer.startsWith('2')) mails.push(mail)
  return answer
}

async function answerTo(
  line: string,
  session: Session,
  { login, tokens, certificate, size, smtputf8 = false, rcpt = () => '250 2.1.5 Ok' }: ReceivingOptions,
  ask: (challenge: string) => Promise<string>,
): Promise<Answer> {
  const [verb = '', ...rest] = line.split(' ')
  const path = /<(.*)>/.exec(line)?.[1] ?? ''
  switch (verb.toUpperCase()) {
    case 'EHLO': {
      const offers = ['receiving.test', 'PIPELINING', 'ENHANCEDSTATUSCODES', '8BITMIME']
      if (size !== undefined) offers.push(`SIZE ${size}`)
      if (smtputf8) offers.push('SMTPUTF8')
      const mechanisms = [...(login === undefined ? [] : ['PLAIN', 'LOGIN']), ...(tokens?.mechanisms ?? [])]
      if (mechanisms.length > 0) offers.push(`AUTH ${mechanisms.join(' ')}`)
      if (certificate !== undefined && !session.secure) offers.push('STARTTLS')
      return offers.map((offer, at) => `250${at === offers.length - 1 ? ' ' : '-'}${offer}`).join('\r\n')
    }
    case 'AUTH': {
      const mechanism = tokens?.mechanisms.find((name) => name === rest[0]?.toUpperCase())
      if (tokens !== undefined && mechanism !== undefined) {
        // RFC 5321 4.5.3.1.4: longer responses are sent after a prompt.
        if (line.length + 2 > 512) return '500 5.5.6 Line too long'
        const shown = readToken(mechanism, rest[1] ?? (await ask('334 ')))
        if (shown === null) return '501 5.5.2 Cannot decode'
        const verdict = await tokens.judge(shown)
        if (verdict === 'good') {
          Object.assign(session, shown)
          return '235 2.7.0 Welcome'
        }
        if ('say' in verdict) return verdict.say
        const dummy = await ask(`334 ${challengeOf(verdict.status)}`)
        if (dummy !== (mechanism === 'OAUTHBEARER' ? 'AQ==' : '')) return '501 5.5.2 Cannot decode'
        return '535 5.7.8 Authentication failed'
      }
      if (login === undefined) return '504 5.5.4 Unrecognized authentication type'
      const given = rest[1] ?? (await ask('334 '))
      const [, username = '', password = ''] = Buffer.from(given, 'base64').toString().split('\0')
      if (username !== login.username || password !== login.password) return '535 5.7.8 Authentication failed'
      session.username = username
      return '235 2.7.0 Welcome'
    }
    case 'MAIL':
      if ((login ?? tokens) !== undefined && session.username === null) return '530 5.7.0 Authentication required'
      if (tokens?.eachMail === true && session.username !== null && session.token !== null) {
        const verdict = await tokens.judge({ username: session.username, token: session.token })
        if (verdict !== 'good') return '530 5.7.0 Authentication has expired'
      }
      session.from = path
      session.to = []
      return '250 2.1.0 Ok'
    case 'RCPT': {
      const answer = rcpt(path)
      if (typeof answer === 'string' && answer.startsWith('2')) session.to.push(path)
      return answer
    }
    case 'RSET':
    case 'NOOP':
      return '250 2.0.0 Ok'
    case 'QUIT':
      return '221 2.0.0 Bye'
    default:
      return '502 5.5.2 Unknown'
  }
}
