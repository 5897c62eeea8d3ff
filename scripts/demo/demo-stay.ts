import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import closeWithGrace from 'close-with-grace'
import { makeSetUpLink } from '../../src/core/accounts/setup.ts'
import { connectMailbox, DOMAIN, OWN, startDemoWorld, UNLISTED } from './demo-world.ts'

/** Known from the start; the other company is visited when somebody asks for it. */
const VISITED = 'fjordwerk.test'
const USUAL_PORT = 3_000

/** A Quarry among the invented companies, to be used in a browser until somebody ends it. */
export async function stayInDemo(): Promise<void> {
  const world = await startDemoWorld({ port: await freePort() })
  closeWithGrace({ logger: false }, () => world[Symbol.asyncDispose]())
  await connectMailbox(world)
  await world.ask('GET', `/v2/domain-search?domain=${VISITED}`)
  const setUp = await makeSetUpLink(world.context)
  console.log(`
Open this link in a browser; it makes you the owner, once:

  ${setUp?.link}

To try: who works at ${DOMAIN}? Nobody has asked before, so you see its pages being read. ${VISITED} is known already.
${UNLISTED.first} ${UNLISTED.last} works at ${DOMAIN}, and no page says so. Mails leave from ${OWN}, and nobody gets them.

Ctrl+C ends it, and leaves nothing behind.`)
}

/** The usual one, so that a link is easy to keep; another where something listens there. */
async function freePort(): Promise<number> {
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
