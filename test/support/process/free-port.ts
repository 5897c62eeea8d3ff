import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems hand out by themselves: whoever connects to something meanwhile is given another one. */
const [FIRST, COUNT] = [12_000, 18_000]

let turn = Math.floor(Math.random() * COUNT)

/** A port of this machine on which nobody is, for a server that has to know its own before it listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    turn = (turn + 1) % COUNT
    const server = createServer().listen(FIRST + turn, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return FIRST + turn
  }
}
