import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { MailConversation } from './mail-conversation.ts'
import type { LoggedCommand, MailConnections, MailHouse, MailServerOptions } from './mail-house.ts'

/** A scripted SMTP server on loopback that logs what it is told. */

export interface TestMailServer extends AsyncDisposable {
  name: string
  address: string
  port: number
  commands: LoggedCommand[]
  connections: MailConnections
  stop: () => Promise<void>
}

export async function startMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const { name = 'mx.example.com', address = '127.0.0.1', port = 0 } = options
  const sockets = new Set<Socket>()
  const house: MailHouse = {
    ...options,
    name,
    commands: [],
    connections: { now: 0, peak: 0, total: 0 },
    clients: new Map(),
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
    void new MailConversation(house, socket).run()
  })
  await listen(server, port, address)
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    name,
    address,
    port: (server.address() as AddressInfo).port,
    commands: house.commands,
    connections: house.connections,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** A port that is free on one loopback address may be taken on the next: then all servers start again on another port. */
const PORT_TRIES = 20

/** Starts several mail hosts at 127.0.1.1, 127.0.1.2, … on the same port, as MX hosts share port 25. */
export async function startMailServers(
  hosts: readonly MailServerOptions[],
): Promise<AsyncDisposable & { port: number; servers: TestMailServer[] }> {
  for (let tries = 1; ; tries += 1) {
    const servers: TestMailServer[] = []
    const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())))
    try {
      for (const [index, host] of hosts.entries()) {
        const address = host.address ?? `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`
        servers.push(await startMailServer({ ...host, address, port: servers[0]?.port ?? 0 }))
      }
      return { port: servers[0]?.port ?? 0, servers, [Symbol.asyncDispose]: stop }
    } catch (error) {
      await stop()
      if (tries === PORT_TRIES || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  const ready = Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ])
  server.listen({ port, host, backlog: 4096 })
  await ready
}
