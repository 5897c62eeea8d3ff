import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Words that set a bound, or the opposite of one, and numbers that set none. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)

const UP_TO_50 = ['1-10', '11-50']
const FROM_501 = ['501-1000', '1001-5000', '5001-10000', '10001+']

test.each([
  ['bakeries, nothing over 50 staff', UP_TO_50],
  ['nobody above 50 people: bakeries', UP_TO_50],
  ['bakeries, none with more than 50 employees', UP_TO_50],
  ["bakeries that don't have more than 50 employees", UP_TO_50],
  ['bakeries that do not have more than 50 employees', UP_TO_50],
  ["bakeries that aren't bigger than 50 people", UP_TO_50],
  ['bakeries that do not exceed 50 staff', UP_TO_50],
  ['bakeries with not even 50 employees', UP_TO_50],
  ['nothing under 500 employees: bakeries', FROM_501],
  ['bakeries, nobody below 500 people', FROM_501],
  ['bakeries => 500 employees', FROM_501],
  ['boulangeries à Lyon, à partir de 500 salariés', FROM_501],
  ['padarias em Braga, a partir de 500 funcionários', FROM_501],
  ['piekarnie w Poznaniu, od 500 pracowników', FROM_501],
  ['bagerier i Odense, maks. 50 ansatte', UP_TO_50],
])('a bound on staff: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})

test('what is nowhere is denied, and the bound behind it is another', () => {
  expect(read('nothing in Berlin, bakeries over 500 staff').filters).toMatchObject({
    headquarters_location: { exclude: [{ country: 'DE', city: 'Berlin' }] },
    headcount: FROM_501,
  })
})

test.each([
  ['bakeries founded >= 2015', { from: 2015 }],
  ['bakeries founded > 2015', { from: 2016 }],
  ['bakeries founded <= 2015', { to: 2015 }],
  ['bakeries founded < 2015', { to: 2014 }],
  ['bakeries founded 2015 at the earliest', { from: 2015 }],
  ['bakeries founded at the latest 2015', { to: 2015 }],
  ['Bäckereien in Hamburg, spätestens 2015 gegründet', { to: 2015 }],
  ['Bäckereien in Hamburg, frühestens 2015 gegründet', { from: 2015 }],
  ['panifici a Milano, fondati entro il 2015', { to: 2015 }],
  ['boulangeries à Lyon créées au plus tard en 2015', { to: 2015 }],
  ['bagerier i Odense stiftet senest 2015', { to: 2015 }],
  ['bakeries in Lyon, nothing younger than 20 years', { to: 2006 }],
  ['bakeries in Lyon, nothing older than 20 years', { from: 2006 }],
  ['bakkerijen in Rotterdam ouder dan 20 jaar', { to: 2006 }],
  ['bagerier i Uppsala yngre än 20 år', { from: 2006 }],
  ['piekarnie w Poznaniu młodsze niż 20 lat', { from: 2006 }],
  ['bagerier i Odense stiftet de seneste 20 år', { from: 2006 }],
])('a bound on the year: %s', (text, years) => {
  expect(read(text).filters.year_founded).toEqual(years)
})

test.each([
  ['clubs in Lyon with more than 2000 members', 'members'],
  ['aziende a Milano con più di 2000 soci', 'soci'],
  ['entreprises à Lyon avec plus de 12 agences', '12 agences'],
])('a number of something else is no year and no count, and is told with its noun: %s', (text, noun) => {
  const { filters, askedFor, notUnderstood } = read(text)
  expect([filters.year_founded, askedFor]).toEqual([undefined, null])
  expect(notUnderstood.join(' ')).toContain(noun)
})

test.each([
  ['startups in Spain funded in the past 18 months', { date: { from: '2024-12-01' } }],
  ['startup in Spagna in serie A', { series: ['series_a'] }],
  ['startups, nothing over $5m raised', { amount: { to: 5_000_000 } }],
])('funding: %s', (text, funding) => {
  expect(read(text).filters.funding).toEqual(funding)
})

test.each([
  ['breweries elsewhere than in Germany', [], ['DE']],
  ['Brauereien in Bayern mit Ausnahme von München', ['DE-BY'], ['Munich']],
  ['birrifici in Italia ad eccezione di Milano', ['IT'], ['Milan']],
  ['bryggerier utanför Sverige', [], ['SE']],
  ['bryggerier uden for Danmark', [], ['DK']],
  ['bryggerier utenfor Norge', [], ['NO']],
])('a place that is left out: %s', (text, include, exclude) => {
  const { include: within = [], exclude: without = [] } = read(text).filters.headquarters_location ?? {}
  const named = (places: typeof within) =>
    places.map(({ country, subdivision, city }) => city ?? subdivision ?? country)
  expect([named(within), named(without)]).toEqual([include, exclude])
})

test.each([
  'sociétés du même genre que Larkmoor en Espagne',
  'konkurrenter til Larkmoor i Spania',
  'a clone of Larkmoor in Spain',
])('companies like one: %s', (text) => {
  expect(read(text).filters).toEqual({
    similar_to: { name: 'Larkmoor' },
    headquarters_location: { include: [{ country: 'ES' }] },
  })
})
