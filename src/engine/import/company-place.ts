import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries/index.js'
import type { LocaleData } from 'i18n-iso-countries/index.js'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { isCountryCode } from '../../lib/companies/regions.ts'
import { usStateCode } from '../../lib/companies/us-states.ts'

/** Where a company is, in the form used by the index. */
export interface CompanyPlace {
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Its code in the USA, otherwise its name. */
  state: string | null
  city: string | null
}

/** Languages in which company files name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv']
/** Names missing from the lists. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'u s a': 'US',
  'united states': 'US',
  russia: 'RU',
  'south korea': 'KR',
  korea: 'KR',
  vietnam: 'VN',
  czechia: 'CZ',
  macau: 'MO',
  'hong kong sar': 'HK',
  'the netherlands': 'NL',
  'ivory coast': 'CI',
}

const folded = (text: string): string =>
  dropMarks(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const load = createRequire(import.meta.url)

/** The code of each country by its folded names: long lists, built only when needed. */
const codesByName = lazily(() => {
  const byName = new Map<string, string>()
  const add = (name: string, code: string): void => {
    if (!byName.has(folded(name))) byName.set(folded(name), code)
  }
  for (const language of LANGUAGES) {
    countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as LocaleData)
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of names) add(name, code)
  }
  // The names in use today, which are not always the standard's: `Südkorea`.
  for (const language of LANGUAGES) {
    const spoken = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of Object.keys(countries.getAlpha2Codes())) add(spoken.of(code) ?? code, code)
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) byName.set(name, code)
  return byName
})

/** The code of a country, given its name in some European language, or its code of two or three letters. */
export function countryCode(text: string): string | null {
  const word = text.trim()
  const upper = word.toUpperCase()
  if (word.length === 2 && upper !== 'UK') return isCountryCode(upper) ? upper : null
  const known = word.length === 3 ? countries.alpha3ToAlpha2(upper) : undefined
  return known ?? codesByName().get(folded(word)) ?? null
}

/** @param state a name, a code, or a code after that of its country (ISO 3166-2), such as `US-CA`. */
export function stateOf(state: string, country: string | null): string | null {
  const word = state.trim().replace(/^[A-Z]{2}-(?=[A-Z0-9]{1,3}$)/, '')
  if (word === '') return null
  return (country === 'US' ? usStateCode(word) : null) ?? named(word)
}

/** Capitalises place names from lists in lower case. */
export const named = (text: string): string =>
  text === text.toLowerCase() ? text.replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase()) : text

/** What files write for companies without a location. */
const NO_PLACE =
  /^(?:fully |100% )?(?:remote(?:[ -]first|[ -]only)?|worldwide|world ?wide|anywhere|everywhere|distributed|global(?:ly)?|online|virtual|earth|n\/?a)$/i
/** Separates the places in one cell; "and" occurs within names. */
const BETWEEN_PLACES = /\s*[;|/\n]\s*/

/** Whether a cell says that people work from anywhere. */
export const isRemote = (text: string): boolean =>
  text.split(/[,;|/()]/).some((part) => /^\s*(?:fully )?(?:remote|distributed)/i.test(part))

/** The first of several places in one cell that names a place; empty if none does. */
export const firstPlace = (text: string): string =>
  text
    // Footnotes of tables.
    .replaceAll(/\[\w{1,3}\]/g, '')
    .replaceAll(/\(([^()]*)\)/g, (whole, inside: string) => (NO_PLACE.test(inside.trim()) ? ' ' : whole))
    .split(BETWEEN_PLACES)
    .map((place) =>
      place
        .split(',')
        .filter((part) => !NO_PLACE.test(part.trim()))
        .join(',')
        .trim(),
    )
    .find((place) => place !== '') ?? ''

/** `Portugal`, `Texas`: only an area. `Georgia` may be either, and `CA` many things. Null for anything else. */
function areaNamed(word: string): CompanyPlace | null {
  if (word.length <= 2) return null
  const [country, state] = [countryCode(word), usStateCode(word)]
  if (country === null && state === null) return null
  if (country !== null && state !== null) return { country: null, state: null, city: null }
  if (country !== null) return { country, state: null, city: CITY_STATES.has(country) ? named(word) : null }
  // These are meant as cities.
  return /^(?:new york|washington)$/i.test(word) ? null : { country: 'US', state, city: null }
}

/** Countries that are cities of the same name. */
const CITY_STATES = new Set(['SG', 'MC', 'LU', 'HK', 'MO', 'GI', 'SM', 'VA', 'DJ'])

/** `Saint Paul, Minnesota`; `new york, new york, united states`; `Porto`. American places omit the country. */
export function placeOf(text: string): CompanyPlace {
  const parts = firstPlace(text)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return areaNamed(last) ?? { country: null, state: null, city: named(last) }
  const isState = parts.length > 1 && usStateCode(last) !== null
  const country = isState ? 'US' : parts.length > 1 ? countryCode(last) : null
  const rest = country !== null && !isState ? parts.slice(0, -1) : parts
  const [city] = rest
  const state = rest.length > 1 ? stateOf(rest.at(-1) ?? '', country) : null
  return { country, state, city: city === undefined ? null : named(city) }
}

/** Degrees as decimal numbers, both or neither; no company is located where both are zero. */
export function coordinatesOf(latitude: string, longitude: string): { lat: number | null; lng: number | null } {
  const [lat, lng] = [degreesOf(latitude, 90), degreesOf(longitude, 180)]
  return lat === null || lng === null || (lat === 0 && lng === 0) ? { lat: null, lng: null } : { lat, lng }
}

function degreesOf(text: string, most: number): number | null {
  if (!/^[+-]?\d{1,3}(?:[.,]\d{1,20})?$/.test(text)) return null
  const degrees = Number(text.replace(',', '.'))
  return Math.abs(degrees) <= most ? degrees : null
}
