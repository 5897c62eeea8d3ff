import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { resumeMailbox } from '../../../src/core/grants/grant-pauses.ts'
import { refreshTokens } from '../../../src/core/grants/refresh-tokens.ts'
import { createSecretBox } from '../../../src/lib/secrets/secret-box.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import type { TokenVerdict } from '../../internet/token-login.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { processList } from '../../support/process/process-list.ts'
import { dumpDatabase, dumpShows } from '../../support/records/database-dump.ts'
import { grantMailbox, insertGrantedMailbox, putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock, insertCampaign, statuses } from '../../support/records/outbox-in-hand.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

const START = '2026-03-02T09:00:00Z' // a Monday
const EMAIL = 'rui@lumen.example'
const clock = handClock(START)
let app: TestApp
let provider: AuthorizationServer
let server: ReceivingServer
let imap: TestImapServer
/** What servers answer to a token instead of asking the provider. */
let verdict: TokenVerdict | null = null
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })

beforeAll(async () => {
  provider = await startAuthorizationServer({ clock })
  const tokens = {
    mechanisms: ['XOAUTH2'] as const,
    judge: (shown: { username: string; token: string }) => verdict ?? provider.book.judge(shown),
    eachMail: true,
  }
  server = await startReceivingServer({ clock, tokens })
  imap = await startImapServer({ tokens })
  app = await startApp({ env: { QUARRY_ROLE: 'server' }, replace: { clock, log } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([provider.stop(), server.stop(), imap.stop()])
})
beforeEach(async () => {
  clock.set(START)
  verdict = null
  Object.assign(provider, { script: null, rotation: 'keep-old', lifeSeconds: 3_600 })
  provider.refreshes.clear()
  server.mails.length = 0
  imap.commands.length = 0
  await emptyTables(app.context.database, 'campaigns', 'mailboxes', 'leads', 'webhooks', 'unsubscribes')
  app.context.keptTokens.forget()
  await putProvider(app.context, provider, ports())
  await pool().query(`insert into webhooks (account_id, target_url, event, secret_sealed, created_at)
    select 1, 'https://hooks.example/' || event, event, '', now() from unnest(array['mailbox.paused', 'mailbox.resumed']) event`)
})

const pool = () => app.context.database.pool
const ports = () => ({ smtp: server.port, imap: imap.port })
const send = () => sendDueMessages(app.context)
const refresh = () => refreshTokens(app.context, new AbortController().signal)
const refreshes = () => provider.refreshes.get(EMAIL)?.total ?? 0
const rowsOf = async (text: string) => (await pool().query<Record<string, unknown>>(text)).rows
const problems = () => rowsOf('select problem, imap_problem from mailboxes')
const grants = () => rowsOf('select state, problem from mailbox_grants')

async function campaign({ recipients = 3, gapSeconds = 0, ageSeconds = 0 } = {}): Promise<number> {
  const id = await insertGrantedMailbox(app.context, provider, { email: EMAIL, ports: ports(), ageSeconds })
  await pool().query('update mailboxes set gap_seconds = $1', [gapSeconds])
  await insertCampaign(pool(), { mailboxIds: [id], recipients, dueAt: clock.now() })
  return id
}

describe('a mailbox with tokens', () => {
  test('sends and reads on past the expiry of a token, and makes one request for each new one', async () => {
    provider.lifeSeconds = 400
    await campaign({ recipients: 6, gapSeconds: 240 })
    for (let sent = 0; sent < 6; sent += 1) {
      expect(await send()).toBe(1)
      await readMailboxes(app.context)
      clock.advance(4 * MINUTE_MS)
    }
    expect(server.mails.map(({ username }) => username)).toEqual(Array(6).fill(EMAIL))
    expect(refreshes()).toBe(2)
    expect(provider.refreshes.get('')?.peak).toBe(1)
    expect(await problems()).toEqual([{ problem: null, imap_problem: null }])
  })

  test('whose token expires between two emails of one session sends the second one with the next token', async () => {
    await campaign({ recipients: 2, gapSeconds: 5 })
    expect(await send()).toBe(1)
    provider.book.expireAll()
    clock.advance(5 * SECOND_MS)
    expect(await send()).toBe(1)
    expect(refreshes()).toBe(1)
    expect(await statuses(pool())).toEqual({ sent: 2 })
  })

  test('keeps its refresh token if it gets no new one', async () => {
    provider.rotation = 'none'
    await campaign({ recipients: 3, gapSeconds: 7_200 })
    for (const _ of [1, 2, 3]) {
      expect(await send()).toBe(1)
      clock.advance(120 * MINUTE_MS)
    }
    expect(refreshes()).toBe(2)
  })

  test('says to ask an administrator if SMTP is turned off, and keeps its consent', async () => {
    verdict = { say: '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.' }
    await campaign({ recipients: 1 })
    expect(await send()).toBe(0)
    expect(await rowsOf('select problem from mailboxes')).toEqual([
      {
        problem:
          'Sending by SMTP is switched off for this mailbox or its organization: an administrator must allow Authenticated SMTP.',
      },
    ])
    expect(await grants()).toMatchObject([{ state: 'active' }])
    expect(await statuses(pool())).toEqual({ scheduled: 1 })
  })

  test.each([{ status: '400' }, { say: '535 5.7.3 Authentication unsuccessful' }])(
    'whose fresh token is refused too (%j) waits for a new consent at once, and loses nothing',
    async (said) => {
      verdict = said
      await campaign({ recipients: 2 })
      expect(await send()).toBe(0)
      expect(refreshes()).toBe(1)
      expect(await grants()).toMatchObject([{ state: 'needs_consent' }])
      expect(await rowsOf('select distinct status, attempts from messages')).toEqual([
        { status: 'scheduled', attempts: 0 },
      ])
    },
  )
})

test('a mailbox shows its tokens nowhere: not in the database, in API answers, in events, in the log or in the process list', async () => {
  await campaign({ recipients: 3, gapSeconds: 5, ageSeconds: 3_600 })
  expect(await send()).toBe(1)
  provider.book.expireAll()
  clock.advance(5 * SECOND_MS)
  expect(await send()).toBe(1)
  provider.script = () => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: provider.book.all.join(' ') },
  })
  clock.advance(2 * MINUTE_MS)
  provider.book.expireAll()
  expect(await send()).toBe(0)
  const answers = await Promise.all(['email-accounts', 'webhooks', 'campaigns'].map((path) => app.get(`/v2/${path}`)))
  const dump = await dumpDatabase(pool())
  const secrets = [...provider.book.all, provider.client.secret ?? '']
  const texts = [JSON.stringify(answers), logged.join(''), await processList()]
  expect(secrets.length).toBeGreaterThan(4)
  expect(logged.join('')).toContain('level')
  expect(secrets.filter((secret) => dumpShows(dump, secret) || texts.some((text) => text.includes(secret)))).toEqual([])
})

test.each([
  ['an access token', 'access_token_sealed', 0],
  ['a refresh token', 'refresh_token_sealed', 3_600],
])(
  'a %s sealed under another key than this process has stops its mailbox and no other',
  async (_, column, ageSeconds) => {
    await campaign({ recipients: 2, ageSeconds })
    const sealed = createSecretBox(() => [Buffer.alloc(32, 'x')]).seal('secret', 'any')
    await pool().query(`update mailbox_grants set ${column} = $1`, [sealed])
    const email = 'ines@lumen.example'
    const other = await insertGrantedMailbox(app.context, provider, { email, ports: ports() })
    await insertCampaign(pool(), { mailboxIds: [other], recipients: 2, dueAt: clock.now() })
    expect(await send()).toBe(2)
    await readMailboxes(app.context)
    expect(await send()).toBe(0)
    const problem = 'A stored secret was encrypted with another key: add that key to QUARRY_SECRET_KEY.'
    expect(await rowsOf('select email, problem, imap_problem from mailboxes order by id')).toEqual([
      { email: EMAIL, problem, imap_problem: problem },
      { email, problem: null, imap_problem: null },
    ])
    expect(await rowsOf('select status, count(*)::int from messages where attempts = 0 group by status')).toEqual([
      { status: 'scheduled', count: 2 },
    ])
    expect(await rowsOf('select event from webhook_deliveries')).toEqual([{ event: 'mailbox.paused' }])
  },
)

describe('a provider that does not answer', () => {
  const outage = { status: 503, body: { error: 'temporarily_unavailable' } }

  test('does not stop sending while the token is valid; once it has expired, mail waits without counting an attempt', async () => {
    await campaign({ recipients: 4, gapSeconds: 60, ageSeconds: 3_600 - 150 })
    provider.script = () => outage
    await refresh()
    expect(await grants()).toMatchObject([{ state: 'failing' }])
    for (const minute of [1, 2]) {
      expect(await send(), `in minute ${minute}`).toBe(1)
      clock.advance(MINUTE_MS)
      await refresh()
    }
    clock.advance(MINUTE_MS)
    expect(await send()).toBe(0)
    expect(await rowsOf(`select distinct attempts from messages where status = 'scheduled'`)).toEqual([{ attempts: 0 }])
    expect(await rowsOf('select problem from mailboxes')).toEqual([{ problem: null }])
    provider.script = null
    clock.advance(5 * MINUTE_MS)
    await refresh()
    expect(await grants()).toMatchObject([{ state: 'active', problem: null }])
    expect(await send()).toBe(1)
    clock.advance(MINUTE_MS)
    expect(await send()).toBe(1)
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(4)
  })
})

describe('a consent that has ended', () => {
  const told = () => rowsOf('select event, count(*) as times from webhook_deliveries group by event order by event')

  test('pauses the mailbox at once, and a new one lets it continue without sending twice', async () => {
    await pool().query(`update users set email = 'owner@lumen.example' where account_id = 1`)
    const id = await campaign({ recipients: 4, gapSeconds: 10, ageSeconds: 3_550 })
    expect(await send()).toBe(1)
    provider.book.endConsent(EMAIL)
    clock.advance(10 * SECOND_MS)
    expect(await send()).toBe(0)
    expect(await grants()).toMatchObject([{ state: 'needs_consent' }])
    const [{ problem, imap_problem: imapProblem } = {}] = await problems()
    expect(problem).toContain(`quarry mailbox connect ${EMAIL}`)
    expect(imapProblem).toBe(problem)
    expect(await rowsOf('select refresh_token_sealed from mailbox_grants')).toEqual([{ refresh_token_sealed: null }])
    expect(await told()).toEqual([{ event: 'mailbox.paused', times: 1 }])
    expect(await rowsOf('select subject, body from notices')).toEqual([
      { subject: `Paused: ${EMAIL}`, body: expect.stringContaining(String(problem)) },
    ])
    const asked = provider.requests.length
    clock.advance(MINUTE_MS)
    await Promise.all([send(), refresh(), readMailboxes(app.context)])
    expect(provider.requests).toHaveLength(asked)
    await grantMailbox(app.context, provider, { id, email: EMAIL })
    await resumeMailbox(app.context, { accountId: 1, mailboxId: id, email: EMAIL, provider: 'scripted' })
    for (const _ of [1, 2, 3]) {
      expect(await send()).toBe(1)
      clock.advance(10 * SECOND_MS)
    }
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(4)
    expect(server.mails).toHaveLength(4)
  })

  test.each(['webhook_deliveries', 'notices'])('is reported even if %s cannot be written at first', async (table) => {
    await pool().query(`update users set email = 'owner@lumen.example' where account_id = 1`)
    await pool().query('delete from notices')
    await campaign({ recipients: 1, ageSeconds: 3_600 })
    provider.book.endConsent(EMAIL)
    await pool().query(
      `create function no_row() returns trigger language plpgsql as 'begin raise exception ''the disk is full''; end'`,
    )
    await pool().query(`create trigger no_row before insert on ${table} execute function no_row()`)
    await refresh()
    expect(await grants()).toMatchObject([{ state: 'active' }])
    expect(await problems()).toEqual([{ problem: null, imap_problem: null }])
    await pool().query('drop function no_row cascade')
    clock.advance(MINUTE_MS)
    await refresh()
    expect(await grants()).toMatchObject([{ state: 'needs_consent' }])
    expect(await problems()).toMatchObject([{ problem: expect.stringContaining('connect it again') as string }])
    expect(await told()).toEqual([{ event: 'mailbox.paused', times: 1 }])
    expect(await rowsOf('select 1 from notices')).toHaveLength(1)
  })

  test.each(['interaction_required', 'consent_required'])('is also reported by %s', async (error) => {
    provider.script = () => ({ status: 400, body: { error, error_description: 'AADSTS50076: no' } })
    await campaign({ recipients: 1, ageSeconds: 3_600 })
    expect(await send()).toBe(0)
    expect(await grants()).toMatchObject([{ state: 'needs_consent' }])
    expect(await statuses(pool())).toEqual({ scheduled: 1 })
  })

  test('for the client itself is one sentence at its provider and at each of its mailboxes', async () => {
    await campaign({ recipients: 1, ageSeconds: 3_600 })
    await insertGrantedMailbox(app.context, provider, { email: 'jo@lumen.example', ports: ports() })
    provider.script = () => ({ status: 401, body: { error: 'invalid_client' } })
    expect(await send()).toBe(0)
    const [{ problem = null } = {}] = await rowsOf('select problem from mail_providers')
    expect(problem).toContain('quarry mailbox provider set scripted')
    expect(await rowsOf('select distinct state, problem from mailbox_grants')).toEqual([
      { state: 'client_broken', problem },
    ])
    expect(await told()).toEqual([{ event: 'mailbox.paused', times: 2 }])
    provider.script = null
    await app.context.store.mailboxGrants.revive('scripted', clock.now())
    await refresh()
    expect(await rowsOf('select problem from mail_providers')).toEqual([{ problem: null }])
    expect(await rowsOf('select distinct problem, imap_problem from mailboxes')).toEqual([
      { problem: null, imap_problem: null },
    ])
    expect(await send()).toBe(1)
    expect(await told()).toContainEqual({ event: 'mailbox.resumed', times: 2 })
  })
})
