import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)

describe('questions in Italian, Dutch and Portuguese', () => {
  test.each([
    [
      'commercialisti a Torino con meno di 20 dipendenti',
      'Accounting',
      ['1-10', '11-50'],
      [{ country: 'IT', city: 'Turin' }],
    ],
    [
      'imprese edili in Veneto e Umbria tra 51 e 200 addetti',
      'Construction',
      ['51-200'],
      [
        { country: 'IT', subdivision: 'IT-34' },
        { country: 'IT', subdivision: 'IT-55' },
      ],
    ],
    [
      'tandartsen in Eindhoven of Tilburg, 11 tot 50 mensen',
      'Dentists',
      ['11-50'],
      [
        { country: 'NL', city: 'Eindhoven' },
        { country: 'NL', city: 'Tilburg' },
      ],
    ],
    [
      'aannemers in noord-brabant met minder dan 10 medewerkers',
      'Construction',
      ['1-10'],
      [{ country: 'NL', subdivision: 'NL-NB' }],
    ],
    [
      'padarias em Curitiba até 50 funcionários',
      'Baked Goods Manufacturing',
      ['1-10', '11-50'],
      [{ country: 'BR', city: 'Curitiba' }],
    ],
    [
      'construtoras em MG e ES com 51 a 200 pessoas',
      'Construction',
      ['51-200'],
      [
        { country: 'BR', subdivision: 'BR-MG' },
        { country: 'BR', subdivision: 'BR-ES' },
      ],
    ],
  ])('%s', (text, industry, headcount, include) => {
    const { filters } = read(text)
    expect([filters.industry?.include, filters.headcount]).toEqual([[industry], headcount])
    expect(filters.headquarters_location).toEqual({ include })
  })

  test.each([
    ['cantine siciliane nate dal 2010 in poi', { from: 2010 }],
    ['aziende tessili fondate tra il 1990 e il 2000', { from: 1990, to: 2000 }],
    ['brouwerijen die na 2015 zijn opgericht', { from: 2016 }],
    ['brouwerijen opgericht tussen 2010 en 2015', { from: 2010, to: 2015 }],
    ['padarias fundadas antes de 1980', { to: 1979 }],
    ['padarias criadas a partir de 2020', { from: 2020 }],
    ['Bäckereien gegründet ab 2020', { from: 2020 }],
    ['boulangeries ouvertes depuis 2015', { from: 2015 }],
  ])('years: %s', (text, years) => {
    expect(read(text).filters.year_founded).toEqual(years)
  })

  test.each([
    ['aziende di software che usano aws', { include: ['amazon-web-services'] }],
    ['webwinkels die Magento gebruiken', { include: ['magento'] }],
    ['lojas online que usam shopify', { include: ['shopify'] }],
    ['Welche Onlineshops nutzen Shopware?', { include: ['shopware'] }],
    ['Onlineshops auf Shopify', { include: ['shopify'] }],
    ['agences web sur wordpress', { include: ['wordpress'] }],
  ])('technology: %s', (text, technology) => {
    expect(read(text).filters.technology).toEqual(technology)
  })

  test.each([
    ['alberghi in Umbria tranne Terni', [{ country: 'IT', city: 'Terni' }]],
    ['hotels in Nederland, niet in Utrecht', [{ country: 'NL', city: 'Utrecht' }]],
    ['hotéis em Portugal, exceto Lisboa', [{ country: 'PT', city: 'Lisbon' }]],
    ['Agenturen in Deutschland, nichts aus Berlin', [{ country: 'DE', city: 'Berlin' }]],
    ['agences en France, rien à Lyon', [{ country: 'FR', city: 'Lyon' }]],
  ])('a place that is left out: %s', (text, exclude) => {
    expect(read(text).filters.headquarters_location?.exclude).toEqual(exclude)
  })

  test('what no filter can express is reported', () => {
    expect(read('mobilifici con fatturato oltre 10 milioni').notUnderstood).toEqual(['fatturato oltre 10 milioni'])
    expect(read('leuke bakkerijen in Gent').notUnderstood).toEqual(['leuke'])
    expect(read('viticultores simpáticos en Rioja').notUnderstood).toEqual(['simpáticos'])
  })
})

test.each([
  ['Firmen mit zehn bis vierzig Mitarbeitern', ['11-50']],
  ['entreprises de vingt à cinquante salariés', ['11-50']],
  [
    'empresas con veinte empleados o más',
    ['11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
  ],
])('numbers in words: %s', (text, headcount) => {
  const found = read(text).filters.headcount ?? []
  expect(found.filter((band) => band !== '1-10')).toEqual(headcount)
})

test.each([
  'gyms in met with mode labels',
  'circa 50 hotels in bath',
  'per capita lenders in no mans land',
  'salute health labs with a moda bar',
  'produce packers in reading',
])('an English question with words of other languages stays English: %s', (text) => {
  expect(read(text).notUnderstood.join(' ')).not.toMatch(/fashion|founded/)
})

test.each([
  [
    'oregon and washington wineries',
    [
      { country: 'US', state: 'OR' },
      { country: 'US', state: 'WA' },
    ],
  ],
  [
    'Tischler in Salzburg und Tirol',
    [
      { country: 'AT', subdivision: 'AT-5' },
      { country: 'AT', subdivision: 'AT-7' },
    ],
  ],
  [
    'bodegas en Murcia y Andalucía',
    [
      { country: 'ES', subdivision: 'ES-MC' },
      { country: 'ES', subdivision: 'ES-AN' },
    ],
  ],
  [
    'bakeries in Bremen and Lower Saxony',
    [
      { country: 'DE', city: 'Bremen' },
      { country: 'DE', subdivision: 'DE-NI' },
    ],
  ],
  [
    'bakeries in Murcia and Seville',
    [
      { country: 'ES', city: 'Murcia' },
      { country: 'ES', city: 'Seville' },
    ],
  ],
])('a name of a city and of a part of a country is the part in a list with others: %s', (text, include) => {
  expect(read(text).filters.headquarters_location?.include).toEqual(include)
})

test('a name of several words is neither translated nor cut', () => {
  expect(read('hoteles en Palma del Río').filters.headquarters_location).toEqual({
    include: [{ country: 'ES', city: 'Palma del Río' }],
  })
  expect(read('hotéis em Vila do Conde').notUnderstood.join(' ')).not.toContain('the')
})

test.each([
  ['agencia de viajes en Lima', 'Travel Arrangements'],
  ['clínica dental en Cali', 'Dentists'],
  ['aerolínea peruana', 'Airlines and Aviation'],
  ['cabinet comptable à Nantes', 'Accounting'],
  ['boucherie à Lille', 'Meat Products Manufacturing'],
  ['Zahnarztpraxis in Köln', 'Dentists'],
  ['Brauerei in Bamberg', 'Breweries'],
  ['Ingenieurbüro in Kassel', 'Engineering Services'],
  ['Privatbank in Genf', 'Banking'],
  ['ferreterías en Quito', 'Retail Building Materials and Garden Equipment'],
])('a trade is known in the singular as in the plural: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toContain(industry)
})

test('a listed word is not taken for the singular of another', () => {
  const { filters } = parseQuery('empresa aeroespacial en Tepic', NOW)
  expect(filters.industry?.include).toEqual(['Aviation and Aerospace Component Manufacturing'])
})

test.each([
  ['in den 80ern gegründete Verlage', { year_founded: { from: 1980, to: 1989 } }],
  ['empresas que levantaron más de 5 millones de dólares', { funding: { amount: { from: 5_000_000 } } }],
  ['viticulteurs en Champagne', { headquarters_location: { include: [{ country: 'FR', subdivision: 'FR-GES' }] } }],
])('years, money and regions in other languages: %s', (text, filters) => {
  const found = parseQuery(text, NOW)
  expect(found.filters).toMatchObject(filters)
  expect(found.notUnderstood).toEqual([])
})

test.each([
  ['Werbeagenturn in Düsseldrf', ['Advertising Services'], 'Düsseldorf'],
  ['Versicherungsmackler Hamburg', ['Insurance Agencies and Brokerages'], 'Hamburg'],
  ['Logistikunternemen in Bremn', ['Transportation, Logistics, Supply Chain and Storage'], 'Bremen'],
  ['Krankenhäusern in Kassel', ['Hospitals'], 'Kassel'],
  ['agences de recrutment à Bordaux', ['Staffing and Recruiting'], 'Bordeaux'],
  ['cabinets comptabls à Nantes', ['Accounting'], 'Nantes'],
  ['empresas de construcion en Sevila', ['Construction'], 'Seville'],
  ['despachos de abgados en Madird', ['Law Practice'], 'Madrid'],
  ['ristornti a Milno', ['Restaurants'], 'Milan'],
  ['bouwbedrijvn in Utrecht', ['Construction'], 'Utrecht'],
])('a mistyped word of another language is mended, and that is told: %s', (text, industries, city) => {
  const { filters, corrected } = parseQuery(text, NOW)
  expect(filters.industry?.include).toEqual(industries)
  expect(filters.headquarters_location?.include).toMatchObject([{ city }])
  const isTyped = text.startsWith('Krankenhäusern')
  expect(corrected.length > 0).toBe(!isTyped)
})

test.each([
  'distributed companies',
  'companies in familiar',
  'empresas de mudanzas en Canary Islands',
  'fromageries iraniennes à Lyon',
  'Advocates',
  'entreprises fermées à Berlin',
  'bedrijven met klanten in Duitsland',
  'die größten und besten Brauereien in Bayern',
])('a word that is right is not mended into one of another language: %s', (text) => {
  expect(parseQuery(text, NOW).corrected).toEqual([])
})

test.each([
  ['exportadores de vino en Argentina', 'Wineries'],
  ['Honig in Bayern', 'Farming'],
  ['zorginstellingen in Utrecht', 'Hospitals and Health Care'],
])('goods and trades in other languages: %s', (text, industry) => {
  expect(read(text).filters.industry?.include).toContain(industry)
})

test('an unlisted trade is searched for in English and as it was typed', () => {
  expect(read('Hebammen in Bonn').filters.topics).toEqual([
    { said: 'midwives', keywords: ['midwives', 'hebammen'], known: false },
  ])
  expect(read('Hersteller von Türen in Hessen').filters.topics).toMatchObject([{ keywords: ['doors', 'türen'] }])
  expect(read('manufacturers of doors in Ohio').filters.topics).toMatchObject([{ said: 'doors', known: false }])
})

test.each([
  'die größten Molkereien in Österreich',
  'les plus grandes banques du Maroc',
  'le più grandi banche italiane',
])('a superlative is no size: %s', (text) => {
  expect(read(text).filters.headcount).toBeUndefined()
})

test.each([
  ['Bäckereien in der Metropolregion Hamburg', { country: 'DE', city: 'Hamburg' }],
  ['Bäckereien im Landkreis München', { country: 'DE', city: 'Munich' }],
  ['Bäckereien im Großraum Stuttgart', { country: 'DE', city: 'Stuttgart' }],
  ['boulangeries dans la région de Lille', { country: 'FR', city: 'Lille' }],
  ['panaderías en la provincia de Sevilla', { country: 'ES', city: 'Seville' }],
  ["panetterie nell'area di Milano", { country: 'IT', city: 'Milan' }],
  ['bakeries in the Rhine-Main area', { country: 'DE' }],
  ['Bäckereien im Rhein-Main-Gebiet', { country: 'DE' }],
])('words for a region around a place belong to it: %s', (text, place) => {
  const { filters, notUnderstood } = read(text)
  expect(filters.headquarters_location?.include).toEqual([place])
  expect(notUnderstood).toEqual([])
})

test('a region that no filter holds is told as it was typed', () => {
  expect(read('Bäckereien im Rhein-Main-Gebiet').widened).toEqual([{ said: 'Rhein-Main-Gebiet', to: 'DE' }])
})

test.each([
  ['startup fintech a Bari finanziate nel 2022', '2022-01-01'],
  ['startups que captaram em 2023 no Brasil', '2023-01-01'],
])('when money was raised is not when a company was founded: %s', (text, from) => {
  const { filters } = read(text)
  expect(filters.funding?.date?.from).toBe(from)
  expect(filters.year_founded).toBeUndefined()
})

test.each([
  ['aziende simili a Fontebruna', 'Fontebruna'],
  ['bedrijven zoals Kadelmoor in Zeeland', 'Kadelmoor'],
])('companies like another: %s', (text, name) => {
  expect(read(text).filters.similar_to).toEqual({ name })
})

test.each([
  ['Start-ups aus Ulm, die 2023 Geld bekommen haben', '2023-01-01', '2023-12-31'],
  ['Fintechs, die seit 2022 Kapital erhalten haben', '2022-01-01', undefined],
])('money that came in a year: %s', (text, from, to) => {
  const { filters } = read(text)
  expect(filters.funding?.date).toEqual({ from, ...(to !== undefined && { to }) })
  expect(filters.year_founded).toBeUndefined()
})

test.each([
  ['boîtes de com à Nantes', 'Advertising Services', 'Nantes'],
  ['KMU Maschinenbau Ostschweiz', 'Machinery Manufacturing', undefined],
  ['cabinets comptables La Défense', 'Accounting', undefined],
])('trades and regions as people say them: %s', (text, industry, city) => {
  const { filters } = read(text)
  expect(filters.industry?.include).toEqual([industry])
  expect(filters.headquarters_location?.include?.[0]?.city).toBe(city)
})

test.each([
  ['Hersteller von Spezialmaschinen in Ulm', 'Machinery Manufacturing', []],
  ['empresas de paneles solares que tengan 10 empleados', 'Solar Electric Power Generation', []],
  ['Lieferanten für Autoteile in Ulm', undefined, []],
  ['Startups, die noch nicht finanziert sind', undefined, ['noch', 'nicht finanziert sind']],
])('goods in other languages, and what has not happened: %s', (text, industry, left) => {
  const { filters, notUnderstood, corrected } = read(text)
  expect(filters.industry?.include?.[0]).toBe(industry)
  expect(filters.industry?.exclude).toBeUndefined()
  expect(notUnderstood).toEqual(left)
  expect(corrected).toEqual([])
})

test.each([
  ['mittelständische Druckereien in Ulm', ['51-200', '201-500']],
  ['petites imprimeries à Nantes', ['1-10', '11-50']],
])('a size before a trade that has no plural in English: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})
