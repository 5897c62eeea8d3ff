import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems hand out by themselves: whoever connects to something meanwhile is given another one. */
const [FIRST, COUNT] = [12_000, 18_000]

/** Workers of a run have parts of their own, so that none takes what another one has just found free. */
const PARTS = 8
const PART = (Number(process.env['VITEST_POOL_ID'] ?? 0) % PARTS) * (COUNT / PARTS)

let turn = Math.floor((Math.random() * COUNT) / PARTS)

/** A port of this machine on which nobody is, for a server that has to know its own before it listens. */
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
