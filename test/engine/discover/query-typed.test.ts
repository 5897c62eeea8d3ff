import { describe, expect, test } from 'vitest'
import { amountNouns } from '../../../src/lib/vocabulary/amount-nouns.ts'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const saidIn = (text: string): string[] => (read(text).filters.topics ?? []).map(({ said }) => said)

test.each([
  ['need like 30 dental clinics around leeds', 30, ['dental clinics']],
  ['couple dozen solar installers arizona', 24, ['solar installers']],
  ['a handful of breweries in oregon', 5, ['breweries']],
  ['ten or so bakeries in nyc', 10, ['bakeries']],
])('the number of companies requested, as people type it: %s', (text, count, said) => {
  expect([read(text).askedFor, saidIn(text)]).toEqual([count, said])
})

test.each([
  ['banks founded between 2000 and 2004 except 2003', { include: [2000, 2001, 2002, 2004] }],
  ['saas companies founded after 2022 but not 2024', { include: [2023, 2025, 2026] }],
  ['breweries founded before 1990', { to: 1989 }],
  ['saas companies founded before June 2012', { to: 2012 }],
  ['mills founded before January 2012', { to: 2011 }],
  ['inns opened after March 2021', { from: 2021 }],
])('a year left out of a range leaves a gap: %s', (text, years) => {
  expect(read(text).filters.year_founded).toEqual(years)
})

test.each([
  ['who can i sell a warehouse system to in the netherlands', [], 'a warehouse system', [{ country: 'NL' }]],
  [
    'potential buyers for industrial lubricants in saxony',
    [],
    'industrial lubricants',
    [{ country: 'DE', subdivision: 'DE-SN' }],
  ],
  [
    'we do payroll for restaurants in miami',
    ['restaurants'],
    'payroll',
    [{ country: 'US', state: 'FL', city: 'Miami' }],
  ],
  ['Kunden für unsere Kassen: Bäckereien in Wien', ['bakeries'], 'Kassen', [{ country: 'AT', city: 'Vienna' }]],
])('what the user sells is not a trade of the companies: %s', (text, said, sold, include) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, [sold]])
  expect(read(text).filters.headquarters_location).toEqual({ include })
})

test.each([
  ['vancouver bc game studios', { country: 'CA', city: 'Vancouver' }],
  ['sydney nsw accountants', { country: 'AU', city: 'Sydney' }],
  ['linz tourism offices', { country: 'AT', city: 'Linz' }],
  ['plumbers in bath', { country: 'GB', city: 'Bath' }],
  ['scottish distilleries', { country: 'GB', subdivision: 'GB-SCT' }],
  ['bakeries in Mar del Plata', { country: 'AR', city: 'Mar del Plata' }],
  ['agences à Aix-en-Provence', { country: 'FR', city: 'Aix-en-Provence' }],
  ['start-up fintech parisiennes', { country: 'FR', city: 'Paris' }],
])('locations as people type them: %s', (text, seat) => {
  expect(read(text).filters.headquarters_location).toEqual({ include: [seat] })
})

test.each([
  ['the south of france', 'FR'],
  ['central poland', 'PL'],
  ['northern california', 'US-CA'],
])('a part of a country named by direction is widened, with a note: %s', (place, to) => {
  expect(read(`wineries in ${place}`).widened.map((one) => one.to)).toEqual([to])
})

test('excluding an area without boundaries excludes nothing around it', () => {
  const { filters, notUnderstood } = read('saas not in southern germany')
  expect(filters.headquarters_location).toBeUndefined()
  expect(notUnderstood).toEqual(['southern germany'])
})

test.each([
  ['fintech ldnx', ['fintech'], ['ldnx']],
  ['hotels on the zuntal strand', ['hotels'], ['zuntal strand']],
  ['subsidiaries of larkmoor', [], ['subsidiaries of larkmoor']],
  ['vc backed saas', ['saas'], ['vc backed']],
  ['retailers with 50 stores', ['retailers'], ['50 stores']],
  ['revenue 10m to 50m bakeries', ['bakeries'], ['revenue 10m to 50m']],
  ['market cap under 500m bakeries', ['bakeries'], ['market cap under 500m']],
  ['not yet funded bakeries in Warsaw', ['bakeries'], ['not yet funded']],
])('what no filter can express is reported, not required: %s', (text, said, left) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, left])
})

test.each([
  ['min 50 max 200 employees logistics', ['51-200']],
  ['headcount over 500 retail poland', ['501-1000', '1001-5000', '5001-10000', '10001+']],
  ['country: germany; size = 11-50', ['11-50']],
  ['200ish people in Ohio', ['51-200', '201-500']],
  ['Metallverarbeiter Ruhrgebiet 50-250 MA', ['51-200', '201-500']],
])('sizes: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})

test('two limits of years form one range', () => {
  expect(read('saas founded after 2015 but before 2020').filters.year_founded).toEqual({ from: 2016, to: 2019 })
  expect(read('entreprises de moins de 10 ans à Lyon').filters.year_founded).toEqual({ from: 2017 })
})

test.each([
  'companies that dont use wordpress',
  'agencies which arent using wordpress',
  'businesses that arent on wordpress',
])('a denial without its apostrophe denies: %s', (text) => {
  expect(read(text).filters.technology).toEqual({ exclude: ['wordpress'] })
})

test.each([
  ['plumbers in bristol & bath', ['Bristol', 'Bath']],
  ['plumbers in bristol or reading with 10 staff', ['Bristol', 'Reading']],
  ['apps in austin and mobile', ['Austin']],
  ['marketing in london and reading groups', ['London']],
])('a city that is also a word is one beside another of its country: %s', (text, cities) => {
  expect(read(text).filters.headquarters_location?.include?.map(({ city }) => city)).toEqual(cities)
})

test.each([
  ['saas in tallinn, stay away from agencies', ['agencies']],
  ['software in Leeds, avoid any agencies or brokers', ['agencies', 'brokers']],
])('a denial of several words excludes a kind of company: %s', (text, kinds) => {
  expect(read(text).filters.keywords?.exclude).toEqual(kinds)
})

test('not-for-profits are a kind of company', () => {
  expect(read('not-for-profits in vermont').filters.company_type).toEqual({ include: ['non profit'] })
})

test.each([
  ['between seed and series a', ['seed', 'pre_series_a', 'series_a']],
  ['post series b saas', undefined],
])('stages: %s', (text, series) => {
  expect(read(text).filters.funding?.series).toEqual(series)
})

test.each([
  'firms similar to larkmoor in europe',
  'Konkurrenten von Larkmoor',
  'concurrents de Larkmoor',
  'competidores de Larkmoor',
])('another company, in any language and case: %s', (text) => {
  expect(read(text).filters.similar_to?.name?.toLowerCase()).toBe('larkmoor')
})

describe('words in three languages', () => {
  test.each([
    ['Getränkehersteller in Österreich', 'Beverage Manufacturing'],
    ['modehersteller in Wien', 'Retail Apparel and Fashion'],
    ['Spediteure in Duisburg', 'Freight and Package Transportation'],
    ["sociétés cotées dans l'assurance", 'Insurance'],
    ['vignobles en Bourgogne', 'Wineries'],
    ['empresas de transporte cerca de Zaragoza', 'Freight and Package Transportation'],
    ['software para restaurantes en Lima', 'Software Development'],
  ])('%s: %s', (text, industry) => {
    expect(read(text).filters.industry?.include).toContain(industry)
  })
})

test('an agency that is not wanted is excluded', () => {
  expect(read('Softwarefirmen in Köln, keine Agenturen').filters.keywords?.exclude).toEqual(['agencies', 'agenturen'])
})

test('the nouns that numbers count are known in several languages, each word once', () => {
  for (const counted of ['staff', 'heads', 'raised', 'worth', 'other'] as const) {
    const nouns = amountNouns(counted, ['en'])
    expect(nouns.length).toBeGreaterThan(4)
    expect(new Set(nouns).size).toBe(nouns.length)
  }
  expect(amountNouns('staff', ['de'])).toContain('mitarbeiter')
})

test.each([
  ['saas in austin tx with less then 50 employees', ['1-10', '11-50']],
  ['restaurant groups in London without more than 200 employees', ['1-10', '11-50', '51-200']],
])('bounds, as one types them: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})

test.each([
  [
    'companies in Asia excl. China and Japan making batteries',
    { include: [{ continent: 'Asia' }], exclude: [{ country: 'CN' }, { country: 'JP' }] },
  ],
  [
    'oil and gas companies in Houston and Midland, TX',
    {
      include: [
        { country: 'US', state: 'TX', city: 'Houston' },
        { country: 'US', state: 'TX', city: 'Midland' },
      ],
    },
  ],
])('several places: %s', (text, places) => {
  expect(read(text).filters.headquarters_location).toEqual(places)
})

test.each([
  ['react and node.js shops in Warsaw', { include: ['react', 'node-js'], match: 'all' }],
  ['magento 2 retailers uk', { include: ['magento'] }],
])('technologies in a list, and with their version: %s', (text, technology) => {
  expect([read(text).filters.technology, read(text).askedFor]).toEqual([technology, null])
})

test('the next of two stages is one, too', () => {
  expect(read('pre-seed or seed healthtech in the UK').filters.funding).toEqual({ series: ['pre_seed', 'seed'] })
})

test('years and dollars, as one types them', () => {
  expect(read('fleet software vendors founded b/w 2010 and 2016').filters.year_founded).toEqual({
    from: 2010,
    to: 2016,
  })
  const { filters, notUnderstood } = read('Companies in Singapore that raised between S$5m and S$20m')
  expect(filters.funding).toEqual({ amount: { from: 5e6, to: 20e6 } })
  expect(notUnderstood.join()).toContain('sgd')
})

test('what one is not interested in is excluded, and whom one is friendly to is no type', () => {
  expect(read('not interested in banks, just insurers in Zurich').filters.industry).toMatchObject({
    exclude: ['Banking'],
  })
  expect(read('freelance-friendly ad agencies in Berlin').filters.company_type).toBeUndefined()
})

test.each([
  ['the biggest 20 construction firms in Norway', 20],
  ['5 or 6 boutique hotels in Porto', 6],
  ['5 to 10 bakeries in Turin', 10],
  ['finde 5 bis 10 Brauereien in Köln', 10],
  ['10 to 50 person bakeries in Turin', null],
])('counts: %s', (text, count) => {
  expect([read(text).askedFor, read(text).filters.topics?.length]).toEqual([count, 1])
})

test.each([
  ['hotels in Bali', 'ID'],
  ['wineries in the Alentejo', 'PT'],
  ['hotels in the Western Cape', 'ZA'],
])('a region that no filter has is named with its country: %s', (text, country) => {
  const { filters, widened } = read(text)
  expect(filters.headquarters_location).toEqual({ include: [{ country }] })
  expect(widened).toHaveLength(1)
})

test('what companies are worth is named, for no filter has it', () => {
  expect(read('unicorns in India').notUnderstood).toEqual(['unicorns'])
})

test('an amount of a stage is what was raised', () => {
  expect(read('biotechs with a Series B of at least 40 million').filters.funding).toEqual({
    series: ['series_b'],
    amount: { from: 40e6 },
  })
})

test.each([
  ['accounting partnerships in Leeds', { company_type: { include: ['partnership'] } }],
  ['law partnership in Dublin', { company_type: { include: ['partnership'] } }],
  ['robotics with 2-5m seed', { funding: { series: ['seed'], amount: { from: 2_000_000, to: 5_000_000 } } }],
  ['seed stage or earlier', { funding: { series: ['pre_seed', 'seed'] } }],
  ['pre-A startups in Singapore', { funding: { series: ['pre_series_a'] } }],
  ['agencies founded b4 2010', { year_founded: { to: 2009 } }],
  ['SMBs (<250 ees) in packaging', { headcount: ['1-10', '11-50', '51-200', '201-500'] }],
  ['up to 25 personnel in design', { headcount: ['1-10', '11-50'] }],
])('kinds, stages and sizes as people type them: %s', (text, filters) => {
  expect(read(text).filters).toMatchObject(filters)
})

test.each([
  ['post-seed edtech in Nairobi', 'seed'],
  ['robotics, no funding beyond seed', 'beyond seed'],
  ["biotech that hasn't raised since 2021", 'since 2021'],
  ['unfunded startups in Austin', 'unfunded'],
])('a stage that is passed and a round that was not raised are told: %s', (text, said) => {
  expect(read(text).notUnderstood.join()).toContain(said)
  expect(read(text).filters.funding).toBeUndefined()
  expect(saidIn(text).join()).not.toMatch(/seed|unfunded/)
})

test('what is done in partnership is no kind of company', () => {
  expect(read('startups in partnership with banks').filters.company_type).toBeUndefined()
})

test.each([
  ['solicitors in Bath', 'Law Practice'],
  ['welders in Hull', 'Fabricated Metal Products'],
  ['funeral homes in Ohio', 'Individual and Family Services'],
  ['quarries in Wales', 'Nonmetallic Mineral Mining'],
  ['flour mills in Kenya', 'Food and Beverage Manufacturing'],
  ['taxi companies in Malta', 'Taxi and Limousine Services'],
])('trades by those who are in them: %s', (text, industry) => {
  expect(read(text).filters.industry?.include).toContain(industry)
})

test.each([
  ['selling point of sale to car dealers in Kent', ['car dealers'], 'point of sale'],
  ['my product is a POS system, looking for cafes in Porto', ['cafes'], 'a POS system'],
  ["who'd buy welding robots in Slovakia", [], 'welding robots'],
  ['who to pitch security training to: law firms in Oslo', ['law firms'], 'security training to'],
])('what the seller offers is not what the companies do: %s', (text, said, offered) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, [offered]])
})

test.each([
  ['electical contractors in Ohio', 'electrical', ['electrical contractors']],
  ['wedding plannrs', 'planners', ['wedding planners']],
  ['skipping companies', null, ['skipping']],
])('a mistyped word is mended by the word it stands beside: %s', (text, word, said) => {
  expect(read(text).corrected.map((one) => one.read_as)).toEqual(word === null ? [] : [word])
  expect(saidIn(text)).toEqual(said)
})

test('all industries but one leave that one out', () => {
  const { filters } = read('any industry but mining, Norway')
  expect([filters.industry, saidIn('any industry but mining, Norway')]).toEqual([{ exclude: ['Mining'] }, []])
})

test.each([
  ['hotel chains dating from the 1920s', { year_founded: { from: 1920, to: 1929 } }],
  ['insurers with roots in 1890', { year_founded: { include: [1890] } }],
  ['banks in operation before 2005', { year_founded: { to: 2004 } }],
  ['edtechs not older than 2020', { year_founded: { from: 2020 } }],
  ['studios from before the year 2000', { year_founded: { to: 1999 } }],
  ['breweries with two dozen staff', { headcount: ['11-50'] }],
  ['law firms with 1,500 on staff', { headcount: ['1001-5000'] }],
  ['one-person consultancies in Bonn', { headcount: ['1-10'] }],
  ['robotics that took in $40M', { funding: { amount: { from: 40_000_000 } } }],
  ['robotics with $3 million in venture capital', { funding: { amount: { from: 3_000_000 } } }],
  ['owner-run bakeries in Graz', { company_type: { include: ['self owned'] } }],
  ['public limited companies in Cork', { company_type: { include: ['public company'] } }],
])('what has a plainer word is read as that word: %s', (text, filters) => {
  const found = read(text)
  expect(found.filters).toMatchObject(filters)
  expect([found.notUnderstood, saidIn(text).join()]).toEqual([[], expect.not.stringMatching(/dating|capital|limited/)])
})

test.each([
  'law firms in Hull +100 employees',
  'law firms in Hull with 100+ employees',
  'cabinets juridiques à Hull +100 salariés',
])('a plus before or behind the number: %s', (text) => {
  expect(parseQuery(text, NOW).filters.headcount).toContain('10001+')
})

test.each([
  ['lawfirms in Hull', 'Law Practice'],
  ['constructioncompanies in Ohio', 'Construction'],
])('a trade and its noun written as one: %s', (text, industry) => {
  expect(parseQuery(text, NOW).filters.industry?.include).toEqual([industry])
})
