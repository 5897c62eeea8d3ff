import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { VerifyLater } from '../../../src/core/verify/verify-later.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { ACCEPTED, greylisting, mailboxes } from '../../internet/mail-script.ts'
import { startMailServers } from '../../internet/mail-server.ts'
import type { TestMailServer } from '../../internet/mail-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'

/** Verifications that outlive the request or the process that began them. */

const GREYLIST_MS = 61_000
/** Long enough for two questions to overlap, however busy the machine is. */
const SLOW_MS = 700

let now = Date.now()
let servers: Map<string, TestMailServer>
let env: Record<string, string>
let stop: () => Promise<void>
let app: TestApp

const start = (more: Parameters<typeof startApp>[0] = {}): Promise<TestApp> =>
  startApp({ ...more, env: { ...env, ...more.env }, replace: { clock: { now: () => new Date(now) } } })

beforeAll(async () => {
  const scripts = {
    'slow.example': { rcpt: () => ({ say: ACCEPTED, afterMs: SLOW_MS }) },
    'stuck.example': { rcpt: () => ({ say: ACCEPTED, afterMs: 60_000 }) },
    'grey.example': { rcpt: greylisting({ waitMs: 60_000, now: () => now }) },
    'plain.example': { rcpt: mailboxes('alice') },
  }
  const domains = Object.keys(scripts)
  const mail = await startMailServers(
    Object.entries(scripts).map(([domain, script]) => ({ name: `mx.${domain}`, script })),
  )
  servers = new Map(mail.servers.map((server, index) => [domains[index] ?? '', server]))
  const zone = new Map<string, ZoneEntry>()
  for (const [domain, { name, address }] of servers) {
    zone.set(domain, { mx: [{ exchange: name, preference: 10 }] })
    zone.set(name, { a: [address] })
  }
  const dns = await startDnsServer(zone)
  env = { ...verifying({ dnsServer: dns.address, smtpPort: mail.port }), QUARRY_RATE_LIMIT_FACTOR: '0' }
  app = await start()
  stop = async () => {
    await app[Symbol.asyncDispose]()
    await mail[Symbol.asyncDispose]()
    await dns.stop()
  }
})
afterAll(() => stop())

const ask = (where: TestApp, email: string) => where.get(`/v2/email-verifier?email=${email}`)
const countRuns = async ({ context }: TestApp, email: string): Promise<number> =>
  (await context.database.pool.query('select 1 from verification_runs where value = $1', [email])).rowCount ?? 0

describe('a run', () => {
  test('is shared by all processes asked about the same address', async () => {
    await using other = await start({ database: app.database, key: app.key })
    const answers = await Promise.all([app, other].map((where) => ask(where, 'alice@slow.example')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.data).toEqual(answers[1]?.body.data)
    expect(servers.get('slow.example')?.connections.total).toBe(1)
    const charged = answers.map(({ headers }) => Number(headers.get('x-quarry-credits-charged')))
    expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(0.5)
  })

  test('continues when its caller has left, and the next call finds its result', async () => {
    await using hasty = await start({ env: { QUARRY_VERIFY_WAIT_MS: '0' } })
    const first = await ask(hasty, 'u7@slow.example')
    expect([first.status, first.headers.get('retry-after')]).toEqual([202, '5'])
    const later = await vi.waitFor(
      async () => {
        const answer = await ask(hasty, 'u7@slow.example')
        expect(answer.status).toBe(200)
        return answer
      },
      { timeout: 60_000 },
    )
    expect(later.body.data).toMatchObject({ status: 'accept_all' })
    const asked = servers.get('slow.example')?.commands.filter(({ line }) => line.includes('<u7@'))
    expect(asked).toHaveLength(1)
  })

  test('deferred by a greylist is resumed by the worker', async () => {
    const email = 'alice@grey.example'
    expect((await ask(app, email)).status).toBe(202)
    now += GREYLIST_MS
    await app.context.queue.send(VerifyLater, { email })
    await vi.waitFor(async () => expect(await countRuns(app, email)).toBe(0), { timeout: 60_000 })
    expect((await ask(app, email)).body.data).toMatchObject({ status: 'valid', accept_all: false })
    expect(servers.get('grey.example')?.connections.total).toBe(2)
  })

  test('cut short by the end of its process leaves nothing behind', async () => {
    await using database = await testDatabase()
    const email = 'alice@stuck.example'
    {
      await using ending = await start({ database, env: { QUARRY_VERIFY_WAIT_MS: '0' } })
      expect((await ask(ending, email)).status).toBe(202)
      await vi.waitFor(() => expect(servers.get('stuck.example')?.connections.now).toBe(1), { timeout: 60_000 })
    }
    const left = await database.pool.query<{ runs: number; slots: number }>(
      `select (select count(*) from verification_runs) as runs, (select sum(jsonb_array_length(state -> 'slots')) from mx_slots) as slots`,
    )
    expect(left.rows).toEqual([{ runs: 0, slots: 0 }])
  })
})

describe('a SOCKS5 proxy', () => {
  test('is asked for the address that was verified, with its password, and carries the dialogue', async () => {
    const { proxy, seen, port } = await startProxy()
    await using proxied = await start({ env: { QUARRY_SMTP_SOCKS_URL: `socks5://quarry:sesame@127.0.0.1:${port}` } })
    const { body } = await ask(proxied, 'alice@plain.example')
    expect(body.data).toMatchObject({ status: 'valid' })
    const { address, port: smtpPort } = servers.get('plain.example') ?? { address: '', port: 0 }
    expect(seen).toEqual(['quarry:sesame', `${address}:${smtpPort}`])
    proxy.close()
  })
})

/** As much of RFC 1928 and 1929 as one client needs. */
async function startProxy() {
  const seen: string[] = []
  const proxy = createServer((client) => {
    client.once('data', () => {
      client.write(Uint8Array.of(5, 2))
      client.once('data', (login) => {
        const nameEnd = 2 + (login[1] ?? 0)
        seen.push(`${login.toString('utf8', 2, nameEnd)}:${login.toString('utf8', nameEnd + 1)}`)
        client.write(Uint8Array.of(1, 0))
        client.once('data', (request) => forward(client, request))
      })
    })
    client.on('error', () => client.destroy())
  })
  const forward = (client: Socket, request: Buffer): void => {
    const host = Array.from(request.subarray(4, 8)).join('.')
    const port = request.readUInt16BE(8)
    seen.push(`${host}:${port}`)
    const server = connect(port, host, () => {
      client.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0))
      client.pipe(server).pipe(client)
    })
    server.on('error', () => client.destroy())
  }
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { proxy, seen, port: (proxy.address() as AddressInfo).port }
}
