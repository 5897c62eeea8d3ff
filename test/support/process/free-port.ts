import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that no outgoing connection is given one of these meanwhile. */
const [FIRST, COUNT] = [12_000, 18_000]

/** Each worker of a run has its own part, so that none takes a port that another one has just found free. */
const PARTS = 8
const PART = (Number(process.env['VITEST_POOL_ID'] ?? 0) % PARTS) * (COUNT / PARTS)

let turn = Math.floor((Math.random() * COUNT) / PARTS)

/** Returns an unused port of this machine, for a server that has to know its port before it listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    turn = (turn + 1) % (COUNT / PARTS)
    const port = FIRST + PART + turn
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
