import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'

/** Sides of states and countries, counties that several states have, and cities of several languages. */

const NOW = new Date('2026-06-01T00:00:00Z')
const read = (text: string): ParsedQuery => parseQuery(text, NOW)
const placesOf = (text: string) => read(text).filters.headquarters_location?.include

const state = (code: string) => [{ country: 'US', state: code }]

test.each([
  ['upstate ny dairies', state('NY'), 'upstate ny'],
  ['western pa foundries', state('PA'), 'western pa'],
  ['foundries in central pa', state('PA'), 'central pa'],
  ['SW Florida roofers', state('FL'), 'southwest Florida'],
  ['sw florida roofers', state('FL'), 'southwest florida'],
  ['N. California wineries', state('CA'), 'northern California'],
  ['eastern washington wineries', state('WA'), 'eastern washington'],
  ['rural kansas bakeries', state('KS'), 'rural kansas'],
  ['west coast of Ireland hotels', [{ country: 'IE' }], 'west coast of Ireland'],
  ['bakeries in the rest of the UK', [{ country: 'GB' }], 'rest of the UK'],
])('a side of a state or country is that state or country, and told: %s', (text, include, said) => {
  expect(placesOf(text)).toEqual(include)
  expect(read(text).widened.map((one) => one.said)).toEqual([said])
})

test.each([
  ['hotels on the west coast', ['CA', 'OR', 'WA']],
  ['breweries in orange county florida', ['FL']],
  ['breweries in Orange County, CA', ['CA']],
  ['breweries in Suffolk County NY', ['NY']],
  ['breweries in Essex, Maryland', ['MD']],
])('the state behind a county says where it is: %s', (text, states) => {
  expect(placesOf(text)?.map((place) => place.state)).toEqual(states)
  expect(placesOf(text)?.every(({ country, city }) => country === 'US' && city === undefined)).toBe(true)
})

test.each([
  ['SE Asia logistics', 'TH', true],
  ['West LA law firms', 'US', false],
  ['bakeries in East London', 'GB', false],
  ['bakeries in East London, South Africa', 'ZA', false],
  ['greater london bakeries', 'GB', false],
])('%s', (text, country, isMany) => {
  const places = placesOf(text) ?? []
  expect(places.some((place) => place.country === country)).toBe(true)
  expect(places.length > 1).toBe(isMany)
})

test.each([
  ['pymes en Toledo', 'ES'],
  ['empresas en San José', 'CR'],
  ['restaurantes en Los Ángeles', 'US'],
  ['bakeries in Toledo', 'US'],
])(
  'of cities of one name the one where the language of the question is spoken, unless it is dwarfed: %s',
  (text, country) => {
    expect(placesOf(text)?.map((place) => place.country)).toEqual([country])
  },
)

test.each(['restaurantes mexicanos en Berlín', 'restaurants italiens à Berlin', 'aziende spagnole a Berlino'])(
  'where goods or owners are from is no second seat: %s',
  (text) => {
    expect(placesOf(text)).toEqual([{ country: 'DE', city: 'Berlin' }])
  },
)
