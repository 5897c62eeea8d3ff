import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

const USUAL_PORT = 3_000

/** Returns Quarry's usual port, so that a link is easy to keep; another one if that is taken. */
export async function freePort(): Promise<number> {
  for (const port of [USUAL_PORT, 0]) {
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    const { port: found } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return found
  }
  return 0
}
