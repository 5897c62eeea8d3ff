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

test.each([
  ['startups which raised a Series A between March and June 2025', { from: '2025-03-01', to: '2025-06-30' }],
  ['startups that raised Jan-Mar 2025', { from: '2025-01-01', to: '2025-03-31' }],
])('months with one year behind them: %s', (text, date) => {
  expect(read(text).filters.funding?.date).toEqual(date)
})

test.each([
  ['staffing firms with offices in Dallas and Houston', ['staffing'], ['offices in Dallas and Houston']],
  ['organisations campaigning against plastic', [], ['campaigning against plastic']],
  ['startups founded by former consultants', [], ['former consultants']],
  ['bakeries whose founder is under 30', ['bakeries'], ['whose founder is under 30']],
  ['law firms advising startups', ['law firms'], ['advising']],
  ['drone mapping companies', ['drone mapping'], []],
  ['hotels, open roles for data engineers', ['hotels'], ['open roles for data engineers']],
])('what is said of others is neither a trade nor a seat: %s', (text, said, left) => {
  const { filters, notUnderstood } = read(text)
  expect([saidIn(text), notUnderstood]).toEqual([said, left])
  expect(Object.keys(filters)).not.toContain('headquarters_location')
  expect(filters.headcount).toBeUndefined()
})

test('those whom companies represent are no trade of theirs', () => {
  expect(read('PR firms that represent hospitals').filters.industry?.include).toEqual([
    'Public Relations and Communications Services',
  ])
})

test.each([
  ['companies that fabricate windows, more as 100 workers', '501-1000'],
  ['companies in new york city with 200 people', '51-200'],
])('a number of staff: %s', (text, band) => {
  expect(read(text).filters.headcount).toContain(band)
})

test('names of places are no compounds', () => {
  expect(read('Möbelhändler in Gelsenkirchen').filters.headquarters_location?.include).toEqual([
    { country: 'DE', city: 'Gelsenkirchen' },
  ])
})

test.each(['7-Eleven', '24-7 locksmiths in Leeds', '9-5 schools', 'seven-11 shops'])(
  'what is only called by numbers has no size: %s',
  (text) => {
    expect(read(text).filters).not.toHaveProperty('headcount')
  },
)

test.each([
  ['50-1k employees', ['51-200', '201-500', '501-1000']],
  ['firms of 200 to 1k staff', ['201-500', '501-1000']],
  ['twenty-five employees', ['11-50']],
  ['twenty five employees', ['11-50']],
  ['thirty to forty-five staff', ['11-50']],
  ['100-50 staff', ['51-200']],
])('sizes as they are spoken: %s', (text, headcount) => {
  expect(read(text).filters).toEqual({ headcount })
  expect(read(text).askedFor).toBeNull()
})

test.each([
  ['30-seat cinemas in Ghent', 'cinemas', '30-seat'],
  ['40+ room hotels in Chile', 'hotels', '40 room'],
  ['more than 20 lawyer law firms', 'law firms', '20 lawyer'],
])('what is counted describes the trade behind it: %s', (text, trade, told) => {
  expect(saidIn(text)).toEqual([trade])
  expect(read(text).notUnderstood).toEqual([expect.stringContaining(told)])
})

test.each([
  ['dentists Bern', 'Bern'],
  ['biotech Basel', 'Basel'],
  ['law firms Odense with 10 staff', 'Odense'],
  ['banks Bergen founded before 1990', 'Bergen'],
])('a city directly behind its trade: %s', (text, city) => {
  const { filters, notUnderstood } = parseQuery(text, NOW)
  expect(filters.headquarters_location?.include?.[0]?.city).toBe(city)
  expect(notUnderstood).toEqual([])
})

test.each(['software Apple', 'dentists Reading', 'hotel Bern Group', 'Hotel Bern'])('what is none: %s', (text) => {
  expect(parseQuery(text, NOW).filters.headquarters_location).toBeUndefined()
})
