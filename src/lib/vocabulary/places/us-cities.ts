import { foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { keyedLines, listLines } from '../list-lines.ts'
import { placeFile } from './place-file.ts'
import { keyOfForms, writtenForms } from './written-forms.ts'

/** American cities of 50,000 people or more: which one a name without a state means, and their other names. */

interface Known {
  /** Key of a name → state of the largest city with that name. */
  states: ReadonlyMap<string, string>
  /** `TX/` and the key of a name → all its names, in lower case. */
  names: ReadonlyMap<string, readonly string[]>
  /** State → names of the cities that are the largest of that name. */
  cities: ReadonlyMap<string, readonly string[]>
}

/** Whether a city given without a state is the one in this state, because it is the largest of its name. */
export const isLargestOfName = (state: string, city: string): boolean => known().states.get(keyOfForms(city)) === state

/** The names of a city in lower case; without a state, those of the largest city of that name. */
export function usCityNames(state: string | undefined, city: string): readonly string[] {
  const where = state ?? known().states.get(keyOfForms(city)) ?? ''
  return known().names.get(`${where}/${keyOfForms(city)}`) ?? []
}

/** The city names, in lower case, that without a state are taken to be in this one. */
export const citiesTakenFor = (state: string): readonly string[] => known().cities.get(state) ?? []

interface CalledCity {
  state: string
  city: string
  words: readonly string[]
}

/** `NY/New York = nyc, big apple`; leaves out codes and areas of several cities. */
const calledInUsPlaces = (): CalledCity[] =>
  keyedLines(placeFile('us-places')).flatMap(([key, words]) => {
    const [, state = '', city] = /^([A-Z]{2})\/([^/]+)$/.exec(key) ?? []
    return city === undefined || / [A-Z]{2}$/.test(city)
      ? []
      : [{ state, city, words: words.filter((word) => word !== state) }]
  })

const calledInCityWords = (): CalledCity[] =>
  keyedLines(placeFile('city-words')).flatMap(([words, [place = '']]) => {
    const [city = '', country, state] = place.split('|')
    return country === 'US' && state !== undefined ? [{ state, city, words: words.split(', ') }] : []
  })

const known = lazily((): Known => {
  const states = new Map<string, string>()
  const names = new Map<string, readonly string[]>()
  const cities = new Map<string, string[]>()
  const lines = [...calledInUsPlaces(), ...calledInCityWords()]
  const called = [...Map.groupBy(lines, ({ state, city }) => `${state}/${city}`).values()].map((all) => {
    const { state = '', city = '' } = all[0] ?? {}
    const names = [city, ...foldings(city), ...all.flatMap(({ words }) => words)]
    return { state, city, written: [...new Set(names.map((name) => name.toLowerCase()))] }
  })
  for (const { state, city, written } of called) {
    for (const name of written) names.set(`${state}/${keyOfForms(name)}`, written)
    add(keyOfForms(city), state, written)
  }
  // The largest come first. A city's own name has priority over another city's nickname: `Hollywood`.
  for (const line of listLines(placeFile('cities'))) {
    const [city = '', country, state = ''] = line.split('|')
    if (country === 'US') add(keyOfForms(city), state, [city.toLowerCase(), ...foldings(city)])
  }
  for (const { state, written } of called) for (const name of written) add(keyOfForms(name), state, written)
  return { states, names, cities }

  function add(key: string, state: string, written: readonly string[]): void {
    if (states.has(key)) return
    states.set(key, state)
    cities.set(state, [...new Set([...(cities.get(state) ?? []), ...written.flatMap(writtenForms)])])
  }
})
