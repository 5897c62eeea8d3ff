import { readFileSync } from 'node:fs'
import { dropMarks, foldings } from '../../text/fold-text.ts'
import { ownValue } from '../../text/own-value.ts'
import { lazily } from '../../process/lazily.ts'
import { placeFile } from './place-file.ts'
import { shortForms } from './short-city-names.ts'
import { keyOfForms } from './written-forms.ts'

/** A city of 10,000 people or more and its coordinates in degrees. */
export interface CityPlace {
  name: string
  latitude: number
  longitude: number
  /** US state code; empty elsewhere. */
  state: string
}

/** Other names of cities, by which the list may know them. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  munchen: 'munich', wien: 'vienna', cologne: 'koln', nuremberg: 'nurnberg', hanover: 'hannover', roma: 'rome', milano: 'milan',
  torino: 'turin', napoli: 'naples', firenze: 'florence', venezia: 'venice', genova: 'genoa', padova: 'padua', lisboa: 'lisbon',
  sevilla: 'seville', zaragoza: 'saragossa', bruxelles: 'brussels', brussel: 'brussels', antwerpen: 'antwerp', gent: 'ghent',
  brugge: 'brugge', 'den haag': 'the hague', "'s-gravenhage": 'the hague', kobenhavn: 'copenhagen', goteborg: 'goteborg',
  warszawa: 'warsaw', krakow: 'krakow', praha: 'prague', bucuresti: 'bucharest', beograd: 'belgrade', athina: 'athens',
  moskva: 'moscow', kyiv: 'kyiv', geneve: 'geneva', genf: 'geneva', luzern: 'luzern', basle: 'basel', strassburg: 'strasbourg',
  'frankfurt am main': 'frankfurt', frankfurt: 'frankfurt am main', 'new york': 'new york city', 'ciudad de mexico': 'mexico city',
} // prettier-ignore

type Cities = ReadonlyMap<string, readonly CityPlace[]>

const countries = lazily(readCountries)

/**
 * The coordinates of a city by its name and country (alpha-2). Among namesakes in the USA the state decides, elsewhere the
 * size.
 */
export function cityPlace(city: string, country: string, state: string | null): CityPlace | null {
  const name = dropMarks(city).trim()
  for (const spelling of [name, ownValue(OWN_NAMES, name) ?? '']) {
    const named = citiesNamed(spelling, country)
    const place = state === null ? named[0] : (named.find((one) => one.state === state) ?? named.find(isOfNoState))
    if (place !== undefined) return place
  }
  return null
}

/**
 * All cities with this name in a country (alpha-2), in any of its forms: the largest first, then those for which it is a short
 * form.
 */
export const citiesNamed = (name: string, country: string): readonly CityPlace[] =>
  countries().get(country)?.().get(keyOfForms(name)) ?? []

/** The countries (alpha-2) that have a city with this name, as far as `isAsked` wants to know of them. */
export function countriesWithCity(name: string, isAsked: (country: string) => boolean): string[] {
  const spelling = keyOfForms(name)
  return [...countries()].flatMap(([code, cities]) => (isAsked(code) && cities().has(spelling) ? [code] : []))
}

/** Whether some country has a city with this name. */
export const isCityName = (name: string): boolean => {
  const spelling = keyOfForms(name)
  const other = ownValue(OWN_NAMES, dropMarks(name)) ?? ''
  return [...countries().values()].some((cities) => cities().has(spelling) || cities().has(other))
}

const isOfNoState = ({ state }: CityPlace): boolean => state === ''

/** A country is read on first use: all of them together have 31,000 lines. */
function readCountries(): ReadonlyMap<string, () => Cities> {
  const [, ...sections] = readFileSync(placeFile('city-places'), 'utf8').split('\n[')
  return new Map(sections.map((section) => [section.slice(0, 2), lazily(() => readCities(section))]))
}

/** The lines of a country, the first of which is its code. */
function readCities(section: string): Cities {
  const cities = new Map<string, CityPlace[]>()
  const all = section.split('\n').slice(1).filter(Boolean).map(readCity)
  const put = (spelling: string, place: CityPlace): void => {
    const known = cities.get(spelling)
    if (known === undefined) cities.set(spelling, [place])
    else if (!known.includes(place)) known.push(place)
  }
  for (const place of all) for (const spelling of foldings(place.name)) put(keyOfForms(spelling), place)
  for (const place of all)
    for (const spelling of shortForms(place.name).flatMap(foldings)) put(keyOfForms(spelling), place)
  return cities
}

function readCity(line: string): CityPlace {
  const [name = '', state = '', latitude, longitude] = line.split('|')
  return { name, state, latitude: Number(latitude), longitude: Number(longitude) }
}
