import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partFinder } from '../../../src/lib/text/part-finder.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', '東', '-'), maxLength: 60 })
const part = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '東', '-'), minLength: 4, maxLength: 12 })

test('finds whatever a text holds, in capitals too, and nothing else', () => {
  fc.assert(
    fc.property(text, fc.array(part, { maxLength: 20 }), (whole, parts) => {
      const lower = whole.toLowerCase()
      const all = [...parts, ...[lower, lower.slice(3, 9)].filter(({ length }) => length >= 4)]
      const held = all.flatMap((one, place) => (lower.includes(one) ? [place] : []))
      expect(partFinder(all)(whole).toSorted((a, b) => a - b)).toEqual(held)
    }),
  )
})

test('takes parts of less than four letters for held', () => {
  expect(partFinder(['', 'abc', 'abcd'])('none')).toEqual([0, 1])
})
