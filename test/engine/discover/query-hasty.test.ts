import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Questions typed in haste: without capitals, with codes of places between slashes, and with what is not wanted anywhere. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const country = (...codes: string[]) => codes.map((code) => ({ country: code }))
const state = (...codes: string[]) => codes.map((code) => ({ country: 'US', state: code }))

test.each([
  ['bakeries us/ca', country('US', 'CA')],
  ['saas ca/us', country('CA', 'US')],
  ['hotels es/pt', country('ES', 'PT')],
  ['plumbers in fr/be', country('FR', 'BE')],
  ['it companies de/at/ch', country('DE', 'AT', 'CH')],
  ['ai startups in de/fr', country('DE', 'FR')],
  ['gyms in uk or ie', country('GB', 'IE')],
  ['coffee roasters or/wa', state('OR', 'WA')],
  ['vets va/md/dc', state('VA', 'MD', 'DC')],
  ['machine shops in mi,oh,in', state('MI', 'OH', 'IN')],
  ['law firms ny/nj/ct', state('NY', 'NJ', 'CT')],
])('codes that are listed say together what they are: %s', (text, include) => {
  const { filters, notUnderstood } = read(text)
  expect({ include: filters.headquarters_location?.include, notUnderstood }).toEqual({ include, notUnderstood: [] })
})

test.each(['it/hr consulting', 'pe/vc firms', 'ai/ml companies', 'it, hr, pr firms'])(
  'other terms are no places: %s',
  (text) => {
    expect(read(text).filters.headquarters_location).toBeUndefined()
  },
)

describe('us and usa in small letters', () => {
  test.each([
    'us saas companies',
    'us manufacturers with 50 staff',
    'top us law firms',
    'all us hospitals',
    'saas us',
    'saas companies us, 50+ staff',
    'usa saas companies',
    'it services us 11-50',
    'dentists us not chains',
    'saas us series b',
  ])('are the country: %s', (text) => {
    const { filters } = read(text)
    expect(filters.headquarters_location).toEqual({ include: country('US') })
    expect(filters.topics?.some(({ said }) => /\busa?\b/.test(said))).not.toBe(true)
  })

  test('are the country beside what is denied and beside another one', () => {
    expect(read('us companies, not in california').filters.headquarters_location).toEqual({
      include: country('US'),
      exclude: state('CA'),
    })
    expect(read('us and canada fintechs').filters.headquarters_location).toEqual({ include: country('US', 'CA') })
  })

  test.each(['find us fintechs', 'companies that compete with us', 'firms like us', 'empresas que usa shopify'])(
    'are the asker, or another word: %s',
    (text) => {
      expect(read(text).filters.headquarters_location).toBeUndefined()
    },
  )
})

test.each([
  ['no startups berlin', 'no startups'],
  ['no startups, berlin', 'no startups'],
  ['scaleups but no startups in berlin', 'no startups'],
  ['geen startups, logistiek, berlin', 'geen startups'],
  ['software cos in berlin not startups', 'not startups'],
  ["startups that didn't raise yet in berlin", "didn't raise"],
])('what no filter can leave out is told, and does not leave out the place: %s', (text, said) => {
  const { filters, notUnderstood } = read(text)
  expect(filters.headquarters_location).toEqual({ include: [{ city: 'Berlin', country: 'DE' }] })
  expect(notUnderstood).toEqual([said])
})

test.each([
  ['companies like quillworks', 'quillworks'],
  ['startups like quillworks in berlin', 'quillworks'],
  ['companies like quillworks analytics in spain', 'quillworks analytics'],
])('others resemble a company in small letters: %s', (text, name) => {
  expect(read(text).filters.similar_to).toEqual({ name })
})

test('a number before MA counts staff where German is written', () => {
  expect(read('software firmen münchen ab 50 ma').filters.headcount?.[0]).toBe('51-200')
})
