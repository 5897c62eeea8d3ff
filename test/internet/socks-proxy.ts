import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A SOCKS5 proxy on loopback for IPv4 targets (RFC 1928), with or without a password (RFC 1929). */
export interface TestProxy extends AsyncDisposable {
  port: number
  /** `address:port` of each target requested. */
  targets: string[]
}

export interface ProxyOptions {
  /** `user:password`; without it no login is needed. */
  login?: string
  /** Answers a request with this code instead of connecting. */
  refuseWith?: number
  /** Says nothing at all. */
  mute?: boolean
}

const BOUND = [0, 1, 127, 0, 0, 1, 0, 0]

export async function startSocksProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const targets: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    if (options.mute !== true) void serve(client, options, targets).catch(() => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(client: Socket, { login, refuseWith }: ProxyOptions, targets: string[]): Promise<void> {
  const [, ...methods] = (await packet(client)).subarray(1)
  const method = login === undefined ? 0 : 2
  client.write(Buffer.from([5, methods.includes(method) ? method : 255]))
  if (login !== undefined) {
    const given = await packet(client)
    const userEnd = 2 + (given[1] ?? 0)
    const told = `${given.toString('utf8', 2, userEnd)}:${given.toString('utf8', userEnd + 1)}`
    client.write(Buffer.from([1, told === login ? 0 : 1]))
  }
  const request = await packet(client)
  const address = request.subarray(4, 8).join('.')
  const port = request.readUInt16BE(8)
  targets.push(`${address}:${port}`)
  if (refuseWith !== undefined) return void client.end(Buffer.from([5, refuseWith, ...BOUND]))
  const upstream = connect(port, address)
  upstream.on('error', () => client.destroy())
  await once(upstream, 'connect')
  client.write(Buffer.from([5, 0, ...BOUND]))
  client.pipe(upstream).pipe(client)
}

async function packet(client: Socket): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = client.read()
    if (Buffer.isBuffer(bytes)) return bytes
    await once(client, 'readable')
  }
}
