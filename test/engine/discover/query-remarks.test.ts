import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const saidIn = (text: string): string[] => (read(text).filters.topics ?? []).map(({ said }) => said)

test.each([
  ['hotels w pool and sea view in greece', ['hotels'], ['pool and sea view']],
  ['bakeries in leeds with really good reviews', ['bakeries'], ['good reviews']],
  ['insurance brokers that are open to new vendors', ['insurance brokers'], ['open to new']],
  ['bakeries that pay on time', ['bakeries'], ['pay on time']],
  ['bakeries I can call today', ['bakeries'], ['call today']],
  ['fast growing bakeries', ['bakeries'], ['fast growing']],
  ['eco friendly bakeries', ['bakeries'], ['eco friendly']],
  ['decision makers at bakeries', ['bakeries'], ['decision makers']],
  ['bakeries doing >$50m rev', ['bakeries'], ['> $ 50m rev']],
  ['IT shops turning over £2m', [], ['turning over £ 2m']],
])('a remark beside the trade is reported, not required: %s', (text, said, left) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, left])
})

test.each([
  ['who should i call today', ['call today']],
  ['wer zahlt pünktlich', ['zahlt pünktlich']],
  ['easy ones for friday', ['easy ones for friday']],
  ['best cheapest leads pls', ['best cheapest']],
  ['companies in the 90s', ['90s']],
  ['companies that survived the 2008 crisis', ['survived the 2008']],
  ['firms that relocated in 2021', ['relocated in 2021']],
  ['companies in the last two decades', ['two decades']],
])('a question that asks for nothing in particular filters nothing: %s', (text, left) => {
  expect(read(text).filters).toEqual({})
  expect(read(text).notUnderstood).toEqual(left)
})

test.each(['falconry', 'companies that press kelp', 'falconry in Ohio', 'looking for falconry'])(
  'an unlisted word that is asked for is a trade: %s',
  (text) => {
    expect(saidIn(text)).toHaveLength(1)
  },
)

test.each([
  ['hospitals in Chennai, 500 staff and up', '501-1000', '201-500'],
  ['retailers with 200 employees or more', '501-1000', '51-200'],
  ['dental labs with 15 staff at least', '51-200', '1-10'],
  ['marketing firms, 50 staff and under', '1-10', '51-200'],
  ['real estate cos w/ 20 or so people', '11-50', '51-200'],
])('a bound behind the staff: %s', (text, inside, outside) => {
  expect(read(text).filters.headcount).toContain(inside)
  expect(read(text).filters.headcount?.slice(1)).not.toContain(outside)
})

test.each([
  ['nordic fintechs, nothing in denmark tho', [{ country: 'DK' }]],
  ['steel mills anywhere but china', [{ country: 'CN' }]],
  ['saas anywhere in europe but germany', [{ country: 'DE' }]],
  ['hotels in asia, leave out thailand', [{ country: 'TH' }]],
  ['solar firms but stay away from texas', [{ country: 'US', state: 'TX' }]],
  ['agencies in Europe, none in Germany', [{ country: 'DE' }]],
])('a place that is left out: %s', (text, exclude) => {
  expect(read(text).filters.headquarters_location?.exclude).toEqual(exclude)
})

test.each([
  ['N. American software vendors', { continent: 'North America' }],
  ['S. Korean chip makers', { country: 'KR' }],
  ['w. virginia coal mines', { country: 'US', state: 'WV' }],
  ['nz web design shops', { country: 'NZ' }],
  ['plumbers tx', { country: 'US', state: 'TX' }],
  ['roofers in Fla.', { country: 'US', state: 'FL' }],
  ['Maschinenbauer in BaWü', { country: 'DE', subdivision: 'DE-BW' }],
  ['startups santé idf', { country: 'FR', subdivision: 'FR-IDF' }],
])('places in short: %s', (text, seat) => {
  expect(read(text).filters.headquarters_location).toEqual({ include: [seat] })
})

test.each([
  ['gyms in sf or la', ['San Francisco', 'Los Angeles']],
  ['banks in london/paris', ['London', 'Paris']],
  ['cannabis cos in CO, WA & OR', ['CO', 'WA', 'OR']],
  ['freight brokers nj/ny', ['NJ', 'NY']],
  ['bakeries in gelderland and overijsel', ['NL-GE', 'NL-OV']],
])('each place of a list: %s', (text, places) => {
  const include = read(text).filters.headquarters_location?.include ?? []
  expect(include.map(({ city, state, subdivision }) => city ?? state ?? subdivision)).toEqual(places)
})

test.each([
  ['french AI cos founded 2021 thru 2024', { from: 2021, to: 2024 }],
  ['studios founded this century', { from: 2001 }],
  ['startups founded this decade', { from: 2020 }],
  ['mills founded in the last century', { from: 1901, to: 2000 }],
])('years: %s', (text, years) => {
  expect(read(text).filters.year_founded).toEqual(years)
})

test.each([
  ['web design shops that do wordpress not wix', { include: ['wordpress'], exclude: ['wix'] }],
  ['studios doing foundation models', undefined],
  ['nurseries without greenhouse growers', undefined],
])('technology: %s', (text, technology) => {
  expect(read(text).filters.technology).toEqual(technology)
})

test.each([
  ['podcasts in English', 'in English', undefined],
  ['law firms that work in French or German in Warsaw', 'in French or German', 'Warsaw'],
  ['translation agencies English to Spanish in Turin', 'English to Spanish', 'Turin'],
  ['notaries in Graz, not in English', 'not in English', 'Graz'],
  ['radios en catalán en Sevilla', 'en catalán', 'Seville'],
  ['Steuerberater auf Polnisch in Köln', 'auf Polnisch', 'Köln'],
])('a language is no country: %s', (text, said, city) => {
  const { filters, notUnderstood } = parseQuery(text, NOW)
  expect(notUnderstood).toContain(said)
  expect(filters.headquarters_location?.include?.map((place) => place.city)).toEqual(
    city === undefined ? undefined : [city],
  )
})

test.each(['hospitals in French cities', 'breweries in Polish towns'])('nor is a country a language: %s', (text) => {
  expect(parseQuery(text, NOW).filters.headquarters_location?.include).toHaveLength(1)
})

test.each([
  ["écoles d'anglais à Nantes", "d'anglais"],
  ['Sprachschulen für Englisch in Mainz', 'für Englisch'],
  ['academias de inglés en Sevilla', 'de inglés'],
])('nor is one that is taught: %s', (text, said) => {
  const { filters, notUnderstood } = parseQuery(text, NOW)
  expect(notUnderstood).toContain(said)
  expect(filters.headquarters_location?.include).toHaveLength(1)
})

test.each([
  ['bakeries near me', 'near me'],
  ['Bäckereien in meiner Nähe', 'in meiner Nähe'],
  ['boulangeries près de chez moi', 'près de chez moi'],
])('where the asker is is not known: %s', (text, said) => {
  const { filters, notUnderstood } = parseQuery(text, NOW)
  expect(notUnderstood).toEqual([said])
  expect(filters.industry?.include).toEqual(['Baked Goods Manufacturing'])
})
