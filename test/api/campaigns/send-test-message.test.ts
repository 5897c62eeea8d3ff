import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { cutWaiting, holding } from '../../support/records/cut-waiting.ts'
import { handClock, insertCampaign, insertMailbox } from '../../support/records/outbox-in-hand.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

const START = '2026-03-02T09:00:00Z'
const OWN = 'rui@lumen.example'
const clock = handClock(START)
let app: TestApp
let server: ReceivingServer
/** What to wait for after an email has arrived, before the server accepts it. */
let whenTaken: () => Promise<unknown>

beforeAll(async () => {
  server = await startReceivingServer({
    clock,
    data: async () => {
      await whenTaken()
      return '250 2.0.0 Ok: taken'
    },
  })
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(async () => {
  clock.set(START)
  server.mails.length = 0
  whenTaken = async () => undefined
  await emptyTables(
    app.context.database,
    'campaigns',
    'mailboxes',
    'leads',
    'optouts',
    'unsubscribes',
    'idempotent_requests',
  )
})

const pool = () => app.context.database.pool

async function campaign({
  dailyLimit = 10,
  gapSeconds = 0,
  steps = [{}],
  settings = {},
}: Record<string, unknown> = {}) {
  const mailbox = await insertMailbox(pool(), {
    email: OWN,
    port: server.port,
    dailyLimit: dailyLimit as number,
    gapSeconds: gapSeconds as number,
  })
  return insertCampaign(pool(), {
    mailboxIds: [mailbox],
    dueAt: clock.now(),
    recipients: 3,
    steps: steps as object[],
    settings: { tracked: true, tracked_links: true, bcc_recipient: 'log@archive.example', ...(settings as object) },
  })
}

const send = (id: number, body: object, headers = {}) => app.post(`/v2/sequences/${id}/test`, body, headers)
const stepIds = async (id: number) => {
  const { body } = await app.get(`/v2/sequences/${id}/steps`)
  return (body.data as { follow_ups: { id: number }[] }).follow_ups.map((step) => step.id)
}

const LOCK_OUTCOMES = 'lock table idempotent_requests in exclusive mode'
const LOCK_MAILBOXES = 'select from mailboxes for update'

describe('a test email of a step', () => {
  test('arrives as a recipient would get it, without tracking or a BCC copy', async () => {
    const id = await campaign({ steps: [{ body: 'Hi {{first_name|fallback:"there"}} https://lumen.example/a' }] })
    const sent = await send(id, { to: OWN, recipient: 'r1@crowd.example' })
    expect(sent.body).toEqual({
      data: { to: OWN, from: OWN, step: 0, subject: 'Lamps for r1@crowd.example' },
      meta: {},
    })
    expect(server.mails.map(({ to }) => to)).toEqual([[OWN]])
    const raw = server.mails[0]?.raw ?? ''
    expect(raw).toContain('Hi Name1 https://lumen.example/a')
    expect(raw).toContain('Subject: Lamps for r1@crowd.example')
    expect(raw).not.toContain('<img')
    const { rows } = await pool().query('select status from messages where campaign_id = $1', [id])
    expect(new Set(rows.map((row: { status: string }) => row.status))).toEqual(new Set(['scheduled']))
  })

  test.for([
    [
      'German',
      'Guten Tag, wir bauen Lampen, die lange halten. Darf ich Ihnen ein Muster schicken?',
      'Keine weiteren E-Mails erhalten: ',
    ],
    ['English', 'Hi, we make lamps. May I send you one of them?', 'To stop receiving these emails: '],
  ] as const)('in %s offers to stop in that language, by a link that works', async ([, body, line]) => {
    const id = await campaign({ steps: [{ body }], settings: { add_unsubscribe_link: true } })
    await send(id, { to: OWN })
    const raw = (server.mails[0]?.raw ?? '').replaceAll('=\r\n', '')
    const { pathname } = new URL(new RegExp(`${line}(\\S+)`).exec(raw)?.[1] ?? '')
    const page = await fetch(`${app.origin}${pathname}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('This email was a test')])
  })

  test('that is interrupted after sending is not sent again with the same Idempotency-Key', async () => {
    const id = await campaign()
    const held = Promise.withResolvers<Client>()
    whenTaken = async () => held.resolve(await holding(app.database.connectionString, LOCK_OUTCOMES))
    const once = { 'idempotency-key': 'breaks off' }
    const first = send(id, { to: OWN }, once)
    await cutWaiting(pool(), await held.promise, 'insert into idempotent_requests')
    expect((await first).status).toBeGreaterThanOrEqual(500)
    whenTaken = async () => undefined
    const again = await send(id, { to: OWN }, once)
    expect([again.status, again.body.errors?.[0]?.id]).toEqual([422, 'idempotency_key_consumed'])
    expect(server.mails).toHaveLength(1)
    expect((await send(id, { to: OWN }, { 'idempotency-key': 'another' })).status).toBe(200)
  })

  test.for([
    ['at its mark', LOCK_OUTCOMES, 'insert into idempotent_requests'],
    ['between its mark and its place in the day', LOCK_MAILBOXES, 'select 1 from mailboxes'],
  ] as const)('that is interrupted %s is sent once when repeated, and counted once', async ([, lock, statement]) => {
    const id = await campaign()
    const holder = await holding(app.database.connectionString, lock)
    const once = { 'idempotency-key': 'breaks off before' }
    const first = send(id, { to: OWN }, once)
    await cutWaiting(pool(), holder, statement)
    expect((await first).status).toBeGreaterThanOrEqual(500)
    expect(server.mails).toHaveLength(0)
    const counted = async () => (await pool().query('select from test_mails')).rowCount
    expect(await counted()).toBe(0)
    expect((await send(id, { to: OWN }, once)).status).toBe(200)
    expect([server.mails.length, await counted()]).toEqual([1, 1])
  })

  test("uses fallbacks when no recipient is named, and takes its thread's subject in a follow-up", async () => {
    const id = await campaign({
      steps: [{ subject: 'Lamps' }, { subject: null, body: 'Still {{first_name|fallback:"you"}}?' }],
    })
    const [, second] = await stepIds(id)
    const sent = await send(id, { to: OWN, follow_up_id: second })
    expect(sent.body.data).toMatchObject({ step: 1, subject: 'Re: Lamps' })
    expect(server.mails[0]?.raw).toContain('Still you?')
  })

  test('goes to no other address, not even that of a recipient', async () => {
    const id = await campaign()
    const refused = await send(id, { to: 'r1@crowd.example' })
    expect([refused.status, refused.body.errors?.[0]?.id]).toEqual([422, 'validation_failed'])
    expect((await send(id, {})).status).toBe(400)
    expect(server.mails).toEqual([])
  })

  test('goes to the address its user signs in with', async () => {
    const id = await campaign()
    await pool().query(
      `with login as (insert into logins (email) values ('maya@birch.example') returning id)
       update users set login_id = login.id from login where account_id = 1`,
    )
    expect((await send(id, { to: 'Maya@birch.example' })).status).toBe(200)
    await addOptout(app.context, 'maya@birch.example', null)
    expect((await send(id, { to: 'maya@birch.example' })).status).toBe(422)
    expect(server.to('maya@birch.example')).toHaveLength(1)
  })

  test('counts towards the daily limit of its mailbox, as emails do', async () => {
    const id = await campaign({ dailyLimit: 4 })
    await pool().query('update campaigns set bcc_recipient = null')
    expect((await send(id, { to: OWN })).status).toBe(200)
    expect(await sendDueMessages(app.context)).toBe(3)
    const refused = await send(id, { to: OWN })
    expect([refused.status, refused.body.errors?.[0]?.details]).toEqual([
      422,
      'rui@lumen.example has reached its sending limit for today.',
    ])
    clock.advance(24 * 3_600_000)
    expect((await send(id, { to: OWN })).status).toBe(200)
  })

  test('restarts the gap of its mailbox', async () => {
    const id = await campaign({ gapSeconds: 60 })
    await send(id, { to: OWN })
    expect(await sendDueMessages(app.context)).toBe(0)
    clock.advance(61_000)
    expect(await sendDueMessages(app.context)).toBe(1)
  })

  test('requested twice is sent once', async () => {
    const id = await campaign()
    const ask = () => send(id, { to: OWN }, { 'idempotency-key': 'twice' })
    const answers = [await ask(), await ask()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(server.mails).toHaveLength(1)
  })

  test('does not count towards the daily limit when the server could not be reached', async () => {
    const id = await campaign({ dailyLimit: 1 })
    await pool().query('update mailboxes set smtp_port = 1')
    const refused = await send(id, { to: OWN })
    expect([refused.status, refused.body.errors?.[0]?.details]).toEqual([
      422,
      'The SMTP server cannot be reached: check host, port and security.',
    ])
    await pool().query('update mailboxes set smtp_port = $1', [server.port])
    expect((await send(id, { to: OWN })).status).toBe(200)
  })

  test('that certainly was not sent can be repeated, even if the refusal could not be stored', async () => {
    const id = await campaign()
    const once = { 'idempotency-key': 'never left' }
    await pool().query('update mailboxes set smtp_port = 1')
    await pool().query('alter table idempotent_requests add constraint keeps_nothing check (sealed is null)')
    const refused = await send(id, { to: OWN }, once)
    await pool().query('alter table idempotent_requests drop constraint keeps_nothing')
    await pool().query('update mailboxes set smtp_port = $1', [server.port])
    expect([refused.status, server.mails.length]).toEqual([422, 0])
    expect((await send(id, { to: OWN }, once)).status).toBe(200)
    expect(server.mails).toHaveLength(1)
  })
})
