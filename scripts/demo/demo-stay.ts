import closeWithGrace from 'close-with-grace'
import { makeSetUpLink } from '../../src/core/logins/setup.ts'
import { freePort } from '../support/free-port.ts'
import { connectMailbox, DOMAIN, OWN, startDemoWorld, UNLISTED } from './demo-world.ts'

/** Known from the start; the other company is crawled when a user asks for it. */
const VISITED = 'fjordwerk.test'

/** Runs a Quarry among the invented companies, at `PORT` if that is set, for use in a browser until it is stopped. */
export async function stayInDemo(): Promise<void> {
  const world = await startDemoWorld({ port: Number(process.env['PORT'] ?? (await freePort())) })
  closeWithGrace({ logger: false }, () => world[Symbol.asyncDispose]())
  await connectMailbox(world)
  await world.ask('GET', `/v2/domain-search?domain=${VISITED}`)
  const setUp = await makeSetUpLink(world.context)
  console.log(`
To try: who works at ${DOMAIN}? Nobody has asked before, so you see its pages being read. ${VISITED} is known already.
${UNLISTED.first} ${UNLISTED.last} works at ${DOMAIN}, and no page says so. Mails leave from ${OWN}, and nobody gets them.
Ctrl+C ends it, and leaves nothing behind.

Open this link in a browser; it makes you the owner, once:

  ${setUp?.link}`)
}
