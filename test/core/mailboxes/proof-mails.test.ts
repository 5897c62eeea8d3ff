import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { checkDomains } from '../../../src/core/mailboxes/look-over-domains.ts'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { cutWaiting, holding } from '../../support/records/cut-waiting.ts'
import { seedMailbox } from '../../support/mails/sent-mail.ts'

let app: TestApp
let internet: Internet
let imap: TestImapServer
let smtp: ReceivingServer
let from: number
let now = new Date('2026-03-02T09:00:00Z')

beforeAll(async () => {
  imap = await startImapServer()
  smtp = await startReceivingServer()
  internet = await startInternet({
    sites: [],
    zone: {
      'maple.example': {
        mx: [{ exchange: 'mx.maple.example', preference: 1 }],
        txt: ['v=spf1 ip4:198.51.100.7 -all'],
      },
      'mx.maple.example': { a: ['192.0.2.1'] },
      '_dmarc.maple.example': { txt: ['v=DMARC1; p=none; rua=mailto:r@maple.example'] },
    },
  })
  app = await startApp({
    internet,
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock: { now: () => now } },
  })
  const names = ['ines@maple.example', 'ines2@maple.example', 'rui@oak.example']
  const ids: number[] = []
  for (const email of names) {
    const { mailboxId } = await seedMailbox(app.context, imap.port)
    await sql('update mailboxes set email = $2, smtp_port = $3 where id = $1', [mailboxId, email, smtp.port])
    ids.push(mailboxId)
  }
  from = ids[0] ?? 0
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([internet.stop(), imap.stop(), smtp.stop()])
})

const sql = (text: string, values: unknown[] = []) => app.context.database.pool.query(text, values)
const places = async () => (await sql('select from test_mails')).rowCount ?? 0
const path = () => `/v2/email-accounts/${from}/proof`
const round = async () => {
  now = new Date(now.getTime() + MINUTE_MS)
  await readMailboxes(app.context)
}
interface Domain {
  findings: { code: string }[]
  proof: { arrived_at: string | null; addresses: string[]; signers: string[] } | null
}
const domain = async (): Promise<Domain> => (await app.get('/v2/sending-domains/maple.example')).body.data as Domain
const codes = async () => {
  await checkDomains(app.context, new AbortController().signal)
  return (await domain()).findings.map(({ code }) => code)
}

describe('a mailbox for reports', () => {
  test('has no server for sending, sends nothing, and is the address reports are requested to', async () => {
    const given = {
      email: 'reports@maple.example',
      purpose: 'reports',
      imap_host: '127.0.0.1',
      imap_port: imap.port,
      imap_security: 'none',
      imap_password: 'secret',
    }
    const lacking = await app.post('/v2/email-accounts', { ...given, imap_host: null })
    expect(lacking.body.errors?.[0]?.details).toBe('The imap_host parameter is missing.')
    const made = await app.post('/v2/email-accounts', given)
    const { id } = made.body.data as { id: number }
    expect(made.body.data).toMatchObject({ purpose: 'reports', smtp: null, default_account: false })
    const path = `/v2/email-accounts/${id}`
    const campaign = await app.post('/v2/sequences', { name: 'Maple', email_account_ids: [id] })
    const proof = await app.post(`${path}/proof`, { to: 'rui@oak.example' })
    expect([campaign.status, proof.status]).toEqual([422, 422])
    expect((await app.get(`${path}/health`)).status).toBe(200)
    const headers = { 'x-api-key': app.key, 'content-type': 'application/json' }
    const put = (body: object) => fetch(app.origin + path, { method: 'PUT', headers, body: JSON.stringify(body) })
    expect((await put({ purpose: 'campaigns' })).status).toBe(400)
    expect((await put({ purpose: null, save_sent: true })).status).toBe(200)
    expect((await app.get(path)).body.meta).toMatchObject({ connection: { purpose: 'reports', save_sent: true } })
    await sql(`update sending_domains set next_check_at = now() - interval '1 year'`)
  })
})

describe('a proof email', () => {
  test("shows which server sends a domain's mail and who signs it, and the domain is judged by that", async () => {
    expect(await codes()).toContain('dkim.unknown')
    const { status, body } = await app.post(path(), { to: 'rui@oak.example' })
    expect([status, body.data]).toMatchObject([200, { from: 'ines@maple.example', to: 'rui@oak.example' }])
    const [mail] = smtp.mails
    expect(mail?.to).toEqual(['rui@oak.example'])
    expect((await domain()).proof).toMatchObject({ arrived_at: null })
    const onTop = [
      'Received: from mx.oak.example ([10.0.0.4]) by store.oak.example with LMTP; Mon, 2 Mar 2026 09:00:01 +0000',
      'Authentication-Results: mx.oak.example; spf=softfail smtp.mailfrom=maple.example; dkim=pass header.d=relay.example header.s=a',
      'Received: from out.relay.example (out.relay.example [203.0.113.9]) by mx.oak.example with ESMTPS; Mon, 2 Mar 2026 09:00:00 +0000',
      'Received: from quarry ([198.51.100.200]) by out.relay.example with ESMTPSA; Mon, 2 Mar 2026 08:59:59 +0000',
    ]
    imap.deliver([...onTop, mail?.raw ?? ''].join('\r\n'), { arrivedAt: now })
    await round()
    expect((await domain()).proof).toMatchObject({
      arrived_at: now.toISOString(),
      addresses: ['203.0.113.9'],
      signers: ['relay.example'],
    })
    // The record does not allow mail from there, and it has no signature of the domain.
    const found = await codes()
    expect(found).toEqual(expect.arrayContaining(['spf.misses_sender', 'align.none']))
    expect(found).not.toContain('dkim.unknown')
  })

  test('changes nothing when it is not expected, or when it reaches another mailbox', async () => {
    const before = await domain()
    imap.deliver('Message-ID: <proof.made-up@maple.example>\r\nFrom: a@b.example\r\n\r\nHello\r\n', { arrivedAt: now })
    await round()
    expect(await domain()).toEqual(before)
  })

  test.for([
    ['its mark', 'select from mailboxes for update', 'select 1 from mailboxes'],
    ['its place in the day', 'lock table sending_domains in exclusive mode', 'insert into sending_domains'],
  ] as const)('that is interrupted after %s is sent once when repeated, and counted once', async (broken) => {
    const [, lock, statement] = broken
    const holder = await holding(app.database.connectionString, lock)
    const [before, counted] = [smtp.mails.length, await places()]
    const send = () => app.post(path(), { to: 'rui@oak.example' }, { 'idempotency-key': broken[0] })
    const first = send()
    await cutWaiting(app.context.database.pool, holder, statement)
    expect((await first).status).toBeGreaterThanOrEqual(500)
    expect([smtp.mails.length, await places()]).toEqual([before, counted])
    expect((await send()).status).toBe(200)
    expect([smtp.mails.length, await places()]).toEqual([before + 1, counted + 1])
  })

  test('goes only to a mailbox of the account that is read, on another domain', async () => {
    const sent = smtp.mails.length
    const answers = [
      await app.post(path(), { to: 'stranger@elm.example' }),
      await app.post(path(), { to: 'ines2@maple.example' }),
      await app.post(path(), { to: null }),
      await app.post(path(), { to: { toString: 1 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 400, 400])
    await sql(`update mailboxes set imap_host = null where email = 'rui@oak.example'`)
    const { body } = await app.post(path(), { to: 'rui@oak.example' })
    expect(body.errors?.[0]?.details).toBe('rui@oak.example is not read: choose a mailbox with an IMAP server.')
    expect(smtp.mails).toHaveLength(sent)
  })
})

test('a mailbox that uses a password at Microsoft is told until when that works', async () => {
  await sql(
    `update mailboxes set smtp_host = 'smtp.office365.com', smtp_password_sealed = '\\x00' where email = 'rui@oak.example'`,
  )
  await sql(`update sending_domains set next_check_at = now() - interval '1 year'`)
  await checkDomains(app.context, new AbortController().signal)
  const { data } = (await app.get('/v2/sending-domains/oak.example')).body
  expect((data as Domain).findings).toContainEqual(
    expect.objectContaining({ code: 'auth.password', state: 'info', about: 'rui@oak.example' }),
  )
})
