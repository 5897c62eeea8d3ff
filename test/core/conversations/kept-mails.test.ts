import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { deliveryReport } from '../../support/mails/returned-mails.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox } from '../../support/mails/sent-mail.ts'

/** What is stored of incoming emails, and to which conversation each belongs. */

let app: TestApp
let imap: TestImapServer
let mailbox: SeededMailbox
let now = new Date('2026-03-02T09:00:00Z')
let people = 0
let ids = 0
const person = () => `vera${++people}@builder.example`

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
async function round(...mails: string[]): Promise<void> {
  for (const raw of mails) imap.deliver(raw, { arrivedAt: now })
  pass(MINUTE_MS)
  await readMailboxes(app.context)
}

interface Written {
  from: string
  answers?: string | null
  id?: string | null
  subject?: string
  headers?: string[]
  body?: string
}

function written({ from, answers = null, id, subject = 'Re: Hello', headers = [], body = 'Gladly!' }: Written): string {
  const own = id === undefined ? `<v${++ids}@builder.example>` : id
  return [
    `From: Vera <${from}>`,
    `Subject: ${subject}`,
    ...(own === null ? [] : [`Message-ID: ${own}`]),
    ...(answers === null ? [] : [`In-Reply-To: ${answers}`]),
    ...headers,
    '',
    body,
    '',
  ].join('\r\n')
}

interface Kept {
  conversation: number
  direction: string
  from: string | null
  body: string | null
  class: string | null
}

const kept = async (): Promise<Kept[]> =>
  (
    await app.database.pool.query<Kept>(
      `select conversation_id as conversation, direction, from_email as from, trim(body, E' \\n') as body, class
        from mails where mailbox_id = $1 order by id`,
      [mailbox.mailboxId],
    )
  ).rows
const came = async () => (await kept()).filter(({ direction }) => direction === 'in')
const threads = async () => new Set((await kept()).map(({ conversation }) => conversation)).size

describe('an incoming email', () => {
  test('is stored once with its text, next to the message it answers', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const raw = written({ from: email, answers: sent.headerId, body: 'Gladly!\r\nOn Tuesday?' })
    await round(raw)
    await round(raw)
    const [message, answer, ...rest] = await kept()
    expect(message).toMatchObject({ direction: 'out', body: null, class: null })
    expect(answer).toMatchObject({ direction: 'in', from: email, body: 'Gladly!\nOn Tuesday?', class: 'other' })
    expect(answer?.conversation).toBe(message?.conversation)
    expect(rest).toEqual([])
  })

  test('without a Message-ID is recognised by its content', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const raw = written({ from: email, answers: sent.headerId, id: null })
    await round(raw, raw)
    expect(await came()).toHaveLength(1)
  })

  test('from a stranger, from a list or unrelated to sent mail is not stored', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    await round(
      written({ from: 'nina@elsewhere.example', answers: sent.headerId }),
      written({ from: 'nina@elsewhere.example', subject: 'Lunch' }),
      written({ from: email, subject: 'Our news', headers: ['List-Id: <news.builder.example>'] }),
    )
    expect(await kept()).toEqual([])
  })

  test('from a colleague is stored, and from another user of the same webmail provider is not', async () => {
    const sent = await seedSent(app.context, mailbox, person())
    const webmail = await seedSent(app.context, mailbox, `vera${++people}@gmail.com`)
    await round(
      written({ from: 'boss@mail.builder.example', answers: sent.headerId }),
      written({ from: 'stranger@gmail.com', answers: webmail.headerId }),
    )
    expect((await came()).map(({ from }) => from)).toEqual(['boss@mail.builder.example'])
  })

  test('that claims to be from a colleague, but is not according to the server, is not stored', async () => {
    const sent = await seedSent(app.context, mailbox, person())
    const headers = ['Authentication-Results: 127.0.0.1; dmarc=fail header.from=builder.example']
    await round(written({ from: 'boss@builder.example', answers: sent.headerId, headers }))
    expect(await came()).toEqual([])
  })

  test('that is only HTML is stored as lines without markup', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const headers = ['Content-Type: text/html; charset=utf-8']
    const body = '<style>p{color:red}</style><p>Gladly&#8203;!</p><p>On <b>Tuesday</b>?</p>'
    await round(written({ from: email, answers: sent.headerId, headers, body }))
    expect((await came())[0]?.body?.split(/\n+/)).toEqual(['Gladly!', 'On Tuesday?'])
  })

  test.each([
    ['auto', 'Auto-Submitted: auto-replied', 'We have received your mail.'],
    ['out_of_office', 'Auto-Submitted: auto-replied', 'I am out of the office.'],
    ['remove_me', 'X-Mailer: Any', 'Please unsubscribe me.'],
  ])('is of class %s if its header or its words say so', async (expected, header, body) => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    await round(written({ from: email, answers: sent.headerId, headers: [header], body }))
    expect((await came()).map((mail) => mail.class)).toEqual([expected])
  })

  test('that says an email was displayed is by a program: nothing follows from it', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    const headers = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
    ]
    const said = `Final-Recipient: rfc822; ${email}\r\nDisposition: manual-action/MDN-sent-manually; displayed`
    const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
    const body = `${part('text/plain', 'It was read.')}${part('message/disposition-notification', said)}--b--`
    await round(written({ from: email, answers: sent.headerId, subject: 'Read: Hello', headers, body }))
    expect(await came()).toMatchObject([{ class: 'auto', body: 'It was read.' }])
    expect(await standing(app.context, sent)).toMatchObject({ recipient: 'sent', followUp: 'scheduled' })
  })

  test('is stored for each of two people whose programs use one Message-ID', async () => {
    const both = [person(), person()]
    for (const from of both) {
      const { headerId } = await seedSent(app.context, mailbox, from)
      await round(written({ from, answers: headerId, id: '<1@localhost>', body: `I am ${from}` }))
    }
    expect((await came()).map(({ body }) => body)).toEqual(both.map((from) => `I am ${from}`))
    expect(await threads()).toBe(2)
  })

  test('that an earlier version stored is not stored again', async () => {
    const from = person()
    const { headerId } = await seedSent(app.context, mailbox, from)
    const raw = written({ from, answers: headerId, id: '<2@localhost>' })
    await round(raw)
    await app.database.pool.query(`update mails set dedupe = sha256(dedupe) where direction = 'in'`)
    await round(raw)
    expect(await came()).toHaveLength(1)
  })

  test('that reached two mailboxes is one email of the conversation', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    await seedMailbox(app.context, imap.port)
    await round(written({ from: email, answers: sent.headerId }))
    const { body } = await app.get(`/v2/conversations?email=${email}`)
    const [{ id = 0 } = {}, ...others] = body.data as { id?: number }[]
    expect(others).toEqual([])
    const { mails } = (await app.get(`/v2/conversations/${id}`)).body.data as { mails: { direction: string }[] }
    expect(mails.map(({ direction }) => direction)).toEqual(['out', 'in'])
  })

  test('that answers what another recipient forwarded counts for its writer', async () => {
    const [one, other] = [person(), 'nina@joiner.example']
    const forwarded = await seedSent(app.context, mailbox, one)
    const sent = await seedSent(app.context, mailbox, other)
    await round(written({ from: other, answers: forwarded.headerId, body: 'Please remove me from your list.' }))
    expect(await standing(app.context, sent)).toMatchObject({
      stopped_by: 'unsubscribed',
      unsubscribed: 'unsubscribed',
    })
    expect(await standing(app.context, forwarded)).toMatchObject({ recipient: 'sent', unsubscribed: null })
    expect(await came()).toMatchObject([{ from: other, class: 'remove_me' }])
  })

  test('that reports a failure belongs to the recipient of the message', async () => {
    const email = person()
    const { headerId } = await seedSent(app.context, mailbox, email)
    await round(deliveryReport({ recipient: email, messageId: headerId, status: '5.1.1' }))
    expect(await came()).toMatchObject([{ class: 'bounce' }])
    const { rows } = await app.database.pool.query(
      'select email, class, unread from conversations where mailbox_id = $1',
      [mailbox.mailboxId],
    )
    expect(rows).toEqual([{ email, class: 'bounce', unread: false }])
  })

  test('beyond forty of a conversation within an hour is stored without its text; others keep theirs', async () => {
    const [email, other] = [person(), person()]
    const sent = await seedSent(app.context, mailbox, email)
    const another = await seedSent(app.context, mailbox, other)
    await round(...Array.from({ length: 43 }, () => written({ from: email, answers: sent.headerId })))
    // A busy machine may need several rounds to read that many.
    while ((await came()).length < 43) await round()
    expect((await came()).filter(({ body }) => body === null)).toHaveLength(3)
    await round(written({ from: other, answers: another.headerId }))
    expect((await came()).at(-1)).toMatchObject({ from: other, body: 'Gladly!' })
    pass(HOUR_MS)
    await round(written({ from: email, answers: sent.headerId }))
    expect((await came()).filter(({ body }) => body === null)).toHaveLength(3)
  })

  test('beyond two hundred of a mailbox within an hour is stored without its text', async () => {
    const answer = async () => {
      const from = person()
      const { headerId } = await seedSent(app.context, mailbox, from)
      await round(written({ from, answers: headerId }))
      return (await came()).find((mail) => mail.from === from)?.body
    }
    expect(await answer()).toBe('Gladly!')
    await app.database.pool.query(
      `insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, at, kept_at, body)
        select account_id, conversation_id, mailbox_id, 'in', sha256(convert_to(id || ' ' || n, 'UTF8')), at, kept_at, body
        from mails, generate_series(1, 199) n where mailbox_id = $1 and direction = 'in'`,
      [mailbox.mailboxId],
    )
    expect(await answer()).toBe(null)
    pass(HOUR_MS)
    expect(await answer()).toBe('Gladly!')
  })
})

describe('a conversation', () => {
  test('continues by Message-ID, whatever the subject says', async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    await round(written({ from: email, answers: sent.headerId, id: '<a1@builder.example>' }))
    await round(written({ from: email, answers: '<a1@builder.example>', subject: 'Something else' }))
    expect(await threads()).toBe(1)
  })

  test('is a separate one for another campaign', async () => {
    const email = person()
    const [first, second] = [await seedSent(app.context, mailbox, email), await seedSent(app.context, mailbox, email)]
    await round(written({ from: email, answers: first.headerId }), written({ from: email, answers: second.headerId }))
    expect(await threads()).toBe(2)
  })

  test('continues by its subject if there are no Message-IDs, in whichever language it is answered', async () => {
    const email = person()
    const first = await seedSent(app.context, mailbox, email)
    await app.database.pool.query(`update messages set subject = 'Stone for Porto' where id = $1`, [first.messageId])
    pass(MINUTE_MS)
    await seedSent(app.context, mailbox, email)
    await round(written({ from: email, answers: first.headerId, subject: 'AW: Stone for Porto' }))
    await round(written({ from: email, subject: 'Antw: WG: Stone  for Porto' }))
    await round(written({ from: email, subject: 'R: Stone for Porto' }))
    expect(await threads()).toBe(1)
    await round(written({ from: email, subject: 'Re: Hello' }))
    expect(await threads()).toBe(2)
  })

  test("keeps a person's classification when an absence notice follows", async () => {
    const email = person()
    const sent = await seedSent(app.context, mailbox, email)
    await round(written({ from: email, answers: sent.headerId }))
    await round(written({ from: email, answers: sent.headerId, headers: ['Auto-Submitted: auto-replied'] }))
    const { rows } = await app.database.pool.query('select class, unread from conversations where mailbox_id = $1', [
      mailbox.mailboxId,
    ])
    expect(rows).toEqual([{ class: 'other', unread: true }])
  })
})
