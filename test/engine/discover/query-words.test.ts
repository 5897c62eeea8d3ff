import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import { listLines } from '../../../src/lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../src/lib/vocabulary/places/place-file.ts'

const NOW = new Date('2026-06-01T00:00:00Z')

/** Without Florida, which is a state before it is a city. */
const cities = (['word-cities', 'ordinary-cities'] as const).flatMap((list) =>
  listLines(placeFile(list)).flatMap((line) => line.split(' ').filter((word) => word !== 'florida')),
)

test.each([(word: string) => `${word} software`, (word: string) => `companies that do ${word}`])(
  'a word that is also a city is not a place without a preposition of place: %s',
  (question) => {
    const placed = cities.filter((word) => parseQuery(question(word), NOW).filters.headquarters_location !== undefined)
    expect(placed).toEqual([])
  },
)

test('a word that is also a city is not a place beside another one', () => {
  const placed = cities.filter((word) => {
    const { include } = parseQuery(`${word} agencies in Portugal`, NOW).filters.headquarters_location ?? {}
    return JSON.stringify(include) !== '[{"country":"PT"}]'
  })
  expect(placed).toEqual([])
})

const QUESTIONS = [
  'fintech startups in Lisbon',
  'law firms in Texas with 11-50 employees',
  'public companies that make furniture',
  'SaaS companies founded after 2015 using shopify',
  'Softwarefirmen in Bayern',
  'breweries not in Germany',
]

test('an unknown word is reported or searched for, wherever it is', () => {
  const letters = fc.stringMatching(/^[bdfgkmvz]{1}[aou][bdgkvz]{2}[aou]x[aou]q$/)
  fc.assert(
    fc.property(fc.constantFrom(...QUESTIONS), fc.nat(20), letters, (question, place, word) => {
      const words = question.split(' ')
      words.splice(place % (words.length + 1), 0, word)
      const { filters, notUnderstood, corrected } = parseQuery(words.join(' '), NOW)
      const told = [...notUnderstood, ...corrected.map(({ said }) => said), JSON.stringify(filters)].join(' ')
      expect(told.toLowerCase()).toContain(word)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['biggest breweries in Bavaria', ['biggest']],
  ['gritty startups', ['gritty']],
  ['top rated dentists in Leeds', ['rated']],
  ['cutting edge robotics companies', ['cutting edge']],
])('opinions about companies are not their subject: %s', (text, left) => {
  const { filters, notUnderstood } = parseQuery(text, NOW)
  expect(notUnderstood).toEqual(left)
  expect(filters.keywords).toBeUndefined()
})

test.each([
  ['plumbers in Kilkenny, Ireland', [{ country: 'IE', city: 'Kilkenny' }]],
  ['plumbers in kilkenny ireland', [{ country: 'IE', city: 'Kilkenny' }]],
  ['bakers in Waterford, Ireland', [{ country: 'IE', city: 'Waterford' }]],
  ['bakeries in Ridgefield, Connecticut', [{ country: 'US', state: 'CT', city: 'Ridgefield' }]],
  [
    'startups in Bregenz or Dornbirn',
    [
      { country: 'AT', city: 'Bregenz' },
      { country: 'AT', city: 'Dornbirn' },
    ],
  ],
  ['banks in St. Louis', [{ country: 'US', state: 'MO', city: 'St. Louis' }]],
  ['accountants in Hull', [{ country: 'GB', city: 'Kingston upon Hull' }]],
  ['makers in Faro, Portugal', [{ country: 'PT', city: 'Faro' }]],
  ['makers in faro, portogallo', [{ country: 'PT', city: 'Faro' }]],
  ['makers in Faro, PT', [{ country: 'PT', city: 'Faro' }]],
  ['Faro, Portugal makers', [{ country: 'PT', city: 'Faro' }]],
  ['makers in Santo António dos Olivais, Portugal', [{ country: 'PT', city: 'Santo António dos Olivais' }]],
  ['makers in La Fleche, France', [{ country: 'FR', city: 'La Flèche' }]],
  ['makers in Granada, Colombia', [{ country: 'CO', city: 'Granada' }]],
  ['makers in Marneuli, Georgia', [{ country: 'GE', city: 'Marneuli' }]],
  ['makers in Kutaisi, Georgia', [{ country: 'GE', city: 'Kutaisi' }]],
  ['makers in Alton, UK', [{ country: 'GB', city: 'Alton' }]],
  ['makers in Issaquah, United States', [{ country: 'US', state: 'WA', city: 'Issaquah' }]],
  ['makers in Ashland, USA', [{ country: 'US', city: 'Ashland' }]],
  ['makers in Levin, New Zealand', [{ country: 'NZ', city: 'Levin' }]],
  ['software companies in Logistics, United States', [{ country: 'US' }]],
  ['startups in Robotics, Germany', [{ country: 'DE' }]],
  ['translation agencies with offices in Vienna', undefined],
])('a town is recognised after a preposition or beside a larger place: %s', (text, include) => {
  expect(parseQuery(text, NOW).filters.headquarters_location?.include).toEqual(include)
})

test.each([
  ['manufacturers of furniture in Italy', ['furniture']],
  ['companies in the fintech space', ['fintech']],
])('what companies make, and in which sector: %s', (text, said) => {
  expect(parseQuery(text, NOW).filters.topics?.map((topic) => topic.said)).toEqual(said)
})
