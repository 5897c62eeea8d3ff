import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Questions as they are dictated or typed in haste: years in words, signs and abbreviations for leaving something out. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)

test.each([
  ['bakeries founded in twenty fifteen', { include: [2015] }],
  ['bakeries founded after two thousand and ten', { from: 2011 }],
  ['bakeries founded in nineteen ninety nine', { include: [1999] }],
  ['bakeries founded in twenty oh eight', { include: [2008] }],
  ['bakeries founded before nineteen hundred', { to: 1899 }],
  ['bakeries founded in the nineties', { from: 1990, to: 1999 }],
  ['bakeries founded in the late eighties', { from: 1987, to: 1989 }],
  ['bakeries around since at least 2010', { to: 2010 }],
])('a year in words: %s', (text, years) => {
  expect(read(text).filters.year_founded).toEqual(years)
  expect(read(text).notUnderstood).toEqual([])
})

test.each([
  ['bakeries with more than two thousand employees', 'headcount', ['1001-5000', '5001-10000', '10001+']],
  ['emails from twenty bakeries', 'year_founded', undefined],
  ['bakeries with people in their twenties', 'year_founded', undefined],
] as const)('a number in words that is no year: %s', (text, slot, value) => {
  expect(read(text).filters[slot]).toEqual(value)
})

test.each([
  'bakeries -Ireland',
  'bakeries !Ireland',
  'bakeries != Ireland',
  'bakeries exc. Ireland',
  'bakeries exc Ireland',
  'Bäckereien exkl. Irland',
  'panifici escl. Irlanda',
])('what is left out by a sign or an abbreviation is left out: %s', (text) => {
  expect(read(text).filters.headquarters_location).toEqual({ exclude: [{ country: 'IE' }] })
})

test.each(['bakeries - Ireland', '- bakeries\n- Ireland', '-bakeries -Ireland'])(
  'a dash between items leaves nothing out: %s',
  (text) => {
    expect(read(text).filters.headquarters_location).toEqual({ include: [{ country: 'IE' }] })
  },
)

const FROM_51 = ['51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']

test.each([
  ['bakeries in Ohio, excluding companies with less than 50 employees', FROM_51],
  ['no companies under 50 staff, bakeries in Ohio', FROM_51],
  ['Bäckereien in Ulm, ohne Firmen unter 50 Mitarbeiter', FROM_51],
  ["we don't want firms with more than 50 people: bakeries in Ohio", ['1-10', '11-50']],
  ['no companies over 50 people, bakeries in Ohio', ['1-10', '11-50']],
])('a size that is left out is not asked for: %s', (text, bands) => {
  expect(read(text).filters.headcount).toEqual(bands)
})

test.each(['post series A fintechs', 'fintechs past series B', 'fintechs after their series A'])(
  'a stage that is passed is told, not asked for: %s',
  (text) => {
    expect(read(text).filters.funding).toBeUndefined()
    expect(read(text).notUnderstood.join()).toMatch(/series [AB]/)
  },
)
