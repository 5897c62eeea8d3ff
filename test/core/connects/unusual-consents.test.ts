import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PutMailProvider } from '../../../src/core/grants/mail-providers.ts'
import { tokenFor } from '../../../src/core/grants/token-for.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { perform } from '../../../src/core/capability/perform.ts'
import { operatorCall } from '../../../src/cli/shared/as-operator.ts'
import { SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import type { Begun, MailboxConsents } from '../../support/doors/mailbox-consents.ts'
import { putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** Consents that are never given, that somebody else answers, or that are given in unusual ways. */

const EMAIL = 'rui@lumen.example'
const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let provider: AuthorizationServer
let smtp: ReceivingServer
let imap: TestImapServer
let consents: MailboxConsents

beforeAll(async () => {
  provider = await startAuthorizationServer({ clock })
  const tokens = { mechanisms: ['XOAUTH2'] as const, judge: provider.book.judge }
  ;[smtp, imap] = await Promise.all([startReceivingServer({ tokens }), startImapServer({ tokens })])
  app = await startApp({ env: { QUARRY_ROLE: 'server' }, replace: { clock } })
  consents = mailboxConsents(app, provider, { provider: 'scripted' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([provider.stop(), smtp.stop(), imap.stop()])
})
const SECRET = 'client-lamp-47'

beforeEach(async () => {
  Object.assign(provider, { script: null, issuer: provider.url, client: { id: 'quarry-client', secret: SECRET } })
  provider.person = { email: EMAIL, decision: 'approve' }
  provider.shared.clear()
  await app.context.database.pool.query('delete from mailboxes')
  app.context.keptTokens.forget()
  await putProvider(app.context, provider, ports())
})

const ports = () => ({ smtp: smtp.port, imap: imap.port })
const begin = (flow: 'browser' | 'device') => consents.begin({ provider: 'scripted', flow })
const statusOf = (begun: Begun) => consents.statusOf(begun)
const mailboxesOf = async (key = app.key) =>
  ((await app.get('/v2/email-accounts', { 'x-api-key': key })).body.data as { email: string }[]).map(
    ({ email }) => email,
  )
const asOperator = async () => operatorCall(app.context, { signal: new AbortController().signal })

describe('a device', () => {
  test('is polled more slowly when its provider says so', async () => {
    const begun = await begin('device')
    provider.script = () => ({ status: 400, body: { error: 'slow_down' } })
    expect(await statusOf(begun)).toMatchObject({ status: 'waiting' })
    const asked = provider.requests.length
    clock.advance(9 * SECOND_MS)
    await statusOf(begun)
    expect(provider.requests).toHaveLength(asked)
    clock.advance(1 * SECOND_MS)
    await statusOf(begun)
    expect(provider.requests).toHaveLength(asked + 1)
  })

  test('that is denied, or comes too late, connects nothing', async () => {
    provider.person.decision = 'deny'
    expect(await statusOf(await begin('device'))).toMatchObject({ status: 'denied', email_account_id: null })
    const late = await begin('device')
    clock.advance(901 * SECOND_MS)
    expect(await statusOf(late)).toMatchObject({ status: 'expired', email_account_id: null })
  })

  test('gets no code from Google, which issues none for mail and is not asked', async () => {
    await perform(PutMailProvider, await asOperator(), { name: 'google', client_id: 'an-id' })
    const refused = await app.post('/v2/email-accounts/connect', { provider: 'google', flow: 'device' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.[0]?.details).toContain('use flow browser')
  })
})

describe('a browser', () => {
  test('that returns the answer of another issuer is not believed', async () => {
    const begun = await begin('browser')
    provider.issuer = 'https://somebody-else.example'
    expect((await consents.arrive(begun)).page.status).toBe(400)
    expect(await statusOf(begun)).toMatchObject({ status: 'failed', email_account_id: null })
  })

  test('whose code the provider fails to exchange once succeeds on a second attempt', async () => {
    const begun = await begin('browser')
    let times = 0
    provider.script = () => ((times += 1) === 1 ? { status: 500, body: {} } : undefined)
    expect((await consents.arrive(begun)).page.status).toBe(200)
    expect(await statusOf(begun)).toMatchObject({ status: 'confirming' })
  })

  test('presses a button that applies only to its own consent', async () => {
    const other = await createAccount(app.context, 'free')
    const theirs = mailboxConsents(app, provider, { provider: 'scripted', key: other.key })
    const mine = await begin('browser')
    const { nonce } = await consents.arrive(mine)
    provider.person.email = 'eve@lumen.example'
    const foreign = await theirs.begin()
    const { nonce: foreignNonce } = await theirs.arrive(foreign)
    expect((await consents.allow(foreignNonce)).status).toBe(200)
    expect(await statusOf(mine)).toMatchObject({ status: 'confirming', email_account_id: null })
    expect([await mailboxesOf(), await mailboxesOf(other.key)]).toEqual([[], ['eve@lumen.example']])
    expect((await consents.allow(foreignNonce)).status).toBe(400)
    expect((await consents.allow(nonce)).status).toBe(200)
    expect([await mailboxesOf(), await mailboxesOf(other.key)]).toEqual([[EMAIL], ['eve@lumen.example']])
  })

  test('with two tabs connects one mailbox, and the other tab says so', async () => {
    const tabs = await Promise.all([begin('browser'), begin('browser')])
    const pages = await Promise.all(tabs.map((tab) => consents.arrive(tab)))
    const pressed = await Promise.all(pages.map(({ nonce }) => consents.allow(nonce)))
    expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([200, 422]))
    const ended = await Promise.all(tabs.map(statusOf))
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['connected', 'failed']))
    expect(ended.find(({ status }) => status === 'failed')).toMatchObject({
      email_account_id: null,
      problem: 'email is already used by a mailbox.',
    })
    expect(await mailboxesOf()).toEqual([EMAIL])
  })

  test('that is granted less than requested is told what is missing, and connects nothing', async () => {
    provider.person.scopes = ['email']
    const begun = await begin('browser')
    const page = await consents.allow((await consents.arrive(begun)).nonce)
    const problem = 'scripted did not grant mail: connect again, and allow everything that is requested.'
    expect([page.status, (await page.text()).includes(problem)]).toEqual([422, true])
    expect(await statusOf(begun)).toMatchObject({ status: 'failed', problem })
    expect(await mailboxesOf()).toEqual([])
  })
})

describe('a shared mailbox', () => {
  const TEAM = 'sales@lumen.example'
  const connectTeam = async () => {
    const begun = await consents.begin({ email: TEAM, shared: true })
    const { nonce, text } = await consents.arrive(begun)
    expect(text).toContain(TEAM)
    return { begun, page: await consents.allow(nonce) }
  }

  test('is connected by a person who may use it, and sends and reads as itself', async () => {
    provider.shared.set(EMAIL, [TEAM])
    const { begun, page } = await connectTeam()
    expect(page.status).toBe(200)
    expect(await statusOf(begun)).toMatchObject({ status: 'connected' })
    expect(await mailboxesOf()).toEqual([TEAM])
    const { rows } = await app.context.database.pool.query('select smtp_username, imap_username from mailboxes')
    expect(rows).toEqual([{ smtp_username: TEAM, imap_username: TEAM }])
  })

  test('is not connected by a person who may not use it: its servers decide', async () => {
    const { begun, page } = await connectTeam()
    expect(page.status).toBe(422)
    expect(await statusOf(begun)).toMatchObject({ status: 'failed', email_account_id: null })
    expect(await mailboxesOf()).toEqual([])
  })
})

test('a public client connects and refreshes without a secret', async () => {
  provider.client = { id: 'public-client', secret: null }
  await putProvider(app.context, provider, ports())
  const begun = await begin('browser')
  expect((await consents.allow((await consents.arrive(begun)).nonce)).status).toBe(200)
  const mailboxId = Number((await statusOf(begun))['email_account_id'])
  clock.advance(3_700 * SECOND_MS)
  expect(await tokenFor(app.context, { accountId: 1, mailboxId })).toMatchObject({ outcome: 'token' })
  expect(provider.requests.at(-1)?.grant).toBe('refresh_token')
  expect(provider.requests.slice(-2).filter(({ params }) => params.has('client_secret'))).toEqual([])
})

describe('a provider whose client may use mailboxes without consent', () => {
  const add = (key: string) =>
    app.post('/v2/email-accounts', { email: EMAIL, provider: 'principal' }, { 'x-api-key': key })

  beforeEach(async () => {
    const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' })
    await perform(PutMailProvider, await asOperator(), {
      name: 'principal',
      client_id: provider.client.id,
      client_secret: SECRET,
      app_only: true,
      issuer: provider.url,
      scopes: ['mail'],
      smtp: server(smtp.port),
      imap: server(imap.port),
    })
  })

  test('connects them for operator keys, and fetches a new token each time', async () => {
    const operator = await createAccount(app.context, 'unlimited')
    await app.context.database.pool.query(
      `update api_keys set scopes = scopes || '{operator}' where account_id = (select max(id) from accounts)`,
    )
    const added = await add(operator.key)
    expect([added.status, added.body.data]).toMatchObject([201, { email: EMAIL, provider: 'principal' }])
    const { rows } = await app.context.database.pool.query<{ accountId: number; mailboxId: number }>(
      `select account_id as "accountId", mailbox_id as "mailboxId" from mailbox_grants where refresh_token_sealed is null`,
    )
    expect(rows).toHaveLength(1)
    clock.advance(3_700 * SECOND_MS)
    expect(await tokenFor(app.context, rows[0] ?? { accountId: 0, mailboxId: 0 })).toMatchObject({ outcome: 'token' })
    expect(provider.requests.slice(-2).map(({ grant }) => grant)).toEqual(['client_credentials', 'client_credentials'])
  })

  test('connects none for the keys of an account, and is not asked', async () => {
    const asked = provider.requests.length
    const refused = await add((await createAccount(app.context, 'free')).key)
    expect([refused.status, refused.body.errors?.[0]?.id]).toEqual([403, 'forbidden'])
    expect(provider.requests).toHaveLength(asked)
    expect((await app.post('/v2/email-accounts/connect', { provider: 'principal' })).status).toBe(422)
  })
})
