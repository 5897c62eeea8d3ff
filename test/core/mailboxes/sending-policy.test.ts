import { describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import { insertMailbox, insertCampaign } from '../../support/records/outbox-in-hand.ts'
import { sendingInHand } from '../../support/records/sending-in-hand.ts'

const START = '2026-03-02T09:00:00Z' // a Monday
const COPIES = 'log@archive.example'
const sending = sendingInHand({
  start: START,
  env: { QUARRY_SENDING_MAX_DAILY: '7', QUARRY_SENDING_DOMAINS: 'lumen.example' },
  tables: ['optouts', 'unsubscribes'],
})
const { clock, pool } = sending

async function campaign(dailyLimit: number, email = 'rui@lumen.example'): Promise<void> {
  const mailbox = await insertMailbox(pool(), { email, port: sending.server.port, gapSeconds: 0, dailyLimit })
  await insertCampaign(pool(), { mailboxIds: [mailbox], dueAt: clock.now(), recipients: 20 })
  await pool().query('update campaigns set bcc_recipient = $1', [COPIES])
}

async function sent(): Promise<{ messages: number; copies: number }> {
  await sendDueMessages(sending.app.context)
  const copies = sending.server.mails.filter(({ to }) => to.includes(COPIES)).length
  return { messages: sending.server.mails.length - copies, copies }
}

describe('BCC copies', () => {
  test('count towards the daily limit of their mailbox', async () => {
    await campaign(6)
    expect(await sent()).toEqual({ messages: 3, copies: 3 })
  })

  test.each([
    ['cleared', 6, COPIES, null, { messages: 3, copies: 3 }],
    ['set', 3, null, COPIES, { messages: 3, copies: 0 }],
  ])('count as sent even if their address is %s afterwards', async (_, limit, before, after, all) => {
    await campaign(limit)
    const setCopies = (to: string | null) => pool().query('update campaigns set bcc_recipient = $1', [to])
    await setCopies(before)
    expect(await sent()).toEqual(all)
    await setCopies(after)
    await pool().query('update mailboxes set daily_limit = 7')
    await pool().query(`update messages set due_at = $1 where status = 'scheduled'`, [clock.now()])
    const more = after === null ? { messages: 1, copies: 0 } : { messages: 2, copies: 2 }
    expect(await sent()).toEqual({ messages: all.messages + more.messages, copies: all.copies + more.copies })
  })

  test('are not sent by a mailbox limited to one message a day', async () => {
    await campaign(1)
    expect(await sent()).toEqual({ messages: 1, copies: 0 })
  })

  test.each([
    [
      'asked the account for no more mail',
      () => pool().query(`insert into unsubscribes values (1, '${COPIES}', 'unsubscribed', now())`),
    ],
    ['opted out of the installation', () => addOptout(sending.app.context, COPIES, null)],
    ['owns a domain that opted out', () => addOptout(sending.app.context, 'archive.example', null)],
  ])('do not go to an address that %s', async (_, optOut) => {
    await campaign(6)
    await optOut()
    const { messages, copies } = await sent()
    expect([messages > 0, copies]).toEqual([true, 0])
  })
})

describe('the operator', () => {
  test('sets how many messages a day any mailbox may send', async () => {
    await campaign(1_000)
    await pool().query('update campaigns set bcc_recipient = null')
    expect(await sent()).toEqual({ messages: 7, copies: 0 })
    const refused = await sending.app.post('/v2/email-accounts', mailbox('rui@lumen.example', 8))
    expect([refused.status, refused.body.errors?.[0]?.details]).toEqual([
      422,
      'daily_limit: the operator allows at most 7 per day.',
    ])
  })

  test('is obeyed by what a mailbox says it may still send today, which grows while it warms up', async () => {
    await campaign(1_000)
    await pool().query('update campaigns set bcc_recipient = null')
    const usage = async () => (await sending.app.get('/v2/email-accounts/1/usage')).body.data
    expect(await usage()).toMatchObject({ sent_today: 0, daily_limit: 7, available: 7 })
    expect((await sent()).messages).toBe(7)
    expect(await usage()).toMatchObject({ sent_today: 7, daily_limit: 7, available: 0 })
    await pool().query(`delete from messages; update mailboxes set ramp = 'auto', ramp_cap = 5`)
    expect(await usage()).toMatchObject({ daily_limit: 7, available: 5 })
  })

  test('sees blind copies count in what is left of today', async () => {
    await campaign(6)
    expect(await sent()).toEqual({ messages: 3, copies: 3 })
    expect((await sending.app.get('/v2/email-accounts/1/usage')).body.data).toMatchObject({
      daily_limit: 6,
      available: 0,
    })
  })

  test('limits the domains mail may be sent from, even for existing mailboxes', async () => {
    await campaign(6, 'rui@elsewhere.example')
    expect(await sent()).toEqual({ messages: 0, copies: 0 })
    const { rows } = await pool().query<{ problem: string }>('select problem from mailboxes')
    expect(rows[0]?.problem).toMatch(/does not allow mail from this domain/)
    const refused = await sending.app.post('/v2/email-accounts', mailbox('rui@notlumen.example', 5))
    expect([refused.status, refused.body.errors?.[0]?.details]).toEqual([
      422,
      'email: The operator of this installation does not allow mail from this domain.',
    ])
  })

  const mailbox = (email: string, daily_limit: number) => ({
    email,
    daily_limit,
    smtp_host: 'smtp.lumen.example',
    smtp_port: 465,
    smtp_security: 'tls',
  })
})

describe('a server that refuses emails of this size', () => {
  test('is reported at the mailbox, and nothing is silently postponed', async () => {
    await using small = await startReceivingServer({ clock, size: 10 })
    await campaign(6)
    await pool().query('update mailboxes set smtp_port = $1', [small.port])
    expect(await sent()).toEqual({ messages: 0, copies: 0 })
    const { rows } = await pool().query<{ problem: string }>('select problem from mailboxes')
    expect(rows[0]?.problem).toMatch(/^The message is too large for the SMTP server/)
  })
})

describe('an address with letters beyond ASCII', () => {
  const named = async (port: number, email: string) => {
    await campaign(6)
    await pool().query('update campaigns set bcc_recipient = null')
    await pool().query('update mailboxes set smtp_port = $1', [port])
    await pool().query(`delete from campaign_recipients where id <> (select min(id) from campaign_recipients)`)
    await pool().query('update campaign_recipients set email = $1', [email])
    await sendDueMessages(sending.app.context)
    const { rows } = await pool().query<{ status: string; problem: string | null; failure_kind: string | null }>(
      'select status, problem, failure_kind from messages order by id limit 1',
    )
    return rows[0]
  }
  const unsubscribed = async () => (await pool().query('select 1 from unsubscribes')).rowCount

  test('gets its mail through a server that takes it', async () => {
    await using server = await startReceivingServer({ clock, smtputf8: true })
    expect(await named(server.port, 'jörg@maker.example')).toMatchObject({ status: 'sent', problem: null })
    expect(server.mails).toHaveLength(1)
  })

  test('is not even named to another server, and nothing is held against it or the mailbox', async () => {
    const asked: string[] = []
    await using server = await startReceivingServer({
      clock,
      rcpt: (to) => {
        asked.push(to)
        return '550 5.1.3 Bad address'
      },
    })
    expect(await named(server.port, 'jörg@maker.example')).toEqual({
      status: 'error',
      problem: 'The mail server takes no addresses with letters beyond ASCII.',
      failure_kind: 'other',
    })
    expect([asked, await unsubscribed()]).toEqual([[], 0])
  })
})
