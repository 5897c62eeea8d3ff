import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { formPairs } from '../../../src/lib/input/form-pairs.ts'

const standard = (text: string): [string, string][] => [...new URLSearchParams(text)]

describe('the pairs of a form', () => {
  test.each([
    [''],
    ['&'],
    ['='],
    ['a'],
    ['=b'],
    ['a=&b'],
    ['a=b=c&&d'],
    ['a+b=c+d%2B'],
    ['%61%5B%5D=%C3%A9'],
    ['a=%&b=%4&c=%zz&d=%4g1'],
    ['a=%26%3D'],
    ['a=%C3&b=%ff'],
    ['emails[]=a%40b.test'],
  ])('in %j are those of the standard', (text) => {
    expect(formPairs(Buffer.from(text))).toEqual(standard(text))
  })

  test('in any text match the standard', () => {
    // Node's own parser breaks non-ASCII characters next to invalid bytes.
    const letter = fc.constantFrom('a', '%', '4', 'F', '&', '=', '+', '[', ']', '%e9', '%C3%A9', '%f0%9f%92%8e')
    const text = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(''))
    fc.assert(
      fc.property(text, (some) => {
        expect(formPairs(Buffer.from(some))).toEqual(standard(some))
      }),
    )
  })

  test('keep characters next to invalid bytes', () => {
    expect(formPairs(Buffer.from('é%e9=é'))).toEqual([['é\uFFFD', 'é']])
  })

  test('begin after a byte order mark', () => {
    expect(formPairs(Buffer.from('\uFEFFa=b'))).toEqual([['a', 'b']])
  })
})
