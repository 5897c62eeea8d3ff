import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { feedbackReport } from '../../support/mails/returned-mails.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox } from '../../support/mails/sent-mail.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let imap: TestImapServer
let mailbox: SeededMailbox

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8' },
    replace: { clock },
  })
  imap = await startImapServer()
  mailbox = await seedMailbox(app.context, imap.port)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await imap.stop()
})

async function deliver(raw: string): Promise<void> {
  imap.deliver(raw, { arrivedAt: clock.now() })
  clock.advance(MINUTE_MS)
  await readMailboxes(app.context)
}

test('a complaint ends all mail from the account to the address, and only the operator can lift it', async () => {
  const [sent, other] = [
    await seedSent(app.context, mailbox, 'ines@maker.example'),
    await seedSent(app.context, mailbox, 'ines@maker.example'),
  ]
  await deliver(feedbackReport({ messageId: sent.headerId }))
  expect(await standing(app.context, sent)).toMatchObject({
    state: 'stopped',
    stopped_by: 'unsubscribed',
    recipient: 'unsubscribed',
    lead: 'unsubscribed',
    followUp: 'canceled',
    unsubscribed: 'complained',
  })
  expect(await standing(app.context, other)).toMatchObject({ state: 'stopped', followUp: 'canceled' })
  const { body } = await app.get('/v2/answers?kind=unsubscribed')
  expect(body.data).toMatchObject([{ email: 'ines@maker.example', no_mail: 'complained' }])
  const email = 'ines@maker.example'
  expect((await request(app, 'DELETE', '/v2/unsubscribes', { email })).status).toBe(403)
})

test.each([
  ['takes one back', 'not-spam', null],
  ['names no mail of ours', 'abuse', '<made-up@lumen.example>'],
])('a report that %s changes nothing', async (_, type, messageId) => {
  const sent = await seedSent(app.context, mailbox, `bea-${type}@maker.example`)
  await deliver(feedbackReport({ type, messageId: messageId ?? sent.headerId }))
  expect(await standing(app.context, sent)).toMatchObject({ state: 'scheduled', unsubscribed: null, noted: [] })
})

test('a forged report ends no mail: neither that of another account nor that of another recipient it names', async () => {
  const { accountId } = await app.context.store.accounts.createAccount('unlimited', clock.now())
  const other = await seedMailbox(app.context, imap.port, accountId)
  const theirs = await seedSent(app.context, other, 'carla@maker.example')
  const [own, bystander] = [
    await seedSent(app.context, mailbox, 'dana@maker.example'),
    await seedSent(app.context, mailbox, 'eva@maker.example'),
  ]
  await app.database.pool.query('update mailboxes set imap_host = null where id = $1', [other.mailboxId])
  await deliver(feedbackReport({ messageId: theirs.headerId }))
  await deliver(feedbackReport({ messageId: own.headerId }).replace('redacted@example.test', 'eva@maker.example'))
  for (const sent of [theirs, bystander])
    expect(await standing(app.context, sent)).toMatchObject({ state: 'scheduled', unsubscribed: null, noted: [] })
  expect(await standing(app.context, own)).toMatchObject({ unsubscribed: 'complained' })
  const { rows } = await app.database.pool.query('select email from unsubscribes where email like any ($1)', [
    ['carla@%', 'eva@%'],
  ])
  expect(rows).toEqual([])
})
