import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const topicsOf = (text: string) => parseQuery(text, NOW).filters.topics ?? []
const saidIn = (text: string): string[] => topicsOf(text).map(({ said }) => said)

test('a topic is one condition on industries and words, as stated', () => {
  expect(topicsOf('fintech startups in Lisbon')).toEqual([
    {
      said: 'fintech',
      industries: ['Financial Services'],
      keywords: expect.arrayContaining(['fintech', 'neobank']) as string[],
      tags: expect.arrayContaining(['payments', 'lending']) as string[],
    },
  ])
})

test.each([
  ['AI insurance startups', ['ai', 'insurance']],
  ['hotels or hostels in Porto', ['hotels or hostels']],
  ['restaurants/cafes in Lyon', ['restaurants or cafes']],
  ['law firms and lawyers in Leeds', ['law firms or lawyers']],
  ['software for restaurants', ['software', 'restaurants']],
  ['breweries except dairies in Ireland', ['breweries']],
  ['companies in Ireland', []],
])('%s is about %j', (text, said) => {
  expect(saidIn(text)).toEqual(said)
})

test('a word common in descriptions indicates a trade only as a tag, but a customer group anywhere', () => {
  expect(topicsOf('restaurants in Lyon')[0]).toMatchObject({ tags: expect.arrayContaining(['restaurant']) as string[] })
  expect(topicsOf('software for restaurants')[1]).toMatchObject({
    keywords: expect.arrayContaining(['restaurant']) as string[],
  })
})

test('words that are in no list are marked', () => {
  expect(topicsOf('kelp farms')[0]).toEqual({ said: 'kelp', keywords: ['kelp'], known: false })
  expect(topicsOf('carbon capture companies')[0]).not.toHaveProperty('known')
})

test('a size implied by a word is not a stated one', () => {
  expect(parseQuery('small software companies', NOW).inferred).toEqual(['headcount'])
  expect(parseQuery('software companies with 20 people', NOW).inferred).toEqual([])
})

test.each([
  ['games companies in Turin', 'Computer Games'],
  ['games', 'Computer Games'],
  ['board game makers in Ulm', 'Manufacturing'],
  ['game reserves in Kenya', 'Travel Arrangements'],
  ['aziende meccaniche in Toscana', 'Machinery Manufacturing'],
  ['producenten van zuivel in Drenthe', 'Dairy Product Manufacturing'],
])('trades in one word or two: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toEqual([industry])
})

test.each([
  ['firmy IT z Radomia', 'IT Services and IT Consulting'],
  ['entreprises IT à Nantes', 'IT Services and IT Consulting'],
  ['indie games publishers in Wales', 'Computer Games'],
  ['directores en el sector hotelero', 'Hotels and Motels'],
])('trades behind their noun, and publishers of games: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toEqual([industry])
})

test.each([
  ['ISVs in Turin', 'Software Development'],
  ['automotive OEMs in Nagoya', 'Motor Vehicle Manufacturing'],
  ['CPAs in Fresno', 'Accounting'],
  ['O&G services in Calgary', 'Oil and Gas'],
  ['M&A boutiques in Turin', 'Investment Banking'],
  ['QSR chains in Ohio', 'Restaurants'],
])('trades in the letters people use for them: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toEqual([industry])
})

test.each([
  ['directivos del sector farmacéutico', 'Pharmaceutical Manufacturing'],
  ['éditeurs de jeux vidéo à Nantes', 'Computer Games'],
  ['consulenti del lavoro a Bari', 'Human Resources Services'],
  ['tree nurseries in Oregon', 'Horticulture'],
])('trades of other languages named by their sector or office: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toContain(industry)
})

test.each([
  ['the food sector in Hull', 'Food and Beverage Manufacturing'],
  ['sector alimentario en Murcia', 'Food and Beverage Manufacturing'],
  ['animal clinics in Cork', 'Veterinary Services'],
])('a sector by its goods: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toEqual([industry])
})

test('the year of an IPO is not that of the founding', () => {
  expect(parseQuery('biotech IPOs 2021', NOW).filters.year_founded).toBeUndefined()
})
