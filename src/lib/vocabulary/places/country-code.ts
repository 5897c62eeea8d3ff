import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries/index.js'
import type { LocaleData } from 'i18n-iso-countries/index.js'
import { lazily } from '../../process/lazily.ts'
import { dropMarks } from '../../text/fold-text.ts'
import { ownValue } from '../../text/own-value.ts'
import { isCountryCode } from '../../companies/regions.ts'

/** Languages in which company files name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr', 'ru', 'zh', 'ja']
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

/** The code of a country, given its name in one of the languages, or its code of two or three letters. */
export function countryCode(text: string): string | null {
  const word = text.trim()
  const upper = word.toUpperCase()
  if (/^[A-Z]{2}$/.test(upper) && upper !== 'UK') return isCountryCode(upper) ? upper : null
  const known = word.length === 3 ? countries.alpha3ToAlpha2(upper) : undefined
  return known ?? codesByName().get(folded(word)) ?? null
}

/** The letters of vehicles from neighbouring countries, as lists of exhibitors and of customers abbreviate countries. */
export const VEHICLE_LETTERS: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  H: 'HU',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  P: 'PT',
  S: 'SE',
}

/** The country that a cell of a column of countries names. */
export const countryOfCell = (text: string): string | null =>
  ownValue(VEHICLE_LETTERS, text.trim()) ?? countryCode(text)
