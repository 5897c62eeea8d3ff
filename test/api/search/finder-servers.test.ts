import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FindEmailOutput } from '../../../src/core/search/find-email-output.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { unknownUser } from '../../internet/mail-script.ts'
import type { MailScript } from '../../internet/mail-script.ts'
import { startMailServers } from '../../internet/mail-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Nobody is known at these domains. */
const SERVERS: Record<string, MailScript> = {
  'brim.example': {
    rcpt: (recipient) =>
      recipient.startsWith('jmoss@') ? '552 5.2.2 Quota exceeded (mailbox for user is full)' : unknownUser(recipient),
  },
  'weary.example': {
    rcpt: (recipient) =>
      recipient.startsWith('jon.moss@') ? unknownUser(recipient) : { say: unknownUser(recipient), afterMs: 60_000 },
  },
}

let app: TestApp
let stop: () => Promise<void>

beforeAll(async () => {
  const domains = Object.keys(SERVERS)
  const mail = await startMailServers(
    domains.map((domain) => ({ name: `mx.${domain}`, script: SERVERS[domain] ?? {} })),
  )
  const zone = new Map<string, ZoneEntry>()
  for (const [i, domain] of domains.entries()) {
    zone.set(domain, { mx: [{ exchange: `mx.${domain}`, preference: 10 }] })
    zone.set(`mx.${domain}`, { a: [mail.servers[i]?.address ?? ''] })
  }
  const dns = await startDnsServer(zone)
  app = await startApp({
    env: { ...verifying({ dnsServer: dns.address, smtpPort: mail.port }), QUARRY_RATE_LIMIT_FACTOR: '0' },
  })
  stop = async () => {
    await app[Symbol.asyncDispose]()
    await dns.stop()
    await mail[Symbol.asyncDispose]()
  }
})
afterAll(() => stop())

const find = async (domain: string, seconds: number): Promise<FindEmailOutput> =>
  (await app.get(`/v2/email-finder?domain=${domain}&first_name=Jon&last_name=Moss&max_duration=${seconds}`))
    .body as unknown as FindEmailOutput

test('a full mailbox exists, and its server refused the more usual addresses', async () => {
  const { data } = await find('brim.example', 20)
  expect(data).toMatchObject({ email: 'jmoss@brim.example', verification: { status: 'unknown' } })
  expect(data.score).toBeGreaterThan(50)
  expect((await find('brim.example', 20)).data.score).toBe(data.score)
})

test('a server that refused an address before the time was up has been reached', async () => {
  await app.get('/v2/email-verifier?email=jon.moss@weary.example')
  expect(await find('weary.example', 4)).toMatchObject({ data: { email: null }, meta: { reason: 'no_candidate' } })
})
