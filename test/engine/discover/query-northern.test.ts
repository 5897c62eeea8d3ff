import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'
import { askedPeople } from '../../../src/core/discover/asked-people.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const citiesIn = (text: string): (string | undefined)[] =>
  (read(text).filters.headquarters_location?.include ?? []).map(({ city, country }) => city ?? country)

test.each([
  ['firmy budowlane w Radomiu', 'Construction', 'Radom'],
  ['firmy produkcyjne w Radomiu', 'Manufacturing', 'Radom'],
  ['piekarnie we Wrocławiu', 'Baked Goods Manufacturing', 'Wrocław'],
  ['browary z Torunia', 'Breweries', 'Toruń'],
  ['drukarnie w okolicach Sosnowca', 'Printing Services', 'Sosnowiec'],
  ['firm transportowych z Berlina', 'Freight and Package Transportation', 'Berlin'],
  ['hotele w Czechach', 'Hotels and Motels', 'CZ'],
  ['bryggerier i Borås', 'Breweries', 'Borås'],
  ['byggföretag nära Lund', 'Construction', 'Lund'],
  ['danske rederier', 'Maritime Transportation', 'DK'],
  ['advokatfirmaer i Aalborg', 'Law Practice', 'Aalborg'],
  ['regnskapsbyråer i Tromsø', 'Accounting', 'Tromsø'],
])('Polish and Nordic trades and places: %s', (text, industry, place) => {
  const { filters, notUnderstood, corrected } = read(text)
  expect(filters.industry?.include).toContain(industry)
  expect(citiesIn(text)).toEqual([place])
  expect([...notUnderstood, ...corrected]).toEqual([])
})

test.each([
  ['mleczarnie w Polsce zatrudniające od 50 do 200 osób', ['51-200'], undefined],
  ['hotele w Łodzi do 10 pracowników', ['1-10'], undefined],
  ['szpitale w Polsce założone po 2012', undefined, { from: 2013 }],
  ['städföretag i Lund med 11 till 50 anställda', ['11-50'], undefined],
  ['svenska mejerier grundade före 1990', undefined, { to: 1989 }],
  ['bagerier i Danmark etableret efter 2001', undefined, { from: 2002 }],
])('Polish and Nordic amounts and years: %s', (text, headcount, founded) => {
  const { filters } = read(text)
  expect(filters.headcount).toEqual(headcount)
  expect(filters.year_founded).toEqual(founded)
})

test('what is left out is said in Polish and Swedish', () => {
  expect(read('browary w Polsce bez Warszawy').filters.headquarters_location?.exclude).toMatchObject([
    { city: 'Warsaw' },
  ])
  expect(read('e-handlare som använder Klarna men inte Shopify').filters.technology).toMatchObject({
    include: ['klarna'],
    exclude: ['shopify'],
  })
})

test.each([
  ['kierownicy zakupów w firmach budowlanych', 'kierownicy zakupów'],
  ['inköpschefer på sjukhus i Lund', 'inköpschefer'],
  ['personalchefer hos bryggerier', 'personalchefer'],
])('people of Polish and Nordic companies: %s', (text, said) => {
  expect(askedPeople(text)?.people.said).toBe(said)
})

test.each([
  'med tech startups in Malmö',
  'i need cafes in Leeds',
  'banker training in London',
  'hotels w pool in Leeds',
])('English is read as English: %s', (text) => {
  expect(citiesIn(text)).toHaveLength(1)
  expect(read(text).corrected).toEqual([])
  expect(read(text).filters.topics?.[0]?.said).not.toMatch(/^(?:banks|men)/)
})

test.each(['Danske Brygge', 'Svenska Hammarviken', 'Polskie Drukarz'])(
  'a capital nation before a capital is a name: %s',
  (text) => {
    expect(read(text).filters.organization?.name).toEqual([text])
  },
)

test('a capital nation that begins a question is one', () => {
  expect(citiesIn('Danske bryggerier')).toEqual(['DK'])
})
