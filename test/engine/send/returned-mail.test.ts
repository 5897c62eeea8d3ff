import { describe, expect, test } from 'vitest'
import { readBounce } from '../../../src/engine/send/bounce.ts'
import { readIncomingMail } from '../../../src/engine/send/incoming-mail.ts'
import { REPORTS, deliveryReport } from '../../support/mails/returned-mails.ts'

const bounceOf = async (raw: string | Buffer) => {
  const mail = await readIncomingMail(Buffer.from(raw))
  return mail === null ? 'unreadable' : readBounce(mail)
}

describe('a delivery report', () => {
  test('of a failure says whose address is dead and which email bounced', async () => {
    expect(
      await bounceOf(deliveryReport({ messageId: '<m1@lumen.example>', recipient: 'ines@maker.example' })),
    ).toEqual({
      kind: 'hard',
      failure: 'address',
      recipients: ['ines@maker.example'],
      messageIds: ['<m1@lumen.example>'],
      status: '5.1.1',
    })
  })

  test.each([
    ['failed', '4.4.7', 'soft'],
    ['delayed', '4.4.1', 'soft'],
    ['failed', '5.2.2', 'soft'],
    ['failed', '5.7.1', 'refused'],
    ['failed', '5.4.4', 'refused'],
    ['failed', '5.1.2', 'hard'],
    ['FAILED (tried for days)', '5.1.10', 'hard'],
  ])('with action %s and status %s is %s', async (action, status, kind) => {
    expect(await bounceOf(deliveryReport({ action, status }))).toMatchObject({ kind })
  })

  test.each(['delivered', 'relayed', 'expanded', ''])('with action %j is not a bounce', async (action) => {
    expect(await bounceOf(deliveryReport({ action, status: '2.0.0' }))).toBeNull()
  })

  test('without a status goes by what the server said', async () => {
    const soft = deliveryReport({ status: '', diagnostic: 'smtp; 452 4.2.2 mailbox full' })
    expect(await bounceOf(soft)).toMatchObject({ kind: 'soft', status: '4.2.2' })
    const hard = deliveryReport({ status: 'none', diagnostic: 'smtp; 550 no such user here' })
    expect(await bounceOf(hard)).toMatchObject({ kind: 'hard', status: '5.0.0' })
    expect(await bounceOf(deliveryReport({ status: '', diagnostic: '' }))).toMatchObject({
      kind: 'refused',
      status: null,
    })
  })

  test('of an email with addresses beyond ASCII is one, too', async () => {
    const raw = deliveryReport().replace('message/delivery-status', 'message/global-delivery-status')
    expect(await bounceOf(raw)).toMatchObject({ kind: 'hard', recipients: ['ines@maker.example'] })
    const named = raw.replace('rfc822; ines@', 'utf-8; inés@')
    expect(await bounceOf(named)).toMatchObject({ recipients: ['inés@maker.example'] })
  })

  test('of several servers is read as a whole', async () => {
    const passed = '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; relay.example\r\n\r\n'
    const relayed = `${passed}Final-Recipient: rfc822; tom@maker.example\r\nAction: relayed\r\nStatus: 2.0.0\r\n\r\n`
    const raw = deliveryReport().replace('--b\r\nContent-Type: message/delivery-status', `${relayed}$&`)
    expect(await bounceOf(raw)).toMatchObject({ kind: 'hard', recipients: ['ines@maker.example'] })
  })

  test('names the final recipient, not the original recipient of a forwarded email', async () => {
    const raw = deliveryReport({ recipient: 'inbox@elsewhere.example', original: 'ines@maker.example' })
    expect(await bounceOf(raw)).toMatchObject({ recipients: ['inbox@elsewhere.example'] })
  })

  test.each([
    ['"ines"@maker.example', 'ines@maker.example'],
    ['<"in\\es"@maker.example>', 'ines@maker.example'],
    ['"ines@maker.example"', 'ines@maker.example'],
    ['"ines carrow"@maker.example', null],
    ['"ines@maker.example', null],
  ])('whose recipient is %s names %s', async (recipient, address) => {
    const recipients = address === null ? [] : [address]
    expect(await bounceOf(deliveryReport({ recipient }))).toMatchObject({ recipients })
  })

  test.each([
    ['Message-ID', { messageId: 'm1@lumen.example' }],
    ['Original-Envelope-Id', { part: null, envelope: 'Original-Envelope-Id: m1@lumen.example\r\n' }],
  ])('finds the email by a %s without brackets', async (_, parts) => {
    expect(await bounceOf(deliveryReport(parts))).toMatchObject({ messageIds: ['<m1@lumen.example>'] })
  })

  test('finds the email from its headers alone, folded or in the report itself', async () => {
    const folded = deliveryReport({ part: 'text/rfc822-headers', messageId: '\r\n <m2@lumen.example>' })
    expect(await bounceOf(folded)).toMatchObject({ messageIds: ['<m2@lumen.example>'] })
    const bare = deliveryReport({ part: null, inReplyTo: '<m3@lumen.example>' })
    expect(await bounceOf(bare)).toMatchObject({ messageIds: ['<m3@lumen.example>'] })
  })
})

describe('the quoted words of the server', () => {
  test.each([
    ['5.7.1', 'smtp; 550 5.7.1 <ines@maker.example>: User unknown', 'hard', 'address'],
    [
      '5.1.1',
      'smtp; 550 5.1.1 <ines@maker.example> has been sent too many messages by you this hour',
      'refused',
      'policy',
    ],
    ['5.7.1', 'smtp; 554 5.7.1 Client host [192.0.2.7] blocked using a list', 'refused', 'policy'],
    ['5.0.0', 'smtp; 550 Message rejected as spam', 'refused', 'policy'],
    ['5.0.0', 'smtp; 552 Mailbox is over quota', 'soft', 'full'],
    ['5.7.57', 'smtp; 530 5.7.57 Client not authenticated to send mail', 'refused', 'sender_auth'],
    ['5.7.57', 'smtp; 530 5.7.57 SMTP; anonymous mail is not taken here', 'refused', 'policy'],
    ['5.4.5', 'smtp; 550 5.4.5 Daily user sending limit exceeded', 'refused', 'sender_limit'],
    [
      '5.1.90',
      `smtp; 550 5.1.90 Your message can't be sent because you've reached your daily limit for recipients`,
      'refused',
      'sender_limit',
    ],
    ['5.2.0', 'smtp; 554 5.2.0 Submission.Exception:SubmissionQuotaExceededException', 'refused', 'sender_limit'],
    ['5.4.6', 'smtp; 554 5.4.6 Too many hops', 'refused', 'route'],
  ])('%s, %s is %s: %s', async (status, diagnostic, kind, failure) => {
    expect(await bounceOf(deliveryReport({ status, diagnostic }))).toMatchObject({ kind, failure })
  })
})

describe('a report that gives its reason only in the text', () => {
  const told = (...lines: string[]) =>
    deliveryReport({
      status: '5.0.0',
      diagnostic: '',
      text: ['The following address(es) failed:', '', ...lines, ''].join('\n'),
    })

  test.each([
    ['    Unrouteable address', 'hard', 'address'],
    ['    mailbox is full: retry timeout exceeded', 'soft', 'full'],
    ['    retry timeout exceeded', 'refused', 'other'],
    ['    (generated from sales@maker.example)\n    unknown user', 'hard', 'address'],
  ])('%j is %s: %s', async (reason, kind, failure) => {
    expect(await bounceOf(told('  Ines@Maker.example', reason))).toMatchObject({ kind, failure })
  })

  test('says it about each address', async () => {
    const raw = told(
      '  tom@maker.example',
      '    Unrouteable address',
      '  ines@maker.example',
      '    retry timeout exceeded',
    )
    expect(await bounceOf(raw)).toMatchObject({ kind: 'refused', failure: 'other' })
  })

  test('says nothing where a sentence names the address', async () => {
    const raw = told('Your email to ines@maker.example was late.', 'We have no such user in mind.')
    expect(await bounceOf(raw)).toMatchObject({ kind: 'refused', failure: 'other' })
    const other = told('  ines@maker.example.org', '    Unrouteable address')
    expect(await bounceOf(other)).toMatchObject({ kind: 'refused', failure: 'other' })
  })

  test('is not asked where the server says more', async () => {
    const raw = told('  ines@maker.example', '    Unrouteable address').replace('Status: 5.0.0', 'Status: 5.4.6')
    expect(await bounceOf(raw)).toMatchObject({ kind: 'refused', failure: 'route' })
  })
})

describe('a bounce in plain words', () => {
  test.each(REPORTS)('is recognised: $family: $kind', async ({ raw, kind, recipients, messageIds = [] }) => {
    expect(await bounceOf(raw)).toMatchObject({ kind, recipients, messageIds })
  })

  test.each([
    [
      'of a person',
      'From: Jo <jo@maker.example>\r\nSubject: Undelivered Mail\r\n\r\nMy post was not delivered: 550 5.1.1\r\n',
    ],
    [
      'of the people behind the mail server',
      'From: Postmaster <postmaster@maker.example>\r\nSubject: Re: Hello\r\n\r\nWe could not reach you by phone.\r\n',
    ],
    ['of the house', 'From: postmaster@maker.example\r\nSubject: Our mail server moves\r\n\r\nOn Monday, 5.1.1.\r\n'],
  ])('is not found in an ordinary email %s', async (_, raw) => {
    expect(await bounceOf(raw)).toBeNull()
  })
})

describe('a hostile email', () => {
  const quick = async (raw: string | Buffer) => {
    const started = process.cpuUsage()
    const bounce = await bounceOf(raw)
    const { user, system } = process.cpuUsage(started)
    return { bounce, cpuMs: (user + system) / 1_000 }
  }
  /** Far above what any of them takes, far below what quadratic time would take. */
  const BOUND_MS = 3_000

  const nested = (depth: number): string => {
    const parts = ['From: mailer-daemon@x.example\r\nSubject: Undelivered\r\n']
    for (let level = 0; level < depth; level += 1)
      parts.push(`Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`)
    return `${parts.join('')}Content-Type: text/plain\r\n\r\n550 5.1.1\r\n`
  }
  const inMails = (depth: number): string =>
    `From: a@x.example\r\n${'Content-Type: message/rfc822\r\n\r\nFrom: a@x.example\r\n'.repeat(depth)}\r\nHello\r\n`

  test.each([
    ['a header without an end', `From: a@x.example\r\nSubject: ${'x'.repeat(1_000_000)}`],
    ['a million header lines', `From: a@x.example\r\n${'X-A: b\r\n'.repeat(1_000_000)}\r\nHello`],
    ['a header folded without end', `From: a@x.example\r\nReferences: ${'<a@b>\r\n '.repeat(200_000)}\r\n\r\nHello`],
    ['multiparts 10,000 deep', nested(10_000)],
    ['mails in mails 10,000 deep', inMails(10_000)],
    ['50 MB of text', Buffer.alloc(52_428_800, 'From: a@x.example\r\n\r\n550 5.1.1 ')],
    ['50 MB without a line', Buffer.alloc(52_428_800, '<')],
    ['HTML of opening tags', `From: a@x.example\r\nContent-Type: text/html\r\n\r\n${'<a '.repeat(100_000)}`],
    ['an encoded subject without end', `From: a@x.example\r\nSubject: ${'=?utf-8?Q?=41'.repeat(5_000)}\r\n\r\nx`],
    ['addresses without end', `From: ${'a@b.example,'.repeat(5_000)}\r\nTo: ${'"<('.repeat(10_000)}\r\n\r\nx`],
    [
      'a report of a million recipients',
      deliveryReport({ more: 'Final-Recipient: rfc822;a@b.example\r\nAction: failed\r\n\r\n'.repeat(100_000) }),
    ],
    [
      'a bounce of a million addresses',
      `From: mailer-daemon@x.example\r\nSubject: Undelivered\r\n\r\n${'a@b.example\r\n'.repeat(500_000)}`,
    ],
    [
      'a bounce of dashes',
      `From: mailer-daemon@x.example\r\nSubject: Undelivered\r\n\r\n${'-'.repeat(200_000)}\r\n${' '.repeat(200_000)}`,
    ],
    ['bytes that mean nothing', Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7_919) % 256))],
    ['nothing at all', ''],
  ])('%s is read in time, or not at all', async (_, raw) => {
    const { bounce, cpuMs } = await quick(raw)
    expect(cpuMs).toBeLessThan(BOUND_MS)
    if (typeof bounce === 'object' && bounce !== null) expect(bounce.recipients.length).toBeLessThanOrEqual(20)
  })
})

describe('an email with many lines', () => {
  const START = 'From: MAILER-DAEMON@x.example\r\nContent-Type: multipart/report; boundary="b"\r\n\r\n'
  const REPORT =
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n' +
    'Final-Recipient: rfc822; ines@maker.example\r\nAction: failed\r\nStatus: 5.1.1\r\n'

  test.each([
    ['blank ones', '\n \n'],
    ['boundaries', '--b\r\n'],
    ['parts', '--b\r\n\r\n'],
  ])('is read as far as honest ones go: %s', async (_, line) => {
    const [early, late] = [`${START}${REPORT}${line.repeat(80_000)}`, `${START}${line.repeat(40_000)}${REPORT}`]
    expect(await bounceOf(early)).toMatchObject({ kind: 'hard', recipients: ['ines@maker.example'] })
    expect(await bounceOf(late)).toBeNull()
  })
})
