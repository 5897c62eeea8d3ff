import { describe, expect, test } from 'vitest'
import { MAX_PAIRS, parseBracketForm } from '../../../src/lib/input/bracket-form.ts'

describe('a form with brackets', () => {
  test.each([
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a[]=1&a=2', { a: ['1', '2'] }],
    ['a=1&a[]=2', { a: ['1', '2'] }],
    ['a[b]=1&a=2', { a: [{ b: '1' }, '2'] }],
    ['a[][b]=1&a[][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
    ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
    [`a${'[b]'.repeat(5)}=1&c=1`, { a: { b: { b: { b: { b: { b: '1' } } } } }, c: '1' }],
    [`a${'[b]'.repeat(6)}=1&c=1`, { c: '1' }],
    ['a[&a[', { 'a[': ['', ''] }],
    ['constructor=1&constructor=2', { constructor: ['1', '2'] }],
  ])('%s', (text, meant) => {
    expect(parseBracketForm(text)).toEqual(meant)
  })

  test('with one name many times keeps each value up to the limit', () => {
    expect(parseBracketForm('a=1&'.repeat(2 * MAX_PAIRS))).toEqual({ a: Array(MAX_PAIRS).fill('1') })
  })
})
