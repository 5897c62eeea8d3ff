import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partFinder } from '../../../src/lib/text/part-finder.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', '東', '-'), maxLength: 60 })
const part = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '東', '-'), minLength: 4, maxLength: 12 })

test('finds every part that a text contains, in capitals too, and no others', () => {
  fc.assert(
    fc.property(text, fc.array(part, { maxLength: 20 }), (whole, parts) => {
      const lower = whole.toLowerCase()
      const all = [...parts, ...[lower, lower.slice(3, 9)].filter(({ length }) => length >= 4)]
      const held = all.flatMap((one, place) => (lower.includes(one) ? [place] : []))
      expect(partFinder(all)(whole).toSorted((a, b) => a - b)).toEqual(held)
    }),
  )
})

test('always reports parts of fewer than four letters', () => {
  expect(partFinder(['', 'abc', 'abcd'])('none')).toEqual([0, 1])
})
