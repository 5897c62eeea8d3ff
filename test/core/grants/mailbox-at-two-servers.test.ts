import { expect, test } from 'vitest'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** Two servers behind one name, on one database: what one knows of a mailbox must apply on the other. */

const EMAIL = 'rui@lumen.example'
const TOKEN_SECONDS = 3_600
const GOOD = { smtp: { ok: true, problem: null }, imap: { ok: true, problem: null } }

test('a mailbox is connected, refreshed, revoked and reconnected on two servers, and neither interferes with the other', async () => {
  const clock = handClock('2026-03-02T09:00:00Z')
  await using authorization = await startAuthorizationServer({ clock, lifeSeconds: TOKEN_SECONDS })
  // Showing a refresh token twice revokes all of them.
  authorization.rotation = 'strict'
  const tokens = { mechanisms: ['XOAUTH2'] as const, judge: authorization.book.judge }
  await using smtp = await startReceivingServer({ tokens })
  await using imap = await startImapServer({ tokens })
  await using database = await testDatabase()
  const env = {
    QUARRY_ROLE: 'server',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_PUBLIC_URL: 'http://127.0.0.1:3000',
  }
  await using first = await startApp({ database, env, replace: { clock } })
  const { key } = first
  await using second = await startApp({ database, env, key, replace: { clock } })
  const both = [first, second]
  await database.pool.query(`update api_keys set scopes = scopes || '{operator}'`)
  const server = (port: number) => ({ host: '127.0.0.1', port, security: 'none' })
  const { id: clientId, secret: clientSecret } = authorization.client
  const stored = await request(first, 'PUT', '/v2/mail-providers/own', {
    client_id: clientId,
    client_secret: clientSecret,
    issuer: authorization.url,
    scopes: ['mail', 'openid', 'email', 'offline_access'],
    smtp: server(smtp.port),
    imap: server(imap.port),
  })
  expect(stored.body.errors).toBeUndefined()
  const [atFirst, atSecond] = both.map((app) => mailboxConsents(app, authorization, { provider: 'own' }))

  const begun = await atFirst?.begin()
  const { nonce = '' } = (begun && (await atSecond?.arrive(begun))) ?? {}
  expect((await atFirst?.allow(nonce))?.status).toBe(200)
  const status = await atSecond?.statusOf({ id: begun?.id ?? 0 })
  expect(status).toMatchObject({ status: 'connected', problem: null })
  const place = `/v2/email-accounts/${String(status?.['email_account_id'])}`
  const works = async (app: TestApp) => (await app.post(`${place}/test`, {})).body.data
  const stateAt = async (app: TestApp) => (await app.get(place)).body.meta
  const fourOfEach = () => [...both, ...both, ...both, ...both]
  expect(await Promise.all(both.map(works))).toMatchObject([GOOD, GOOD])

  for (let renewal = 1; renewal <= 3; renewal += 1) {
    clock.advance(TOKEN_SECONDS * 1_000)
    expect(await Promise.all(fourOfEach().map(works))).toEqual(fourOfEach().map(() => expect.objectContaining(GOOD)))
    expect(authorization.refreshes.get(EMAIL)).toMatchObject({ total: renewal, peak: 1 })
  }

  authorization.book.endConsent(EMAIL)
  clock.advance(TOKEN_SECONDS * 1_000)
  const problem = `own no longer lets Quarry use ${EMAIL}: connect it again with \`quarry mailbox connect ${EMAIL}\`.`
  for (const said of await Promise.all(fourOfEach().map(works))) expect(said).toMatchObject({ smtp: { problem } })
  for (const app of both)
    expect(await stateAt(app)).toMatchObject({ connection: { problem, oauth: { state: 'needs_consent', problem } } })

  const again = await atSecond?.begin({}, `${place}/connect`)
  const arrived = again && (await atFirst?.arrive(again))
  expect((await atSecond?.allow(arrived?.nonce ?? ''))?.status).toBe(200)
  expect(await Promise.all(fourOfEach().map(works))).toEqual(fourOfEach().map(() => expect.objectContaining(GOOD)))
  for (const app of both)
    expect(await stateAt(app)).toMatchObject({ connection: { problem: null, oauth: { state: 'active' } } })

  expect((await request(first, 'DELETE', place)).status).toBe(204)
  expect(await Promise.all(both.map(async (app) => (await app.post(`${place}/test`, {})).status))).toEqual([404, 404])
})
