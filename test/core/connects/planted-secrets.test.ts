import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { HOUR_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { processList } from '../../support/process/process-list.ts'
import { dumpDatabase, dumpShows } from '../../support/records/database-dump.ts'
import { putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock, insertCampaign } from '../../support/records/outbox-in-hand.ts'

const PASSWORDS = { smtp: 'SmtpPasswordThatNobodySees7', imap: 'ImapPasswordThatNobodySees7' }

test('mailbox secrets never appear in plain text: not in backups, answers, events, the log or the process list', async () => {
  const clock = handClock('2026-03-02T09:00:00Z')
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  await using provider = await startAuthorizationServer({ clock, device: { intervalSeconds: 1 } })
  const tokens = { mechanisms: ['XOAUTH2'] as const, judge: provider.book.judge }
  await using smtp = await startReceivingServer({ clock, tokens })
  await using imap = await startImapServer({ tokens })
  const login = { username: 'rui@lumen.example', password: PASSWORDS.smtp }
  await using plainSmtp = await startReceivingServer({ clock, login })
  await using plainImap = await startImapServer({ password: PASSWORDS.imap })
  const env = { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_WEBHOOK_ALLOW_PRIVATE: 'on' }
  await using app = await startApp({ env, replace: { clock, log } })
  const { pool } = app.context.database
  await putProvider(app.context, provider, { smtp: smtp.port, imap: imap.port })
  const hook = { target_url: 'https://hooks.example/paused', event: 'mailbox.paused' }
  const hookSecret = (await request(app, 'POST', '/v2/webhooks', hook)).body.data as { secret: string }

  const { begin, arrive, allow, statusOf } = mailboxConsents(app, provider, { provider: 'scripted' })
  provider.person.email = 'ines@lumen.example'
  const browser = await begin()
  const { nonce } = await arrive(browser)
  expect((await allow(nonce)).status).toBe(200)
  provider.person.email = 'jo@lumen.example'
  const device = await begin({ flow: 'device' })
  clock.advance(5_000)
  expect(await statusOf(device)).toMatchObject({ status: 'connected' })
  const made = await request(app, 'POST', '/v2/email-accounts', {
    email: login.username,
    smtp_host: '127.0.0.1',
    smtp_port: plainSmtp.port,
    smtp_security: 'none',
    smtp_username: login.username,
    smtp_password: PASSWORDS.smtp,
    imap_host: '127.0.0.1',
    imap_port: plainImap.port,
    imap_security: 'none',
    imap_password: PASSWORDS.imap,
  })
  expect(made.body.errors).toBeUndefined()

  const { rows } = await pool.query<{ id: number }>('select id from mailboxes order by id')
  await insertCampaign(pool, { mailboxIds: rows.map(({ id }) => id), recipients: 9, dueAt: clock.now() })
  await sendDueMessages(app.context)
  expect([smtp.mails.length, plainSmtp.mails.length].every((count) => count > 0)).toBe(true)
  await readMailboxes(app.context)
  // Refusals echo everything that was sent.
  provider.script = ({ params }) => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: [...params.values()].join(' ') },
  })
  clock.advance(2 * HOUR_MS)
  provider.book.expireAll()
  await readMailboxes(app.context)
  await sendDueMessages(app.context)

  const sent = (name: string) => provider.requests.flatMap(({ params }) => params.get(name) ?? [])
  const secrets: Record<string, readonly string[]> = {
    'client secret': [provider.client.secret ?? ''],
    state: [new URL(browser.authorize_url).searchParams.get('state') ?? ''],
    verifier: sent('code_verifier'),
    nonce: [nonce],
    code: sent('code'),
    'device code': sent('device_code'),
    'refresh token': sent('refresh_token'),
    tokens: provider.book.all,
    'SMTP password': [PASSWORDS.smtp],
    'IMAP password': [PASSWORDS.imap],
    'webhook secret': [hookSecret.secret],
    key: [app.key],
  }
  expect(Object.entries(secrets).filter(([, planted]) => planted.length === 0 || planted.includes(''))).toEqual([])
  const paths = [
    'email-accounts',
    'mail-providers',
    'webhooks',
    'campaigns',
    'messages',
    ...rows.map(({ id }) => `email-accounts/${id}`),
  ]
  const answers = await Promise.all(paths.map((path) => app.get(`/v2/${path}`)))
  const texts = [JSON.stringify(answers), logged.join(''), await processList()]
  const dump = await dumpDatabase(pool)
  expect(dump).toContain('mailbox.paused')
  const shown = Object.entries(secrets).filter(([, planted]) =>
    planted.some((secret) => dumpShows(dump, secret) || texts.some((text) => text.includes(secret))),
  )
  expect(shown.map(([name]) => name)).toEqual([])
})
