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
