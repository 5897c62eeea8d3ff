import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HEADCOUNTS } from '../../../src/lib/companies/company-facts.ts'
import { FUNDING_SERIES } from '../../../src/lib/companies/company-filters.ts'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'
import { keyedLines, listLines } from '../../../src/lib/vocabulary/list-lines.ts'
import { lyingIn, subdivisions } from '../../../src/lib/vocabulary/places/subdivisions.ts'
import { placeFile } from '../../../src/lib/vocabulary/places/place-file.ts'
import { INDUSTRIES, industryNamed } from '../../../src/lib/companies/industries.ts'
import { isCountryCode, isUsState } from '../../../src/lib/companies/regions.ts'
import { technologyBySlug, TECHNOLOGIES } from '../../../src/lib/companies/technologies.ts'

const NOW = new Date('2026-06-01T00:00:00Z')

/** Words that mean something to some rule, so that generated questions reach all rules. */
const WORDS =
  'not no without in from the US UK Paris , Texas fintech SaaS AI public private founded after before since 2015 2021 1990s $5M €10m 50-100 50+ under over between and or employees people raised Series A B+ seed using Shopify like acme.example Acme competitors ( ) - – / . ! constructor __proto__ toString half a billion last five years old Q1 March large 0 99999999999999999999'.split(
    ' ',
  )
const question = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 8 })), { maxLength: 40 })
  .map((words) => words.join(' '))

describe('any text as a question', () => {
  test('never throws, gives the same result each time, and only values that filters know', () => {
    fc.assert(
      fc.property(question, (text) => {
        const parsed = parseQuery(text, NOW)
        expect(parseQuery(text, NOW)).toEqual(parsed)
        expect(problemsOf(parsed)).toEqual([])
      }),
      { numRuns: 1_500 },
    )
  })

  test('of any length is read in bounded time, and only its first 2,000 characters', () => {
    for (const piece of [
      'a',
      '1',
      '1,',
      '(',
      'not ',
      'in ',
      'a.',
      "a'",
      'series a or ',
      '$',
      'Paris, ',
      '50-',
      'the ',
      'after 2010 ',
    ]) {
      const text = piece.repeat(50_000)
      expect(parseQuery(text, NOW)).toEqual(parseQuery(text.slice(0, 2_000), NOW))
    }
  })

  test.each(['', ' ', '???', '\u0000', '🦆', '"'])('asks nothing when it is %j', (text) => {
    expect(parseQuery(text, NOW).filters).toEqual({})
  })
})

describe('what was not understood', () => {
  test('is reported as it was typed', () => {
    const { notUnderstood } = parseQuery('Swiss drone startup spun out of ETH, revenue over $10M', NOW)
    expect(notUnderstood).toEqual(['spun out of ETH', 'revenue over $ 10M'])
  })

  test('is empty when everything became a filter', () => {
    expect(parseQuery('German biotech founded after 2020 with 50-100 employees', NOW).notUnderstood).toEqual([])
  })

  test('includes a note that amounts are compared in US dollars', () => {
    const { notUnderstood } = parseQuery('raised at least £20m', NOW)
    expect(notUnderstood).toEqual(['£ (amounts are compared in US dollars)'])
  })

  test('includes places that are not the headquarters', () => {
    expect(parseQuery('US companies expanding into Europe', NOW).notUnderstood).toEqual(['expanding into Europe'])
  })
})

describe('the lists', () => {
  test('contain 434 industries, each once', () => {
    expect(new Set(INDUSTRIES).size).toBe(434)
    expect(industryNamed('software development')).toBe('Software Development')
  })

  test('contain technologies with unique slugs', () => {
    expect(new Set(TECHNOLOGIES.map(({ slug }) => slug)).size).toBe(TECHNOLOGIES.length)
    expect(TECHNOLOGIES.every(({ slug }) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))).toBe(true)
  })

  test('contain only countries and states that exist', () => {
    const countries = [
      ...listLines(placeFile('country-words')),
      ...listLines(placeFile('cities')).map((line) => line.split('|')[1] ?? ''),
    ]
    expect(countries.map((line) => line.slice(0, 2)).filter((code) => !isCountryCode(code))).toEqual([])
    const parts = listLines(placeFile('cities')).flatMap((line) => {
      const [, country = '', part = ''] = line.split('|')
      return part === '' ? [] : [`${country}-${part}`]
    })
    const isPart = (code: string) => (code.startsWith('US-') ? isUsState(code.slice(3)) : subdivisions().has(code))
    expect([...new Set(parts)].filter((code) => !isPart(code))).toEqual([])
    const areas = keyedLines(placeFile('informal-places')).map(([area]) => area)
    expect(areas.filter((area) => !isCountryCode(area) && !isPart(area))).toEqual([])
  })

  test('contain each subdivision of a country once, with its cities', () => {
    const codes = listLines(placeFile('subdivisions')).map((line) => line.split('|')[0] ?? '')
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(code) || !isCountryCode(code.slice(0, 2)))).toEqual(
      [],
    )
    // Islands without a city.
    expect(codes.filter((code) => lyingIn(code).cities.length === 0)).toEqual([])
  })
})

/** Returns what discover would refuse. */
function problemsOf({ filters }: ParsedQuery): string[] {
  const {
    headquarters_location: seats,
    industry,
    headcount = [],
    year_founded: years = {},
    keywords,
    technology,
    funding = {},
  } = filters
  const { amount = {}, date = {}, series = [] } = funding
  const sides = [industry, keywords, technology, seats].flatMap((side) => [side?.include, side?.exclude])
  const places = [...(seats?.include ?? []), ...(seats?.exclude ?? [])]
  const listed = [...(years.include ?? []), ...(years.exclude ?? [])]
  const bounds = [years.from, years.to].filter((year) => year !== undefined)
  const checks: Record<string, boolean> = {
    'an empty list': sides.some((side) => side?.length === 0),
    industry: [...(industry?.include ?? []), ...(industry?.exclude ?? [])].some((name) => industryNamed(name) !== name),
    technology: [...(technology?.include ?? []), ...(technology?.exclude ?? [])].some(
      (slug) => technologyBySlug(slug) === null,
    ),
    headcount: headcount.some((band) => !(HEADCOUNTS as readonly string[]).includes(band)),
    series: series.some((one) => !(FUNDING_SERIES as readonly string[]).includes(one)),
    'country of a place': places.some(({ country }) => country !== undefined && !isCountryCode(country)),
    'state of a place': places.some(
      ({ country, state }) => state !== undefined && (country !== 'US' || !isUsState(state)),
    ),
    'years both listed and ranged': listed.length > 0 && bounds.length > 0,
    'year out of time': [...listed, ...bounds].some((year) => year < 1000 || year > NOW.getUTCFullYear()),
    'years backwards': (years.from ?? 0) > (years.to ?? 9999),
    'empty amount': amount.from !== undefined && amount.to !== undefined && amount.to <= amount.from,
    'amount no number': [amount.from ?? 0, amount.to ?? 0].some((value) => !Number.isFinite(value) || value < 0),
    'empty time': date.from !== undefined && date.to !== undefined && date.to <= date.from,
    'date no day': [date.from, date.to].some((day) => day !== undefined && !/^\d{4}-\d\d-\d\d$/.test(day)),
    'long keyword': [...(keywords?.include ?? []), ...(keywords?.exclude ?? [])].some(
      (word) => word === '' || word.length > 100,
    ),
    'long name': (filters.organization?.name ?? []).some((name) => name === '' || name.length > 200),
  }
  return Object.keys(checks).filter((name) => checks[name])
}

test.each([
  ['companies with "Carbon accounting" in Norway', { include: ['Carbon accounting'] }],
  ['„Tiefkühl Pizza“', { include: ['Tiefkühl Pizza'] }],
  ['companies in Spain, “open banking” and "psd2"', { include: ['open banking', 'psd2'], match: 'all' }],
  ['companies in Lisbon without "crypto wallet"', { exclude: ['crypto wallet'] }],
  ['companies like "Acme Pay"', undefined],
  ['companies in Oslo with "!!"', undefined],
])('words in quotes are a required keyword: %s', (query, keywords) => {
  const { filters, required } = parseQuery(query, new Date('2026-10-01T00:00:00Z'))
  expect(filters.keywords).toEqual(keywords)
  expect(required).toEqual(filters.keywords?.include ?? [])
})

test.each([
  ['website of Larkmoor Foods', 'Larkmoor Foods'],
  ["what's the domain of Larkmoor", 'Larkmoor'],
  ['look up Larkmoor Capital', 'Larkmoor Capital'],
  ['tell me about larkmoor', 'larkmoor'],
  ['Larkmoor Foods headquarters', 'Larkmoor Foods'],
  ['where is Larkmoor Foods based?', 'Larkmoor Foods'],
  ['contact details for Larkmoor Foods, Leeds', 'Larkmoor Foods'],
  ['Adresse von Larkmoor', 'Larkmoor'],
  ['coordonnées de Larkmoor', 'Larkmoor'],
  ['página web de Larkmoor', 'Larkmoor'],
  ['Larkmoor (Dutch pump maker)', 'Larkmoor'],
])('words that ask about one company lead to its name: %s', (text, name) => {
  expect(parseQuery(text, NOW).filters).toEqual({ organization: { name: [name] } })
})

test.each([
  'contact details of dentists in Texas',
  'who are the largest banks in Peru',
  'tell me about fintechs in Oslo',
  'Boston biotech headquarters',
  'site de rencontres',
  'revenue of saas companies',
  'contact center software',
])('a question about many companies is no look-up: %s', (text) => {
  expect(parseQuery(text, NOW).filters.organization).toBeUndefined()
})

test('a known company whose goods are named is looked up, unlike a trade in the plural', () => {
  const names = new Map([['larkmoor', { domain: 'larkmoor.example' }]])
  const found = (text: string) => parseQuery(text, NOW, names).filters.organization
  expect(found('Larkmoor industrial pumps Sweden')).toEqual({ domain: ['larkmoor.example'] })
  expect(found('website of Larkmoor')).toEqual({ domain: ['larkmoor.example'] })
  expect(found('Larkmoor pharmacies in Sweden')).toBeUndefined()
})
