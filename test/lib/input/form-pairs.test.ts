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
    ['emails[]=a%40b.test'],
  ])('in %j are those of the standard', (text) => {
    expect(formPairs(Buffer.from(text))).toEqual(standard(text))
  })

  test('in any text match the standard', () => {
    const letter = fc.constantFrom('a', '%4', '%=', '4', 'F', '&', '=', '+', '[', ']', '%C3%A9', '%f0%9f%92%8e')
    const text = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(''))
    fc.assert(
      fc.property(text, (some) => {
        expect(formPairs(Buffer.from(some))).toEqual(standard(some))
      }),
    )
  })

  test.each(['é%e9=é', 'a=%C3&b=c', 'name=J%F6rg', 'a=%f0%9f%92&b=%8e'])(
    '%s is refused: letters would be lost',
    (text) => {
      expect(() => formPairs(Buffer.from(text))).toThrow('not in UTF-8')
    },
  )

  test('begin after a byte order mark', () => {
    expect(formPairs(Buffer.from('\uFEFFa=b'))).toEqual([['a', 'b']])
  })
})
