import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReplyError, SmtpReply } from '../../../src/net/smtp/smtp-reply.ts'
import {
  MAX_REPLY_LINE_BYTES,
  MAX_REPLY_LINES,
  MAX_SESSION_BYTES,
  SmtpReplyReader,
} from '../../../src/net/smtp/smtp-reply.ts'

interface Reading {
  replies: SmtpReply[]
  error: ReplyError | null
}

/** Returns everything that a reader makes of bytes arriving in these pieces. */
function read(pieces: readonly Buffer[]): Reading {
  const reader = new SmtpReplyReader()
  const replies: SmtpReply[] = []
  for (const piece of pieces) {
    reader.push(piece.toString('latin1'))
    for (let reply = reader.next(); reply !== null; reply = reader.next()) replies.push(reply)
  }
  reader.end()
  return { replies, error: reader.error }
}

const readText = (text: string): Reading => read([Buffer.from(text)])

function cutAt(bytes: Buffer, ends: readonly number[]): Buffer[] {
  const cuts = [0, ...ends.map((end) => end % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
}

describe('replies', () => {
  test('of one line and of several are read with their codes', () => {
    expect(readText('250-mx.example\r\n250-SIZE 100\r\n250 HELP\r\n550 5.1.1 no\r\n').replies).toEqual([
      { code: 250, enhanced: null, lines: ['mx.example', 'SIZE 100', 'HELP'] },
      { code: 550, enhanced: '5.1.1', lines: ['5.1.1 no'] },
    ])
  })

  test('may lack a text, a carriage return or plain letters', () => {
    expect(readText('250\r\n220 hello\n250-\r\n250 Grüße\r\n').replies.map(({ lines }) => lines)).toEqual([
      [''],
      ['hello'],
      ['', 'Grüße'],
    ])
  })

  test.each(['220-mx\r\n220-No 550 or 421 here\r\n220 ready 250\r\n', '250-mx\r\n250-550 is not here\r\n250 SIZE\r\n'])(
    'may mention other codes: %j',
    (text) => {
      expect(readText(text).error).toBeNull()
      expect(readText(text).replies).toHaveLength(1)
    },
  )

  test('are the same wherever the bytes are split', () => {
    const bytes = Buffer.from('220-mx\r\n220 ready\r\n250-mx\r\n250-SIZE 9\r\n250 ÄÖ\r\n550 5.1.1 no\r\n421 bye\r\n')
    const whole = read([bytes])
    expect(whole.replies).toHaveLength(4)
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    }
    expect(read(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole)
  })
})

describe('what is not a reply', () => {
  test.each([
    ['HTTP/1.1 400 Bad Request\r\n', 'not_a_reply'],
    ['HTTP/1.1 400', 'not_a_reply'],
    ['25O ok\r\n', 'not_a_reply'],
    ['250_ok\r\n', 'not_a_reply'],
    ['150 wait\r\n', 'not_a_reply'],
    ['600 what\r\n', 'not_a_reply'],
    ['\r\n', 'not_a_reply'],
    ['250-one\r\n251 two\r\n', 'mixed_codes'],
    [`250 ${'x'.repeat(MAX_REPLY_LINE_BYTES)}\r\n`, 'line_too_long'],
    ['x'.repeat(1_000_000), 'line_too_long'],
    ['250-more\r\n'.repeat(MAX_REPLY_LINES), 'too_many_lines'],
    ['250-more\r\n'.repeat(10_000), 'too_many_lines'],
    ['250 ok\r\n'.repeat(MAX_SESSION_BYTES), 'too_many_bytes'],
  ])('is reported: %#', (text, reason) => expect(readText(text).error?.reason).toBe(reason))

  test('returns its first part, and nothing after it is read', () => {
    const reader = new SmtpReplyReader()
    reader.push(`noise ${'x'.repeat(1_000)}\r\n250 ok\r\n`)
    reader.push('250 ok\r\n')
    expect(reader.next()).toBeNull()
    expect(reader.error?.text).toHaveLength(200)
  })

  test('is the same wherever it is split', () => {
    const line = fc.constantFrom(
      '250 ok\r\n',
      '250-a\r\n',
      '5',
      '50 x',
      '\n',
      '\r',
      '\0',
      '999 x\r\n',
      `2${'y'.repeat(900)}`,
      'ÿ',
    )
    const bytes = fc.oneof(
      fc.array(line, { maxLength: 30 }).map((lines) => Buffer.from(lines.join(''))),
      fc.uint8Array({ maxLength: 300 }).map((octets) => Buffer.from(octets)),
    )
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 8 }), (octets, ends) => {
        expect(read(cutAt(octets, ends))).toEqual(read([octets]))
      }),
    )
  })
})
