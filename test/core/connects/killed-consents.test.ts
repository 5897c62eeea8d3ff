import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import { startChild } from '../../support/process/child-quarry.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** Servers killed (SIGKILL) between a person's consent and the storing of the token, and another server that continues. */

const EMAIL = 'rui@lumen.example'

let app: TestApp
let authorization: AuthorizationServer
let smtp: ReceivingServer
/** While this is pending, the mail server does not answer to the tokens it is shown. */
let held = Promise.withResolvers<void>()
const clock = handClock(new Date().toISOString())
/** The killed server uses the machine's clock. */
const setClock = (minutes: number) => clock.set(new Date(Date.now() + minutes * MINUTE_MS).toISOString())

beforeAll(async () => {
  authorization = await startAuthorizationServer({ clock })
  // A code or refresh token shown twice revokes everything issued from it.
  authorization.rotation = 'strict'
  authorization.person = { email: EMAIL, decision: 'approve' }
  const { judge } = authorization.book
  type Shown = Parameters<typeof judge>[0]
  const tokens = { mechanisms: ['XOAUTH2'] as const, judge: (shown: Shown) => held.promise.then(() => judge(shown)) }
  smtp = await startReceivingServer({ tokens })
  const env = { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_PUBLIC_URL: 'http://127.0.0.1:3000' }
  app = await startApp({ env, replace: { clock } })
  await app.database.pool.query(`update api_keys set scopes = scopes || '{operator}'`)
  const { id: clientId, secret: clientSecret } = authorization.client
  const stored = await request(app, 'PUT', '/v2/mail-providers/own', {
    client_id: clientId,
    client_secret: clientSecret,
    issuer: authorization.url,
    scopes: ['mail', 'openid', 'email', 'offline_access'],
    smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
  })
  expect(stored.body.errors).toBeUndefined()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([authorization.stop(), smtp.stop()])
})
beforeEach(async () => {
  held = Promise.withResolvers<void>()
  authorization.script = null
  setClock(0)
  await app.database.pool.query('delete from mailboxes')
})

/** Starts a second server of the installation, which the test can end. */
async function startSecond() {
  const child = startChild('main.ts', [], {
    DATABASE_URL: app.database.connectionString,
    PORT: '0',
    QUARRY_ROLE: 'server',
    QUARRY_CRAWL: 'off',
    QUARRY_PUBLIC_URL: 'http://127.0.0.1:3000',
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_LOCAL_SUFFIXES: 'test,example',
  })
  const [, origin = ''] = await child.until(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
  return { ...child, origin }
}

const consents = (origin = app.origin) => mailboxConsents({ ...app, origin }, authorization, { provider: 'own' })

async function expectOneMailbox(mailboxId: unknown): Promise<void> {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from mailboxes where email = $1', [EMAIL])
  expect(rows.map(({ id }) => id)).toEqual([mailboxId])
  expect((await app.post(`/v2/email-accounts/${String(mailboxId)}/test`, {})).body.data).toMatchObject({
    smtp: { ok: true, problem: null },
  })
  const kept = 'coalesce(tokens_sealed, verifier_sealed, nonce_hash, state_hash)'
  const left = `select 1 from mailbox_connects where status = 'connected' and ${kept} is not null`
  expect((await app.database.pool.query(left)).rowCount).toBe(0)
}

test('if a server is killed while it tries the mail server, the same click connects the mailbox through another server', async () => {
  await using second = await startSecond()
  const begun = await consents().begin()
  const { nonce } = await consents().arrive(begun)
  const seen = smtp.logins.length
  const pressed = consents(second.origin)
    .allow(nonce)
    .catch(() => null)
  await expect.poll(() => smtp.logins.length, { timeout: 60_000 }).toBeGreaterThan(seen)
  await second.end('SIGKILL')
  expect(await pressed).toBeNull()
  held.resolve()
  expect((await app.database.pool.query('select 1 from mailboxes')).rowCount).toBe(0)

  // It cannot be known yet that the server has gone.
  expect((await consents().allow(nonce)).status).toBe(400)
  expect(await consents().statusOf(begun)).toMatchObject({ status: 'confirming' })
  setClock(3)
  expect((await consents().allow(nonce)).status).toBe(200)
  const status = await consents().statusOf(begun)
  expect(status).toMatchObject({ status: 'connected', problem: null })
  await expectOneMailbox(status['email_account_id'])
  expect(authorization.requests.filter(({ grant }) => grant === 'authorization_code')).toHaveLength(1)
})

test('if a server is killed while it exchanges the code, nothing is connected until there is a new consent', async () => {
  await using second = await startSecond()
  held.resolve()
  const exchange = Promise.withResolvers<void>()
  authorization.script = ({ grant }) => (grant === 'authorization_code' ? { until: exchange.promise } : undefined)
  const begun = await consents().begin()
  const before = authorization.requests.length
  const arrived = consents(second.origin)
    .arrive(begun)
    .catch(() => null)
  await expect.poll(() => authorization.requests.length, { timeout: 60_000 }).toBeGreaterThan(before)
  await second.end('SIGKILL')
  expect(await arrived).toBeNull()
  authorization.script = null
  exchange.resolve()
  expect(await consents().statusOf(begun)).toMatchObject({ status: 'waiting' })
  expect((await app.database.pool.query('select 1 from mailboxes')).rowCount).toBe(0)

  const again = await consents().begin()
  const { nonce } = await consents().arrive(again)
  expect((await consents().allow(nonce)).status).toBe(200)
  const status = await consents().statusOf(again)
  expect(status).toMatchObject({ status: 'connected', problem: null })
  await expectOneMailbox(status['email_account_id'])
  clock.advance(10 * MINUTE_MS)
  expect(await consents().statusOf(begun)).toMatchObject({ status: 'expired' })
})
