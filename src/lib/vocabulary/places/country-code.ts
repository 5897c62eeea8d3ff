import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries/index.js'
import type { LocaleData } from 'i18n-iso-countries/index.js'
import { lazily } from '../../process/lazily.ts'
import { dropMarks } from '../../text/fold-text.ts'
import { ownValue } from '../../text/own-value.ts'
import { isCountryCode } from '../../companies/regions.ts'

/** Languages in which company files name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr', 'ru', 'zh', 'ja']
/** Languages in other scripts: their lists are read for a name in one of those alone. */
const IN_OTHER_SCRIPTS = ['he', 'ar', 'fa', 'el', 'uk', 'bg', 'sr', 'ko']
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
  // As they call themselves.
  hrvatska: 'HR',
  slovenija: 'SI',
  srbija: 'RS',
  'bosna i hercegovina': 'BA',
  'crna gora': 'ME',
  lietuva: 'LT',
  latvija: 'LV',
  eesti: 'EE',
  magyarorszag: 'HU',
  shqiperia: 'AL',
  中华人民共和国: 'CN',
  日本国: 'JP',
  uae: 'AE',
  ksa: 'SA',
  prc: 'CN',
  drc: 'CD',
  'u k': 'GB',
  'lao pdr': 'LA',
  'slovak republic': 'SK',
  'kyrgyz republic': 'KG',
  'hong kong china': 'HK',
  'macau china': 'MO',
  'macao sar china': 'MO',
  'united kingdom of great britain and northern ireland': 'GB',
  'democratic people s republic of korea': 'KP',
  'democratic republic of the congo': 'CD',
  // As statistics shorten them.
  'congo dem rep': 'CD',
  'congo rep': 'CG',
  'egypt arab rep': 'EG',
  'iran islamic rep': 'IR',
  'korea dem rep': 'KP',
  'korea dem people s rep': 'KP',
  'korea rep': 'KR',
  'korea south': 'KR',
  'korea north': 'KP',
  'micronesia fed sts': 'FM',
  'venezuela rb': 'VE',
  'yemen rep': 'YE',
}

const folded = (text: string): string =>
  dropMarks(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const load = createRequire(import.meta.url)

/** The code of each country by its folded names: long lists, built only when needed. */
const codesByName = lazily(() => {
  const byName = namesIn(LANGUAGES)
  const add = (name: string, code: string): void => {
    if (!byName.has(folded(name))) byName.set(folded(name), code)
  }
  // The names in use today, which are not always the standard's: `Südkorea`.
  for (const language of LANGUAGES) {
    const spoken = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of Object.keys(countries.getAlpha2Codes())) add(spoken.of(code) ?? code, code)
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) byName.set(name, code)
  return byName
})

const codesInOtherScripts = lazily(() => namesIn(IN_OTHER_SCRIPTS))
const OTHER_SCRIPT = /[^\p{Script=Latin}\P{L}]/u

/** What the lists of some languages call each country, folded → its code. */
function namesIn(languages: readonly string[]): Map<string, string> {
  const byName = new Map<string, string>()
  for (const language of languages) {
    countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as LocaleData)
    for (const [code, names] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of names) if (!byName.has(folded(name))) byName.set(folded(name), code)
  }
  return byName
}

/** The code of a country, given its name in one of the languages, or its code of two or three letters. */
export function countryCode(text: string): string | null {
  const word = text.trim()
  const upper = word.toUpperCase()
  if (/^[A-Z]{2}$/.test(upper) && upper !== 'UK') return isCountryCode(upper) ? upper : null
  const known = word.length === 3 ? countries.alpha3ToAlpha2(upper) : undefined
  const name = folded(word)
  const others = OTHER_SCRIPT.test(name) ? codesInOtherScripts() : undefined
  return known ?? codesByName().get(name) ?? others?.get(name) ?? null
}

/** `Iran, Islamic Republic of`, `Netherlands (Kingdom of the)`, `Bahamas, The`: what is behind the mark belongs before the name. */
const INVERTED = /^([^,()]+?)\s*(?:,\s*(.*\b(?:of(?: (?:the|America|China))?|the))|\((.*\b(?:of(?: the)?|the))\))$/iu

/** `United Kingdom (UK)`, `GERMANY (DE)`, `FR - France`: the name and its code, which have to agree. */
const WITH_CODE = /^(\p{L}[\p{L} .'’-]*?)\s*(?:\(([A-Z]{2,3})\)|[-–:/]\s*([A-Z]{2,3}))$/u
const CODE_FIRST = /^([A-Z]{2,3})\s*[-–:/]\s*(\p{L}[\p{L} .'’()-]*)$/u

/** The country of a name that has its kind of state behind it, or its code beside it. */
function countryWrittenLong(text: string): string | null {
  const [, inverted = '', behind = '', inside = ''] = INVERTED.exec(text) ?? []
  if (inverted !== '') {
    const said = countryCode(`${behind}${inside} ${inverted}`.replace(/^the /i, ''))
    // The democratic one is another Korea, and another Congo.
    return said ?? (/democratic|people/i.test(text) ? null : countryCode(inverted))
  }
  const [, before, ...codes] = WITH_CODE.exec(text) ?? []
  const [, first, nameBehind] = CODE_FIRST.exec(text) ?? []
  const [name, code] = before === undefined ? [nameBehind, first] : [before, codes.find((one) => one !== undefined)]
  if (name === undefined || code === undefined) return null
  const country = countryCode(name)
  return country !== null && country === (code === 'UK' ? 'GB' : countryCode(code)) ? country : null
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

/** The time of the expressions grows with the square of the text. */
const MAX_NAME = 80

/** The country that a cell of a column of countries names. */
export const countryOfCell = (text: string): string | null =>
  ownValue(VEHICLE_LETTERS, text.trim()) ?? countryCode(text) ?? countryWrittenLong(text.trim().slice(0, MAX_NAME))
