import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProbeResult, SmtpTimeouts } from '../../src/net/smtp/smtp-exchange.ts'
import { probeRecipients } from '../../src/net/smtp/smtp-probe.ts'
import type { MailScript, Reaction, Step } from '../internet/mail-script.ts'
import { startMailServer } from '../internet/mail-server.ts'

/** Anything that must end by itself does so long before these. */
const LONG: SmtpTimeouts = { connectMs: 60_000, bannerMs: 60_000, commandMs: 60_000, sessionMs: 60_000 }
/**
 * Short enough to wait for where nothing else ends a session; each earlier step is done long before, even on a busy
 * machine.
 */
const NO_BANNER: SmtpTimeouts = { ...LONG, bannerMs: 250 }
const NO_REPLY: SmtpTimeouts = { ...LONG, commandMs: 1_000 }
const NO_END: SmtpTimeouts = { ...LONG, sessionMs: 600 }
const ANY_END: SmtpTimeouts = { connectMs: 1_000, bannerMs: 250, commandMs: 250, sessionMs: 600 }

async function attack(script: MailScript, timeouts = LONG): Promise<ProbeResult> {
  await using server = await startMailServer({ script })
  const { name, address, port } = server
  return await probeRecipients({
    targets: [{ mx: name, address, port }],
    heloName: 'probe.example',
    sender: 'check@probe.example',
    recipients: ['alice@example.com'],
    timeouts,
  })
}

const bytes = (text: string): Step => ({ bytes: Buffer.from(text, 'latin1') })
const dripping = (text: string): Reaction => Array.from(text, (byte) => ({ ...bytes(byte), afterMs: 60 }))

const NOISE = '\0\x16\x03\x01\xff\xfe\r\n\x80\x81'

describe('a hostile server', () => {
  test.each([
    ['an HTTP answer', bytes('HTTP/1.1 400 Bad Request\r\n\r\n'), 'not_a_reply'],
    ['noise', bytes(NOISE), 'not_a_reply'],
    ['noise without an end, and closes', { ...bytes('\x80\x81\x82'), leave: 'close' as const }, 'not_a_reply'],
    ['a line of 1 MB', bytes(`220 ${'x'.repeat(1_000_000)}`), 'line_too_long'],
    ['10,000 continuation lines', bytes('220-more\r\n'.repeat(10_000)), 'too_many_lines'],
    ['10 MB of noise', bytes('\xff'.repeat(10_000_000)), 'line_too_long'],
    ['two codes in one reply', bytes('220-mx\r\n250 mx\r\n'), 'mixed_codes'],
    ['two replies before any command', bytes('220 mx\r\n250 ok\r\n'), 'unasked_reply'],
    ['a code that SMTP does not have', bytes('999 mx\r\n'), 'not_a_reply'],
    ['a TLS alert', bytes('\x15\x03\x01\x00\x02\x02\x28'.repeat(400)), 'line_too_long'],
  ])('that begins with %s is not an SMTP server', async (_, banner, reason) => {
    const { failure, transcript } = await attack({ banner })
    expect(failure).toMatchObject({ outcome: 'protocol_error', stage: 'connect', reason })
    expect(transcript.length).toBeLessThan(2)
  })

  test.each([
    ['says nothing', []],
    ['sends its banner byte by byte', dripping('220 a banner that takes very long to come in')],
    ['never ends its banner', Array.from({ length: 40 }, () => ({ say: '220-more', afterMs: 30 }))],
  ] satisfies [string, Reaction][])('that %s is disconnected at the deadline', async (_, banner) => {
    expect((await attack({ banner }, NO_BANNER)).failure).toEqual({ outcome: 'unreachable', reason: 'timed_out' })
  })

  test.each([
    ['says nothing to EHLO', { ehlo: () => [] }, 'helo'],
    [
      'never ends its greeting',
      { ehlo: () => Array.from({ length: 40 }, () => ({ say: '250-more', afterMs: 30 })) },
      'helo',
    ],
    ['says nothing to RCPT', { rcpt: () => [] }, 'rcpt'],
    ['answers RCPT byte by byte', { rcpt: () => dripping('250 2.1.5 this recipient is fine') }, 'rcpt'],
  ] satisfies [string, MailScript, string][])('that %s is disconnected at the deadline', async (_, script, stage) => {
    const { failure, answers } = await attack(script, NO_REPLY)
    expect(failure).toEqual({ outcome: 'timed_out', stage })
    expect(answers[0]?.reply).toBeNull()
  })

  test.each([
    ['noise', { rcpt: () => bytes(NOISE) }, 'not_a_reply'],
    ['a line of 1 MB', { rcpt: () => bytes('2'.repeat(1_000_000)) }, 'line_too_long'],
    ['two replies at once', { rcpt: () => ({ say: ['250 2.1.5 Ok', '550 5.1.1 no'] }) }, 'unasked_reply'],
    ['more than a session may say', { rcpt: () => bytes('250 ok\r\n'.repeat(100_000)) }, 'unasked_reply'],
  ] satisfies [string, MailScript, string][])(
    'that answers RCPT with %s has not answered',
    async (_, script, reason) => {
      const { failure, answers } = await attack(script)
      expect(failure).toMatchObject({ outcome: 'protocol_error', reason })
      expect(answers[0]?.reply).toBeNull()
    },
  )

  test('that answers RCPT with 354 is reported with its code, and sent no message', async () => {
    const { answers, failure } = await attack({ rcpt: () => '354 Go ahead' })
    expect(answers[0]?.reply?.code).toBe(354)
    expect(failure).toBeNull()
  })

  test('that resets in the middle of a reply has not answered', async () => {
    const { failure, answers } = await attack({ rcpt: () => ({ ...bytes('250-2.1.5 O'), leave: 'close' }) })
    expect(failure).toEqual({ outcome: 'closed', stage: 'rcpt' })
    expect(answers[0]?.reply).toBeNull()
  })

  test('that answers a command before it was sent is not believed afterwards', async () => {
    const { failure } = await attack({
      banner: [{ say: '220 mx' }],
      extensions: [],
      mail: () => bytes('250 2.1.0 Ok\r\n250 2.1.5'),
    })
    expect(failure).toMatchObject({ outcome: 'protocol_error', stage: 'rcpt', reason: 'unasked_reply' })
  })

  test('cannot keep a session alive forever by answering slowly', async () => {
    const slow: Reaction = { say: '250 ok', afterMs: 180 }
    const script = { banner: { say: '220 mx', afterMs: 180 }, ehlo: () => slow, mail: () => slow, rcpt: () => slow }
    const { failure } = await attack(script, NO_END)
    expect(failure).toMatchObject({ outcome: 'timed_out' })
  })

  test('ends every session with an answer or a reason, whatever it sends to whichever command', async () => {
    const piece = fc.constantFrom(
      '250 ok\r\n',
      '250-a\r\n',
      '550 5.1.1 no\r\n',
      '421 bye\r\n',
      '220 mx\r\n',
      '\r\n',
      '2',
      '\0',
      'x',
    )
    const reaction = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.boolean())
      .map(([pieces, leaves]): Step =>
        leaves ? { ...bytes(pieces.join('')), leave: 'reset' } : bytes(pieces.join('')),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(reaction, { minLength: 4, maxLength: 4 }), fc.boolean(), async (says, pipelines) => {
        let turn = 0
        const command = (): Step => ({ afterMs: 0, leave: 'close', ...says[(turn += 1)] })
        const greets = pipelines ? ['250-mx', '250 PIPELINING'] : '250 mx'
        const script: MailScript = {
          banner: says[0] ?? '220 mx',
          command: (line) => (line.startsWith('EHLO') && turn === 0 ? { say: greets } : command()),
        }
        const { failure, refusal, answers } = await attack(script, ANY_END)
        expect(failure !== null || refusal !== null || answers[0]?.reply !== null).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
