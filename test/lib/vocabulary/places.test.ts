import { describe, expect, test } from 'vitest'
import { keyedLines, listLines } from '../../../src/lib/vocabulary/list-lines.ts'
import { citiesNamed } from '../../../src/lib/vocabulary/places/city-places.ts'
import { citySpellings } from '../../../src/lib/vocabulary/places/city-spellings.ts'
import { placeFile } from '../../../src/lib/vocabulary/places/place-file.ts'
import { shortForms } from '../../../src/lib/vocabulary/places/short-city-names.ts'
import { subdivisionNamed, subdivisions } from '../../../src/lib/vocabulary/places/subdivisions.ts'
import { townsNamed } from '../../../src/lib/vocabulary/places/towns.ts'

const called = [...keyedLines(placeFile('city-words')), ...keyedLines(placeFile('city-exonyms'))].flatMap(
  ([words, [city = '']]) => {
    const [name = '', country = '', state] = city.split('|')
    return state === undefined ? [{ name, country, words: words.split(', ') }] : []
  },
)

describe('all names mean the same place', () => {
  test('for each city that has several', () => {
    expect(called.length).toBeGreaterThan(250)
    const wrong = called.flatMap(({ name, country, words }) => {
      const meant = citySpellings(country, name).toSorted()
      return words.filter((word) => citySpellings(country, word).toSorted().join() !== meant.join())
    })
    expect(wrong).toEqual([])
  })

  test('for each city of the United States that has several, with its state and without', () => {
    const known = keyedLines(placeFile('us-places')).flatMap(([key, words]) => {
      const [, state = '', city = ''] = /^([A-Z]{2})\/([^/]+?)$/.exec(key) ?? []
      return city === '' || / [A-Z]{2}$/.test(city)
        ? []
        : [{ state, city, words: words.filter((word) => word !== state) }]
    })
    expect(known.length).toBeGreaterThan(3)
    const alike = (one: string[], other: string[]): boolean => one.toSorted().join() === other.toSorted().join()
    const wrong = known.flatMap(({ state, city, words }) =>
      words.filter((word) => !alike(citySpellings('US', word, state), citySpellings('US', city, state))),
    )
    expect(wrong).toEqual([])
    expect(alike(citySpellings('US', 'NYC'), citySpellings('US', 'New York City', 'NY'))).toBe(true)
    expect(citySpellings('US', 'Hollywood')).toEqual(['hollywood'])
    expect(alike(citySpellings('US', 'St. Paul'), citySpellings('US', 'Saint Paul', 'MN'))).toBe(true)
    expect(citySpellings('US', 'Ft Worth', 'TX')).toEqual(expect.arrayContaining(['fort worth', 'ft. worth']))
  })

  test('for each subdivision of a country, by code, short code and name, in any case', () => {
    const all = [...subdivisions().values()]
    expect(new Set(all.map(({ country }) => country)).size).toBe(19)
    expect(all.length + called.length).toBeGreaterThan(600)
    const wrong = all.flatMap(({ code, country, names }) =>
      [code, code.toLowerCase(), code.slice(3), ...names, ...names.map((name) => name.toUpperCase())].filter(
        (name) => subdivisionNamed(country, name)?.code !== code,
      ),
    )
    expect(wrong).toEqual([])
  })

  test.each(['Remote', 'Worldwide', 'Anywhere', 'Distributed', 'n/a'])('but %s is not a place', (word) => {
    expect(townsNamed(word)).toEqual([])
    expect(called.some(({ words }) => words.includes(word.toLowerCase()))).toBe(false)
    expect(listLines(placeFile('cities')).some((line) => line.startsWith(`${word}|`))).toBe(false)
  })
})

test('a city of a country is found as people write it, and in no other country', () => {
  const named = (name: string, country: string): string[] => citiesNamed(name, country).map((city) => city.name)
  expect(named('faro', 'PT')).toEqual(['Faro'])
  expect(named('La Fleche', 'FR')).toEqual(['La Flèche'])
  expect(named('Osnabrueck', 'DE')).toEqual(['Osnabrück'])
  expect(named('Ludwigshafen', 'DE')).toEqual(['Ludwigshafen am Rhein'])
  expect(named('Faro', 'ES')).toEqual([])
  expect(named('Faro', '')).toEqual([])
  const all = citiesNamed('Ashland', 'US').map(({ state }) => state)
  expect(all.length).toBeGreaterThan(1)
  expect(new Set(all).size).toBe(all.length)
})

test.each([
  ['Stoke-on-Trent', ['Stoke']],
  ['Ludwigshafen am Rhein', ['Ludwigshafen']],
  ['Kempten (Allgäu)', ['Kempten']],
  ['Donostia / San Sebastián', ['Donostia', 'San Sebastián']],
  ['Santa Ana', []],
  ['Rio de Janeiro', []],
])('the short forms of %s', (name, forms) => {
  expect(shortForms(name)).toEqual(forms)
})
