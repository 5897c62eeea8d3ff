import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/process/clock.ts'
import { startFloodServer } from '../../internet/imap-flood.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { deliveryReport } from '../../support/mails/returned-mails.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox } from '../../support/mails/sent-mail.ts'

let app: TestApp
let imap: TestImapServer
let mailbox: SeededMailbox
let now = new Date('2026-03-02T09:00:00Z')
let people = 0
const person = () => `ines${++people}@maker.example`

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock: { now: () => now } },
  })
})
afterAll(() => app[Symbol.asyncDispose]())

beforeEach(async () => {
  await app.database.pool.query('update mailboxes set imap_host = null')
  imap = await startImapServer()
  mailbox = await seedMailbox(app.context, imap.port)
  return () => imap.stop()
})

const pass = (ms: number) => (now = new Date(now.getTime() + ms))
const round = async () => {
  pass(MINUTE_MS)
  await readMailboxes(app.context)
}
const deliver = (raw: string) => imap.deliver(raw, { arrivedAt: now })

const reply = (from: string, answered: string | null, more: readonly string[] = [], body = 'Gladly!'): string =>
  [
    `From: Ines <${from}>`,
    'Subject: Re: Hello',
    ...(answered === null ? [] : [`In-Reply-To: ${answered}`, `References: <older@lumen.example> ${answered}`]),
    ...more,
    '',
    body,
    '',
  ].join('\r\n')

const UNTOUCHED = {
  state: 'scheduled',
  recipient: 'sent',
  lead: 'sent',
  followUp: 'scheduled',
  unsubscribed: null,
  noted: [],
}
const REPLIED = { state: 'stopped', stopped_by: 'replied', recipient: 'replied', lead: 'replied', followUp: 'canceled' }

describe('an answer', () => {
  test('stops its campaign, and no other', async () => {
    const email = person()
    const [sent, other] = [await seedSent(app.context, mailbox, email), await seedSent(app.context, mailbox, email)]
    deliver(reply(email, sent.headerId))
    await round()
    expect(await standing(app.context, sent)).toMatchObject({ ...REPLIED, unsubscribed: null, noted: ['replied'] })
    expect(await standing(app.context, other)).toMatchObject({ state: 'scheduled', followUp: 'scheduled', noted: [] })
  })

  test("updates the lead's last activity", async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    deliver(reply(email, sent.headerId))
    await round()
    const lead = (await app.get(`/v2/leads/${sent.leadId}`)).body.data as { last_activity_at: string }
    expect(lead.last_activity_at).toBe(now.toISOString().replace('T', ' ').replace('.000Z', ' UTC'))
  })

  test('outside a thread concerns what its sender got last from this mailbox', async () => {
    const email = person()
    const [first, last] = [
      await seedSent(app.context, mailbox, email),
      (pass(MINUTE_MS), await seedSent(app.context, mailbox, email)),
    ]
    const elsewhere = await seedSent(app.context, await seedMailbox(app.context, 1), email)
    deliver(reply(email, null))
    await round()
    expect(await standing(app.context, last)).toMatchObject(REPLIED)
    for (const sent of [first, elsewhere])
      expect(await standing(app.context, sent)).toMatchObject({ state: 'scheduled' })
  })

  test('to an email of another account has no effect there', async () => {
    const { accountId } = await createAccount(app.context, 'free')
    const theirs = await seedSent(app.context, await seedMailbox(app.context, 1, accountId), person())
    const { rows } = await app.database.pool.query<{ email: string }>(
      'select email from campaign_recipients where id = $1',
      [theirs.recipientId],
    )
    deliver(reply(rows[0]?.email ?? '', theirs.headerId))
    await round()
    expect(await standing(app.context, theirs)).toMatchObject({ state: 'scheduled', noted: [] })
  })

  test.each([
    ['an absence notice', ['Auto-Submitted: auto-replied']],
    ['a vacation program', ['X-Autoreply: yes']],
    ['a newsletter of the same sender', ['List-Unsubscribe: <mailto:x@maker.example>']],
  ])('of %s stops nothing', async (name, headers) => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    deliver(reply(email, name.includes('newsletter') ? '<theirs@maker.example>' : sent.headerId, headers))
    await round()
    expect(await standing(app.context, sent)).toMatchObject(UNTOUCHED)
  })

  test('that asks for no more mail ends all campaigns of the account', async () => {
    const email = person()
    const [sent, other] = [await seedSent(app.context, mailbox, email), await seedSent(app.context, mailbox, email)]
    deliver(reply(email, sent.headerId, [], 'Please unsubscribe me.'))
    await round()
    expect(await standing(app.context, sent)).toMatchObject({
      state: 'stopped',
      stopped_by: 'unsubscribed',
      lead: 'unsubscribed',
      unsubscribed: 'unsubscribed',
      noted: ['unsubscribed'],
    })
    expect(await standing(app.context, other)).toMatchObject({ state: 'stopped', followUp: 'canceled' })
  })

  test.each(['us-ascii', 'iso-8859-1'])('in UTF-8 under the label %s is read as it was written', async (charset) => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const label = [`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit']
    deliver(reply(email, sent.headerId, label, 'Não me escreva mais, por favor.'))
    await round()
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', unsubscribed: 'unsubscribed' })
  })

  test.each([
    ['under the label us-ascii', ['Content-Type: text/plain; charset=us-ascii']],
    ['under an empty label', ['Content-Type: text/plain; charset=']],
    ['without a label', []],
  ])('in Latin-1 %s is, too', async (_, headers) => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const raw = reply(email, sent.headerId, headers, 'Não me escreva mais, por favor.')
    imap.deliver(Buffer.from(raw, 'latin1'), { arrivedAt: now })
    await round()
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', unsubscribed: 'unsubscribed' })
  })

  test.each([
    ['text/plain; charset=utf-7', 'N+AOM-o me escreva mais, por favor.'],
    ['text/plain; format=flowed;\r\n charset="UNICODE-1-1-UTF-7"', 'N+AOM-o me escreva mais, por favor.'],
    ['text/html; charset=UTF-7', '<p>N+AOM-o me escreva mais,<br>por favor.</p>'],
  ])('in UTF-7 as %s is, too', async (type, text) => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    deliver(reply(email, sent.headerId, [`Content-Type: ${type}`], text))
    await round()
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', unsubscribed: 'unsubscribed' })
  })

  test.each([
    [
      'Gmail',
      '<div dir="ltr">Yes, please call me.</div><br><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On Mon, Mar 2, 2026 at 9:00 AM Rui &lt;<a href="mailto:rui@lumen.example">rui@lumen.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><div>Hello,</div><div>Please unsubscribe me.</div></blockquote></div>',
    ],
    [
      'Apple Mail',
      '<div>Yes, please call me.</div><div><br><blockquote type="cite"><div>On 2 Mar 2026, at 09:00, Rui wrote:</div><br><div>Please unsubscribe me.</div></blockquote></div>',
    ],
    [
      'Yahoo',
      '<div>Yes, please call me.</div><div class="yahoo_quoted"><div>On Monday, March 2, 2026, 09:00 AM, Rui &lt;rui@lumen.example&gt; wrote:</div><div><br></div><div>Please unsubscribe me.</div></div>',
    ],
    [
      'an older program',
      '<p>Yes, please call me.</p><blockquote style="border-left:2px solid blue">On 2 March 2026 Rui wrote:<br>Please unsubscribe me.</blockquote>',
    ],
  ])('in HTML as %s writes it says what stands above its quotation', async (_, html) => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    deliver(reply(email, sent.headerId, ['Content-Type: text/html; charset=utf-8'], html))
    await round()
    expect(await standing(app.context, sent)).toMatchObject(REPLIED)
  })

  test('in HTML whose own words are indented says those, too', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const html =
      '<p>Good morning.</p><blockquote style="margin:0 0 0 40px;border:none">Please unsubscribe me.</blockquote>'
    deliver(reply(email, sent.headerId, ['Content-Type: text/html'], html))
    await round()
    expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', unsubscribed: 'unsubscribed' })
  })

  test('in the junk folder counts too', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    imap.deliver(reply(email, sent.headerId), { arrivedAt: now, folder: 'Spam' })
    await round()
    expect(await standing(app.context, sent)).toMatchObject(REPLIED)
  })
})

describe('a bounce', () => {
  const BOUNCED = {
    state: 'stopped',
    stopped_by: 'bounced',
    lead: 'bounced',
    followUp: 'canceled',
    unsubscribed: 'bounced',
    noted: ['bounced'],
  }

  test('that is permanent ends all mail from the account to the address', async () => {
    const recipient = person()
    const [sent, other] = [
      await seedSent(app.context, mailbox, recipient),
      await seedSent(app.context, mailbox, recipient),
    ]
    deliver(deliveryReport({ recipient, messageId: sent.headerId }))
    await round()
    expect(await standing(app.context, sent)).toMatchObject(BOUNCED)
    expect(await standing(app.context, other)).toMatchObject({ state: 'stopped', stopped_by: 'bounced', noted: [] })
  })

  test('that is temporary changes nothing', async () => {
    const recipient = person()
    const sent = await seedSent(app.context, mailbox, recipient)
    deliver(deliveryReport({ recipient, messageId: sent.headerId, action: 'delayed', status: '4.4.1' }))
    await round()
    expect(await standing(app.context, sent)).toMatchObject(UNTOUCHED)
  })

  test('of an email that was never sent, or of another recipient, changes nothing', async () => {
    const recipient = person()
    const sent = await seedSent(app.context, mailbox, recipient)
    deliver(deliveryReport({ recipient, messageId: '<never@lumen.example>' }))
    deliver(deliveryReport({ recipient: 'bea@maker.example', messageId: sent.headerId }))
    deliver(deliveryReport({ recipient: 'nobody@maker.example', part: null }))
    await round()
    expect(await standing(app.context, sent)).toMatchObject(UNTOUCHED)
    expect(
      (await app.database.pool.query(`select 1 from unsubscribes where email like '%o%y@maker.example'`)).rows,
    ).toEqual([])
  })
})

describe('reading', () => {
  const cursor = async () => {
    const text = 'select imap_cursor, imap_problem from mailboxes where id = $1'
    const { rows } = await app.database.pool.query<{
      imap_cursor: Record<string, unknown>
      imap_problem: string | null
    }>(text, [mailbox.mailboxId])
    const folders = Object.entries(rows[0]?.imap_cursor ?? {}).map(([place, at]) => [place.split(' ')[0], at])
    return { ...rows[0], imap_cursor: Object.fromEntries(folders) as Record<string, unknown> }
  }

  test('resumes where it ended, and ignores what was there long before', async () => {
    imap.deliver('Subject: old\r\n\r\n', { arrivedAt: new Date(now.getTime() - 30 * DAY_MS), uid: 70 })
    await round()
    expect((await cursor())?.imap_cursor).toMatchObject({ INBOX: { uid_validity: 1, last_uid: 70 } })
    deliver('Subject: new\r\n\r\n')
    await round()
    expect((await cursor())?.imap_cursor).toMatchObject({ INBOX: { uid_validity: 1, last_uid: 71 } })
    expect(imap.commands.filter((line) => line.includes('FETCH'))).toHaveLength(1)
    await round()
    expect(imap.commands.filter((line) => line.includes('FETCH'))).toHaveLength(1)
  })

  test('happens at every look, even an early one', async () => {
    await round()
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    deliver(reply(email, sent.headerId))
    pass(41 * SECOND_MS)
    await readMailboxes(app.context)
    expect(await standing(app.context, sent)).toMatchObject(REPLIED)
  })

  test('starts over when the mailbox has moved to another server', async () => {
    await round()
    await using other = await startImapServer()
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    other.deliver(reply(email, sent.headerId), { arrivedAt: now, uid: 1 })
    imap.deliver('Subject: x\r\n\r\n', { arrivedAt: now, uid: 50 })
    await round()
    const move = `update mailboxes set imap_port = $2, imap_username = 'rui' where id = $1`
    await app.database.pool.query(move, [mailbox.mailboxId, other.port])
    await round()
    expect(await standing(app.context, sent)).toMatchObject(REPLIED)
  })

  test('starts over when the server has renumbered its emails, and does nothing twice', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    imap.deliver(reply(email, sent.headerId), { arrivedAt: now, uid: 9 })
    await round()
    imap.renumber()
    deliver('Subject: x\r\n\r\n')
    await round()
    expect((await cursor())?.imap_cursor).toMatchObject({ INBOX: { uid_validity: 2, last_uid: 2 } })
    expect(await standing(app.context, sent)).toMatchObject(REPLIED)
  })

  test('by several processes at once does everything once', async () => {
    await using hooks = await countEvents()
    const emails = Array.from({ length: 30 }, person)
    const sent = await Promise.all(emails.map((email) => seedSent(app.context, mailbox, email)))
    sent.forEach(({ headerId }, index) => deliver(reply(emails[index] ?? '', headerId)))
    pass(MINUTE_MS)
    await Promise.all(Array.from({ length: 4 }, () => readMailboxes(app.context)))
    await app.database.pool.query('update mailboxes set read_at = null, imap_cursor = $1', ['{}'])
    await Promise.all(Array.from({ length: 4 }, () => readMailboxes(app.context)))
    for (const one of sent) expect(await standing(app.context, one)).toMatchObject(REPLIED)
    expect(await hooks.count()).toBe(30)
  })

  test('records in the mailbox why it fails, and that it works again', async () => {
    await app.database.pool.query(`update mailboxes set imap_host = 'no.lumen.invalid' where id = $1`, [
      mailbox.mailboxId,
    ])
    await round()
    expect((await cursor())?.imap_problem).toMatch(/IMAP/)
    await app.database.pool.query(`update mailboxes set imap_host = '127.0.0.1' where id = $1`, [mailbox.mailboxId])
    await round()
    expect((await cursor())?.imap_problem).toBeNull()
  })

  test('of a server that sends without end is cut off, and the API says so for the mailbox', async () => {
    await using flood = await startFloodServer({ at: 'FETCH', piece: () => '* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n' })
    await app.database.pool.query('update mailboxes set imap_port = $2 where id = $1', [mailbox.mailboxId, flood.port])
    await round()
    expect(flood.sent()).toBeLessThan(8_000_000)
    const { body } = await app.get(`/v2/email-accounts/${mailbox.mailboxId}`)
    const { connection } = body.meta as { connection: { imap_problem: string } }
    expect(connection.imap_problem).toMatch(/sent far more than requested/)
  })

  test('continues after an email that must not be read', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const nested = Array.from(
      { length: 5_000 },
      (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
    )
    deliver(`From: ${email}\r\nIn-Reply-To: ${sent.headerId}\r\n${nested.join('')}`)
    deliver(`From: mailer-daemon@maker.example\r\nSubject: Undelivered${' x'.repeat(500_000)}\r\n\r\n`)
    const other = await seedSent(app.context, mailbox, person())
    deliver(deliveryReport({ recipient: `ines${people}@maker.example`, messageId: other.headerId }))
    await round()
    expect(await standing(app.context, other)).toMatchObject({ stopped_by: 'bounced' })
    expect((await cursor())?.imap_cursor).toMatchObject({ INBOX: { last_uid: 3 } })
  })
})

/** Registers a webhook without a target; its outbox counts the events. */
async function countEvents() {
  const made = await app.post('/v2/webhooks', {
    target_url: 'https://hooks.example.org/quarry',
    event: 'message.replied',
  })
  const { id } = made.body.data as { id: number }
  return {
    count: async () => {
      const text = 'select count(*)::int as total from webhook_deliveries where webhook_id = $1'
      return (await app.database.pool.query<{ total: number }>(text, [id])).rows[0]?.total
    },
    [Symbol.asyncDispose]: async () => void (await app.database.pool.query('delete from webhooks where id = $1', [id])),
  }
}
