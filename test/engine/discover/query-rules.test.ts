import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'
import type { CompanyFilters, Place } from '../../../src/lib/companies/company-filters.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const saidIn = (text: string): string[] => (read(text).filters.topics ?? []).map(({ said }) => said)

describe('a negation', () => {
  test.each([
    ['companies other than banks in Zurich', 'Banking', { include: [{ country: 'CH', city: 'Zürich' }] }],
    [
      'retailers except fashion in Milan',
      'Retail Apparel and Fashion',
      { include: [{ country: 'IT', city: 'Milan' }] },
    ],
    ['food firms outside of dairy in Ireland', 'Dairy Product Manufacturing', { include: [{ country: 'IE' }] }],
    ['anything but restaurants in Rome', 'Restaurants', { include: [{ country: 'IT', city: 'Rome' }] }],
    ['Firmen außer Banken in Zürich', 'Banking', { include: [{ country: 'CH', city: 'Zürich' }] }],
    ['keine Banken in Dresden', 'Banking', { include: [{ country: 'DE', city: 'Dresden' }] }],
    ['agences sauf immobilier à Paris', 'Real Estate', { include: [{ country: 'FR', city: 'Paris' }] }],
    ['empresas excepto bancos en Madrid', 'Banking', { include: [{ country: 'ES', city: 'Madrid' }] }],
  ])('excludes what follows it, but not the place after that: %s: without %s', (text, industry, seats) => {
    const { filters } = read(text)
    expect(filters.industry?.exclude).toContain(industry)
    expect(filters.headquarters_location).toEqual(seats)
  })

  test.each([
    ["law firms that aren't in London", { exclude: [{ country: 'GB', city: 'London' }] }],
    ['no companies based in Leeds', { exclude: [{ country: 'GB', city: 'Leeds' }] }],
    ['empresas de software menos en Madrid', { exclude: [{ country: 'ES', city: 'Madrid' }] }],
  ])('excludes a place directly after it: %s', (text, seats) => {
    expect(read(text).filters.headquarters_location).toEqual(seats)
  })

  test('excludes a company type, but not the trade after it', () => {
    const { filters } = read('nicht börsennotierte Banken in Österreich')
    expect(filters.company_type).toEqual({ exclude: ['public company'] })
    expect(filters.industry).toEqual({ include: ['Banking'] })
  })

  test('that no filter can express is reported', () => {
    const { filters, notUnderstood } = read('software companies without venture funding in Spain')
    expect(filters.headquarters_location).toEqual({ include: [{ country: 'ES' }] })
    expect(notUnderstood).toEqual(['without venture funding'])
  })
})

test.each([
  ['german companies moving into france', [{ country: 'DE' }], 'moving into france'],
  ['startups hiring in Warsaw', undefined, 'hiring in Warsaw'],
  ['shoes made in Italy', undefined, 'made in Italy'],
  ['agencies with clients in spain', undefined, 'clients in spain'],
  ['car makers with a plant in Mexico', undefined, 'plant in Mexico'],
  ['rivals of a German firm', undefined, 'rivals of a German'],
  ['breweries relocating to Porto', undefined, 'relocating to Porto'],
])('where companies go, sell or hire is not their location: %s', (text, include, said) => {
  const { filters, notUnderstood } = read(text)
  expect(filters.headquarters_location?.include).toEqual(include)
  expect(notUnderstood).toEqual([said])
})

test.each([
  ['dentists illinois springfield', { country: 'US', state: 'IL', city: 'Springfield' }, ['dentists']],
  ['dallas metro plumbers', { country: 'US', state: 'TX', city: 'Dallas' }, ['plumbers']],
  ['greater boston biotech', { country: 'US', state: 'MA', city: 'Boston' }, ['biotech']],
  ['chicago area manufacturers', { country: 'US', state: 'IL', city: 'Chicago' }, ['manufacturers']],
])('the words around a city belong to it: %s', (text, seat, said) => {
  expect(read(text).filters.headquarters_location?.include).toEqual([seat])
  expect(saidIn(text)).toEqual(said)
})

test.each<[string, string[], string[]]>([
  ['firms in a quiet corner of the market', [], ['quiet corner of the market']],
  ['companies at the crossroads of finance', ['finance'], ['crossroads']],
  ['companies that press kelp', ['kelp'], []],
  ['zuntal blorvex makers in Spain', ['zuntal blorvex'], []],
  ['zuntal blorvex firkad makers in Spain', [], ['zuntal blorvex firkad']],
  ['startups worth 3bn on paper, raised under 40m', [], ['worth 3bn on paper']],
  ['agencies with turnover of 5m dollars', [], ['turnover of 5m dollars']],
  ["I'm selling cleaning services to hotels in Vienna", ['hotels'], ['cleaning services']],
  ['wir verkaufen Kaffeemaschinen an Hotels in Wien', ['hotels'], ['Kaffeemaschinen']],
])('subjects are told from other words: %s', (text, said, left) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, left])
})

test.each([
  'startups that went past seed in Berlin',
  'companies with a bigger than usual B round',
  'fintechs beyond series B',
])('a funding stage that was passed or compared with is not a filter: %s', (text) => {
  expect(read(text).filters.funding).toBeUndefined()
})

test.each([
  ['Zahnärzte bei München', 'Munich'],
  ['restaurants autour de Marseille', 'Marseille'],
  ['clínicas cerca de Sevilla', 'Seville'],
])('prepositions of place in other languages: %s', (text, city) => {
  expect(read(text).filters.headquarters_location?.include?.[0]?.city).toBe(city)
  expect(read(text).filters.topics?.length ?? 0).toBeLessThan(2)
})

const seatsIn = (text: string): string[] => {
  const { include = [], exclude = [] } = read(text).filters.headquarters_location ?? {}
  const named = ({ country, state, subdivision, city }: Place): string =>
    [subdivision ?? country, state, city].filter((part) => part !== undefined).join('/')
  return [...include.map(named), ...exclude.map((place) => `-${named(place)}`)]
}

test.each<[string, string[], string[]]>([
  ['companies in mobile phones', [], ['mobile phones']],
  ['firms in reading glasses', [], ['reading glasses']],
  ['vendors in smart home devices, Italy', ['IT'], []],
  ['COMPANIES IN MOBILE PHONES', [], ['mobile phones']],
  ['roofers in Mobile, Alabama', ['US/AL/Mobile'], ['roofers']],
  ['roofers in mobile al', ['US/AL/Mobile'], ['roofers']],
  ['bakeries in bath with 5-20 staff', ['GB/Bath'], ['bakeries']],
  ['gyms in Reading', ['GB/Reading'], ['gyms']],
])('a city name that begins a phrase is not a place: %s', (text, seats, said) => {
  expect(seatsIn(text)).toEqual(seats)
  expect(saidIn(text)).toEqual(said)
})

test.each<[string, string[]]>([
  ['solar companies in tx, ca and fl', ['US/TX', 'US/CA', 'US/FL']],
  ['breweries in wa state', ['US/WA']],
  ['SMB accountants in wa', ['US/WA']],
  ['law firms in QLD', ['AU-QLD']],
  ['dentists in bc', ['CA-BC']],
  ['fintechs ldn', ['GB/London']],
  ['agencies anywhere but London', ['-GB/London']],
  ['breweries that moved from Ohio to Texas', ['US/TX']],
  ['breweries that moved to Texas from Ohio', ['US/TX']],
  ['exporters to France from Spain', ['ES']],
  ['private equity backed it companies in the us', ['US']],
  ['agencies in Berlin that speak French', ['DE/Berlin']],
  ['podcasts in Spanish Miami', ['US/FL/Miami']],
  ['bars in Spanish Town', ['JM/Spanish Town']],
  ['software vendors in Seinäjoki', ['FI/Seinäjoki']],
  ['indústrias de calçado em Felgueiras', ['PT/Felgueiras']],
  ['vendors in Stripe', []],
  ['ohjelmistotalot tampereella', ['FI/Tampere']],
  ['helsinkiläiset mainostoimistot', ['FI/Helsinki']],
  ['suomalaiset pelifirmat', ['FI']],
  ['konepajat Seinäjoella', ['FI/Seinäjoki']],
  ['yritykset jotka eivät ole Helsingissä', ['-FI/Helsinki']],
  ['Moebelhersteller in Muenster', ['DE/Münster']],
])('short and alternative names of places: %s', (text, seats) => {
  expect(seatsIn(text)).toEqual(seats)
})

test.each<[string, CompanyFilters]>([
  ['agencies no bigger than 50 people', { headcount: ['1-10', '11-50'] }],
  ['agencies not smaller than 1001 people', { headcount: ['1001-5000', '5001-10000', '10001+'] }],
  ['startups not older than 3 years', { year_founded: { from: 2023 } }],
  ['empresas creadas en los últimos 5 años', { year_founded: { from: 2021 } }],
  ['entreprises créées au cours des 3 dernières années', { year_founded: { from: 2023 } }],
])('a negated comparison is a limit: %s', (text, filters) => {
  expect(read(text).filters).toEqual(filters)
})

test.each([
  'shops that use HubSpot but not WordPress',
  'shops with HubSpot in Sweden, no WordPress',
  'empresas con HubSpot que no usan WordPress',
  'Firmen mit HubSpot, die kein WordPress nutzen',
])('an excluded technology beside a required one: %s', (text) => {
  expect(read(text).filters.technology).toEqual({ include: ['hubspot'], exclude: ['wordpress'] })
})

test.each<[string, string[], string[]]>([
  ['veteran-owned trucking firms', ['trucking'], ['veteran-owned']],
  ['doctor led health startups', ['health'], ['doctor led']],
  ['AI-led drug discovery', ['ai', 'drug discovery'], ['led']],
  ['looking for real estate agencies', ['real estate agencies'], []],
  ['companies in IT', ['it services'], []],
  ['shops with no online presence', [], ['no online presence']],
  ['empresas sin pagina web', [], ['sin pagina web']],
  ['Firmen, die keine Webseite haben', [], ['ohne Webseite']],
  ['companies lacking a website', [], ['lacking a website']],
  ['junge Biotechs', ['biotechs'], ['junge']],
])('whose companies they are, and what they lack, is not a trade: %s', (text, said, left) => {
  expect([saidIn(text), read(text).notUnderstood]).toEqual([said, left])
})

test.each([
  ['empresas de logistica en Bogota', 'Transportation, Logistics, Supply Chain and Storage'],
  ['baeckereien in Bonn', 'Baked Goods Manufacturing'],
  ['societes de conseil', 'Business Consulting and Services'],
  ['textil in Frankreich', 'Textile Manufacturing'],
  ['Kunststoffbranche in Bielefeld', 'Plastics Manufacturing'],
  ['Getränkeindustrie in Thüringen', 'Beverage Manufacturing'],
])('words without accents, or compounded with a trade: %s', (text, industry) => {
  expect(read(text).filters.industry?.include).toEqual([industry])
})

test.each([
  ['uber competitors', ['uber']],
  ['island hotels', ['island', 'hotels']],
  ['interim managers in Maine', ['interim managers']],
])('an English word that another language writes with an accent stays English: %s', (text, said) => {
  expect(saidIn(text)).toEqual(said)
})

test.each<[string, string[]]>([
  ['plumbers in Seattle, Washington', ['US/WA/Seattle']],
  ['breweries in vancouver washington', ['US/WA/Vancouver']],
  ['dentists in Buffalo, New York', ['US/NY/Buffalo']],
  ['Albany New York law firms', ['US/NY/Albany']],
  ['law firms in Boston, New York and Washington', ['US/MA/Boston', 'US/NY/New York', 'US/DC/Washington']],
])('a city before a state that shares its name with a city: %s', (text, seats) => {
  expect(seatsIn(text)).toEqual(seats)
})

test.each<[string, string[], string]>([
  ['Japanese restaurants in Berlin', ['DE/Berlin'], 'Japanese'],
  ['wholesalers of French cheese in New York', ['US/NY/New York'], 'French'],
  ['Danish and Swedish fintechs in London', ['GB/London'], 'Danish and Swedish'],
  ['importers from China in Hamburg', ['DE/Hamburg'], 'China'],
  ['sourcing cotton from Egypt, fashion brands', [], 'sourcing cotton from Egypt'],
  ['firms exporting machine tools to India from Italy', ['IT'], 'exporting machine tools to India'],
  ['Firmen, die nach China liefern, in Stuttgart', ['DE/Stuttgart'], 'exporting to China'],
  ['Unternehmen mit Werk in Mexiko, Automobil', [], 'mit Werk in Mexiko'],
  ['entreprises avec une usine au Maroc', [], 'avec une usine au Maroc'],
  ['empresas que exportan a Francia desde Valencia', ['ES/Valencia'], 'que exportan a Francia'],
])('a place that goods or owners are from, or go to, is not the seat, and is told: %s', (text, seats, left) => {
  expect(seatsIn(text)).toEqual(seats)
  expect(read(text).notUnderstood).toContain(left)
})

test.each<[string, string[]]>([
  ['European startups in Berlin', ['DE/Berlin']],
  ['Swiss companies in Zurich', ['CH/Zürich']],
  ['UK and Irish companies in construction', ['GB', 'IE']],
  ['manufacturing in Ohio', ['US/OH']],
  ['food manufacturing in Vietnam', ['VN']],
  ['companies manufacturing in Mexico', []],
  ['software companies, none in London', ['-GB/London']],
  ['law firms nowhere near Dublin', ['-IE/Dublin']],
  ['restaurants pas à Lyon mais en France', ['FR', '-FR/Lyon']],
])('where the seat is: %s', (text, seats) => {
  expect(seatsIn(text)).toEqual(seats)
})

test.each([
  ['companies not founded before 2010 in Estonia', { from: 2010 }],
  ['software companies that were not founded after 2015', { to: 2015 }],
])('what is not before a year is from it on: %s', (text, years) => {
  expect(read(text).filters.year_founded).toEqual(years)
})

test('numbers and bounds in words of other languages', () => {
  const bands = (text: string) => read(text).filters.headcount
  expect(bands('Verlage mit höchstens fünfzig Mitarbeitern in Köln')).toEqual(['1-10', '11-50'])
  expect(bands('agencias en Lima, máximo 20 personas')).toEqual(['1-10', '11-50'])
  expect(bands('Möbelhersteller mit mindestens hundert Beschäftigten')?.[0]).toBe('51-200')
})

test.each([
  ['firmy it w Warszawie', 'it services'],
  ['empresas it en Madrid', 'it services'],
  ['cloud kitchens in Dubai', 'cloud kitchens'],
  ['tekoälyyritykset Oulussa', 'ai'],
])('the only trade of %s', (text, said) => {
  expect(saidIn(text)).toEqual([said])
})

test('Finnish says after a year what it says of it', () => {
  expect(read('pelifirmat perustettu 2020 jälkeen').filters.year_founded).toEqual({ from: 2021 })
  expect(read('pelifirmat perustettu ennen vuotta 2000').filters.year_founded).toEqual({ to: 1999 })
  expect(read('pelifirmat yli 50 työntekijää').filters.headcount?.[0]).toBe('51-200')
})
