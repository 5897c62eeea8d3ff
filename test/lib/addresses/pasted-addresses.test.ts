import { expect, test } from 'vitest'
import { pastedAddresses } from '../../../src/lib/addresses/pasted-addresses.ts'

test('reads what mail programs, spreadsheets and people write', () => {
  const text = `jane@birch.example\r\n"Okafor, Tom" <tom@birch.example>; n/a,\t mailto:ana@birch.example \n\n;"li@birch.example","x y"`
  expect(pastedAddresses(text, 10)).toEqual([
    'jane@birch.example',
    'tom@birch.example',
    'n/a',
    'ana@birch.example',
    'li@birch.example',
    'x y',
  ])
})

test('reads one entry more than the limit, however long the text', () => {
  expect(pastedAddresses('a@b.example\n'.repeat(1_000_000), 100)).toHaveLength(101)
  expect(pastedAddresses('"a'.repeat(300_000), 100)).toHaveLength(1)
  expect(pastedAddresses('<'.repeat(1_000_000), 100)).toHaveLength(1)
})
