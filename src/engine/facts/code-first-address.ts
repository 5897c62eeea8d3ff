import { countryCode, VEHICLE_LETTERS } from '../../lib/vocabulary/places/country-code.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { AddressSegment } from './address-segments.ts'
import { languageCountries } from './language-countries.ts'
import { CODE_FIRST } from './post-codes.ts'
import type { AddressContext, CodePlace } from './code-place.ts'
import { isCalledStreet, isNamedHouse, isStreet } from './street.ts'

const TOWN = /^\p{Lu}[\p{L}.'’-]{1,30}(?:[ /-][\p{L}.'’()-]{1,20}){0,3}$/u
/** `Praha 2`, `Lyon Cedex 03`: the part of a town that delivers. */
const DISTRICT = /(?:\s(?:cedex|CEDEX|Cedex))?(?:\s\d{1,2})?$/u
const PARTS =
  /^((?:[A-Z]{1,3}-|[A-Z]{2} (?=\d))?(?:(?:C\.?P\.?|T\.K\.|Τ\.?Κ\.?):? ?)?(?:\d{2,7}|[A-Z]\d{4}(?:[A-Z]{3})?)(?:-\d{3}(?!\d))?(?: \d{2}(?!\d))?(?: ?[A-Z]{2}(?=\s))?)\s(\p{Lu}.{1,50})$/u
const COUNTRY_WITHIN = 3

/** The code before its town: the continent and Latin America. The country is named near it, else the domain's own, else told by the language. */
export function codeFirstPlace(
  segments: readonly AddressSegment[],
  index: number,
  context: AddressContext,
): CodePlace | null {
  const text = segments[index]?.text ?? ''
  const [, code = '', rest = ''] = PARTS.exec(text) ?? []
  if (code === '') return codeAlone(segments, index, context)
  const [letters = ''] = /^[A-Z]{1,3}(?=[- ]\d)/u.exec(code) ?? []
  const city = withoutCountry(rest).replace(PROVINCE, '').replace(DISTRICT, '')
  const behind = /\d$/.test(rest) ? townThenStreet(code, rest, index, context) : null
  if (behind !== null || !TOWN.test(city)) return behind
  const country =
    ownValue(VEHICLE_LETTERS, letters) ??
    (Object.hasOwn(CODE_FIRST, letters) ? letters : null) ??
    countryNear(segments, index, rest) ??
    domainCountry(context.suffix) ??
    languageCountry(code, city, context) ??
    countryOfForm(code, rest)
  const bare = country === null ? null : codeOf(code, country)
  if (country === null || bare === null) return null
  return { city, state: null, code: bare, country, streetEnd: index, street: null, named: false }
}

/** `20148 Milano Via Alta 14`: the street in one part with the town before it. */
function townThenStreet(code: string, rest: string, index: number, context: AddressContext): CodePlace | null {
  const words = rest.split(' ')
  for (let count = 1; count <= MAX_TOWN_WORDS && count < words.length; count++) {
    const [city, street] = [words.slice(0, count).join(' '), words.slice(count).join(' ')]
    if (!isCalledStreet(street) || !isStreet(street)) continue
    const country = domainCountry(context.suffix) ?? languageCountry(code, city, context)
    const bare = country === null ? null : codeOf(code, country)
    if (country === null || bare === null || !context.isCity(city, country, null)) return null
    return { city, state: null, code: bare, country, streetEnd: index, street, named: false }
  }
  return null
}
const MAX_TOWN_WORDS = 4

/**
 * A code behind its town, or in a part of its own beside it: the list must have the town, unless a label before it says what
 * the digits are.
 */
function codeAlone(segments: readonly AddressSegment[], index: number, context: AddressContext): CodePlace | null {
  const text = segments[index]?.text ?? ''
  if (text.length > MAX_CODE_CHARS) return null
  const [, label = '', town = '', said = ''] = CODE_LAST.exec(text) ?? []
  if (said === '') return null
  // `Köln, Germany, 50668`
  const named = town === '' ? countryCodeOf(segments[index - 1]) : null
  const places = town === '' ? [index + 1, named === null ? index - 1 : index - 2] : [index]
  for (const at of places) {
    const city = (town === '' ? (segments[at]?.text ?? '') : town).replace(PROVINCE, '')
    if (!TOWN.test(city)) continue
    const country =
      named ??
      countryNear(segments, Math.max(at, index), '') ??
      domainCountry(context.suffix) ??
      languageCountry(said, city, context)
    const code = country === null ? null : codeOf(said, country)
    if (country === null || code === null) continue
    if (!context.isCity(city, country, null) && (label === '' || at !== index + 1)) continue
    return { city, state: null, code, country, streetEnd: Math.min(at, index), street: null, named: false }
  }
  return null
}
const CODE_LAST =
  /^(?:(C\.?\s?P\.?:?\s|C\.?A\.?P\.?:?\s|PLZ:?\s|PSČ:?\s)|(\p{Lu}[\p{L} .'’-]{1,30}?)\s)?((?:[A-Z]{1,3}-)?\d{2,6}(?:[ -]\d{2,3})?)$/u
const MAX_CODE_CHARS = 45

/** Where nothing else tells it: the country that alone writes codes so, or provinces behind their towns. */
function countryOfForm(code: string, rest: string): string | null {
  if (/^\d{5}$/.test(code) && /\p{L} ?\([A-Z]{2}\)$/u.test(rest)) return 'IT'
  if (/^[A-Z]\d{4}[A-Z]{3}$/.test(code)) return 'AR'
  // `1200-555 West Hastings Street`: a unit and its house may have numbers of that length.
  if (isNamedHouse(rest)) return null
  return /^\d{2}-\d{3}$/.test(code) ? 'PL' : /^\d{4}-\d{3}$/.test(code) ? 'PT' : null
}

/** `Schio (VI)`, `Roma RM`, `Santoña (Cantabria)`, `Marmaris/Muğla`: the province behind its town. */
const PROVINCE =
  /\s?\((?:[A-Z]{2}|\p{Lu}\p{L}{2,15}(?: \p{L}{2,10}){0,2})\)$|\s?\/\s?\p{Lu}\p{L}{2,20}$|(?<=\p{Ll})\s[A-Z]{2}$/u

/** Digits of a code, where it is one of the country; else null. */
const codeOf = (code: string, country: string): string | null =>
  [code, code.replace(/^(?:[A-Z]{1,3}[- ]|T\.K\.:? ?|Τ\.?Κ\.?:? ?)(?=\d)/u, '')]
    .map((one) => ownValue(CODE_FIRST, country)?.exec(one)?.[1])
    .find((digits) => digits !== undefined) ?? null

/** Of the countries of the page's language: the only one with such codes, or the only one of them that has the town. */
function languageCountry(code: string, city: string, { language, isCity }: AddressContext): string | null {
  const fitting = languageCountries(language).filter((country) => codeOf(code, country) !== null)
  const [first, ...others] = fitting.length > 1 ? fitting.filter((country) => isCity(city, country, null)) : fitting
  return first !== undefined && others.length === 0 ? first : null
}

/** A country behind the town, in the same segment or in one of the next. */
function countryNear(segments: readonly AddressSegment[], index: number, rest: string): string | null {
  const last = rest.split(' ').at(-1) ?? ''
  if (last.length > 3 && last !== rest) {
    const inside = countryCode(last)
    if (inside !== null) return inside
  }
  for (const segment of segments.slice(index + 1, index + 1 + COUNTRY_WITHIN)) {
    const country = countryCodeOf(segment)
    if (country !== null) return country
  }
  return null
}

const countryCodeOf = ({ text }: AddressSegment = NO_SEGMENT): string | null =>
  text.length > 3 && text.length < 25 ? countryCode(text) : null
const NO_SEGMENT: AddressSegment = { text: '', line: 0 }

const withoutCountry = (rest: string): string => {
  const words = rest.split(' ')
  const last = words.at(-1) ?? ''
  // `Ciudad de México` is named after its country.
  const isNamedAfter = /^\p{Ll}/u.test(words.at(-2) ?? '')
  return words.length > 1 && !isNamedAfter && last.length > 3 && countryCode(last) !== null
    ? words.slice(0, -1).join(' ')
    : rest
}

const domainCountry = (suffix: string): string | null => {
  const country = suffix.length === 2 ? suffix.toUpperCase() : null
  return country !== null && Object.hasOwn(CODE_FIRST, country) ? country : null
}
