import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { romanize } from '../../../src/lib/text/east-asian-names.ts'

test.each([
  ['張偉', 'zhangwei', 'zhangwei'],
  ['王 小明', 'wang xiaoming', 'wang xiaoming'],
  ['欧阳', 'ouyang', 'ouyang'],
  ['김 민준', 'kim minjun', 'gim minjun'],
  ['박지훈', 'parkjihoon', 'bakjihun'],
  ['田中', 'tanaka', 'tanaka'],
  ['佐々木 ゆうこ', 'sasaki yuko', 'sasaki yuuko'],
  ['キョウコ', 'kyoko', 'kyouko'],
  ['はっとり しょうた', 'hattori shota', 'hattori shouta'],
])('%s is written %s, or %s by the rules', (name, short, long) => {
  expect([romanize(name, 'short'), romanize(name, 'long')]).toEqual([short, long])
})

test('leaves text without a reading, and names in other scripts, unchanged', () => {
  for (const name of ['美咲', 'Jörg Müller', 'Юрий', 'Παππάς', '', '㐀']) expect(romanize(name, 'short')).toBe(name)
})

test('reads every Hangul syllable', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0xac00, max: 0xd7a3 }), (code) => {
      expect(romanize(String.fromCodePoint(code), 'long')).toMatch(/^[a-z]+$/)
    }),
  )
})
