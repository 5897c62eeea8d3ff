import { connect as connectTcp, isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, createSecureContext } from 'node:tls'
import type { SmtpConnect, SmtpTarget } from './smtp-exchange.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { errorCode } from '../../lib/text/error-code.ts'

/** Events of a byte stream. `closed` comes once, with the error code or an empty text. */
export interface SocketEvents {
  connected: () => void
  /** One character per byte. */
  bytes: (latin1: string) => void
  closed: (code: string) => void
}

export interface DialEvents extends SocketEvents {
  /** The stream exists and can be destroyed from now on. */
  opened: (socket: Duplex) => void
}

/** More than a typical reply; longer ones arrive in pieces. */
const READ_BYTES = 4_096
const sharedBuffer = Buffer.allocUnsafeSlow(READ_BYTES)

/** A read ends before the next one starts, except on Windows, where each socket has one pending. */
const readBuffer = (): Buffer => (process.platform === 'win32' ? Buffer.allocUnsafeSlow(READ_BYTES) : sharedBuffer)

/** Connects to an address literal, through `connect` or directly. @returns a function that abandons the attempt */
export function dial(target: SmtpTarget, connect: SmtpConnect | undefined, events: DialEvents): () => void {
  if (connect !== undefined) {
    const abandoned = new AbortController()
    void dialThrough(target, connect, abandoned.signal, events)
    return () => abandoned.abort()
  }
  const socket = connectTcp({
    host: target.address,
    port: target.port,
    autoSelectFamily: false,
    // Reading into one buffer saves a stream's queue and 64 KiB per read.
    onread: {
      buffer: readBuffer(),
      callback: (length, buffer) => {
        events.bytes((buffer as Buffer).toString('latin1', 0, length))
        return true
      },
    },
  })
  events.opened(socket)
  socket.on('connect', events.connected)
  watchEnd(socket, events)
  return () => undefined
}

async function dialThrough(
  target: SmtpTarget,
  connect: SmtpConnect,
  signal: AbortSignal,
  events: DialEvents,
): Promise<void> {
  try {
    const socket = await connect(target.address, target.port, signal)
    watchEnd(socket, events)
    events.opened(socket)
    events.connected()
    socket.on('data', (chunk: Buffer) => events.bytes(chunk.toString('latin1')))
  } catch (error) {
    events.closed(errorCode(error))
  }
}

/**
 * A certificate proves nothing here: the name was found in unsigned DNS, and the alternative is plain text. So old protocols
 * and unknown issuers are better than none (RFC 7435).
 */
const anyTls = lazily(() => createSecureContext({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }))

/** TLS as a client over a connected stream. */
export function secured(plain: Socket, servername: string, events: SocketEvents): Duplex {
  plain.removeAllListeners('data')
  const socket = connectTls({
    socket: plain,
    // RFC 6066 3: a literal address is not a server name.
    servername: isIP(servername) === 0 ? servername : '',
    secureContext: anyTls(),
    rejectUnauthorized: false,
  })
  socket.once('secureConnect', events.connected)
  socket.on('data', (chunk: Buffer) => events.bytes(chunk.toString('latin1')))
  watchEnd(socket, events)
  return socket
}

function watchEnd(socket: Duplex, { closed }: SocketEvents): void {
  let code = ''
  socket.on('error', (error) => (code = errorCode(error)))
  socket.on('close', () => closed(code))
  // A stream provided by a caller may stay half open.
  if (socket.allowHalfOpen) socket.on('end', () => socket.destroy())
}
