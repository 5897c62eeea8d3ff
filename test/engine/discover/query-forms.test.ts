import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Questions pasted from forms and lists, and what of them is a condition. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const saidIn = (text: string): string[] => (read(text).filters.topics ?? []).map(({ said }) => said)

test.each([
  [
    'Geo: Chile, Peru | Team: 11-50 | Tech stack: Shopify',
    { headcount: ['11-50'], technology: { include: ['shopify'] } },
  ],
  ['stage: seed; tech != wordpress', { technology: { exclude: ['wordpress'] }, funding: { series: ['seed'] } }],
  [
    "cms contains 'drupal' and employees > 5000",
    { headcount: ['5001-10000', '10001+'], technology: { include: ['drupal'] } },
  ],
])('fields with their names: %s', (text, filters) => {
  expect(read(text).filters).toMatchObject(filters)
  expect(saidIn(text)).toEqual([])
})

test.each([
  ['country in (BR, MX, CO)', ['BR', 'MX', 'CO']],
  ['dentists in PL, RO or HU', ['PL', 'RO', 'HU']],
])('codes listed behind that of a country are countries: %s', (text, countries) => {
  expect(read(text).filters.headquarters_location?.include?.map(({ country }) => country)).toEqual(countries)
})

test.each([
  ['bakeries, breweries, wineries in Ghent', 1],
  ['industries: hotels, restaurants', 1],
  ['logistics, software in Ghent', 2],
])('a list of trades is one condition, two trades are two: %s', (text, conditions) => {
  expect(saidIn(text)).toHaveLength(conditions)
})

test.each([
  ['bakeries, still lean', ['bakeries'], ['lean']],
  ['bakeries with 20 staff, iso cleared', ['bakeries'], ['iso cleared']],
  ['Persona: buyers. bakeries, Ohio', ['bakeries'], ['Persona', 'buyers']],
  ['vegan bakeries', ['vegan', 'bakeries'], []],
  ['bakeries and falconry', ['bakeries', 'falconry'], []],
  ['award-winning bakeries', ['bakeries'], ['award-winning']],
  ['companies similar to Larkmoor, Thrushby and Quillworks', [], ['Thrushby and Quillworks']],
  ['Big Four bakeries', ['bakeries'], ['Big Four']],
])('beside a trade, other words are required only where they belong to it: %s', (text, said, left) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, left])
})

test('a word within the name of a trade is no city', () => {
  expect(read('credit unions pnw').filters.headquarters_location?.include?.map(({ state }) => state)).toEqual([
    'OR',
    'WA',
  ])
})

test('a code in small letters behind companies is the city', () => {
  expect(read('law firms la, 11-50').filters.headquarters_location?.include).toEqual([
    { country: 'US', state: 'CA', city: 'Los Angeles' },
  ])
})

test('what is behind a full stop is not what was counted before it', () => {
  expect(read('bakeries, arr 1-10m. team: 11-50').filters.headcount).toEqual(['11-50'])
})

test.each([
  ['hotels, 11-50 staff, Shopify, UK', { include: ['shopify'] }],
  ['alternatives to Larkmoor, Shopify, UK', undefined],
  ['hotels whose investors are Quillworks, Shopify, UK', undefined],
])('a technology that is an item of its own is used, beside names it is one: %s', (text, technology) => {
  expect(read(text).filters.technology).toEqual(technology)
})

test.each([
  ['publicly traded OR >$100M raised, fintech', ['publicly traded OR > $ 100M']],
  ['breweries founded after 2015 or with 200 employees', ['after 2015 or with 200 employees']],
  ['breweries in Ghent or Bruges', []],
])('alternatives of different filters are named: %s', (text, left) => {
  expect(read(text).notUnderstood).toEqual(left)
})

test('of a trade of which only some are unwanted, none are excluded', () => {
  const { filters, notUnderstood } = read('consulting in Sydney, no big consultancies')
  expect(filters.industry?.exclude).toBeUndefined()
  expect(filters.keywords?.exclude).toBeUndefined()
  expect(notUnderstood).toEqual(['big consultancies'])
})

test.each([
  ['Sondermaschinenbau in Ulm', ['machinery']],
  ['Werften und Möbelhäusern in Ulm', ['shipyards', 'furniture stores']],
  ['hôpitaux publics à Lyon', ['hospitals']],
  ['éditeurs SaaS à Lyon', ['saas']],
])('words in the forms of their languages: %s', (text, said) => {
  expect(saidIn(text)).toEqual(said)
  expect(read(text).filters.company_type).toBeUndefined()
})

test.each([
  ['Onlineshops, Umsatz über 10 Mio', ['Umsatz über 10 Mio']],
  ['studi legali a Milano con più di 20 avvocati', ['20 avvocati']],
])('what is not understood is named as it was typed: %s', (text, left) => {
  expect(read(text).notUnderstood).toEqual(left)
})
