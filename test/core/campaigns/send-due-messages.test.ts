import { describe, expect, test } from 'vitest'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { insertMailbox, insertCampaign, statuses } from '../../support/records/outbox-in-hand.ts'
import { sendingInHand } from '../../support/records/sending-in-hand.ts'

const START = '2026-03-02T09:00:00Z' // a Monday
const sending = sendingInHand({ start: START, tables: ['optouts', 'unsubscribes'] })
const { clock, says, pool, send, rowsOf, campaign } = sending

describe('due messages', () => {
  test('are sent once each, and recipient and lead show it', async () => {
    await campaign()
    expect(await send()).toBe(3)
    expect(await send()).toBe(0)
    expect(sending.server.mails.map((mail) => mail.to[0] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'r1@crowd.example',
      'r2@crowd.example',
      'r3@crowd.example',
    ])
    const [lead] = await rowsOf(`select sending_status, last_contacted_at from leads where email = 'r1@crowd.example'`)
    expect(lead).toEqual({ sending_status: 'sent', last_contacted_at: new Date(START) })
    expect(await rowsOf('select distinct state, sending_status from campaign_recipients')).toEqual([
      { state: 'finished', sending_status: 'sent' },
    ])
    expect(sending.server.mails[0]?.raw).toContain('Good morning Name')
  })

  test('keep the gap of their mailbox', async () => {
    await campaign({ gapSeconds: 60 })
    expect(await send()).toBe(1)
    clock.advance(59 * SECOND_MS)
    expect(await send()).toBe(0)
    clock.advance(SECOND_MS)
    expect(await send()).toBe(1)
  })

  test('to many recipients start to be sent once the start has been answered, while most are not planned yet', async () => {
    const mailbox = await insertMailbox(pool(), { port: sending.server.port, gapSeconds: 60 })
    const { id } = await writtenCampaign(sending.app, { email_account_ids: [mailbox] })
    await pool().query(
      `insert into campaign_recipients (account_id, campaign_id, email)
        select 1, $1, 'r' || n || '@crowd.example' from generate_series(1, 3000) n`,
      [id],
    )
    expect((await sending.app.post(`/v2/sequences/${id}/start`, {})).status).toBe(200)
    expect(await send()).toBe(1)
    expect(sending.server.mails).toMatchObject([{ to: ['r1@crowd.example'] }])
    const waiting = `select count(*) as people from campaign_recipients where state = 'waiting'`
    expect(await rowsOf(waiting)).toEqual([{ people: 2_900 }])
  })

  test('from more mailboxes than can send at once are sent in turns', async () => {
    const mailboxIds: number[] = []
    for (let box = 0; box < 10; box++)
      mailboxIds.push(await insertMailbox(pool(), { port: sending.server.port, email: `box${box}@lumen.example` }))
    await insertCampaign(pool(), { mailboxIds, recipients: 400, dueAt: clock.now() })
    expect(await send()).toBe(400)
    expect(new Set(sending.server.mails.slice(0, 300).map(({ from }) => from)).size).toBe(10)
  })

  test('from other mailboxes are sent before a failing mailbox ends the round', async () => {
    for (const email of ['rui@lumen.example', 'ines@lumen.example']) {
      const id = await insertMailbox(pool(), { port: sending.server.port, email })
      await insertCampaign(pool(), { mailboxIds: [id], recipients: 3, dueAt: clock.now() })
    }
    const { store } = sending.app.context
    const leaseNext: typeof store.replyOutbox.leaseNext = (workerId, mailbox, ...more) =>
      mailbox.id === 1 ? Promise.reject(new Error('No luck.')) : store.replyOutbox.leaseNext(workerId, mailbox, ...more)
    const unlucky = { ...sending.app.context, store: { ...store, replyOutbox: { ...store.replyOutbox, leaseNext } } }
    await expect(sendDueMessages(unlucky)).rejects.toThrow('No luck.')
    expect(sending.server.mails.map(({ from }) => from)).toEqual(Array.from({ length: 3 }, () => 'ines@lumen.example'))
  })

  test.each(['content', 'prepare', 'sent', 'fail'] as const)(
    'are sent once, and none is in doubt, if the database drops out at "%s"',
    async (step) => {
      await campaign({ recipients: 2 })
      if (step === 'fail') says.rcpt = (to) => (to.startsWith('r1@') ? '550 5.7.1 Refused by our policy' : '250 Ok')
      const { store } = sending.app.context
      const original = store.outboxResults[step] as (...given: unknown[]) => Promise<unknown>
      let calls = 0
      const failing = (...given: unknown[]) =>
        calls++ === 0 ? Promise.reject(new Error('Connection terminated unexpectedly')) : original(...given)
      const troubled = {
        ...sending.app.context,
        store: { ...store, outboxResults: { ...store.outboxResults, [step]: failing } },
      }
      await sendDueMessages(troubled)
      clock.advance(MINUTE_MS)
      await sendDueMessages(troubled)
      expect(await statuses(pool())).toEqual(step === 'fail' ? { sent: 1, error: 1 } : { sent: 2 })
      expect(sending.server.mails).toHaveLength(step === 'fail' ? 1 : 2)
    },
  )

  test('beyond the daily limit wait for the next day', async () => {
    await campaign({ recipients: 5, dailyLimit: 2 })
    expect(await send()).toBe(2)
    clock.set('2026-03-02T23:59:59Z')
    expect(await send()).toBe(0)
    clock.set('2026-03-03T00:00:00Z')
    expect(await send()).toBe(2)
    clock.set('2026-03-04T00:00:00Z')
    expect(await send()).toBe(1)
  })

  test('outside the window wait until it opens, by the clock of its time zone', async () => {
    await campaign({
      recipients: 1,
      settings: {
        time_zone: 'Europe/Lisbon',
        schedule_days: [6],
        schedule_time_start: 9 * 3600,
        schedule_time_end: 10 * 3600,
      },
    })
    expect(await send()).toBe(0)
    const [message] = await rowsOf('select due_at from messages')
    expect(message).toEqual({ due_at: new Date('2026-03-07T09:00:00Z') })
    clock.set('2026-03-07T09:00:00Z')
    expect(await send()).toBe(1)
  })

  test('of a paused campaign are not sent', async () => {
    await campaign()
    await pool().query(`update campaigns set status = 'paused'`)
    expect(await send()).toBe(0)
    expect(await statuses(pool())).toEqual({ scheduled: 3 })
  })

  test('follow up in the same thread once the step before has been sent and its days have passed', async () => {
    await campaign({ recipients: 1, steps: [{}, { waitDays: 2, body: 'Again.' }] })
    expect(await send()).toBe(1)
    clock.advance(2 * DAY_MS - SECOND_MS)
    expect(await send()).toBe(0)
    clock.advance(SECOND_MS)
    expect(await send()).toBe(1)
    const [first, second] = sending.server.mails.map(({ raw }) => raw)
    const id = /^Message-ID: (<.+>)/im.exec(first ?? '')?.[1]
    expect(id).toMatch(/@lumen\.example>$/)
    expect(second).toContain(`In-Reply-To: ${id}`)
    expect(second).toContain(`References: ${id}`)
    expect(second).toContain('Subject: Re: Lamps for r1@crowd.example')
  })

  test('are not sent to people who opted out, whether of this account or altogether', async () => {
    await campaign({ recipients: 3 })
    await pool().query(`insert into unsubscribes values (1, 'r1@crowd.example', 'unsubscribed')`)
    await pool().query(`update campaign_recipients set state = 'stopped' where email = 'r2@crowd.example'`)
    expect(await send()).toBe(1)
    expect(sending.server.mails[0]?.to).toEqual(['r3@crowd.example'])
    expect(await statuses(pool())).toEqual({ canceled: 2, sent: 1 })
  })

  test('with a tag that has no value are refused by name, before any server is contacted', async () => {
    await campaign({ recipients: 1, steps: [{ body: 'Hello {{company}} {{position|fallback:"x"}}' }, { waitDays: 1 }] })
    expect(await send()).toBe(0)
    expect(await rowsOf('select status, problem from messages order by step')).toEqual([
      { status: 'error', problem: 'There is no value for company: add a fallback or complete the lead.' },
      { status: 'canceled', problem: null },
    ])
  })
})

describe('a mail server', () => {
  test('that defers is tried again later, with a longer wait each time', async () => {
    await campaign({ recipients: 1 })
    says.rcpt = () => '451 4.7.1 Greylisted'
    expect(await send()).toBe(0)
    expect(await rowsOf('select status, attempts, reply_code, due_at, message_id from messages')).toEqual([
      {
        status: 'scheduled',
        attempts: 1,
        reply_code: '451 4.7.1',
        due_at: new Date(clock.now().getTime() + 5 * MINUTE_MS),
        message_id: null,
      },
    ])
    clock.advance(5 * MINUTE_MS)
    await send()
    const [again] = await rowsOf('select attempts, due_at from messages')
    expect(again).toEqual({ attempts: 2, due_at: new Date(clock.now().getTime() + 10 * MINUTE_MS) })
    says.rcpt = () => '250 Ok'
    clock.advance(10 * MINUTE_MS)
    expect(await send()).toBe(1)
  })

  test('that permanently refuses the recipient causes a bounce', async () => {
    await campaign({ recipients: 1, steps: [{}, { waitDays: 1 }] })
    says.rcpt = () => '550 5.1.1 No such user'
    expect(await send()).toBe(0)
    expect(await statuses(pool())).toEqual({ error: 1, canceled: 1 })
    expect(await rowsOf('select state, stopped_by, sending_status from campaign_recipients')).toEqual([
      { state: 'stopped', stopped_by: 'bounced', sending_status: 'bounced' },
    ])
    expect(await rowsOf('select email, reason from unsubscribes')).toEqual([
      { email: 'r1@crowd.example', reason: 'bounced' },
    ])
  })

  test('that disconnects after the final dot leaves the message in doubt, and it is not resent', async () => {
    await campaign({ recipients: 1, steps: [{}, { waitDays: 1 }] })
    says.data = () => ({ leave: true })
    expect(await send()).toBe(0)
    expect(sending.server.mails).toHaveLength(1)
    clock.advance(30 * DAY_MS)
    expect(await send()).toBe(0)
    expect(await statuses(pool())).toEqual({ uncertain: 1, scheduled: 1 })
  })

  test('that disconnects before it is tried again', async () => {
    await campaign({ recipients: 1 })
    says.rcpt = () => ({ leave: true })
    expect(await send()).toBe(0)
    expect(await statuses(pool())).toEqual({ scheduled: 1 })
    says.rcpt = () => '250 Ok'
    clock.advance(HOUR_MS)
    expect(await send()).toBe(1)
  })

  test('that cannot be used stops the mailbox and its campaigns, and the reason is shown', async () => {
    const mailbox = await insertMailbox(pool(), { port: sending.server.port, host: '192.0.2.1' })
    await insertCampaign(pool(), { mailboxIds: [mailbox], recipients: 2, dueAt: clock.now() })
    expect(await send()).toBe(0)
    expect(await rowsOf('select problem from mailboxes')).toEqual([
      {
        problem:
          'The SMTP host has a private address: the operator can allow its network with QUARRY_MAIL_ALLOWED_NETWORKS.',
      },
    ])
    expect(await rowsOf('select status from campaigns')).toEqual([{ status: 'error' }])
    expect(await statuses(pool())).toEqual({ scheduled: 2 })
  })
})

describe('a message in doubt', () => {
  async function inDoubt(): Promise<{ path: string; id: number }> {
    const sequence = await campaign({ recipients: 1, steps: [{}, { waitDays: 1, body: 'Again.' }] })
    says.data = () => ({ leave: true })
    await send()
    says.data = () => '250 2.0.0 Ok'
    const { body } = await sending.app.get(`/v2/sequences/${sequence}/messages?status=uncertain`)
    const { messages } = body.data as { messages: { id: number; problem: string }[] }
    expect(messages).toHaveLength(1)
    expect(messages[0]?.problem).toMatch(/may or may not have been sent/)
    const id = messages[0]?.id ?? 0
    return { path: `/v2/sequences/${sequence}/messages/${id}`, id }
  }

  test('is listed, and sent again on request', async () => {
    const { path } = await inDoubt()
    expect((await sending.app.post(`${path}/resend`, {})).body.data).toMatchObject({
      status: 'scheduled',
      problem: null,
    })
    expect(await send()).toBe(1)
    expect((await sending.app.post(`${path}/resend`, {})).status).toBe(422)
  })

  test('counts as sent once confirmed; its campaign continues', async () => {
    const { path } = await inDoubt()
    const { body } = await sending.app.post(`${path}/mark-sent`, {})
    expect(body.data).toMatchObject({ status: 'sent', sent_at: '2026-03-02T09:00:00.000Z' })
    clock.advance(DAY_MS)
    expect(await send()).toBe(1)
    expect(await statuses(pool())).toEqual({ sent: 2 })
  })

  test('of another campaign is not found', async () => {
    const { id } = await inDoubt()
    expect((await sending.app.post(`/v2/sequences/999999/messages/${id}/resend`, {})).status).toBe(404)
  })
})
