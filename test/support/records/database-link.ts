import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { freePort } from '../process/free-port.ts'

export interface DatabaseLink extends AsyncDisposable {
  /** The same database, reached through the link. */
  connectionString: string
  /** Breaks all connections and refuses new ones, until `mend`. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** From now on nothing passes in either direction, and neither side notices. */
  hang: () => void
}

/** Opens a link to a database on a Unix socket that can be cut. */
export async function databaseLink(connectionString: string): Promise<DatabaseLink> {
  const url = new URL(connectionString)
  const socketPath = `${url.searchParams.get('host')}/.s.PGSQL.${url.port}`
  const open = new Set<Socket>()
  let isHanging = false
  const server = createServer((client) => {
    const upstream = connect(socketPath)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined).once('close', () => open.delete(socket))
    }
    if (!isHanging) client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  // Not an ephemeral port: while the link is cut, another program might be given it.
  const port = await freePort()
  const mend = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await mend()
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of open) socket.destroy()
    await closed
  }
  const hang = () => {
    isHanging = true
    for (const socket of open) socket.unpipe().pause()
  }
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href, cut, mend, hang, [Symbol.asyncDispose]: cut }
}
