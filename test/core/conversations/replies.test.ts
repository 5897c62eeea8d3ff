import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { Answer, ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { dovecotThreads, HAS_DOVECOT } from '../../support/mails/dovecot-threads.ts'
import { seedMailbox, seedSent } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox, SentTo } from '../../support/mails/sent-mail.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** Replies to people who answered: what is sent, to whom, and how often. */

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let imap: TestImapServer
let smtp: ReceivingServer
let says: Answer = '250 2.0.0 Ok'
let mailbox: SeededMailbox
let people = 0
let ids = 0

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock },
  })
  imap = await startImapServer()
  smtp = await startReceivingServer({ clock, data: () => says })
  mailbox = await seedMailbox(app.context, imap.port)
  await app.database.pool.query(`update mailboxes set smtp_port = $1, signature = 'Rui Abano', first_name = 'Rui'`, [
    smtp.port,
  ])
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([imap.stop(), smtp.stop()])
})

let email = ''
let sent: SentTo
let headerId = ''
let conversation = 0

interface Came {
  from?: string
  headers?: string[]
  body?: string
  subject?: string
  answers?: string
}

async function arrive({
  from = email,
  headers = [],
  body = 'Gladly!\r\nOn Tuesday?',
  subject = 'AW: Re: Hello',
  answers = sent.headerId,
}: Came = {}): Promise<string> {
  headerId = `<n${++ids}@mill.example>`
  const lines = [`From: ${from}`, `Subject: ${subject}`, `Message-ID: ${headerId}`, `In-Reply-To: ${answers}`]
  const raw = [...lines, ...headers, '', body, ''].join('\r\n')
  imap.deliver(raw, { arrivedAt: clock.now() })
  clock.advance(MINUTE_MS)
  await readMailboxes(app.context)
  const { data } = (await app.get(`/v2/conversations?email=${email}`)).body
  conversation = (data as { id: number }[])[0]?.id ?? 0
  return raw
}

beforeEach(async () => {
  says = '250 2.0.0 Ok'
  email = `nuno${++people}@mill.example`
  sent = await seedSent(app.context, mailbox, email)
})

interface Reply {
  id: number
  status: string
  to: string
  problem: string | null
}

const write = async (body: Record<string, unknown>) =>
  request(app, 'POST', `/v2/conversations/${conversation}/replies`, body)
async function draft(text = 'Tuesday at ten.', more: Record<string, unknown> = {}): Promise<Reply> {
  const { status, body } = await write({ text, ...more })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data as Reply
}
const act = async (id: number, word: string) =>
  (await request(app, 'POST', `/v2/conversations/${conversation}/replies/${id}/${word}`)).body
const shown = async (id: number): Promise<Reply | undefined> => {
  const { data } = (await app.get(`/v2/conversations/${conversation}`)).body
  return (data as { mails: Reply[] }).mails.find((mail) => mail.id === id)
}
const received = () => smtp.to(email)

describe('a reply', () => {
  test('is a draft until somebody sends it, and is then sent once as an answer', async () => {
    await arrive({ headers: ['References: <older@mill.example>'] })
    const { id, status } = await draft()
    expect(status).toBe('draft')
    await sendDueMessages(app.context)
    expect(received()).toEqual([])
    expect((await act(id, 'send')).data).toMatchObject({ status: 'queued' })
    await sendDueMessages(app.context)
    expect((await act(id, 'send')).data).toMatchObject({ status: 'sent' })
    await sendDueMessages(app.context)
    expect(received()).toHaveLength(1)
    const raw = received()[0]?.raw ?? ''
    const mail = await PostalMime.parse(raw)
    expect(mail.subject).toBe('Re: Hello')
    expect(mail.inReplyTo).toBe(headerId)
    expect(mail.references?.split(/\s+/)).toEqual(['<older@mill.example>', sent.headerId, headerId])
    expect(mail.from).toMatchObject({ name: 'Rui' })
    expect(mail.text?.trimEnd()).toBe(
      `Tuesday at ten.\n\n-- \nRui Abano\n\nOn 2026-03-02 at 09:00 UTC, ${email} wrote:\n> Gladly!\n> On Tuesday?`.replace(
        '09:00',
        /at (\d\d:\d\d) UTC/.exec(mail.text ?? '')?.[1] ?? '',
      ),
    )
    expect(raw).not.toMatch(/list-unsubscribe|<img|text\/html/i)
    const row = (await app.get(`/v2/conversations/${conversation}`)).body.data
    expect(row).toMatchObject({ last_direction: 'out', unread: false })
  })

  test.skipIf(!HAS_DOVECOT)('and four more form one thread with what they answer, according to Dovecot', async () => {
    const mails = [`From: rui@lumen.example\r\nSubject: Hello\r\nMessage-ID: ${sent.headerId}\r\n\r\nHi!\r\n`]
    let answers = sent.headerId
    for (let n = 0; n < 5; n++) {
      mails.push(await arrive({ answers, subject: n % 2 === 0 ? 'Re: Hello' : 'AW: Hello' }))
      if (n === 4) break
      await draft(`Answer ${n}.`, { send: true })
      await sendDueMessages(app.context)
      const raw = received().at(-1)?.raw ?? ''
      answers = /^Message-ID: (<[^>]+>)/im.exec(raw)?.[1] ?? ''
      mails.push(raw)
    }
    expect(mails).toHaveLength(10)
    expect(await dovecotThreads(mails)).toBe('(1 2 3 4 5 6 7 8 9 10)')
    expect((await app.get(`/v2/conversations?email=${email}`)).body.data).toHaveLength(1)
  })

  test('is written once, however often the request is repeated', async () => {
    await arrive()
    const first = await draft('Twice?', { send: true })
    const again = await write({ text: 'Twice?', send: true })
    expect([again.status, again.body.data]).toEqual([200, expect.objectContaining({ id: first.id })])
    await sendDueMessages(app.context)
    await write({ text: 'Twice?', send: true })
    await sendDueMessages(app.context)
    expect(received()).toHaveLength(1)
  })

  test('can be changed and deleted only as a draft', async () => {
    await arrive()
    const { id } = await draft('First words.')
    const path = `/v2/conversations/${conversation}/replies/${id}`
    const changed = await request(app, 'PUT', path, { text: 'Other words.', quote: false })
    expect(changed.body.data).toMatchObject({ text: 'Other words.', quotes: false })
    const other = await draft('To be deleted.')
    expect((await request(app, 'DELETE', `/v2/conversations/${conversation}/replies/${other.id}`)).status).toBe(204)
    await act(id, 'send')
    await sendDueMessages(app.context)
    expect((await request(app, 'PUT', path, { text: 'Too late.' })).status).toBe(422)
    expect((await request(app, 'DELETE', path)).status).toBe(422)
    expect(received()).toHaveLength(1)
    expect(received()[0]?.raw).toMatch(/Other words\.\r\n\r\n-- \r\nRui Abano\r\n$/)
  })

  test('does not wait for the gap of the mailbox, but counts towards its daily limit', async () => {
    await app.database.pool.query('update mailboxes set next_send_at = $1', [new Date(clock.now().getTime() + HOUR_MS)])
    await arrive()
    const before = (await app.get(`/v2/email-accounts/${mailbox.mailboxId}/usage`)).body.data as { sent_today: number }
    await draft('At once.', { send: true })
    await sendDueMessages(app.context)
    expect(received()).toHaveLength(1)
    const after = (await app.get(`/v2/email-accounts/${mailbox.mailboxId}/usage`)).body.data as { sent_today: number }
    expect(after.sent_today).toBe(before.sent_today + 1)
    await app.database.pool.query('update mailboxes set next_send_at = null')
  })

  test('waits if the mailbox has sent a hundred replies within a day', async () => {
    await arrive()
    await draft('Number 101.', { send: true })
    await app.database.pool.query(
      `insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, at, kept_at, status, leased_at)
        select 1, $1, $2, 'out', sha256(n::text::bytea), $3, $3, 'sent', $3 from generate_series(1, 100) n`,
      [conversation, mailbox.mailboxId, clock.now()],
    )
    await sendDueMessages(app.context)
    expect(received()).toEqual([])
    clock.advance(25 * HOUR_MS)
    await sendDueMessages(app.context)
    expect(received()).toHaveLength(1)
  })
})

test('a reply is saved in the sent folder if its mailbox is set to do so, and is sent even if it cannot be saved', async () => {
  const keep = (on: boolean, port = imap.port) =>
    app.database.pool.query('update mailboxes set save_sent = $1, imap_port = $2', [on, port])
  await arrive()
  for (const [on, port] of [
    [false, imap.port],
    [true, imap.port],
    [true, 1],
  ] as const) {
    await keep(on, port)
    await act((await draft(`Ten, ${on}, ${port}.`)).id, 'send')
    clock.advance(MINUTE_MS)
    await sendDueMessages(app.context)
  }
  await keep(false)
  expect(received()).toHaveLength(3)
  const kept = imap.mails('Sent').map(({ raw }) => raw.toString())
  expect(kept).toEqual([received()[1]?.raw])
})

describe('a reply', () => {
  test('whose process died while sending is not sent again automatically', async () => {
    await arrive()
    const { id } = await draft('Left behind.', { send: true })
    await app.database.pool.query(`update mails set status = 'sending', leased_by = $2, leased_at = $3 where id = $1`, [
      id,
      randomUUID(),
      clock.now(),
    ])
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({ status: 'uncertain' })
    expect(received()).toEqual([])
    expect((await act(id, 'mark-sent')).data).toMatchObject({ status: 'sent' })
  })

  test('that the server does not confirm is in doubt until a person says what became of it', async () => {
    await arrive()
    const { id } = await draft('In doubt.', { send: true })
    says = { leave: true }
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({
      status: 'uncertain',
      problem: expect.stringContaining('may or may not have been sent') as string,
    })
    says = '250 2.0.0 Ok'
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({ status: 'uncertain' })
    expect((await act(id, 'resend')).data).toMatchObject({ status: 'queued' })
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({ status: 'sent', problem: null })
    expect((await act(id, 'mark-sent')).errors).toMatchObject([{ id: 'validation_failed' }])
  })

  test('that the server defers is sent later, and one that it refuses is an error and can be written again', async () => {
    await arrive()
    const { id } = await draft('Later.', { send: true })
    says = '451 4.7.1 Try again later'
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({ status: 'queued' })
    clock.advance(HOUR_MS)
    says = '554 5.7.1 Message refused'
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({ status: 'error', problem: expect.stringContaining('refused') as string })
    says = '250 2.0.0 Ok'
    const again = await draft('Later.', { send: true })
    await sendDueMessages(app.context)
    expect(await shown(again.id)).toMatchObject({ status: 'sent' })
  })
})

describe('no reply is sent', () => {
  const refused = async () => {
    const { status, body } = await write({ text: 'Hello again.' })
    return [status, body.errors?.[0]?.id]
  }
  const INVALID = [422, 'validation_failed']

  test('to programs, unless a person says that it was not one', async () => {
    await arrive({ headers: ['Auto-Submitted: auto-replied'] })
    expect(await refused()).toEqual(INVALID)
    await request(app, 'PUT', `/v2/conversations/${conversation}`, { class: 'interested' })
    expect((await draft()).to).toBe(email)
  })

  test.each([
    ['out_of_office', /sent by a program.*change its class on the screens or with PUT/],
    ['bounce', /^This message came back/],
  ])('to mail of class %s, in words that tell what can be done', async (mailClass, said) => {
    await arrive({ headers: ['Auto-Submitted: auto-replied'] })
    await app.context.database.pool.query('update mails set class = $1 where conversation_id = $2', [
      mailClass,
      conversation,
    ])
    expect((await write({ text: 'Hello?' })).body.errors?.[0]?.details).toMatch(said)
  })

  test('to those who want no more mail, or who opted out between the draft and its sending', async () => {
    await arrive({ body: 'Please unsubscribe me.' })
    expect(await refused()).toEqual(INVALID)
    email = `nuno${++people}@mill.example`
    sent = await seedSent(app.context, mailbox, email)
    await arrive()
    const { id } = await draft('Still there?', { send: true })
    await request(app, 'POST', '/v2/unsubscribes', { email })
    await sendDueMessages(app.context)
    expect(await shown(id)).toMatchObject({ status: 'error' })
    expect(received()).toEqual([])
  })

  test('to an address whose owner opted out of the installation', async () => {
    await arrive()
    await draft('Never to leave.', { send: true })
    await app.database.pool.query(
      `insert into optouts (kind, digest, domain) select 'domain', sha256('x'), 'mill.example'`,
    )
    expect(await refused()).toEqual([451, 'claimed_email'])
    await sendDueMessages(app.context)
    expect(received()).toEqual([])
    await app.database.pool.query('delete from optouts')
    await addOptout(app.context, email, null)
    expect((await write({ text: 'Gone.' })).status).toBe(404)
  })

  test('from a mailbox that is paused, has a problem or is gone', async () => {
    await arrive()
    const { pool } = app.database
    await pool.query(`update mailboxes set sending_status = 'paused'`)
    expect(await refused()).toEqual(INVALID)
    await pool.query(`update mailboxes set sending_status = 'active', problem = 'The password is wrong.'`)
    expect(await refused()).toEqual(INVALID)
    await pool.query('update mailboxes set problem = null')
    expect((await draft('Fine again.')).status).toBe('draft')
  })

  test('to a Reply-To address at another domain, unless it is named', async () => {
    await arrive({ headers: ['Reply-To: elsewhere@trap.example'] })
    expect(await refused()).toEqual(INVALID)
    expect((await write({ text: 'Hello.', to: 'third@party.example' })).status).toBe(422)
    expect((await draft('Hello.', { to: 'elsewhere@trap.example' })).to).toBe('elsewhere@trap.example')
    await arrive({ headers: ['Reply-To: office@mill.example'] })
    expect((await draft('To the office.')).to).toBe('office@mill.example')
  })

  test('with a key that may not send', async () => {
    await arrive()
    const { key } = await createKey(app.context, { name: 'Writer', account: 1, readOnly: false, send: false })
    const writer = { origin: app.origin, key }
    const path = `/v2/conversations/${conversation}/replies`
    expect((await request(writer, 'POST', path, { text: 'Out!', send: true })).status).toBe(403)
    const written = await request(writer, 'POST', path, { text: 'Out!' })
    const { id } = written.body.data as { id: number }
    expect((await request(writer, 'POST', `${path}/${id}/send`)).status).toBe(403)
  })
})
