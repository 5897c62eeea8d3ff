import { isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import type { DnsClient } from '../dns-client.ts'
import type { RefusedReason } from './http-exchange.ts'
import type { AddressGuard } from '../public-address.ts'

/** The only way from a host name to a socket: the address that was checked is the address that is connected to. */

export interface ConnectorOptions {
  dns: DnsClient
  guard: AddressGuard
  /** Ports actually connected to for http and https, if different from the URL's own. */
  httpPort?: number
  httpsPort?: number
  /** PEM certificates trusted in addition to the system's. */
  certificates?: readonly string[]
  /** Of everything that arrives in answer to one request: more ends the connection. */
  maxAnswerBytes?: number
}

/** Carries the reason through undici, which passes a connector's error on to the request. */
export class ConnectRefused extends Error {
  readonly reason: RefusedReason

  constructor(reason: RefusedReason) {
    super(reason)
    this.name = 'ConnectRefused'
    this.reason = reason
  }
}

/** Time limit per address; a silent one must not use up the whole deadline. */
const CONNECT_TIMEOUT_MS = 5_000
/** Addresses tried for one name. */
const MAX_ADDRESSES = 4
/** Several times what any answer may have that is read as a whole. */
const MAX_ANSWER_BYTES = 8_000_000

export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const ca = options.certificates
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ...ca] }),
  })
  return (target, callback) => void answer(target, callback)

  async function answer(target: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    try {
      callback(null, await open(target))
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null)
    }
  }

  async function open(target: buildConnector.Options): Promise<Socket> {
    const addresses = await allowedAddresses(options, bareHost(target.hostname))
    let failure: unknown
    for (const address of addresses.slice(0, MAX_ADDRESSES)) {
      try {
        return await openOne(target, address)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  function openOne(target: buildConnector.Options, address: string): Promise<Socket> {
    const secure = target.protocol === 'https:'
    const port = String((secure ? options.httpsPort : options.httpPort) ?? (target.port || (secure ? 443 : 80)))
    // TLS checks the certificate against the requested name, not against the address.
    const name = secure && isIP(bareHost(target.hostname)) === 0 ? { servername: target.hostname } : {}
    const literal: buildConnector.Options = { protocol: target.protocol, hostname: address, port, ...name }
    return new Promise((resolve, reject) => {
      connect(literal, (error, socket) => {
        if (error !== null) return reject(error)
        resolve(limited(socket, options.maxAnswerBytes ?? MAX_ANSWER_BYTES))
      })
    })
  }
}

/**
 * Counts what no body limit sees: extensions of chunks (RFC 9112 7.1.1), interim responses (RFC 9110 15.2), and members of a gzip
 * file that contain nothing may go on until the deadline, as fast as the line allows. Whoever sends the next request starts anew.
 */
function limited(socket: Socket, maxBytes: number): Socket {
  let sent = 0
  let before = 0
  return socket.on('readable', () => {
    if (socket.bytesWritten !== sent) {
      sent = socket.bytesWritten
      before = socket.bytesRead
    }
    if (socket.bytesRead - before > maxBytes) socket.destroy(new ConnectRefused('too_large'))
  })
}

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>

/**
 * @throws ConnectRefused `unknown_host`, `unreachable` (DNS does not answer for it), `no_network` (nor for others) or
 * `private_address`
 */
async function allowedAddresses({ dns, guard }: ConnectorOptions, host: string): Promise<string[]> {
  const answer = await dns.resolveAddresses(host)
  if (answer.outcome === 'unknown') throw new ConnectRefused(answer.isOwnProblem ? 'no_network' : 'unreachable')
  if (answer.outcome !== 'found') throw new ConnectRefused('unknown_host')
  return allowedOf(answer.addresses, guard)
}

/**
 * The addresses that may be connected to, in order.
 * @throws ConnectRefused `private_address` when none is left
 */
export function allowedOf(addresses: readonly { address: string }[], guard: AddressGuard): string[] {
  const allowed = addresses.map(({ address }) => address).filter((address) => guard.allows(address))
  if (allowed.length === 0) throw new ConnectRefused('private_address')
  return allowed
}

/** `[::1]` as URLs write it → `::1`. */
export const bareHost = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)
