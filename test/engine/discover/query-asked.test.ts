import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Rivals, names with an ampersand, words for companies that stand alone, and numbers as several languages write them. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)

test.each([
  ['who competes with Quillworks?', 'Quillworks'],
  ['rivals to Quillworks', 'Quillworks'],
  ["Quillworks's rivals", 'Quillworks'],
  ['Quillworks-like tools', 'Quillworks'],
  ['companies like Tallow & Thrush', 'Tallow & Thrush'],
  ['wer konkurriert mit Quillworks', 'Quillworks'],
  ['qui concurrence Quillworks', 'Quillworks'],
  ['alternative à Quillworks', 'Quillworks'],
  ['competencia de Quillworks', 'Quillworks'],
  ['alternativas ao Quillworks', 'Quillworks'],
  ['alternatywy dla Quillworks', 'Quillworks'],
])('rivals of a company resemble it: %s', (text, name) => {
  expect(read(text).filters.similar_to).toEqual({ name })
})

test('who competes with a technology does not use it', () => {
  expect(read('who competes with Zendesk').filters).toEqual({ similar_to: { name: 'Zendesk' } })
})

test('a name keeps its ampersand, without which no company is called so', () => {
  expect(read('is there a company called Moss & Fenn?').filters).toEqual({ organization: { name: ['Moss & Fenn'] } })
})

test.each([
  ['agencies in Leeds', 'Advertising Services'],
  ['Agenturen in Hamburg', 'Advertising Services'],
  ['agences à Lyon', 'Advertising Services'],
  ['shops in Vienna', 'Retail'],
  ['tiendas en Madrid', 'Retail'],
  ['builders in Leeds', 'Construction'],
  ['importers in Rotterdam', 'Wholesale Import and Export'],
])('a word for companies that stands alone says what they do: %s', (text, industry) => {
  expect(read(text).filters.industry?.include).toContain(industry)
})

test.each(['travel agencies in Leeds', 'machine shops in Leeds', 'SaaS builders in Leeds', 'React shops in Leeds'])(
  'beside what they do it says nothing: %s',
  (text) => {
    expect(read(text).filters.industry?.include ?? []).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:Advertising Services|Retail|Construction)$/)]),
    )
  },
)

test('a word that says too little to filter by is told', () => {
  expect(read('studios in Leeds').notUnderstood).toEqual(['studios'])
})

const FROM_1001 = ['1001-5000', '5001-10000', '10001+']

test.each([
  ['sociétés de plus de 1 000 salariés', FROM_1001],
  ['banki powyżej 1 000 pracowników', FROM_1001],
  ['banks with over 1 000 employees', FROM_1001],
  ['1 500 Mitarbeiter Maschinenbau', ['1001-5000']],
  ['size 51 to 200 banks', ['51-200']],
  ['51 - 200 banks in Ohio', ['51-200']],
  ['11 — 50 employees banks', ['11-50']],
  ['banks with a few hundred employees', ['51-200', '201-500', '501-1000']],
  ['mínimo 50 empleados, software', ['51-200', '201-500', '501-1000', ...FROM_1001]],
  ['Großunternehmen in Ulm', FROM_1001],
  ['TPE à Lyon', ['1-10', '11-50']],
])('sizes as they are written: %s', (text, bands) => {
  expect(read(text).filters.headcount).toEqual(bands)
  expect(read(text).askedFor).toBeNull()
  expect(read(text).notUnderstood).toEqual([])
})

test.each([
  ['gegründet vor weniger als 5 Jahren', { from: 2022 }],
  ['créées il y a moins de 5 ans', { from: 2022 }],
  ['fundadas hace menos de 5 años', { from: 2022 }],
  ['fondata meno di 5 anni fa', { from: 2022 }],
  ['opgericht minder dan 5 jaar geleden', { from: 2022 }],
  ['fondée il y a 10 ans', { include: [2016] }],
])('how long ago, in other languages: %s', (text, years) => {
  expect(read(text).filters).toEqual({ year_founded: years })
})

const states = (...codes: string[]) => codes.map((state) => ({ country: 'US', state }))

test.each([
  ['roofers in NY, NJ and CT', { include: states('NY', 'NJ', 'CT') }],
  ['roofers excluding NY, NJ and CT', { exclude: states('NY', 'NJ', 'CT') }],
  ['all states except TX and CA, roofers', { exclude: states('TX', 'CA') }],
  ['roofers outside NY/NJ', { exclude: states('NY', 'NJ') }],
  ['roofers in TX, LA, MS', { include: states('TX', 'LA', 'MS') }],
  ['fintechs excluding DE and FR', { exclude: [{ country: 'DE' }, { country: 'FR' }] }],
  ['software fuori Milano', { exclude: [{ country: 'IT', city: 'Milan' }] }],
  ['roofers in LA, CA', { include: [{ country: 'US', state: 'CA', city: 'Los Angeles' }] }],
  ['roofers in LA, NY and SF', { include: [{ city: 'Los Angeles' }, { city: 'New York' }, { city: 'San Francisco' }] }],
])('lists of codes, asked for or left out: %s', (text, places) => {
  expect(read(text).filters.headquarters_location).toMatchObject(places)
})

test.each([
  ['FTSE 100 insurers', 'FTSE 100'],
  ['NYSE-listed insurers', 'NYSE'],
  ['S&P 500 insurers', 'S&P 500'],
])('being listed is a filter, where is told: %s', (text, said) => {
  expect(read(text).notUnderstood).toEqual([said])
  expect(read(text).askedFor).toBeNull()
})

test.each([
  ["we're after breweries in Leeds", 'topics', [expect.objectContaining({ said: 'breweries' })]],
  ['enterprise companies in Atlanta', 'headcount', FROM_1001],
  ['sites running Drupal', 'topics', undefined],
  ['fintechs that raised within 90 days', 'funding', { date: { from: '2026-03-03' } }],
  ['aziende quotate in borsa nel settore moda', 'headquarters_location', undefined],
  ['autónomos en Murcia', 'company_type', { include: ['self employed'] }],
  ['ONG a Roma', 'company_type', { include: ['non profit'] }],
  ['Startups, die letztes Jahr Geld eingesammelt haben', 'funding', { date: { from: '2025-01-01', to: '2025-12-31' } }],
] as const)('%s', (text, slot, value) => {
  expect(read(text).filters[slot]).toEqual(value)
  expect(read(text).notUnderstood).toEqual([])
})
