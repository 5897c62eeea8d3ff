import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { deliveryReport } from '../../support/mails/returned-mails.ts'
import { seedMailbox, seedSent, standing } from '../../support/mails/sent-mail.ts'
import type { SeededMailbox, SentTo } from '../../support/mails/sent-mail.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

/**
 * Oddly built answers, whether from their senders or from servers on the way: what is read from them, and what is sent
 * back.
 */

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let imap: TestImapServer
let smtp: ReceivingServer
let mailbox: SeededMailbox
let people = 0
let email = ''
let sent: SentTo

beforeAll(async () => {
  app = await startApp({
    env: { QUARRY_ROLE: 'server', QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8', QUARRY_RATE_LIMIT_FACTOR: '0' },
    replace: { clock },
  })
  imap = await startImapServer()
  smtp = await startReceivingServer({ clock })
  mailbox = await seedMailbox(app.context, imap.port)
  await app.database.pool.query('update mailboxes set smtp_port = $1', [smtp.port])
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([imap.stop(), smtp.stop()])
})
beforeEach(async () => {
  email = `paula${++people}@foundry${people}.example`
  sent = await seedSent(app.context, mailbox, email)
})

interface Came {
  subject?: string
  id?: string
  headers?: readonly string[]
  body?: string
}

async function answer({ subject = 'Re: Hello', id, headers = [], body = 'Gladly!' }: Came): Promise<void> {
  const own = id ?? `<p${people}@foundry.example>`
  const top = [`Subject: ${subject}`, `Message-ID: ${own}`, `In-Reply-To: ${sent.headerId}`, `From: ${email}`]
  await deliver([...headers, ...top, '', body, ''].join('\r\n'))
}

async function deliver(...raws: string[]): Promise<void> {
  for (const raw of raws) imap.deliver(raw, { arrivedAt: clock.now() })
  clock.advance(MINUTE_MS)
  await readMailboxes(app.context)
}

interface Shown {
  id: number
  mails: { direction: string; text: string | null }[]
}
const conversation = async () => ((await app.get(`/v2/conversations?email=${email}`)).body.data as Shown[])[0]

const REMOVE = 'Please remove me from your list.'
const many = (count: number, piece: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join('')

describe('a request for no more mail is recognised', () => {
  test.each<[string, Came]>([
    [
      'among 1,000 recipients',
      { headers: [`To: ${many(1_000, (at) => `p${at}@wide-open-circle.example,\r\n `)}x@y.example`] },
    ],
    [
      'at the end of a thread of 700 mails',
      { headers: [`References: ${many(700, (at) => `<n${at}.${'r'.repeat(40)}@z.example>\r\n `)}<z@z.example>`] },
    ],
    [
      'below 200 lines of servers on the way',
      { headers: Array.from({ length: 200 }, (_, at) => `X-Hop-${at}: ${'h'.repeat(140)}`) },
    ],
    ['under a line of 200,000 letters', { headers: [`X-Filter: ${'h'.repeat(200_000)}`] }],
  ])('%s', async (_, came) => {
    await answer({ ...came, body: REMOVE })
    expect(await standing(app.context, sent)).toMatchObject({
      stopped_by: 'unsubscribed',
      unsubscribed: 'unsubscribed',
    })
  })

  test('in an email with 200 small parts', async () => {
    const part = (at: number) =>
      `--b\r\nContent-Type: image/png; name="picture${at}.png"\r\nContent-ID: <${'c'.repeat(60)}${at}@foundry.example>\r\n\r\nx\r\n`
    const body = `--b\r\nContent-Type: text/plain\r\n\r\n${REMOVE}\r\n${many(200, part)}--b--`
    await answer({ headers: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'], body })
    expect(await standing(app.context, sent)).toMatchObject({ unsubscribed: 'unsubscribed' })
  })
})

test('an email too odd to be searched for words is still an answer', async () => {
  const body = many(1_000, (at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary="b${at + 1}"\r\n\r\n`)
  await answer({ headers: ['Content-Type: multipart/mixed; boundary="b0"'], body })
  expect(await standing(app.context, sent)).toMatchObject({ state: 'stopped', stopped_by: 'replied' })
  expect((await conversation())?.id).toBeGreaterThan(0)
})

test('reports without a Message-ID that say the same about two people are kept for both', async () => {
  const [first, other] = [sent, `second.${email}`]
  const second = await seedSent(app.context, mailbox, other)
  const report = (recipient: string, { headerId }: SentTo) => deliveryReport({ recipient, messageId: headerId })
  await deliver(report(email, first), report(other, second), report(email, first))
  for (const person of [email, other]) {
    const { data } = (await app.get(`/v2/conversations?email=${person}`)).body as { data: Shown[] }
    const { mails } = (await app.get(`/v2/conversations/${data[0]?.id}`)).body.data as Shown
    expect(mails.filter(({ direction }) => direction === 'in')).toHaveLength(1)
  }
})

describe('a reply is an ordinary email, whatever it answers:', () => {
  const word = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  test.each<[string, Came]>([
    ['a subject with lines of its own', { subject: word('Hello\r\nBcc: eve@trap.example\r\n\r\nHi') }],
    ['a subject of 500 letters', { subject: 's'.repeat(500) }],
    ['a subject of signs that stand for words', { subject: word('\ufdfa'.repeat(300)) }],
    ['a subject of pictures', { subject: word('😀'.repeat(400)) }],
    ['a subject of UTF-7', { subject: '=?utf-7?Q?Hello+AA0-+AAo-Bcc:_eve@trap.example?=' }],
    [
      'Message-IDs of other letters',
      {
        id: `<${'é'.repeat(190)}@${'漢'.repeat(200)}>`,
        headers: [`References: <${'ü'.repeat(200)}@${'ß'.repeat(250)}>`],
      },
    ],
    [
      'Message-IDs of control signs',
      { id: '<a\u0007\u001b[31m@b>', headers: ['References: <a\u0085b@c> <x@\u2028y>'] },
    ],
    [
      'a thread of long Message-IDs',
      {
        headers: [
          `References: ${many(49, (at) => `<${String(at).padEnd(200, 'r')}@${'m'.repeat(250)}>\r\n `)}<z@z.example>`,
        ],
      },
    ],
    ['a date of the year 99999', { headers: ['Date: Fri, 31 Dec 99999 23:59:59 +0000'] }],
    ['a date before all', { headers: ['Date: -271821-04-20T00:00:00Z'] }],
  ])('%s', async (_, came) => {
    await answer(came)
    const written = await app.post(`/v2/conversations/${(await conversation())?.id}/replies`, {
      text: 'Fine.',
      send: true,
    })
    expect(written.body.errors).toBeUndefined()
    await sendDueMessages(app.context)
    const [mail, ...more] = smtp.to(email)
    expect(more).toEqual([])
    const [head = '', body = ''] = mail?.raw.split('\r\n\r\n', 2) ?? []
    const names = [...head.matchAll(/^([^\s:]+):/gm)].map(([, name = '']) => name.toLowerCase())
    expect(names.filter((name) => !KNOWN.has(name))).toEqual([])
    expect(head.split('\r\n').filter((line) => line.length > 998 || /[^\t -~]/.test(line))).toEqual([])
    expect(head).toContain(sent.headerId)
    expect(body).toMatch(/^Fine\./)
  })
})

describe('a server', () => {
  /** Replaces the usual server by another that sends these lines when a folder is opened. */
  async function opening(...opens: string[]) {
    const odd = await startImapServer({ opens })
    const { mailboxId } = await seedMailbox(app.context, odd.port)
    const to = await seedSent(app.context, { ...mailbox, mailboxId }, email)
    const answers = () =>
      odd.deliver(`From: ${email}\r\nIn-Reply-To: ${to.headerId}\r\n\r\nGladly!\r\n`, { arrivedAt: clock.now() })
    const round = async () => {
      clock.advance(MINUTE_MS)
      await readMailboxes(app.context)
      return (await app.get(`/v2/email-accounts/${mailboxId}`)).body.meta as { connection: { imap_problem: unknown } }
    }
    const end = async () => {
      await app.database.pool.query('update mailboxes set imap_host = null, imap_port = null where id = $1', [
        mailboxId,
      ])
      await odd.stop()
    }
    return { answers, round, to, [Symbol.asyncDispose]: end }
  }

  test.each([
    ['nothing of its numbers', []],
    ['no number that anything could stand for', ['OK [UIDVALIDITY 9223372036854775807] ok', 'OK [UIDNEXT 2] ok']],
    ['words', ['OK [UIDVALIDITY twelve] ok', 'OK [UIDNEXT soon] ok']],
  ])('that says %s when a folder opens is reported as not understood', async (_, lines) => {
    await using odd = await opening('1 EXISTS', ...lines)
    expect((await odd.round()).connection.imap_problem).toBe(
      'The IMAP server gave a response that Quarry does not understand.',
    )
  })

  test.each([
    ['does not say', []],
    ['says in words', ['OK [UIDNEXT soon] ok']],
    ['says too high', ['OK [UIDNEXT 9999999999] ok']],
    ['says as nothing', ['OK [UIDNEXT 0] ok']],
  ])('that %s which number comes next is read when something has come', async (_, lines) => {
    await using odd = await opening('0 EXISTS', 'OK [UIDVALIDITY 7] ok', ...lines)
    expect((await odd.round()).connection.imap_problem).toBeNull()
    odd.answers()
    expect((await odd.round()).connection.imap_problem).toBeNull()
    expect(await standing(app.context, odd.to)).toMatchObject({ stopped_by: 'replied' })
  })
})

const KNOWN = new Set(
  `from to subject date message-id in-reply-to references mime-version content-type content-transfer-encoding`.split(
    ' ',
  ),
)
