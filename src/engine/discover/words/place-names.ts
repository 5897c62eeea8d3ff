import type { Place } from '../../../lib/companies/company-filters.ts'
import { CONTINENTS } from '../../../lib/companies/regions.ts'
import { COUNTRIES } from '../../../lib/companies/country-names.ts'
import { dropMarks, foldings } from '../../../lib/text/fold-text.ts'
import { addPhrase, phraseIndex } from './phrase-index.ts'
import type { PhraseIndex } from './phrase-index.ts'
import { singular } from './singular.ts'
import { lazily } from '../../../lib/process/lazily.ts'
import { keyedLines, listLines } from '../../../lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../lib/vocabulary/places/place-file.ts'
import { shortForms } from '../../../lib/vocabulary/places/short-city-names.ts'
import { subdivisions } from '../../../lib/vocabulary/places/subdivisions.ts'
import { formsOfFirst } from '../../../lib/vocabulary/places/written-forms.ts'

export interface NamedPlace {
  kind: 'country' | 'region' | 'state' | 'metro' | 'city'
  locations: readonly Place[]
  /** Counts only if written in capitals: `US`, `LA`. */
  inCapitals: boolean
  /** Population of a city, in thousands. */
  thousands: number
  /** ISO 3166-2 code of the part of the country in which a city is, if known. */
  part?: string
  /** The places are the smallest known ones around it, not the place itself. */
  isWidened?: boolean
  /** Its name ends like a plural and does not count without that ending: `the Maritimes`. */
  endsInS?: boolean
}

/** Languages in which names of countries are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'ro', 'hu', 'tr']
/** Names in other languages that are English words or names of something else. */
const MISLEADING = new Set([
  'island',
  'cin',
  'fas',
  'man',
  'india',
  'indie',
  'oman',
  'jordan',
  'georgia',
  'china',
  'mali',
  'jersey',
  'kina',
])
/** A city singled out by hand takes precedence over all others of its name. */
const SINGLED_OUT = Number.MAX_SAFE_INTEGER

/** All places, read on first use: a starting server must not wait for 9,000 cities. */
export const placeNames = lazily(readPlaces)

function readPlaces(): PhraseIndex<NamedPlace> {
  const index = phraseIndex<NamedPlace>()
  addRegions(index)
  addUsPlaces(index)
  addCountries(index)
  addCities(index)
  addSubdivisions(index)
  addInformalPlaces(index)
  return index
}

function add(index: PhraseIndex<NamedPlace>, word: string, place: Omit<NamedPlace, 'inCapitals'>): void {
  const endsInS = place.kind !== 'country' && singular(word) !== word
  const named = { ...place, inCapitals: /^[A-Z]{2,}$/.test(word), ...(endsInS && { endsInS }) }
  for (const spelling of spellingsOf(word)) addPhrase(index, spelling, named)
}

function addRegions(index: PhraseIndex<NamedPlace>): void {
  for (const line of listLines(placeFile('regions'))) {
    const [words = '', area = ''] = line.split(' = ')
    const name = area.slice(1)
    const locations: Place[] = !area.startsWith('@')
      ? area.split(' ').map((country) => ({ country }))
      : [Object.hasOwn(CONTINENTS, name) ? { continent: name } : { business_region: name }]
    for (const word of words.split(', ')) add(index, word, { kind: 'region', locations, thousands: 0 })
  }
}

function addUsPlaces(index: PhraseIndex<NamedPlace>): void {
  for (const [key, words] of keyedLines(placeFile('us-places'))) {
    const locations = splitAreas(key).map((area) => {
      const [state = '', city] = area.split('/')
      return city === undefined ? { country: 'US', state } : { country: 'US', state, city }
    })
    const kind = key.includes('/') ? 'metro' : locations.length === 1 ? 'state' : 'region'
    for (const word of words) add(index, word, { kind, locations, thousands: kind === 'metro' ? SINGLED_OUT : 0 })
  }
}

/** `CA/San Jose CA/Oakland` is split before each code. */
const splitAreas = (key: string): string[] => key.split(/ (?=[A-Z]{2}(?:\/| |$))/)

function addCountries(index: PhraseIndex<NamedPlace>): void {
  const place = (code: string): Omit<NamedPlace, 'inCapitals'> => ({
    kind: 'country',
    locations: [{ country: code }],
    thousands: 0,
  })
  for (const [code, words] of keyedLines(placeFile('country-words')))
    for (const word of words) add(index, word, place(code))
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const { code } of COUNTRIES) {
      const name = dropMarks(names.of(code) ?? code)
      if (language === 'en' || (name.length > 3 && !MISLEADING.has(name))) add(index, name, place(code))
    }
  }
}

function addCities(index: PhraseIndex<NamedPlace>): void {
  const listed = listLines(placeFile('cities')).map((line) => {
    const [name = '', country = ''] = line.split('|', 2)
    return { line, country, words: [name, ...shortForms(name)].flatMap(foldings) }
  })
  const lines = new Map<string, string>()
  for (const { line, country, words } of listed)
    for (const word of words) if (!lines.has(`${country}/${word}`)) lines.set(`${country}/${word}`, line)
  for (const [words, [city = '']] of keyedLines(placeFile('city-words'))) {
    const [name = '', country = '', state] = city.split('|')
    const part = state ?? lines.get(`${country}/${dropMarks(name)}`)?.split('|')[2] ?? ''
    const place = cityPlace([name, country, part, SINGLED_OUT].join('|'))
    for (const word of words.split(', ')) add(index, word, place)
  }
  for (const { line, words } of listed) for (const word of words) add(index, word, cityPlace(line))
  for (const [words, [city = '']] of keyedLines(placeFile('city-exonyms')))
    addExonyms(index, words.split(', ').map(dropMarks), city, lines)
}

/** Population assumed for a city that the list lacks. */
const SMALL_THOUSANDS = 40

/** Gives a city's names in other languages its population, which the list of cities has under one of the names. */
function addExonyms(
  index: PhraseIndex<NamedPlace>,
  words: readonly string[],
  city: string,
  lines: ReadonlyMap<string, string>,
): void {
  const [name = '', country = ''] = city.split('|')
  const all = [...new Set([dropMarks(name), ...words])]
  const [, , part = '', thousands = String(SMALL_THOUSANDS)] =
    all
      .map((word) => lines.get(`${country}/${word}`))
      .find((line) => line !== undefined)
      ?.split('|') ?? []
  for (const word of all) add(index, word, cityPlace([name, country, part, thousands].join('|')))
}

/** `Saint Paul` is also written `St. Paul`. */
function spellingsOf(name: string): string[] {
  if (!name.includes(' ')) return [name]
  const [first = '', ...rest] = name.split(' ')
  const others = formsOfFirst(first.replace('.', ''))
  return rest.length === 0 || others.length === 0 ? [name] : others.map((word) => [word, ...rest].join(' '))
}

/** From `name|country|part of the country|thousands`; the part may be empty. */
function cityPlace(line: string): Omit<NamedPlace, 'inCapitals'> {
  const parts = line.split('|')
  const [city = '', country = ''] = parts
  const part = parts.length > 3 ? (parts[2] ?? '') : ''
  const location = part === '' || country !== 'US' ? { country, city } : { country, state: part, city }
  const place = { kind: 'city' as const, locations: [location], thousands: Number(parts.at(-1)) }
  return part === '' ? place : { ...place, part: `${country}-${part}` }
}

/** Words that distinguish a part of a country from its city of the same name. */
const PART_FORMS = [
  (name: string) => `${name} province`,
  (name: string) => `province of ${name}`,
  (name: string) => `${name} state`,
  (name: string) => `state of ${name}`,
  (name: string) => `${name} region`,
  (name: string) => `${name} prefecture`,
  (name: string) => `canton of ${name}`,
  (name: string) => `canton ${name}`,
]

/** If the part of a country is this many times as large as its city of the same name, people mean the part. */
const MUCH_LARGER = 7

/** Adds the parts of countries; US states have a list of their own. */
function addSubdivisions(index: PhraseIndex<NamedPlace>): void {
  const inCities = thousandsInCities()
  for (const { code, country, names } of subdivisions().values()) {
    if (country === 'US') continue
    const thousands = inCities.get(code) ?? 0
    const place = { kind: 'state' as const, locations: [{ country, subdivision: code }], thousands }
    for (const name of names) {
      const folded = dropMarks(name)
      const isCity = thousands < MUCH_LARGER * (inCities.get(`${country}/${folded}`) ?? 0)
      for (const word of isCity ? PART_FORMS.map((form) => form(folded)) : [name]) add(index, word, place)
    }
  }
}

/** Thousands of people in the cities of each part of a country, by its code, and in each city, by country and name. */
function thousandsInCities(): Map<string, number> {
  const counted = new Map<string, number>()
  for (const line of listLines(placeFile('cities'))) {
    const [name = '', country = '', part = '', thousands = ''] = line.split('|')
    const key = `${country}-${part}`
    counted.set(key, (counted.get(key) ?? 0) + Number(thousands))
    const city = `${country}/${dropMarks(name)}`
    counted.set(city, Math.max(counted.get(city) ?? 0, Number(thousands)))
  }
  for (const [words, [city = '']] of keyedLines(placeFile('city-words'))) {
    const [name = '', country = ''] = city.split('|')
    const keys = [name, ...words.split(', ')].map((each) => `${country}/${dropMarks(each)}`)
    const thousands = Math.max(...keys.map((key) => counted.get(key) ?? 0))
    for (const key of keys) counted.set(key, thousands)
  }
  return counted
}

/** Adds areas whose borders no list has; the answer says that the place was widened. */
function addInformalPlaces(index: PhraseIndex<NamedPlace>): void {
  for (const [area, words] of keyedLines(placeFile('informal-places'))) {
    const country = area.slice(0, 2)
    const location =
      area === country
        ? { country }
        : country === 'US'
          ? { country, state: area.slice(3) }
          : { country, subdivision: area }
    for (const word of words) add(index, word, { kind: 'state', locations: [location], thousands: 0, isWidened: true })
  }
}
