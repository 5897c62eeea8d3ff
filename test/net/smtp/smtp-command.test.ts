import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { helloCommand, mailFrom, rcptTo } from '../../../src/net/smtp/smtp-command.ts'

describe('SMTP commands', () => {
  test('carry addresses unchanged', () => {
    expect(rcptTo('ada@lumen.example')).toBe('RCPT TO:<ada@lumen.example>\r\n')
    expect(rcptTo('"ada b"@lumen.example')).toBe('RCPT TO:<"ada b"@lumen.example>\r\n')
    expect(mailFrom('', false)).toBe('MAIL FROM:<>\r\n')
    expect(mailFrom('jürg@lumen.example', true)).toBe('MAIL FROM:<jürg@lumen.example> SMTPUTF8\r\n')
    expect(helloCommand('EHLO', '[192.0.2.1]')).toBe('EHLO [192.0.2.1]\r\n')
  })

  test.each([
    'ada@lumen.example>\r\nDATA',
    'ada\r\n@lumen.example',
    'ada@lumen.example\n',
    'ada@lumen.example\u2028',
    'ada @lumen.example',
    'ada@lumen.example> SIZE=1',
    '<ada@lumen.example>',
    '"ada\r\n"@lumen.example',
    '"ada"x"@lumen.example',
    'ada',
    '',
    `${'a'.repeat(250)}@lumen.example`,
  ])('refuse what could become another command: %j', (address) => {
    expect(() => rcptTo(address)).toThrow(RangeError)
  })

  test.each(['', 'a b', 'mail.example\r\nQUIT', '-x.example', '[not an ip]', 'x'.repeat(300)])(
    'refuse %j as the HELO name',
    (name) => expect(() => helloCommand('EHLO', name)).toThrow(RangeError),
  )

  test('are one line, whatever the address', () => {
    const piece = fc.constantFrom('a', '"', '\\', '@', '.', '\r', '\n', '\0', '\u0085', '<', '>', ' ', 'é')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => `${pieces.join('')}@b.c`),
        ),
        (address) => {
          let line: string
          try {
            line = rcptTo(address)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
            return
          }
          expect(line.slice(0, -2)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
          expect(line.endsWith('>\r\n')).toBe(true)
        },
      ),
    )
  })
})
