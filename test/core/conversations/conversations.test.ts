import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportPerson } from '../../../src/core/data/export-index.ts'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'
import { startHookTarget } from '../../support/doors/hook-target.ts'
import { deliveryReport } from '../../support/mails/returned-mails.ts'
import { dumpDatabase, dumpShows } from '../../support/records/database-dump.ts'
import { seedMailbox, seedSent } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox, SentTo } from '../../support/mails/sent-mail.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/** What people can do with conversations through `/v2`. */

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let imap: TestImapServer
let mailbox: SeededMailbox
let people = 0

beforeAll(async () => {
  app = await startApp({
    env: {
      QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
      QUARRY_WEBHOOK_ALLOW_PRIVATE: 'on',
      QUARRY_RATE_LIMIT_FACTOR: '0',
    },
    replace: { clock },
  })
  imap = await startImapServer()
  mailbox = await seedMailbox(app.context, imap.port)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await imap.stop()
})

let email = ''
let sent: SentTo
beforeEach(async () => {
  email = `tomas${++people}@quay.example`
  sent = await seedSent(app.context, mailbox, email)
})

const mail = (body: string, headers: readonly string[] = []): string =>
  [`From: ${email}`, 'Subject: Re: Hello', `In-Reply-To: ${sent.headerId}`, ...headers, '', body, ''].join('\r\n')

async function arrive(raw: string, context = app.context): Promise<void> {
  imap.deliver(raw, { arrivedAt: clock.now() })
  clock.advance(MINUTE_MS)
  await readMailboxes(context)
}

interface Shown {
  id: number
  class: string
  mails: Record<string, unknown>[]
}
const list = async (filter = `email=${email}`) => (await app.get(`/v2/conversations?${filter}`)).body
const only = async () => ((await list()).data as Shown[])[0] as Shown

test('an answer is listed as unread, and shown with the message it answers', async () => {
  await arrive(mail('Gladly!'))
  const { data, meta } = await list()
  expect(data).toMatchObject([
    {
      email,
      lead_id: sent.leadId,
      campaign_id: sent.campaignId,
      mailbox_id: mailbox.mailboxId,
      subject: 'Re: Hello',
      unread: true,
      last_direction: 'in',
    },
  ])
  expect(meta).toMatchObject({ total: 1, unread: 1 })
  const whole = (await app.get(`/v2/conversations/${(await only()).id}`)).body.data as Shown
  expect(whole.mails).toMatchObject([
    { direction: 'out', to: email, subject: 'Hello', text: null, message: { id: sent.messageId, step: 0 } },
    { direction: 'in', from: email, text: 'Gladly!\n', status: null, message: null },
  ])
})

test('each parameter narrows the list', async () => {
  await arrive(mail('Gladly!'))
  const { id } = await only()
  const found = async (filter: string) => ((await list(filter)).data as Shown[]).some((row) => row.id === id)
  const right = [`campaign_id=${sent.campaignId}`, `lead_id=${sent.leadId}`, `mailbox_id=${mailbox.mailboxId}`]
  for (const filter of [...right, `query=${email.toUpperCase()}`, 'unread=true', 'closed=false', 'since=2026-03-01'])
    expect([filter, await found(filter)]).toEqual([filter, true])
  for (const filter of [
    'campaign_id=987654',
    'lead_id=987654',
    'query=100%25',
    'unread=false',
    'class=bounce',
    'since=2027-01-01',
  ])
    expect([filter, await found(filter)]).toEqual([filter, false])
  expect((await app.get('/v2/conversations?class=nice')).status).toBe(400)
  expect((await app.get('/v2/conversations?since=monday')).status).toBe(400)
  for (const place of ['nonsense', 'null', '["0000-01-01T00:00:00.000000Z",1]', '["2026-01-01",1]']) {
    const after = Buffer.from(place).toString('base64url') // not written by Quarry
    expect((await app.get(`/v2/conversations?after=${after}`)).status).toBe(400)
  }
})

test('the classification by a person is kept, and the next email reopens the conversation', async () => {
  await arrive(mail('Not before May.'))
  const { id } = await only()
  const changed = await request(app, 'PUT', `/v2/conversations/${id}`, {
    class: 'not_now',
    unread: false,
    closed: true,
    lead_id: null,
  })
  expect(changed.body.data).toMatchObject({ class: 'not_now', class_by: 'person', unread: false, lead_id: null })
  expect(changed.body.data).toHaveProperty('closed_at', clock.now().toISOString())
  await arrive(mail('Please unsubscribe me.'))
  expect(await only()).toMatchObject({ class: 'not_now', unread: true, closed_at: null })
  expect((await request(app, 'PUT', `/v2/conversations/${id}`, { lead_id: 987_654 })).status).toBe(422)
})

test('a person can unsubscribe people who ask for no more mail in their own words', async () => {
  await using hook = await startHookTarget()
  await request(app, 'POST', '/v2/webhooks', { target_url: hook.url, event: 'message.unsubscribed' })
  await arrive(mail('Spare me.'))
  const { id } = await only()
  const { body } = await request(app, 'POST', `/v2/conversations/${id}/unsubscribe`)
  expect(body.data).toMatchObject({ class: 'remove_me', class_by: 'person' })
  expect((await app.get('/v2/unsubscribes?limit=100')).body.data).toContainEqual(
    expect.objectContaining({ email, reason: 'manual' }),
  )
  const [told] = await hook.received(1)
  expect(told?.payload.data).toMatchObject({ message: { to: email }, by: 'person' })
})

test('texts go only to webhooks created for them', async () => {
  await using plain = await startHookTarget()
  await using full = await startHookTarget()
  await request(app, 'POST', '/v2/webhooks', { target_url: plain.url, event: 'message.replied' })
  const made = await request(app, 'POST', '/v2/webhooks', {
    target_url: full.url,
    event: 'message.replied',
    include_text: true,
  })
  expect(made.body.data).toHaveProperty('include_text', true)
  await arrive(mail(`Gladly! ${'ü'.repeat(5_000)}`))
  const { id } = await only()
  const [without] = await plain.received(1)
  const [withText] = await full.received(1)
  const reply = { conversation_id: id, class: 'other', text: null }
  expect(without?.payload.data).toMatchObject({ message: { to: email }, lead: { email }, reply })
  const { text = '' } = (withText?.payload.data['reply'] ?? {}) as { text?: string }
  expect(text).toMatch(/^Gladly! ü+$/)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
})

test('every incoming email is reported, bounces with their reason', async () => {
  await using answered = await startHookTarget()
  await using bounced = await startHookTarget()
  await request(app, 'POST', '/v2/webhooks', { target_url: answered.url, event: 'message.answered' })
  await request(app, 'POST', '/v2/webhooks', { target_url: bounced.url, event: 'message.bounced' })
  await arrive(mail('We have received your mail.', ['Auto-Submitted: auto-replied']))
  await arrive(deliveryReport({ recipient: email, messageId: sent.headerId, status: '5.1.1' }))
  const classes = (await answered.received(2)).map(({ payload }) => (payload.data['reply'] as Shown).class)
  expect(classes.toSorted()).toEqual(['auto', 'bounce'])
  const [told] = await bounced.received(1)
  expect(told?.payload.data).toMatchObject({ message: { to: email }, kind: 'address', status: '5.1.1' })
})

test('a deleted conversation is gone with its texts, but the campaign still counts its answer', async () => {
  await arrive(mail('Gladly! TOPSECRET'))
  const { id } = await only()
  expect((await request(app, 'DELETE', `/v2/conversations/${id}`)).status).toBe(204)
  expect((await app.get(`/v2/conversations/${id}`)).status).toBe(404)
  expect((await list()).data).toEqual([])
  const { rows } = await app.database.pool.query(`select 1 from mails where body like '%TOPSECRET%'`)
  expect(rows).toEqual([])
  const { data } = (await app.get(`/v2/answers?campaign_id=${sent.campaignId}`)).body
  expect(data).toMatchObject([{ kind: 'answered', email }])
})

test('texts are deleted after their retention time; classes and times stay', async () => {
  await arrive(mail('Gladly!'))
  const { id } = await only()
  const texts = async () =>
    ((await app.get(`/v2/conversations/${id}`)).body.data as Shown).mails.map((row) => row['text'])
  clock.advance(364 * DAY_MS)
  await runUpkeep(app.context)
  expect(await texts()).toEqual([null, 'Gladly!\n'])
  clock.advance(2 * DAY_MS)
  await runUpkeep(app.context)
  expect(await texts()).toEqual([null, null])
  expect(await only()).toMatchObject({ class: 'other', email })
})

test('an opt-out deletes the conversations of its subject, and none of them is stored again', async () => {
  await arrive(mail('Gladly!'))
  const { id } = await only()
  await addOptout(app.context, email, null)
  expect((await app.get(`/v2/conversations/${id}`)).status).toBe(404)
  await arrive(mail('Me again.'))
  const { rows } = await app.database.pool.query(
    `select (select count(*) from conversations where email = $1) + (select count(*) from mails where from_email = $1) as n`,
    [email],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('a deleted lead is unlinked from its conversation', async () => {
  await arrive(mail('Gladly!'))
  await request(app, 'DELETE', `/v2/leads/${sent.leadId}`)
  expect(await only()).toMatchObject({ email, lead_id: null })
})

test('people who ask for it in one of seven languages are unsubscribed at the next reading, and those who ask a question or say the opposite are not', async () => {
  const wishes = [
    'Please remove me from your list.',
    'Bitte nehmen Sie mich aus Ihrem Verteiler.',
    'Veuillez me retirer de votre liste.',
    'Por favor, quíteme de su lista.',
    'Vi prego di cancellarmi dalla vostra lista.',
    'Haal mij alstublieft van uw mailinglijst.',
    'Por favor, remova-me da sua lista.',
  ]
  const others = [
    'When can I unsubscribe from this?',
    'Please do not remove me from your list.',
    'Wann kann ich mich davon abmelden?',
    'Nehmen Sie mich bitte noch nicht vom Verteiler.',
    'Quand puis-je me désabonner ?',
    'Merci de ne pas me retirer de votre liste.',
    '¿Cuándo puedo darme de baja?',
    'Por favor, no me quite de su lista.',
    'Quando posso cancellarmi dalla vostra lista?',
    'Vi prego di non cancellarmi dalla vostra lista.',
    'Wanneer kan ik mij uitschrijven?',
    'Haal mij alstublieft niet van uw mailinglijst.',
    'Quando posso cancelar a inscrição?',
    'Por favor, não me remova da sua lista.',
  ]
  for (const [place, text] of [...wishes, ...others].entries()) {
    const person = `${place < wishes.length ? 'wish' : 'other'}${place}@quay${place}.example`
    const { headerId } = await seedSent(app.context, mailbox, person)
    const head = [`From: ${person}`, 'Subject: Re: Hello', `In-Reply-To: ${headerId}`]
    const raw = [...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n')
    imap.deliver(raw, { arrivedAt: clock.now() })
  }
  clock.advance(MINUTE_MS)
  await readMailboxes(app.context)
  const text = `select count(*)::int as n, array(select email from unsubscribes where email ~ '^other[0-9]') as others
    from unsubscribes where email ~ '^wish[0-6]@'`
  const unsubscribed = async () => (await app.database.pool.query(text)).rows
  await expect.poll(unsubscribed).toEqual([{ n: wishes.length, others: [] }])
})

test('if no texts are kept, none reaches the database, and replies are sent before they are erased', async () => {
  const context = { ...app.context, config: { ...app.context.config, answersDays: 0 } }
  await arrive(mail('Gladly, my number is 0199-7421.'), context)
  const { id, ...shown } = await only()
  expect(shown).toMatchObject({ email, class: 'interested' })
  const path = `/v2/conversations/${id}/replies`
  for (const text of ['A draft.', 'On its way.']) expect((await app.post(path, { text })).status).toBe(201)
  const later = new Date(clock.now().getTime() + 9 * DAY_MS)
  const queue = `update mails set status = 'queued', due_at = $2 where conversation_id = $1 and body like 'On%'`
  await app.database.pool.query(queue, [id, later])
  clock.advance(2 * DAY_MS)
  await runUpkeep(context)
  const { mails } = (await app.get(`/v2/conversations/${id}`)).body.data as Shown
  expect(mails.map(({ text, status }) => [text, status])).toEqual([
    [null, null],
    [null, null],
    ['A draft.', 'draft'],
    ['On its way.', 'queued'],
  ])
  expect(dumpShows(await dumpDatabase(app.database.pool), '0199-7421')).toBe(false)
})

test('people get what they wrote and what was written to them, and nothing of it is left once they are forgotten', async () => {
  const colleague = `vera${people}@quay.example`
  await arrive(mail('Gladly!'))
  await arrive(mail('I have questions, too.').replace(email, colleague))
  const { id } = await only()
  await request(app, 'PUT', `/v2/conversations/${id}`, { class: 'interested' })
  const reply = await app.post(`/v2/conversations/${id}/replies`, { text: `For ${colleague.split('@')[0]} alone.` })
  expect(reply.body.data).toMatchObject({ to: colleague })
  const found = await exportPerson(app.context, colleague)
  expect(found['mails']).toMatchObject([{ body: 'I have questions, too.\n' }, { to_email: colleague }])
  expect((await exportPerson(app.context, email))['mails']?.map(({ body }) => body)).toContain('Gladly!\n')
  for (const person of [colleague, email]) {
    expect((await app.post('/v2/people/forget', { email: person })).status).toBe(200)
    expect(dumpShows(await dumpDatabase(app.database.pool), person)).toBe(false)
  }
  expect(await exportPerson(app.context, email)).toMatchObject({ conversations: [], mails: [] })
})

test('an answer with many characters that cannot be stored is kept without them, and the next ones are read', async () => {
  const lied = Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00, 0x00, 0x00]).toString('base64')
  const hostile = [
    ['=?utf-8?Q?Re:=00_Hello?=', 'text/plain; charset=utf-8', 'quoted-printable', 'Gladly=00!=ZZ=\r\n=0'],
    ['=?utf-16?B?AADYAA==?=', 'text/plain; charset=utf-16le', 'base64', lied],
    ['Re: \0Hello', 'text/html; charset="no\0such"', '8bit', '<p>Glad\0ly &#0; &#xD800; &#1114112;</p>'],
    ['=?\0?Q?x?= =?utf-7?B?+AAA-?=', 'text/plain; charset=utf-7', '7bit', 'Gladly +AAA- +2AA-'],
    ['=?iso-2022-jp?B?GyRC?=', 'text/plain; charset=iso-2022-jp', 'base64', 'GyRCAAAb'],
  ]
  for (const [at, [subject, type, encoding, body]] of hostile.entries())
    imap.deliver(
      [
        `From: "Tom\0as =?utf-8?Q?=00?=" <${email}>`,
        `Reply-To: "=?utf-8?Q?=00?=" <${email}>`,
        `Subject: ${subject}`,
        `Message-ID: <hostile${at}\0@quay.example>`,
        `In-Reply-To: ${sent.headerId}`,
        `References: <\0@quay.example> ${sent.headerId}`,
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        `Content-Type: ${type}`,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        body,
        '--b',
        `Content-Type: application/\0pdf; name="=?utf-8?Q?a=00b.pdf?="`,
        `Content-Disposition: attachment; filename*=utf-8''a%00%D8%00.pdf`,
        '',
        'x',
        '--b--',
        '',
      ].join('\r\n'),
      { arrivedAt: clock.now() },
    )
  await arrive(mail('Gladly, and legibly.'))
  const { mails } = (await app.get(`/v2/conversations/${(await only()).id}`)).body.data as Shown
  expect(mails.filter(({ direction }) => direction === 'in')).toHaveLength(hostile.length + 1)
  expect(JSON.stringify(mails)).not.toMatch(/\\u0000|\\ud8/)
  expect(mails.at(-1)).toMatchObject({ text: expect.stringContaining('Gladly, and legibly.') as unknown })
  const shown = await app.get(`/v2/email-accounts/${mailbox.mailboxId}`)
  expect(shown.body.meta).toMatchObject({ connection: { reading: { problem: null } } })
})
