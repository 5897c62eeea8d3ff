import type { Place } from '../../lib/companies/company-filters.ts'
import { CONTINENTS } from '../../lib/companies/regions.ts'
import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { keyedLines, listLines } from './list-lines.ts'
import { addPhrase, phraseIndex } from './phrase-index.ts'
import type { PhraseIndex } from './phrase-index.ts'
import { lazily } from '../../lib/process/lazily.ts'

export interface NamedPlace {
  kind: 'country' | 'region' | 'state' | 'metro' | 'city'
  locations: readonly Place[]
  /** Counts only when written in capitals: `US`, `LA`. */
  inCapitals: boolean
  /** Thousands of people, of a city. */
  thousands: number
}

/** Languages whose names of countries are known. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'ro', 'hu', 'tr']
/** Names in other languages that are English words or names of something else. */
const MISLEADING = new Set([
  'island',
  'cin',
  'fas',
  'man',
  'india',
  'oman',
  'jordan',
  'georgia',
  'china',
  'mali',
  'jersey',
  'kina',
])
/** A city that somebody singled out by hand goes before all others of its name. */
const SINGLED_OUT = Number.MAX_SAFE_INTEGER

/** All places, read when first asked for: the start of a server must not wait for 9,000 cities. */
export const placeNames = lazily(readPlaces)

function readPlaces(): PhraseIndex<NamedPlace> {
  const index = phraseIndex<NamedPlace>()
  addRegions(index)
  addUsPlaces(index)
  addCountries(index)
  addCities(index)
  return index
}

function add(index: PhraseIndex<NamedPlace>, word: string, place: Omit<NamedPlace, 'inCapitals'>): void {
  addPhrase(index, word, { ...place, inCapitals: /^[A-Z]{2,}$/.test(word) })
}

function addRegions(index: PhraseIndex<NamedPlace>): void {
  for (const line of listLines('regions')) {
    const [words = '', area = ''] = line.split(' = ')
    const name = area.slice(1)
    const locations: Place[] = !area.startsWith('@')
      ? area.split(' ').map((country) => ({ country }))
      : [Object.hasOwn(CONTINENTS, name) ? { continent: name } : { business_region: name }]
    for (const word of words.split(', ')) add(index, word, { kind: 'region', locations, thousands: 0 })
  }
}

function addUsPlaces(index: PhraseIndex<NamedPlace>): void {
  for (const [key, words] of keyedLines('us-places')) {
    const locations = splitAreas(key).map((area) => {
      const [state = '', city] = area.split('/')
      return city === undefined ? { country: 'US', state } : { country: 'US', state, city }
    })
    const kind = key.includes('/') ? 'metro' : locations.length === 1 ? 'state' : 'region'
    for (const word of words) add(index, word, { kind, locations, thousands: kind === 'metro' ? SINGLED_OUT : 0 })
  }
}

/** `CA/San Jose CA/Oakland` is cut before each code. */
const splitAreas = (key: string): string[] => key.split(/ (?=[A-Z]{2}(?:\/| |$))/)

function addCountries(index: PhraseIndex<NamedPlace>): void {
  const place = (code: string): Omit<NamedPlace, 'inCapitals'> => ({
    kind: 'country',
    locations: [{ country: code }],
    thousands: 0,
  })
  for (const [code, words] of keyedLines('country-words')) for (const word of words) add(index, word, place(code))
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const { code } of COUNTRIES) {
      const name = dropMarks(names.of(code) ?? code)
      if (language === 'en' || (name.length > 3 && !MISLEADING.has(name))) add(index, name, place(code))
    }
  }
}

function addCities(index: PhraseIndex<NamedPlace>): void {
  for (const [words, [city = '']] of keyedLines('city-words').map(([words, names]) => [words, names] as const)) {
    for (const word of words.split(', ')) add(index, word, cityPlace(`${city}|${SINGLED_OUT}`))
  }
  for (const line of listLines('cities')) add(index, dropMarks(line.slice(0, line.indexOf('|'))), cityPlace(line))
}

/** From `name|country|state|thousands`; a city singled out may leave its state out. */
function cityPlace(line: string): Omit<NamedPlace, 'inCapitals'> {
  const parts = line.split('|')
  const [city = '', country = ''] = parts
  const state = parts.length > 3 ? (parts[2] ?? '') : ''
  const location = state === '' ? { country, city } : { country, state, city }
  return { kind: 'city', locations: [location], thousands: Number(parts.at(-1)) }
}
