import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { tokenFor } from '../../../src/core/grants/token-for.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { sha256 } from '../../../src/lib/secrets/sha256.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import type { MailboxConsents } from '../../support/doors/mailbox-consents.ts'

const EMAIL = 'rui@lumen.example'
const MECHANISMS = ['OAUTHBEARER', 'XOAUTH2'] as const

let app: TestApp
let authorization: AuthorizationServer
let smtp: ReceivingServer
let imap: TestImapServer
let consents: MailboxConsents
let now = new Date('2026-03-02T09:00:00Z')

const clock = { now: () => now }
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000))

beforeAll(async () => {
  authorization = await startAuthorizationServer({ clock })
  const tokens = { mechanisms: MECHANISMS, judge: authorization.book.judge }
  smtp = await startReceivingServer({ tokens })
  imap = await startImapServer({ tokens })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock } })
  consents = mailboxConsents(app, authorization, { provider: 'own' })
  await app.context.database.pool.query(`update api_keys set scopes = scopes || '{operator}'`)
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' })
  const stored = await request(app, 'PUT', '/v2/mail-providers/own', {
    client_id: authorization.client.id,
    client_secret: authorization.client.secret,
    issuer: authorization.url,
    scopes: ['mail', 'openid', 'email', 'offline_access'],
    smtp: server(smtp.port),
    imap: server(imap.port),
  })
  expect(stored.body.errors).toBeUndefined()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([authorization.stop(), smtp.stop(), imap.stop()])
})

const begin: MailboxConsents['begin'] = (...given) => consents.begin(...given)
const statusOf = (id: number) => consents.statusOf({ id })
const consent: MailboxConsents['arrive'] = (begun) => consents.arrive(begun)
const allow: MailboxConsents['allow'] = (...given) => consents.allow(...given)

const shown = async (id: unknown) =>
  (await app.get(`/v2/email-accounts/${String(id)}`)).body as {
    data: { provider: string }
    meta: { connection: unknown }
  }

async function connected(): Promise<number> {
  const { rows } = await app.context.database.pool.query<{ id: number }>('select id from mailboxes where email = $1', [
    EMAIL,
  ])
  const known = rows[0]?.id
  if (known !== undefined) return known
  const begun = await begin()
  const { nonce } = await consent(begun)
  expect((await allow(nonce)).status).toBe(200)
  return Number((await statusOf(begun.id))['email_account_id'])
}

describe('a mailbox', () => {
  test('is connected in a browser by one click, and not before it', async () => {
    const begun = await begin()
    const { page, text, nonce } = await consent(begun)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'none'`)
    // The account of a new installation has neither a name nor an address.
    expect(text).toContain(`Let the Quarry account 1 send and read as ${EMAIL}?`)
    expect(await statusOf(begun.id)).toMatchObject({ status: 'confirming', email_account_id: null })
    expect((await allow('another')).status).toBe(400)
    const done = await allow(nonce)
    expect([done.status, (await done.text()).includes('The mailbox is connected')]).toEqual([200, true])
    const ended = await statusOf(begun.id)
    expect(ended).toMatchObject({ status: 'connected', problem: null })
    expect(await shown(ended['email_account_id'])).toMatchObject({
      data: { email: EMAIL, provider: 'own' },
      meta: {
        connection: {
          auth: 'oauth2',
          problem: null,
          oauth: { provider: 'own', state: 'active', problem: null },
          smtp: { host: '127.0.0.1', has_password: false },
        },
      },
    })
    expect((await allow(nonce)).status).toBe(400)
    expect(smtp.logins.at(-1)).toBe('OAUTHBEARER')
  })

  test('is connected by another click if the server dies between the first one and storing', async () => {
    await app.context.database.pool.query('delete from mailboxes')
    const { mailboxConnects } = app.context.store
    const begun = await begin()
    const { nonce } = await consent(begun)
    await mailboxConnects.confirm(sha256(nonce), now, new Date(now.getTime() + 120_000))
    expect((await allow(nonce)).status).toBe(400)
    expect(await statusOf(begun.id)).toMatchObject({ status: 'confirming' })
    later(120)
    expect((await allow(nonce)).status).toBe(200)
    expect(await statusOf(begun.id)).toMatchObject({ status: 'connected', problem: null })
    const kept =
      'select 1 from mailbox_connects where coalesce(tokens_sealed, verifier_sealed, nonce_hash) is not null and id = $1'
    expect((await app.context.database.pool.query(kept, [begun.id])).rowCount).toBe(0)
  })

  test('is not connected with a state that was already used or has expired', async () => {
    const begun = await begin()
    const back = new URL(authorization.visit(begun.authorize_url) ?? '')
    await fetch(`${app.origin}${back.pathname}${back.search}`)
    expect((await fetch(`${app.origin}${back.pathname}${back.search}`)).status).toBe(400)
    const late = await begin()
    later(601)
    const { page, nonce } = await consent(late)
    expect([page.status, nonce]).toEqual([400, ''])
    expect(await statusOf(late.id)).toMatchObject({ status: 'expired' })
  })

  test('is not connected if its owner denies, or if somebody else signs in', async () => {
    authorization.person = { email: EMAIL, decision: 'deny' }
    const denied = await begin()
    await consent(denied)
    expect(await statusOf(denied.id)).toMatchObject({ status: 'denied' })
    authorization.person = { email: 'mara@lumen.example', decision: 'approve' }
    const other = await begin({ email: 'ines@lumen.example' })
    expect((await allow((await consent(other)).nonce)).status).toBe(422)
    expect(await statusOf(other.id)).toMatchObject({
      status: 'failed',
      problem:
        'An address other than ines@lumen.example signed in: sign in as ines@lumen.example, or send shared for a shared mailbox.',
    })
    authorization.person = { email: EMAIL, decision: 'approve' }
  })

  test('is connected with a device code', async () => {
    authorization.person = { email: 'mara@lumen.example', decision: 'wait' }
    const begun = await begin({ flow: 'device' })
    expect(begun.user_code).not.toBe('')
    expect(await statusOf(begun.id)).toMatchObject({ status: 'waiting' })
    authorization.person = { email: 'mara@lumen.example', decision: 'approve' }
    later(30)
    expect(await statusOf(begun.id)).toMatchObject({ status: 'connected' })
    authorization.person = { email: EMAIL, decision: 'approve' }
  })

  test('is connected with a used device code if the server dies before storing', async () => {
    authorization.person = { email: 'nora@lumen.example', decision: 'approve' }
    const { pool } = app.context.database
    const begun = await begin({ flow: 'device' })
    later(30)
    // The state left by a process killed while it tried the servers: only the device code's tokens are stored.
    await pool.query(`create function cut() returns trigger language plpgsql as $$ begin raise 'cut'; end $$`)
    await pool.query('create trigger cut before insert on mailbox_grants for each row execute function cut()')
    await expect(statusOf(begun.id)).resolves.toBeUndefined()
    await pool.query('drop trigger cut on mailbox_grants')
    expect(await statusOf(begun.id)).toMatchObject({ status: 'confirming' })
    expect((await pool.query(`select 1 from mailboxes where email = 'nora@lumen.example'`)).rowCount).toBe(0)
    later(120)
    expect(await statusOf(begun.id)).toMatchObject({ status: 'connected', problem: null })
    authorization.person = { email: EMAIL, decision: 'approve' }
  })

  test('keeps its token while it is valid, and then gets one new token for all requests', async () => {
    const mailboxId = await connected()
    const { accountId } = await createdBy(mailboxId)
    const place = { accountId, mailboxId }
    const first = await tokenFor(app.context, place)
    expect(await tokenFor(app.context, place)).toBe(first)
    later(3_500)
    const before = authorization.requests.length
    const all = await Promise.all(Array.from({ length: 8 }, () => tokenFor(app.context, place)))
    expect(new Set(all.map((one) => ('token' in one ? one.token : one.problem))).size).toBe(1)
    expect(authorization.requests.length - before).toBe(1)
  })

  test('is not found for a consent that was never requested', async () => {
    expect((await app.get('/v2/email-accounts/connect/999999')).status).toBe(404)
  })

  test('sends its token to no other host', async () => {
    const mailboxId = await connected()
    let callers = 0
    await using other = createServer((socket) => {
      callers += 1
      socket.end('220 other.example\r\n')
    })
    other.listen(0, '127.0.0.2')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    for (const protocol of ['smtp', 'imap']) {
      const place = { [`${protocol}_host`]: '127.0.0.2', [`${protocol}_port`]: port }
      const moved = await request(app, 'PUT', `/v2/email-accounts/${mailboxId}`, place)
      expect(moved.status).toBe(422)
      expect(moved.body.errors?.[0]?.details).toContain(`${protocol}_host must be one of its provider's hosts`)
    }
    expect((await app.post(`/v2/email-accounts/${mailboxId}/test`, {})).status).toBe(200)
    expect(callers).toBe(0)
  })

  test('waits while its provider does not answer, and continues afterwards', async () => {
    const mailboxId = await connected()
    const { accountId } = await createdBy(mailboxId)
    later(3_700)
    authorization.script = () => ({ status: 503 })
    expect(await tokenFor(app.context, { accountId, mailboxId })).toMatchObject({ outcome: 'waits' })
    expect((await shown(mailboxId)).meta.connection).toMatchObject({ problem: null, oauth: { state: 'failing' } })
    authorization.script = null
    later(6)
    expect(await tokenFor(app.context, { accountId, mailboxId })).toMatchObject({ outcome: 'token' })
  })

  test('whose permission was withdrawn reports it at once, and continues when it is connected again', async () => {
    const mailboxId = await connected()
    authorization.book.endConsent(EMAIL)
    later(120)
    await readMailboxes(app.context)
    const problem = `own no longer lets Quarry use ${EMAIL}: connect it again with \`quarry mailbox connect ${EMAIL}\`.`
    expect((await shown(mailboxId)).meta.connection).toMatchObject({
      problem,
      imap_problem: problem,
      oauth: { state: 'needs_consent', problem },
    })
    const again = await begin({}, `/v2/email-accounts/${mailboxId}/connect`)
    expect((await allow((await consent(again)).nonce)).status).toBe(200)
    expect((await shown(mailboxId)).meta.connection).toMatchObject({
      problem: null,
      imap_problem: null,
      oauth: { state: 'active', problem: null },
    })
  })

  test('whose provider refuses the client says what the operator has to do', async () => {
    const mailboxId = await connected()
    const { accountId } = await createdBy(mailboxId)
    later(3_700)
    authorization.script = () => ({ status: 401, body: { error: 'invalid_client' } })
    const problem =
      'The client secret of the provider own is rejected: create a new one and run `quarry mailbox provider set own`.'
    expect(await tokenFor(app.context, { accountId, mailboxId })).toEqual({ outcome: 'refused', problem })
    expect((await app.get('/v2/mail-providers/own')).body.data).toMatchObject({ problem })
    authorization.script = null
    later(3_601)
    expect(await tokenFor(app.context, { accountId, mailboxId })).toMatchObject({ outcome: 'token' })
    expect((await app.get('/v2/mail-providers/own')).body.data).toMatchObject({ problem: null })
  })

  test('and its tokens are stored sealed and shown nowhere', async () => {
    const mailboxId = await connected()
    const { rows } = await app.context.database.pool.query<{ text: string }>(
      `select concat((select json_agg(g) from mailbox_grants g), (select json_agg(c) from mailbox_connects c),
        (select json_agg(p) from mail_providers p), (select json_agg(m) from mailboxes m)) as text`,
    )
    const said = `${rows[0]?.text ?? ''}${JSON.stringify(await shown(mailboxId))}`
    const planted = [...authorization.book.all, ...authorization.codes, authorization.client.secret ?? '']
    expect(planted.filter((secret) => said.includes(secret))).toEqual([])
  })
})

test('a connection begun in the dashboard is finished there, in the same session', async () => {
  const [maya, eve] = [await webVisitor(app), await webVisitor(app)]
  authorization.person = { email: 'ines@lumen.example', decision: 'approve' }
  expect((await maya.see('/mailboxes/new')).html).toContain('Connect with own')
  const leave = await maya.send('/mailboxes/connect', { provider: 'own' })
  const url = /href="(http:[^"]*\/authorize[^"]*)"/.exec(leave.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const press = async (cookie: string, address: string) => {
    const { nonce } = await consent({ authorize_url: address })
    return allow(nonce, { cookie })
  }
  const foreign = await press(eve.cookie, url)
  expect([foreign.status, (await foreign.text()).includes('started in another browser')]).toEqual([400, true])
  const again = await maya.send('/mailboxes/connect', { provider: 'own' })
  const second = /href="(http:[^"]*\/authorize[^"]*)"/.exec(again.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const done = await press(maya.cookie, second)
  const place = /href="\/app(\/mailboxes\/\d+)"/.exec(await done.text())?.[1] ?? ''
  const page = await maya.see(place)
  expect(page.html).toContain('</bdi>: active<br />')
  expect(page.html).toContain(`action="/app${place}/connect"`)
  authorization.person = { email: EMAIL, decision: 'approve' }
})

test('providers are only for operators, and none can be removed while a mailbox needs it', async () => {
  const other = await createAccount(app.context, 'free')
  const theirs = { 'x-api-key': other.key }
  expect((await app.get('/v2/mail-providers', theirs)).status).toBe(403)
  const wrong = await request(app, 'PUT', '/v2/mail-providers/wrong', {
    client_id: 'any',
    issuer: `${authorization.url}/elsewhere`,
    scopes: ['mail'],
    smtp: { host: '127.0.0.1' },
  })
  expect(wrong.status).toBe(422)
  await connected()
  expect((await request(app, 'DELETE', '/v2/mail-providers/own')).status).toBe(422)
})

async function createdBy(mailboxId: number): Promise<{ accountId: number }> {
  const text = 'select account_id as "accountId" from mailboxes where id = $1'
  const { rows } = await app.context.database.pool.query<{ accountId: number }>(text, [mailboxId])
  return rows[0] ?? { accountId: 0 }
}
