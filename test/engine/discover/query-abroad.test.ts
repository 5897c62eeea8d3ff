import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'

const NOW = new Date('2026-06-15T00:00:00Z')
const read = (text: string) => parseQuery(text, NOW)
const seat = (text: string) => read(text).filters.headquarters_location

test.each([
  ['start-up estoniennes dans la santé', { country: 'EE' }],
  ['startup lettoni di robotica', { country: 'LV' }],
  ['slowenische Hersteller von Möbeln', { country: 'SI' }],
  ['empresas agrícolas paraguayas', { country: 'PY' }],
  ['banche lussemburghesi', { country: 'LU' }],
  ['Hongaarse bouwbedrijven', { country: 'HU' }],
  ['entreprises ivoiriennes de logistique', { country: 'CI' }],
  ['padarias moçambicanas', { country: 'MZ' }],
  ['aziende venete di mobili', { country: 'IT', subdivision: 'IT-34' }],
  ['fromageries normandes', { country: 'FR', subdivision: 'FR-NOR' }],
  ['vinícolas gaúchas', { country: 'BR', subdivision: 'BR-RS' }],
  ['empresas sevillanas de software', { country: 'ES', city: 'Seville' }],
])('where companies come from: %s', (text, place) => {
  expect(seat(text)).toEqual({ include: [place] })
})

test.each(['software companies in indiana', 'chinos software', 'companies that do chinos'])(
  'English words stay English: %s',
  (text) => {
    expect(seat(text)?.include ?? []).not.toContainEqual({ country: 'IN' })
    expect(seat(text)?.include ?? []).not.toContainEqual({ country: 'CN' })
  },
)

test.each([
  ['breweries that have been around for more than 50 years', { to: 1975 }],
  ['law firms in business for 30 years', { to: 1996 }],
  ['bakeries existing for over half a century in Leeds', { to: 1975 }],
  ['Brauereien seit über 100 Jahren', { to: 1925 }],
  ['Hotels, die seit mehr als einem Jahrhundert bestehen', { to: 1925 }],
  ['boulangeries depuis plus de 50 ans à Lille', { to: 1975 }],
  ['bodegas con más de un siglo de historia', { to: 1925 }],
  ["aziende vinicole da oltre cinquant'anni", { to: 1975 }],
  ['bouwbedrijven al meer dan 30 jaar', { to: 1995 }],
  ['padarias com mais de 40 anos no Porto', { to: 1985 }],
  ['startups from the last 3 years', { from: 2023 }],
  ['Lieferdienste, die in den letzten drei Jahren entstanden sind', { from: 2023 }],
  ['startups de movilidad de los últimos 4 años', { from: 2022 }],
  ['Agenturen aus den neunziger Jahren', { from: 1990, to: 1999 }],
  ['studios de design des années 80', { from: 1980, to: 1989 }],
  ['cantine degli anni settanta in Piemonte', { from: 1970, to: 1979 }],
  ['reclamebureaus uit de jaren negentig', { from: 1990, to: 1999 }],
  ['empresas textiles anteriores a 1970', { to: 1969 }],
  ['Brauereien, die es schon vor 1900 gab', { to: 1899 }],
  ['estudios abiertos entre el 2005 y el 2012', { from: 2005, to: 2012 }],
])('how long companies have lived: %s', (text, years) => {
  expect(read(text).filters.year_founded).toEqual(years)
})

test.each(['agencies with more than 20 years experience', 'software companies growing in the last 2 years'])(
  'years of something else: %s',
  (text) => {
    expect(read(text).filters.year_founded).toBeUndefined()
  },
)

test.each([
  ['agences d’une quinzaine de salariés', ['11-50']],
  ['bedrijven met een twintigtal medewerkers', ['11-50']],
  ['cabinets comptables - de 30 pers', ['1-10', '11-50']],
  ['Speditionen nicht größer als 80 Mann', ['1-10', '11-50', '51-200']],
  ['agencias que no superen los 100 empleados', ['1-10', '11-50', '51-200']],
  ['agencias de viajes que no pasen de 40 personas', ['1-10', '11-50']],
  ['fysiotherapeuten met hooguit 12 medewerkers', ['1-10', '11-50']],
  ['Agenturen mit max. 40 Angestellten', ['1-10', '11-50']],
  ['swedish game studios up to 60 devs', ['1-10', '11-50', '51-200']],
])('how many people: %s', (text, headcount) => {
  expect(read(text).filters.headcount).toEqual(headcount)
})

test.each([
  ["bureaux d'études, Belgique exclue", 'BE'],
  ['hotels wereldwijd, Duitsland uitgezonderd', 'DE'],
  ['Uhrenhersteller weltweit, Schweiz ausgenommen', 'CH'],
  ['importatori di vino, meno Stati Uniti', 'US'],
  ['boulangeries en Europe, hors Suisse', 'CH'],
])('a place left out: %s', (text, country) => {
  expect(seat(text)?.exclude).toEqual([{ country }])
})

test('an amount of francs is no part of Bavaria', () => {
  expect(seat('Bäckereien mit 2 Millionen Franken Umsatz')).toBeUndefined()
})

test.each([
  [
    'hvac contractors tx ok la',
    [
      { country: 'US', state: 'TX' },
      { country: 'US', state: 'OK' },
      { country: 'US', state: 'LA' },
    ],
  ],
  [
    'trucking firms nj pa',
    [
      { country: 'US', state: 'NJ' },
      { country: 'US', state: 'PA' },
    ],
  ],
  ['roofers in tx in summer', [{ country: 'US', state: 'TX' }]],
  ['quantum computing, NL FR UK', [{ country: 'NL' }, { country: 'FR' }, { country: 'GB' }]],
  ['software companies DE FR ES', [{ country: 'DE' }, { country: 'FR' }, { country: 'ES' }]],
  ['hvac georgia usa', [{ country: 'US', state: 'GA' }]],
  ['plumbers in Georgia, USA', [{ country: 'US', state: 'GA' }]],
  ['bakeries in Georgia', [{ country: 'GE' }]],
  ['galicia spain canneries', [{ country: 'ES', subdivision: 'ES-GA' }]],
  ['agencies in melb', [{ country: 'AU', city: 'Melbourne' }]],
  ['proptech bcn', [{ country: 'ES', city: 'Barcelona' }]],
])('places in short: %s', (text, include) => {
  expect(seat(text)).toEqual({ include })
})

test.each([
  ['consultancies in Brussels, leave out lobbying', 'lobbying'],
  ['restaurants in Boston, anything but pizza', 'pizza'],
  ['toy shops in France, skip puzzles', 'puzzles'],
])('a trade left out: %s', (text, keyword) => {
  expect(read(text).filters.keywords?.exclude).toEqual([keyword])
})

test.each([
  ['Ich suche Möbelhersteller mit Blarghaus in Bayern', 'Blarghaus'],
  ['scheepswerven die een opvolger zoeken', 'opvolger zoeken'],
])('beside a known trade, a foreign word of no list is reported: %s', (text, word) => {
  expect(read(text).filters.keywords).toBeUndefined()
  expect(read(text).notUnderstood.join(' ')).toContain(word)
})

test.each([
  ['startups in san fransisco', 'San Francisco', { country: 'US', state: 'CA', city: 'San Francisco' }],
  ['lawyers in los angelas', 'Los Angeles', { country: 'US', state: 'CA', city: 'Los Angeles' }],
  ['farms in new zeland', 'New Zealand', { country: 'NZ' }],
  ['cafes in queenstown new zealnd', 'New Zealand', { country: 'NZ', city: 'Queenstown' }],
  ['roofers oklahma city', 'Oklahoma City', { country: 'US', state: 'OK', city: 'Oklahoma City' }],
  ['roofers, massachusets, 50+ staff', 'Massachusetts', { country: 'US', state: 'MA' }],
])('a mistyped name of two words, or in a list, is mended: %s', (text, name, place) => {
  expect(read(text).corrected).toMatchObject([{ read_as: name }])
  expect(seat(text)).toEqual({ include: [place] })
})

test.each([
  'restaurants in the black sea',
  'plumbers in old town',
  'firms in red square',
  'model companies',
  'companies in models',
])('other words are no names of places: %s', (text) => {
  expect([seat(text), read(text).corrected]).toEqual([undefined, []])
})

test.each([
  ['dairies in county kerry', 'IE-M', 'county kerry'],
  ['farms in the county of Kent', 'GB-ENG', 'county of Kent'],
  ['wineries in the Mosel valley', 'DE-RP', 'Mosel valley'],
  ['dentists in the San Fernando Valley', 'US-CA', 'San Fernando Valley'],
  ['charities in N Ireland', 'GB-NIR', null],
  ['wineries in the Marne', 'FR-GES', 'Marne'],
  ['pubs in Notts', 'GB-ENG', 'Notts'],
  ['bouwbedrijven in Vlaams-Brabant', 'BE-VLG', 'Vlaams-Brabant'],
  ['brasseries dans le Brabant wallon', 'BE-WAL', 'Brabant wallon'],
  ['browary na Podkarpaciu', 'PL-18', 'Podkarpaciu'],
  ['lawyers in the canton of Zug', 'CH-ZG', null],
])('a county, a valley or a canton is a part of its country: %s', (text, area, said) => {
  const [country = '', part] = area.split('-')
  const place = country === 'US' ? { country, state: part } : { country, subdivision: area }
  expect(seat(text)).toEqual({ include: [place] })
  if (said !== null) expect(read(text).widened).toEqual([{ said, to: area }])
})

test.each([
  ['oppdrettsselskaper i Rogaland', 'NO', 'Rogaland'],
  ['håndværkere i Sønderjylland', 'DK', 'Sønderjylland'],
])('a region whose border no list has is widened to its country: %s', (text, country, said) => {
  expect([seat(text), read(text).widened]).toEqual([{ include: [{ country }] }, [{ said, to: country }]])
})

test('business regions by other names are corrected into no country', () => {
  expect(seat('saas in JAPAC')).toEqual({ include: [{ business_region: 'APAC' }] })
  expect(seat('saas in NAMER')).toEqual({ include: [{ continent: 'North America' }] })
})

test.each([
  ['software firms with a dev office in Poland and HQ in Sweden', { country: 'SE' }, 'dev office in Poland'],
  ['Danish firms with an R&D hub in Bangalore', { country: 'DK' }, 'R&D hub in Bangalore'],
  ['US companies with a team in Berlin', { country: 'US' }, 'Berlin'],
  ['biotech with labs in Boston, HQ in Aarhus', { country: 'DK', city: 'Aarhus' }, 'Boston'],
])('where companies have something besides their seat is told, not filtered by: %s', (text, place, said) => {
  expect(seat(text)).toEqual({ include: [place] })
  expect(read(text).notUnderstood.join()).toContain(said)
})

test('a counted thing says how large companies are, and a head office where they are', () => {
  expect(seat('retailers with 50 stores in Sweden')).toEqual({ include: [{ country: 'SE' }] })
  expect(seat('firms with their head office in Malta')).toEqual({ include: [{ country: 'MT' }] })
})

test.each([
  ['law firms in Texas, Houston excluded', { country: 'US', state: 'TX', city: 'Houston' }],
  ['hotels in Spain (Madrid excluded)', { country: 'ES', city: 'Madrid' }],
])('what is said to be excluded behind its name is left out: %s', (text, place) => {
  expect(seat(text)?.exclude).toEqual([place])
})
