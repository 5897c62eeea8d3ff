import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Questions that a program or a filter panel wrote, and those of a search box. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const countries = (text: string, side: 'include' | 'exclude' = 'include'): unknown[] =>
  read(text).filters.headquarters_location?.[side]?.map(({ country }) => country) ?? []

test.each([
  ['industry: "hotels" country: "Ireland" headcount: "201-500"', 'IE'],
  ['industry="hotels" AND country="Ireland" AND employees="201-500"', 'IE'],
  ['{"industry": "hotels", "country": "Ireland", "size": "201-500"}', 'IE'],
  ['{"query": "hotels", "location": "Ireland", "team_size": "201-500"}', 'IE'],
  ['{"industry": ["hotels"], "country": "IE", "employees": {"min": 201, "max": 500}}', 'IE'],
  ['{"industry": "hotels", "min_employees": 201, "max_employees": 500, "country": "Ireland"}', 'IE'],
  ['industry=hotels&country=DE&size=201-500', 'DE'],
  ['Industry → hotels, Country → Ireland, Size → 201-500', 'IE'],
  ['industry is hotels, country is Ireland, headcount is 201-500', 'IE'],
  ['company size 201-500, industry hotels, location Ireland', 'IE'],
  ['industry: hotels; country: IN; size: 201-500', 'IN'],
])('fields with quoted, listed or bare values are conditions: %s', (text, country) => {
  const { filters, notUnderstood } = read(text)
  expect(countries(text)).toEqual([country])
  expect(filters.headcount).toEqual(['201-500'])
  expect(filters.topics?.map(({ said }) => said)).toEqual(['hotels'])
  expect([filters.keywords, notUnderstood]).toEqual([undefined, []])
})

test('quoted keywords stay phrases to require, and a field with a sign of denial denies', () => {
  expect(read('keywords: "machine vision", country: "Ireland"').required).toEqual(['machine vision'])
  expect(countries('industry:"hotels" country!="Spain"', 'exclude')).toEqual(['ES'])
})

test.each([
  ['saas !agencies uk', 'agencies', 'GB'],
  ['saas not agencies uk', 'agencies', 'GB'],
  ['hotels -hostels spain', 'hostels', 'ES'],
  ['manufacturers no food malta', 'food', 'MT'],
  ['exclude banks and insurers malta', 'insurers', 'MT'],
])('a place behind a denied trade is where companies are sought: %s', (text, denied, country) => {
  expect(read(text).filters.keywords?.exclude).toContain(denied)
  expect([countries(text), countries(text, 'exclude')]).toEqual([[country], []])
})

test('each of several denials counts', () => {
  expect(read('saas -agencies -consultancies uk').filters.keywords?.exclude).toEqual(['agencies', 'consultancies'])
})

test.each([
  ['hotels not mainland china', 'CN'],
  ['hotels -spain', 'ES'],
  ['hotels without uk companies', 'GB'],
  ['hotels outside greater london', 'GB'],
])('a denied place stays denied: %s', (text, country) => {
  expect([countries(text), countries(text, 'exclude')]).toEqual([[], [country]])
})

test.each(['brands with growth in sales, UK', 'companies hiring in sales, UK'])(
  'a plural is no city before a country: %s',
  (text) => expect(read(text).filters.headquarters_location?.include).toEqual([{ country: 'GB' }]),
)

test.each([
  ['Seed–Series B medtech', 'seed, pre_series_a, series_a, pre_series_b, series_b'],
  ['stage: seed-series b', 'seed, pre_series_a, series_a, pre_series_b, series_b'],
  ['pre-seed/seed/A medtech', 'pre_seed, seed, series_a'],
  ['seed or A rounds, medtech', 'seed, series_a'],
  ['A-C round medtech', 'series_a, series_b, series_c+'],
  ['medtech that closed a B round', 'series_b'],
  ['medtech that raised a round', ''],
])('stages in ranges, and letters alone: %s', (text, series) => {
  expect((read(text).filters.funding?.series ?? []).join(', ')).toBe(series)
})

test.each([
  ['hourly rate under $50, bakeries', 'hourly rate under $ 50'],
  ['hotels from $200 a night', '$ 200 a night'],
  ['restaurants with an average check over $40', 'average check over $ 40'],
  ['airlines with fleet size over 10', 'fleet size over 10'],
  ['hospitals with a bed count above 200', 'bed count above 200'],
])('prices, and sizes of things, are no filter: %s', (text, told) => {
  const { filters, notUnderstood } = read(text)
  expect([filters.funding, filters.headcount, notUnderstood]).toEqual([undefined, undefined, [told]])
})

test.each([
  ['hotels Spain size 50-200', ['51-200']],
  ['bakeries with a team size under 20', ['1-10', '11-50']],
])('a size behind a trade or a place is that of companies: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})

test('money without a noun is still what was raised', () => {
  expect(read('eco packaging, over $5 million').filters.funding?.amount).toEqual({ from: 5_000_000 })
})

test.each([
  ['saas uk/ie', ['GB', 'IE']],
  ['saas us/uk/au', ['US', 'GB', 'AU']],
  ['bakeries us/uk', ['US', 'GB']],
])('codes of countries with slashes, in small letters: %s', (text, codes) => {
  expect(countries(text)).toEqual(codes)
})

test.each([
  ['bakeries <50 malta', ['1-10', '11-50']],
  ['bakeries 11-50 malta', ['11-50']],
  ['bakeries with 50...200 employees', ['51-200']],
])('a bare size before a place that ends the question: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})

test('two dots between years are a range', () => {
  expect(read('bakeries 2015..2020 malta').filters.year_founded).toEqual({ from: 2015, to: 2020 })
})

test.each([
  ['companies with an in-house legal team in Malta', 'legal'],
  ['companies with a dedicated data team', 'dedicated data'],
  ['gyms in my area', 'in my area'],
  ["I'm looking for potential customers for a dough mixer: bakeries in Malta", 'dough mixer'],
])('whom they employ, where the asker is and what is sold are told: %s', (text, told) => {
  expect(read(text).notUnderstood).toEqual([told])
})

test('a round that is raised at the end of a clause in German is dated', () => {
  expect(read('Firmen in Köln, die 2024 eine Series A bekommen haben').filters).toMatchObject({
    funding: { series: ['series_a'], date: { from: '2024-01-01', to: '2024-12-31' } },
  })
})
