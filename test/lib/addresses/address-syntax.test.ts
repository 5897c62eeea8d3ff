import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../../src/lib/addresses/address-syntax.ts'
import { parseEmailAddress, parseTypedAddress } from '../../../src/lib/addresses/email-address.ts'
import { anyCharacter } from '../../support/doors/any-character.ts'

/** RFC 5321 4.1.2, RFC 6531 3.3. */
const ATEXT = "abcxyzABCXYZ0189!#$%&'*+/=?^_`{|}~-"
const atom = fc.string({ unit: fc.constantFrom(...ATEXT.split('')), minLength: 1, maxLength: 10 })
const local = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('.'))
const label = fc.stringMatching(/^[a-z]([a-z0-9]{0,8}[a-z0-9])?$/)
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'))

describe('reading an address', () => {
  test('accepts every dot-atom at every host name, in lower case', () => {
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const reading = readAddress(`${name}@${host}`)
        expect(reading).toMatchObject({ kind: 'address', address: { local: name.toLowerCase(), domain: host } })
      }),
    )
  })

  test('returns its own output unchanged', () => {
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const reading = readAddress(` ${name}@${host}\n`)
        if (reading.kind !== 'address') throw new Error('Not read.')
        expect(readAddress(reading.address.full)).toEqual(reading)
      }),
    )
  })

  test.each(['mailto:jo@birch.example', 'MAILTO:Jo@Birch.example', '<jo@birch.example>', ' <jo@birch.example> '])(
    'reads the address in %j, which links and mail programs write',
    (text) => {
      expect(readAddress(text)).toMatchObject({ kind: 'address', address: { full: 'jo@birch.example' } })
    },
  )

  test.each([
    '\u200bjo@birch.example',
    'jo@birch.example\u200e',
    '\u202ajo@birch.example\u202c',
    'jo@bir\u00adch.example',
  ])('reads the address in %j, without what came along unseen', (text) => {
    expect(readAddress(text)).toMatchObject({ kind: 'address', address: { full: 'jo@birch.example' } })
    expect(parseTypedAddress(text)?.full).toBe('jo@birch.example')
    expect(parseEmailAddress(text)).toBeNull()
  })

  test('reads none in which letters are joined or parted unseen, since that may be another domain', () => {
    expect(readAddress('jo@bir\u200cch.example').kind).not.toBe('address')
  })

  test.each(['mailto:', '<>', '<jo@birch.example', 'mailto:<jo@birch.example>', 'Ignore this <jo@birch.example>'])(
    'reads none in %j',
    (text) => {
      expect(readAddress(text).kind).not.toBe('address')
    },
  )

  test('never throws, and returns nothing that could end a command', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => {
        const reading = readAddress(text)
        if (reading.kind === 'none') return
        const email = reading.kind === 'address' ? reading.address.full : reading.email
        expect(email).not.toMatch(/[\p{Cc}\p{Z}]/u)
        expect(email.includes('@')).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('accepts no dots at the edges or next to each other', () => {
    const broken = fc.constantFrom('.a', 'a.', 'a..b', '.', '..')
    fc.assert(
      fc.property(broken, domain, (name, host) => {
        expect(readAddress(`${name}@${host}`).kind).toBe('malformed')
      }),
    )
  })

  test.each([
    ['"john.doe"@example.org', 'address'],
    ['"a@b"@example.org', 'address'],
    [String.raw`"a\"b"@example.org`, 'address'],
    ['"a"b"@example.org', 'malformed'],
    ['"a b"@example.org', 'none'],
    ['josé@example.org', 'address'],
    ['alice@müller.example', 'address'],
    ['alice@example', 'malformed'],
    ['alice@[192.0.2.1]', 'malformed'],
    ['alice@192.0.2.1', 'malformed'],
    ['alice@under_score.example', 'malformed'],
    ['alice@-a.example', 'malformed'],
    [`${'a'.repeat(64)}@example.org`, 'address'],
    [`${'a'.repeat(65)}@example.org`, 'malformed'],
    [`${'é'.repeat(33)}@example.org`, 'malformed'],
    [`a@${'b'.repeat(64)}.example`, 'malformed'],
    [`a@${'b.'.repeat(130)}example`, 'none'],
    ['alice(comment)@example.org', 'malformed'],
    ['alice', 'none'],
    ['@example.org', 'none'],
    ['alice@', 'none'],
    ['alice@exam\r\nple.org', 'none'],
    ['', 'none'],
  ])('reads %s as %s', (text, kind) => {
    expect(readAddress(text).kind).toBe(kind)
  })

  test('writes the domain in A-labels', () => {
    expect(readAddress('Alice@MÜLLER.example')).toMatchObject({ address: { full: 'alice@xn--mller-kva.example' } })
  })
})
