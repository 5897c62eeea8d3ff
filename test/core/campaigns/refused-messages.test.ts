import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { createSecretBox } from '../../../src/lib/secrets/secret-box.ts'
import { insertMailbox, insertCampaign, statuses } from '../../support/records/outbox-in-hand.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'
import { sendingInHand } from '../../support/records/sending-in-hand.ts'

const START = '2026-03-02T09:00:00Z' // a Monday
const sending = sendingInHand({ start: START, tables: ['optouts', 'unsubscribes'] })
const { clock, says, pool, send, rowsOf, campaign } = sending

describe('a mail server', () => {
  test('that refuses for its own reasons affects the message, not the address', async () => {
    await campaign({ recipients: 1, steps: [{}, { waitDays: 1 }] })
    says.rcpt = () => '550 5.7.1 Message refused by our policy'
    expect(await send()).toBe(0)
    expect(await statuses(pool())).toEqual({ error: 1, canceled: 1 })
    expect(await rowsOf('select state, stopped_by, sending_status from campaign_recipients')).toEqual([
      { state: 'stopped', stopped_by: 'error', sending_status: 'error' },
    ])
    expect(await rowsOf(`select failure_kind, bounced_at from messages where status = 'error'`)).toEqual([
      { failure_kind: 'policy', bounced_at: null },
    ])
    expect(await rowsOf('select email from unsubscribes')).toEqual([])
  })

  test.each([
    { refused: ['r1@'], rate: 0.25 },
    { refused: ['r1@', 'r2@', 'r3@'], rate: 0.75 },
    { refused: ['r'], rate: 1 },
  ])('that knows all but $refused makes $rate of the emails bounce', async ({ refused, rate }) => {
    const id = await campaign({ recipients: 4 })
    says.rcpt = (to) => (refused.some((start) => to.startsWith(start)) ? '550 5.1.1 No such user' : '250 Ok')
    await send()
    expect((await sending.app.get(`/v2/sequences/${id}/stats`)).body.data).toMatchObject({
      bounce_rate: rate,
      follow_ups: [{ bounce_rate: rate }],
    })
  })

  test('that does not know the person makes it bounce, and webhooks are notified', async () => {
    await pool().query(`insert into webhooks (account_id, target_url, event, secret_sealed, created_at)
      select 1, 'https://hooks.example/' || event, event, '', now() from unnest(array['message.bounced', 'message.sent']) event`)
    await campaign({ recipients: 2 })
    says.rcpt = (to) => (to.startsWith('r1@') ? '550 5.1.1 No such user' : '550 5.7.1 Message refused by our policy')
    await send()
    const told = await rowsOf("select event, payload::jsonb -> 'data' as data from webhook_deliveries")
    expect(told).toEqual([
      {
        event: 'message.bounced',
        data: {
          message: expect.objectContaining({ to: 'r1@crowd.example', step: 0, sent_at: null }) as unknown,
          lead: expect.objectContaining({ email: 'r1@crowd.example' }) as unknown,
          kind: 'address',
          status: '5.1.1',
        },
      },
    ])
    await emptyTables(sending.app.context.database, 'webhooks')
  })

  test('that accepts no more from the sender makes the mailbox pause, longer each time, and nothing is lost', async () => {
    await campaign({ recipients: 2 })
    says.rcpt = () => '550 5.4.5 Daily user sending limit exceeded'
    for (const hours of [1, 4, 24, 24]) {
      expect(await send()).toBe(0)
      const until = new Date(clock.now().getTime() + hours * HOUR_MS)
      expect(await rowsOf('select rest_until, rest_reason, problem from mailboxes')).toEqual([
        { rest_until: until, rest_reason: 'sender_limit', problem: null },
      ])
      expect(await rowsOf('select distinct status, attempts, failure_kind from messages')).toEqual([
        { status: 'scheduled', attempts: 0, failure_kind: null },
      ])
      clock.set(new Date(until.getTime() - SECOND_MS))
      says.rcpt = () => '250 Ok'
      expect(await send()).toBe(0)
      says.rcpt = () => '550 5.4.5 Daily user sending limit exceeded'
      clock.set(until)
    }
    says.rcpt = () => '250 Ok'
    expect(await send()).toBe(2)
    expect(await rowsOf('select email from unsubscribes')).toEqual([])
    expect(await rowsOf('select rests, rest_until from mailboxes')).toEqual([{ rests: 0, rest_until: null }])
  })

  test.each([
    ['530 5.7.57 Client not authenticated to send mail', 'The SMTP server rejected the user name or password.'],
    [
      '550 5.7.30 Basic authentication is not supported for Client Submission',
      'This mailbox logs in with a password, which the SMTP server no longer accepts: connect it through OAuth.',
    ],
    [
      '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant',
      'Sending by SMTP is switched off for this mailbox or its organization: an administrator must allow Authenticated SMTP.',
    ],
  ])('that says %s stops the mailbox, not the recipient', async (reply, problem) => {
    await campaign({ recipients: 1 })
    says.rcpt = () => reply
    expect(await send()).toBe(0)
    expect(await rowsOf('select problem from mailboxes')).toEqual([{ problem }])
    expect(await statuses(pool())).toEqual({ scheduled: 1 })
    expect(await rowsOf('select email from unsubscribes')).toEqual([])
  })
})

test("webhooks and a mailbox's owner are notified once when it stops, and once when it works again", async () => {
  await pool()
    .query(`with login as (insert into logins (email, language) values ('rui@lumen.example', 'de') returning id)
    update users set login_id = login.id from login where account_id = 1`)
  await pool().query(`insert into webhooks (account_id, target_url, event, secret_sealed, created_at)
    select 1, 'https://hooks.example/' || event, event, '', now() from unnest(array['mailbox.paused', 'mailbox.resumed']) event`)
  await campaign({ recipients: 3 })
  says.rcpt = () => '550 5.7.30 Basic authentication is not supported for Client Submission'
  await send()
  clock.advance(HOUR_MS)
  await send()
  expect(await rowsOf('select subject, body from notices')).toEqual([
    {
      subject: 'Angehalten: rui@lumen.example',
      body: 'Das Postfach rui@lumen.example sendet vorerst nichts.\n\nDer Server zum Senden (SMTP) nimmt keine Passwörter mehr an. Verbinden Sie das Postfach mit OAuth.\n',
    },
  ])
  says.rcpt = () => '250 Ok'
  expect(await sending.app.post('/v2/email-accounts/1/test', {})).toMatchObject({ status: 200 })
  expect(await rowsOf('select event from webhook_deliveries order by id')).toEqual([
    { event: 'mailbox.paused' },
    { event: 'mailbox.resumed' },
  ])
})

test.each([
  ['password', 'smtp_password_sealed', `smtp_username = 'rui'`],
  ['DKIM key', 'dkim_key_sealed', `dkim_domain = 'lumen.example', dkim_selector = 'q'`],
])(
  'a %s sealed under another key than this process has stops the mailbox, not the message',
  async (_, column, others) => {
    await campaign({ recipients: 1 })
    const sealed = createSecretBox(() => [Buffer.alloc(32, 'x')]).seal('secret', 'any')
    await pool().query(`update mailboxes set ${column} = $1, ${others}`, [sealed])
    expect(await send()).toBe(0)
    expect(await rowsOf('select status, attempts from messages')).toEqual([{ status: 'scheduled', attempts: 0 }])
    const problem = 'A stored secret was encrypted with another key: add that key to QUARRY_SECRET_KEY.'
    expect(await rowsOf('select problem from mailboxes')).toEqual([{ problem }])
    expect(sending.server.mails).toEqual([])
  },
)

describe('the day of a mailbox', () => {
  test('is its own, whatever time zones its campaigns have', async () => {
    clock.set('2026-03-02T12:00:00Z')
    const mailbox = await insertMailbox(pool(), { port: sending.server.port, dailyLimit: 1 })
    for (const zone of ['Pacific/Honolulu', 'Asia/Tokyo'])
      await insertCampaign(pool(), {
        mailboxIds: [mailbox],
        recipients: 2,
        dueAt: clock.now(),
        settings: { time_zone: zone },
      })
    expect(await send()).toBe(1)
    // Midnight in Tokyo, the time zone of the second campaign.
    clock.set('2026-03-02T15:00:01Z')
    expect(await send()).toBe(0)
    // Midnight in Honolulu, the time zone of the oldest campaign.
    clock.set('2026-03-03T10:00:01Z')
    expect(await send()).toBe(1)
    const hours = { days: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '23:59', time_zone: 'Europe/Berlin' }
    await pool().query('update mailboxes set sending_schedule = $1', [hours])
    clock.set(new Date(Date.parse('2026-03-03T23:00:01Z')))
    await pool().query(`update messages set due_at = $1 where status = 'scheduled'`, [clock.now()])
    expect(await send()).toBe(1)
    clock.advance(DAY_MS)
    expect(await send()).toBe(1)
  })
})
