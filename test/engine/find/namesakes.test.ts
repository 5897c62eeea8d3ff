import { describe, expect, it } from 'vitest'
import { namesakesAmong } from '../../../src/engine/find/namesakes.ts'

const row = (
  local: string,
  position: string | null = null,
  page = 'https://a.example/team',
  linkedin: string | null = null,
) => ({
  value: `${local}@a.example`,
  position,
  linkedin,
  sources: [{ uri: page }],
})
const ines = (middle = '') => ({ name: { first: 'Ines', middle, last: 'Calder' }, handle: null })
const told = (rows: ReturnType<typeof row>[], asked: Parameters<typeof namesakesAmong>[1] = ines()) =>
  namesakesAmong(rows, asked).map(({ value }) => value.split('@')[0])

describe('two people with the same name', () => {
  it.each([
    ['by a number', [row('ines.calder'), row('ines.calder2')]],
    ['by an initial more', [row('ines.calder'), row('ines.m.calder')]],
    ['by two posts on one page', [row('icalder', 'Buyer'), row('ines', 'Head of Design')]],
  ])('are distinguished %s', (_how, rows) => {
    expect(told(rows)).toHaveLength(2)
  })

  it.each([
    ['an address each in two forms', [row('icalder', 'Buyer'), row('ines.calder', 'Buyer')]],
    [
      'an older post on another page',
      [row('icalder', 'Buyer'), row('ines.calder', 'Head Buyer', 'https://a.example/news')],
    ],
    ['a single address', [row('ines.calder')]],
  ])('are the same person with %s', (_how, rows) => {
    expect(told(rows)).toEqual([])
  })

  it('are not reported if the question decides between them', () => {
    const rows = [row('ines.calder', null, undefined, 'Ines-C'), row('ines.m.calder')]
    expect(told(rows, ines('Maria'))).toEqual([])
    expect(told(rows, { ...ines(), handle: 'ines-c' })).toEqual([])
    expect(told(rows, { ...ines(), handle: 'somebody' })).toHaveLength(2)
  })
})
