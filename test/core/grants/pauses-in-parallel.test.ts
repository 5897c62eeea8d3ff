import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordReply } from '../../../src/core/answers/mail-events.ts'
import { tokenRefused } from '../../../src/core/grants/token-for.ts'
import { watchHealth } from '../../../src/core/guard/watch-health.ts'
import { stopMailbox } from '../../../src/core/mailboxes/stop-mailbox.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import type { MailboxConsents } from '../../support/doors/mailbox-consents.ts'
import { insertCampaign } from '../../support/records/outbox-in-hand.ts'

/** Mailboxes and campaigns that are paused from several sides at once while a person reconnects them, without deadlocks. */

const EMAIL = 'rui@lumen.example'
const ROUNDS = 20
const CAMPAIGNS = 4
let app: TestApp
let authorization: AuthorizationServer
let smtp: ReceivingServer
let consents: MailboxConsents
/** SQLSTATE codes of the database's refusals. */
const refusals: string[] = []

beforeAll(async () => {
  authorization = await startAuthorizationServer()
  authorization.person = { email: EMAIL, decision: 'approve' }
  smtp = await startReceivingServer({ tokens: { mechanisms: ['XOAUTH2'], judge: authorization.book.judge } })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  consents = mailboxConsents(app, authorization, { provider: 'own' })
  const heard = new WeakSet<PoolClient>()
  pool().on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('errorMessage', ({ code }: { code: string }) => void refusals.push(code))
  })
  await pool().query(`update api_keys set scopes = scopes || '{operator}'`)
  await request(app, 'PUT', '/v2/mail-providers/own', {
    client_id: authorization.client.id,
    client_secret: authorization.client.secret,
    issuer: authorization.url,
    scopes: ['mail', 'openid', 'email', 'offline_access'],
    smtp: { host: '127.0.0.1', port: smtp.port, security: 'none' },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([authorization.stop(), smtp.stop()])
})

const pool = () => app.context.database.pool
const rowsOf = async (text: string) => (await pool().query<Record<string, unknown>>(text)).rows

async function connected(): Promise<number> {
  const begun = await consents.begin()
  const { nonce } = await consents.arrive(begun)
  await consents.allow(nonce)
  return Number((await consents.statusOf(begun))['email_account_id'])
}

/** Starts everything of one round again: its campaigns send, and each brakes at the next check. */
const afresh = (round: number) =>
  pool().query(
    `with c as (update campaigns set status = 'active', brake = true, brake_since = null returning id)
    update messages m set replied_at = null, status = 'sent', sent_at = now(), leased_at = now(), subject = 'Round ${round}',
      failure_kind = case when m.id % 2 = 0 then 'address' end from c where m.campaign_id = c.id`,
  )

test('a mailbox that is refused, braked, read, changed and reconnected at once ends well, without a deadlock', async () => {
  const mailboxId = await connected()
  const place = { accountId: 1, mailboxId }
  const campaigns: number[] = []
  for (let made = 0; made < CAMPAIGNS; made += 1)
    campaigns.push(await insertCampaign(pool(), { mailboxIds: [mailboxId], recipients: 12, dueAt: new Date() }))
  const { context } = app
  const [messageId = 0] = (await rowsOf('select min(id) as id from messages')).map(({ id }) => Number(id))
  for (let round = 0; round < ROUNDS; round += 1) {
    await afresh(round)
    const begun = await consents.begin({}, `/v2/email-accounts/${mailboxId}/connect`)
    const { nonce } = await consents.arrive(begun)
    const message = await context.store.mailEvents.message(1, messageId)
    const generation = (await context.store.mailboxGrants.find(place))?.generation ?? 0
    if (message === null) throw new Error('Nothing was sent.')
    const position = { ...place, folder: 'INBOX', uidValidity: 1, lastUid: round + 1 }
    const [again] = await Promise.all([
      consents.allow(nonce),
      tokenRefused(context, place, generation),
      stopMailbox(context, place, 'The mail server refuses the sender.'),
      watchHealth(context),
      recordReply(context, message, { position, mail: null }),
      ...campaigns.map((id) => request(app, 'PUT', `/v2/sequences/${id}`, { email_account_ids: [mailboxId] })),
    ])
    expect(again.status).toBe(200)
    expect(await consents.statusOf(begun)).toMatchObject({ status: 'connected' })
    expect((await rowsOf('select distinct status from campaigns')).map(({ status }) => status)).not.toContain('draft')
  }
  expect(refusals).toEqual([])
}, 120_000)
