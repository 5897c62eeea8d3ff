import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const placesOf = (text: string) => read(text).filters.headquarters_location

const GB = { country: 'GB' }
const FR = { country: 'FR' }

test.each([
  ['not in London, UK fintechs', [GB], [{ ...GB, city: 'London' }]],
  ['not based in London, UK fintechs with more than 50 staff', [GB], [{ ...GB, city: 'London' }]],
  ['outside Paris, French wineries', [FR], [{ ...FR, city: 'Paris' }]],
  [
    'not in Houston, Texas oil companies',
    [{ country: 'US', state: 'TX' }],
    [{ country: 'US', state: 'TX', city: 'Houston' }],
  ],
  ['not in Germany, Austrian machine builders', [{ country: 'AT' }], [{ country: 'DE' }]],
  ['pas à Paris, entreprises françaises de cosmétique', [FR], [{ ...FR, city: 'Paris' }]],
  ['no en Madrid, empresas españolas de software', [{ country: 'ES' }], [{ country: 'ES', city: 'Madrid' }]],
])('what is sought behind a denied place is not denied with it: %s', (text, include, exclude) => {
  expect(placesOf(text)).toEqual({ include, exclude })
})

test.each([
  ['fintechs not in Cork, Ireland', [{ country: 'IE', city: 'Cork' }]],
  ['not in Germany, Austria or Switzerland: machine builders', ['DE', 'AT', 'CH'].map((country) => ({ country }))],
  ['not in Spain, Portugal, hotels', ['ES', 'PT'].map((country) => ({ country }))],
])('a denied place keeps its area and its list: %s', (text, exclude) => {
  expect(placesOf(text)).toEqual({ exclude })
})

test.each([
  ['construction firms in ireland excl dublin & cork', 'exclude', ['Dublin', 'Cork']],
  ['dublin & cork software firms', 'include', ['Dublin', 'Cork']],
] as const)('an ampersand joins places: %s', (text, side, cities) => {
  expect(placesOf(text)?.[side]).toEqual(cities.map((city) => ({ country: 'IE', city })))
})

test('an ampersand joins technologies, and the two halves of a name or a phrase', () => {
  expect(read('salesforce & hubspot users in Spain').filters.technology).toEqual({
    include: ['salesforce', 'hubspot'],
    match: 'all',
  })
  expect(read('companies like Pell & Marrow in Germany').filters.similar_to).toEqual({ name: 'Pell & Marrow' })
  expect(read('oil & gas companies in Norway').filters.industry).toEqual({ include: ['Oil and Gas'] })
})

test.each([
  ['drone makers operating in Rwanda but based in California', { country: 'US', state: 'CA' }, 'Rwanda'],
  ['bank active in Kenya, headquartered in London', { ...GB, city: 'London' }, 'Kenya'],
  ['marketplaces live in Brazil and Mexico, HQ in Miami', { country: 'US', state: 'FL', city: 'Miami' }, 'Mexico'],
  ['insurers active in Kenya', { country: 'KE' }, null],
])('where companies are active is no seat beside one that is named: %s', (text, place, left) => {
  expect(placesOf(text)).toEqual({ include: [place] })
  expect(read(text).notUnderstood.join(' ')).toContain(left ?? '')
})

test.each([
  ['shopify fashion brands, berlin', ['shopify'], ['fashion brands']],
  ['WordPress law firms in Leeds', ['wordpress'], ['law firms']],
  ['german magento furniture retailers', ['magento'], ['furniture retailers']],
])('what companies of a trade use stands before it: %s', (text, include, said) => {
  expect(read(text).filters.technology).toEqual({ include })
  expect((read(text).filters.topics ?? []).map((topic) => topic.said)).toEqual(said)
})

test.each(['salesforce consultancies in Madrid', 'react software developers', 'Python snake breeders'])(
  'what is sold for a technology does not use it: %s',
  (text) => {
    expect(read(text).filters.technology).toBeUndefined()
  },
)

test.each([
  ['b2b saas, UK/IE', ['GB', 'IE']],
  ['fintech DE/AT/CH', ['DE', 'AT', 'CH']],
])('codes of countries with slashes between them: %s', (text, countries) => {
  expect(placesOf(text)).toEqual({ include: countries.map((country) => ({ country })) })
})

test.each([
  ['software in Vancouver, excluding Canada', { country: 'US', state: 'WA', city: 'Vancouver' }, 'CA'],
  ['insurance companies in Georgia, not the US state', { country: 'GE' }, 'US'],
])('a place inside of what is denied is another one of its name, which is told: %s', (text, place, denied) => {
  expect(placesOf(text)).toEqual({ include: [place], exclude: [{ country: denied }] })
  expect(read(text).ambiguous).toMatchObject([{ taken: place }])
})

test('a city has namesakes outside of a denied part of its country', () => {
  const { filters, ambiguous } = read('biotech in Cambridge, not the one in England')
  expect(filters.headquarters_location?.include).toEqual([{ country: 'CA', city: 'Cambridge' }])
  expect(ambiguous).toMatchObject([{ taken: { country: 'CA', city: 'Cambridge' } }])
})

test('a place inside of what is asked for, of which only one is meant, has no others', () => {
  expect(read('robotics companies in Catalonia except Barcelona').ambiguous).toEqual([])
})

test.each([
  ['saas that raised series a but not series b', ['series_a']],
  ['series B, not series C, fintech', ['series_b']],
  ['seed or series A, never series B', ['seed', 'series_a']],
])('a series that is denied is none: %s', (text, series) => {
  expect(read(text).filters.funding).toEqual({ series })
})

test('where companies are is not denied with what they are not', () => {
  const lisbon = { country: 'PT', city: 'Lisbon' }
  expect(placesOf('companies that are not startups in Lisbon')).toEqual({ include: [lisbon] })
  expect(placesOf('no startups in Lisbon')).toEqual({ exclude: [lisbon] })
})

test('who owns a hospital is told, and no word for one', () => {
  expect(read('private hospitals in Kenya')).toMatchObject({
    filters: { topics: [{ said: 'hospitals' }] },
    notUnderstood: ['private'],
  })
})

test.each([
  ['fintech, NYC, seed, 11-50', { series: ['seed'] }],
  ['seed producers, France', undefined],
  ['wheat, corn, seed, Iowa', undefined],
])('seed is a stage where it stands alone beside another trade: %s', (text, funding) => {
  expect(read(text).filters.funding).toEqual(funding)
})

test('an age is no count of companies', () => {
  expect(read('5 yr old ai companies in toronto')).toMatchObject({
    askedFor: null,
    filters: { year_founded: { include: [2021] } },
  })
})

test('a denied place is the one of its name inside of what is sought', () => {
  expect(placesOf('startups in Ontario but not in London')?.exclude).toEqual([{ country: 'CA', city: 'London' }])
  expect(placesOf('bakeries in Poland, not in Berlin')?.exclude).toEqual([{ country: 'DE', city: 'Berlin' }])
})

test.each([
  ['Firmen, die Shopify statt Magento einsetzen', ['shopify'], ['magento']],
  ['Shops, die Shopware aber nicht Magento nutzen', ['shopware'], ['magento']],
  ['boutiques utilisant Shopify au lieu de Magento', ['shopify'], ['magento']],
  ['bakeries with a website in WordPress', ['wordpress'], undefined],
])('technology that is used, or not, in any language: %s', (text, include, exclude) => {
  const { technology } = parseQuery(text, NOW).filters
  expect(technology?.include).toEqual(include)
  expect(technology?.exclude).toEqual(exclude)
})

test('a site on the web is in no place', () => {
  expect(parseQuery('hotels with a Drupal site in Porto', NOW).filters.headquarters_location?.include).toMatchObject([
    { city: 'Porto' },
  ])
  expect(parseQuery('hotels with sites in Porto', NOW).filters.headquarters_location).toBeUndefined()
})

test('two states of one name', () => {
  expect(parseQuery('mills in the Carolinas', NOW).filters.headquarters_location?.include).toEqual([
    { country: 'US', state: 'NC' },
    { country: 'US', state: 'SC' },
  ])
})

test.each(['startups that raised nothing in Malmö', 'companies which have raised nothing yet in Malmö'])(
  'nothing denies what is before it: %s',
  (text) => {
    const { headquarters_location: place, funding } = parseQuery(text, NOW).filters
    expect(place).toEqual({ include: [expect.objectContaining({ city: 'Malmö' })] })
    expect(funding).toBeUndefined()
  },
)

test.each([
  ['firms with SAP in Austria', ['sap'], undefined],
  ['Firmen mit SAP und ohne Salesforce in Tirol', ['sap'], ['salesforce']],
  ['tree sap collectors in Vermont', undefined, undefined],
])('a technology that is also a word, by its capitals: %s', (text, include, exclude) => {
  const { technology } = parseQuery(text, NOW).filters
  expect(technology?.include).toEqual(include)
  expect(technology?.exclude).toEqual(exclude)
})

test.each(['software firms, no Shopify', 'mills in Hull, no Salesforce'])(
  'a technology alone may be denied: %s',
  (text) => {
    expect(parseQuery(text, NOW).filters.technology?.exclude).toHaveLength(1)
  },
)
