import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { packed, reportMail, reportXml } from '../../support/mails/dmarc-reports.ts'
import type { MadeReport, Packing } from '../../support/mails/dmarc-reports.ts'
import { seedMailbox } from '../../support/mails/sent-mail.ts'

/** The domain of the mailboxes. */
const DOMAIN = 'lumen.example'
const DAY_ONE = Date.parse('2026-03-01T00:00:00Z')

let now = new Date(DAY_ONE)
let app: TestApp
let imap: TestImapServer
beforeAll(async () => {
  imap = await startImapServer({ password: 'secret' })
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_DNS_SERVERS: '127.0.0.1:9' },
    replace: { clock: { now: () => now } },
  })
  await seedMailbox(app.context, imap.port)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await imap.stop()
})

const report = (id: string, day: number, rows: MadeReport['rows'], more: Partial<MadeReport> = {}): MadeReport => ({
  org: 'Receiver',
  id,
  domain: DOMAIN,
  begin: DAY_ONE / 1_000 + day * 86_400,
  rows,
  form: 'namespace',
  ...more,
})

async function arrive(made: MadeReport, packing: Packing = 'gzip'): Promise<void> {
  imap.deliver(reportMail(await packed(reportXml(made), packing), packing, { domain: made.domain }), { arrivedAt: now })
}

async function read(): Promise<void> {
  now = new Date(now.getTime() + 120_000)
  await readMailboxes(app.context)
}

interface Shown {
  reports: number
  messages: number
  passing: number
  share_passing: number | null
  sources: { ip: string; messages: number; passing: number; is_new: boolean; rejected: number; speaks_for: string[] }[]
}

async function shown(query = '?from=2026-03-01&to=2026-03-31'): Promise<Shown> {
  const { status, body } = await app.get(`/v2/sending-domains/${DOMAIN}/dmarc${query}`)
  expect(status).toBe(200)
  return body.data as Shown
}

const good = (ip: string, count: number) => ({ ip, count, dkim: 'pass', spf: 'pass' }) as const
const bad = (ip: string, count: number) => ({ ip, count, dkim: 'fail', spf: 'fail', disposition: 'reject' }) as const

describe('reports of receivers', () => {
  test('are stored once, for the domains of the account, and show who sends', async () => {
    await arrive(report('a', 0, [good('192.0.2.10', 90), bad('203.0.113.5', 10)]))
    await arrive(report('a', 0, [good('192.0.2.10', 90), bad('203.0.113.5', 10)]), 'zip')
    await arrive(report('b', 1, [{ ip: '192.0.2.10', count: 5, dkim: 'fail', spf: 'pass' }], { form: 'plain' }), 'xml')
    await arrive(report('c', 1, [bad('203.0.113.9', 7)], { domain: 'stranger.example' }))
    await read()
    expect(await shown()).toMatchObject({
      reports: 2,
      messages: 105,
      passing: 95,
      share_passing: 0.9048,
      sources: [
        { ip: '203.0.113.5', messages: 10, passing: 0, rejected: 10, is_new: false },
        { ip: '192.0.2.10', messages: 95, passing: 95, speaks_for: [`b.${DOMAIN}`, DOMAIN] },
      ],
    })
    expect((await app.get('/v2/sending-domains/stranger.example/dmarc')).status).toBe(404)
  })

  test('lose characters that no database accepts, and do not stop the reading', async () => {
    const domain = `\0${DOMAIN}`
    const told = [{ ...good('192.0.2.10', 4), disposition: 'no\0ne' }]
    await arrive(report('nul\0', -60, told, { org: 'Re\0ceiver' }))
    await arrive(report('nul', -59, told, { domain }))
    await arrive(report('after', -58, [good('192.0.2.10', 3)]))
    await read()
    expect(await shown('?from=2025-12-20&to=2026-01-20')).toMatchObject({ reports: 2, messages: 7 })
  })

  test('with values that the database cannot store lose them, and do not stop the reading', async () => {
    const wide = String.fromCodePoint(...Array.from({ length: 300 }, (_, i) => 0x20000 + i * 131))
    await arrive(report('zone', -40, [good('fe80::1%eth0', 9), good('192.0.2.10', 2)]))
    await arrive(report(wide, -39, [good('192.0.2.10', 3)], { org: `${wide.slice(300)}${wide.slice(0, 300)}` }))
    await arrive(report('countless', -38, [good('192.0.2.10', 999_999_999_999)]))
    await arrive(report('after', -37, [good('192.0.2.10', 4)]))
    await read()
    expect(await shown('?from=2026-01-20&to=2026-01-25')).toMatchObject({ messages: 9 })
  })

  test("from a sender that the mailbox's server found forged count nothing", async () => {
    const made = report('forged', -10, [bad('203.0.113.66', 8)])
    const raw = reportMail(await packed(reportXml(made), 'gzip'), 'gzip', { domain: DOMAIN })
    const found = `Authentication-Results: mx.${DOMAIN}; dmarc=fail header.from=receiver.example\r\n`
    imap.deliver(Buffer.concat([Buffer.from(found), raw]), { arrivedAt: now })
    await arrive(report('honest', -10, [good('192.0.2.10', 3)]))
    await read()
    expect(await shown('?from=2026-02-19&to=2026-02-19')).toMatchObject({ reports: 1, messages: 3 })
  })

  test('name new failing sources first, however little they send', async () => {
    now = new Date(DAY_ONE + 20 * DAY_MS)
    await arrive(report('d', 19, [bad('203.0.113.77', 1), bad('203.0.113.5', 50), good('198.51.100.4', 3)]))
    await read()
    const { sources } = await shown('?from=2026-03-01&to=2026-03-21')
    expect(sources.map(({ ip, is_new }) => [ip, is_new])).toEqual([
      ['203.0.113.77', true],
      ['203.0.113.5', false],
      ['192.0.2.10', false],
      ['198.51.100.4', true],
    ])
    // A period without reports is not an error.
    expect(await shown('?from=2026-02-01&to=2026-02-02')).toMatchObject({
      reports: 0,
      messages: 0,
      share_passing: null,
    })
    for (const query of ['?from=today', '?from=2026-03-05&to=2026-03-01'])
      expect((await app.get(`/v2/sending-domains/${DOMAIN}/dmarc${query}`)).status).toBe(400)
  })

  test('may be as large as an email, and may be decompression bombs', async () => {
    const rows = Array.from({ length: 1_200 }, (_, row) => good(`10.0.${row >> 8}.${row & 255}`, row))
    await arrive(report('large', 20, rows), 'xml')
    const bomb = gzipSync(Buffer.alloc(8_388_608, '<feedback>'))
    imap.deliver(reportMail(bomb, 'gzip', { domain: DOMAIN }), { arrivedAt: now })
    await arrive(report('after', 20, [good('192.0.2.10', 1)]))
    await read()
    const { reports, messages } = await shown('?from=2026-03-21&to=2026-03-21')
    expect([reports, messages]).toEqual([2, (1_199 * 1_200) / 2 + 1])
  })

  test('are invisible to other accounts, and are deleted after 400 days', async () => {
    const { key } = await createAccount(app.context, 'unlimited')
    const path = `/v2/sending-domains/${DOMAIN}/dmarc?from=2026-03-01`
    expect((await app.get(path, { 'x-api-key': key })).status).toBe(404)
    now = new Date(now.getTime() + 401 * DAY_MS)
    await runUpkeep(app.context)
    expect((await shown()).reports).toBe(0)
  })
})
