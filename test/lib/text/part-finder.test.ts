import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partFinder } from '../../../src/lib/text/part-finder.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '東', '-'), maxLength: 60 })

test('finds whatever a text holds, and nothing else', () => {
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 20 }), (whole, parts) => {
      const holds = partFinder(whole)
      for (const part of [...parts, '', whole, whole.slice(3, 9)]) expect(holds(part)).toBe(whole.includes(part))
    }),
  )
})
