import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readToken, signedUrl, signToken } from '../../../src/engine/send/signed-link.ts'
import type { SignedLink } from '../../../src/engine/send/signed-link.ts'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const KEY = 'a key of this installation'
const of = { accountId: 7, messageId: 123_456 }

const links: fc.Arbitrary<SignedLink> = fc
  .record({
    kind: fc.constantFrom('open', 'click', 'unsubscribe'),
    accountId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    messageId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    position: fc.integer({ min: 0, max: 999 }),
  })
  .map(({ position, ...rest }) => (rest.kind === 'click' ? { ...rest, position } : rest) as SignedLink)

describe('a signed link', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(readToken(KEY, link.kind, signToken(KEY, link))).toEqual(link)
      }),
    )
  })

  test('has its kind in its path', () => {
    expect(signedUrl('https://quarry.example', KEY, { kind: 'unsubscribe', ...of })).toMatch(
      /^https:\/\/quarry\.example\/t\/u\/7-2n9c\.[\w-]{22}$/,
    )
  })

  test('of one kind is not accepted as another', () => {
    const token = signToken(KEY, { kind: 'open', ...of })
    expect(readToken(KEY, 'unsubscribe', token)).toBeNull()
    expect(readToken(KEY, 'click', token)).toBeNull()
    expect(readToken(KEY, 'open', signToken(KEY, { kind: 'click', ...of, position: 0 }))).toBeNull()
  })

  test('is invalid once any character has changed', () => {
    const token = signToken(KEY, { kind: 'click', ...of, position: 3 })
    const body = token.lastIndexOf('.')
    for (let at = 0; at < token.length - 1; at++) {
      const other = token[at] === '1' ? '2' : '1'
      const changed = token.slice(0, at) + other + token.slice(at + 1)
      expect(readToken(KEY, 'click', changed), `character ${at} of ${body}`).toBeNull()
    }
  })

  test('has one spelling, even in the unused bits of its last character', () => {
    const token = signToken(KEY, { kind: 'open', ...of })
    const read = Array.from(BASE64URL, (last) => token.slice(0, -1) + last).filter((each) =>
      readToken(KEY, 'open', each),
    )
    expect(read).toEqual([token])
  })

  test('of another installation is refused', () => {
    expect(readToken('another key', 'open', signToken(KEY, { kind: 'open', ...of }))).toBeNull()
  })

  test('is null for invalid text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(readToken(KEY, 'open', text)).toBeNull()
      }),
    )
    expect(readToken(KEY, 'open', '1-'.repeat(100_000))).toBeNull()
  })
})
