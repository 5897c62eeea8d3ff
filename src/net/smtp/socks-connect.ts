import { once } from 'node:events'
import { connect, isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import type { SmtpConnect } from './smtp-exchange.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/** SOCKS5 (RFC 1928, passwords by RFC 1929): connects to an IP literal, so that the proxy resolves nothing. */

const VERSION = 5
const NO_AUTHENTICATION = 0
const USER_AND_PASSWORD = 2
const CONNECT = 1
const IPV4 = 1
const DOMAIN_NAME = 3
const IPV6 = 4
const DEFAULT_PORT = 1080
/** A separate limit: a proxy that hangs is not a mail server that hangs. */
const TIMEOUT_MS = 10_000

/** @param url `socks5://user:password@host:port` */
export function socksConnect(url: string): SmtpConnect {
  const { hostname, port, username, password } = new URL(url)
  const proxy = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) }
  const credentials = { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  return async (address, targetPort, signal) => {
    const socket = connect({ ...proxy, noDelay: true })
    using limit = timeLimit(TIMEOUT_MS, signal)
    const abort = (): void => void socket.destroy(new Error('The proxy took too long.'))
    limit.signal.addEventListener('abort', abort, { once: true })
    try {
      await once(socket, 'connect')
      await negotiate(socket, credentials)
      await request(socket, address, targetPort)
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      limit.signal.removeEventListener('abort', abort)
    }
  }
}

async function negotiate(socket: Socket, { user, password }: { user: string; password: string }): Promise<void> {
  const method = user === '' ? NO_AUTHENTICATION : USER_AND_PASSWORD
  socket.write(Uint8Array.of(VERSION, 1, method))
  const [, chosen] = await take(socket, 2)
  if (chosen !== method) throw new Error('The proxy requires another authentication method.')
  if (method === NO_AUTHENTICATION) return
  const [name, secret] = [Buffer.from(user), Buffer.from(password)]
  socket.write(Buffer.concat([Uint8Array.of(1, name.length), name, Uint8Array.of(secret.length), secret]))
  const [, status] = await take(socket, 2)
  if (status !== 0) throw new Error('The proxy rejected the password.')
}

async function request(socket: Socket, address: string, port: number): Promise<void> {
  const kind = isIPv6(address) ? IPV6 : IPV4
  const target = kind === IPV6 ? ipv6Bytes(address) : Uint8Array.from(address.split('.'), Number)
  socket.write(Buffer.concat([Uint8Array.of(VERSION, CONNECT, 0, kind), target, Uint8Array.of(port >> 8, port & 255)]))
  const [, status, , boundKind = 0] = await take(socket, 4)
  if (status !== 0) throw Object.assign(new Error(`The proxy could not connect (${status}).`), { code: 'ECONNREFUSED' })
  const length = boundKind === DOMAIN_NAME ? ((await take(socket, 1))[0] ?? 0) : boundKind === IPV6 ? 16 : 4
  await take(socket, length + 2)
}

/** Reads exactly this many bytes; what follows is left for the mail dialogue. */
async function take(socket: Socket, length: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(length) as Buffer | null
    if (bytes !== null && bytes.length === length) return bytes
    if (socket.readableEnded || socket.destroyed) throw new Error('The proxy closed the connection.')
    await Promise.race([once(socket, 'readable'), once(socket, 'end'), once(socket, 'close')])
  }
}

/** The sixteen bytes of a canonical or shortened IPv6 literal. */
function ipv6Bytes(address: string): Uint8Array {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const all = tail === undefined ? left : [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 255]))
}
