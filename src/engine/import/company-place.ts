import { countryCode, countryOfCell } from '../../lib/vocabulary/places/country-code.ts'
import { usStateCode } from '../../lib/companies/us-states.ts'
import { isWorldArea } from '../../lib/companies/world-areas.ts'
import type { OtherLocation } from '../../lib/companies/company-facts.ts'
import { townBeforeZip } from './columns/american-address.ts'
import { cityPlace, isCityName } from '../../lib/vocabulary/places/city-places.ts'
import { itemsOfList } from './company-values.ts'
import { countriesWithPart, subdivisionNamed } from '../../lib/vocabulary/places/subdivisions.ts'
import { otherLocations } from '../../lib/vocabulary/places/other-locations.ts'

/** Where a company is, in the form used by the index. */
export interface CompanyPlace {
  /** ISO 3166-1 alpha-2. */
  country: string | null
  /** Its code in the USA, otherwise its name. */
  state: string | null
  city: string | null
}

const isAddress = (text: string): boolean => text.length > 50 || (/\d/.test(text) && text.includes(','))

/** @param state a name, a code, or a code after that of its country (ISO 3166-2), such as `US-CA`. */
export function stateOf(state: string, country: string | null): string | null {
  const word = state.trim().replace(/^[A-Z]{2}-(?=[A-Z0-9]{1,3}$)/, '')
  if (word === '' || isAddress(word) || isWorldArea(word)) return null
  return (country === 'US' ? usStateCode(word) : null) ?? named(word)
}

/** Capitalises place names from lists in lower case. */
export const named = (text: string): string =>
  text === text.toLowerCase() ? text.replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase()) : text

/** What files write for companies without a location. */
const NO_PLACE =
  /^(?:fully |100% )?(?:remote(?:[ -]first|[ -]only)?|worldwide|world ?wide|anywhere|everywhere|distributed|global(?:ly)?|online|virtual|earth|n\/?a)$/i
/** Separates the places in one cell. */
const BETWEEN_PLACES = /\s*[;|/\n]\s*/
/** Separates places too, but occurs within names. */
const AND = / (?:and|und|et|y|e|en|och|og|&) /i

/** Whether a cell says that people work from anywhere. */
export const isRemote = (text: string): boolean =>
  text.split(/[,;|/()]/).some((part) => /^\s*(?:fully )?(?:remote|distributed)/i.test(part))

/** The places in one cell. */
export const placesIn = (text: string): string[] =>
  itemsOfList(text)
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
    .filter((place) => place !== '')
    .flatMap(eachOfTwo)

/** The first of several places in one cell that names a place; empty if none does. */
export const firstPlace = (text: string): string => placesIn(text)[0] ?? ''

/** `London and Porto` are two places; `Trinidad and Tobago` and `Tyne and Wear` are one. */
function eachOfTwo(place: string): string[] {
  if (!AND.test(place) || place.split(',').some((part) => AND.test(part) && countryCode(part) !== null)) return [place]
  const parts = place.split(AND)
  const each = parts.map(placeOf)
  if (each.every(({ country }) => country !== null)) return parts
  const [, ...area] = (parts.at(-1) ?? '').split(',')
  const { country = null, state = null } = each.at(-1) ?? {}
  const areTowns = each.every((one) => {
    const at = one.country === null ? { country, state } : one
    return one.city !== null && isTown(one.city, at.country, at.state)
  })
  return areTowns ? parts.map((part, at) => (each[at]?.country === null ? [part, ...area].join(',') : part)) : [place]
}

const isTown = (city: string, country: string | null, state: string | null): boolean =>
  country === null ? isCityName(city) : cityPlace(city, country, country === 'US' ? state : null) !== null

/** `Portugal`, `Texas`: only an area. `Georgia` may be either, and `CA` many things. Null for anything else. */
function areaNamed(word: string): CompanyPlace | null {
  if (word.length <= 2) return null
  const [country, state] = [countryCode(word), usStateCode(word)]
  if (country === null && state === null) return null
  if (country !== null && state !== null) return { country: null, state: null, city: null }
  if (country !== null) return { country, state: null, city: CITY_STATES.has(country) ? named(word) : null }
  // These are meant as cities.
  return NAMED_AS_STATES.test(word) ? null : { country: 'US', state, city: null }
}

const NAMED_AS_STATES = /^(?:new york|washington)$/i

/** Countries that are cities of the same name. */
const CITY_STATES = new Set(['SG', 'MC', 'LU', 'HK', 'MO', 'GI', 'SM', 'VA', 'DJ'])

/** `Saint Paul, Minnesota`; `new york, new york, united states`; `Porto`. American places omit the country, and `DE` is both. */
function placeOf(text: string): CompanyPlace {
  const parts = smallestFirst(partsOf(text))
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return areaNamed(last) ?? { country: null, state: null, city: townIn(last, null) }
  const isState = parts.length > 1 && isOfState(parts[0] ?? '', last)
  const country = isState ? 'US' : parts.length > 1 ? countryCode(last) : null
  const rest = country !== null && !isState ? parts.slice(0, -1) : parts
  const [city = ''] = rest
  if (rest.length === 1 && country !== null && isPartOf(city, country))
    return { country, state: countryCode(city) === country ? null : stateOf(city, country), city: null }
  const state = rest.length > 1 ? stateOf(rest.at(-1) ?? '', country) : null
  return { country, state: state !== null && NUMBERED.test(state) ? null : state, city: townIn(city, country) }
}

/** `Booth 12` is no part of a country. */
const NUMBERED = /\d/
/** `Dublin 2`, `Lyon 3e`, `Paris Cedex 08`: which part of a town. */
const QUARTER = / (?:cedex )?\d{1,2}(?:er?|ème)?$/i

/** A town without its postal code; null for what has other numbers in it, such as the stand of an exhibitor. */
function townIn(text: string, country: string | null): string | null {
  const town = NUMBERED.test(text) ? withoutPostalCode(text) : text
  const isNumbered = NUMBERED.test(town) && (country === null || !isCityName(town.replace(QUARTER, '')))
  return town === '' || isNumbered ? null : named(town)
}

/** `Texas`, `Bayern`, `Wales`: a part of the country in which no town is called so. */
function isPartOf(word: string, country: string): boolean {
  if (country === 'US') return usStateCode(word) !== null && !NAMED_AS_STATES.test(word)
  const isNamed = countryCode(word) === country || subdivisionNamed(country, word) !== null
  return isNamed && word.length > 3 && !CITY_STATES.has(country) && cityPlace(word, country, null) === null
}

const isCountry = (word: string): boolean => word.length > 2 && countryCode(word) !== null

/** Without the continent, which some files write beside the country. */
function partsOf(text: string): string[] {
  const between = text.split(',').map((part) => part.trim())
  const dashed = between.length > 1 ? between : text.split(DASH)
  const isDashed = [dashed.at(0), dashed.at(-1)].some((end = '') => isCountry(end) || isWorldArea(end))
  const parts = (isDashed ? dashed : between).map((part) => part.trim()).filter((part) => part !== '')
  if (parts.length > 1 && isWorldArea(parts.at(-1) ?? '')) parts.pop()
  if (parts.length > 1 && isWorldArea(parts[0] ?? '') && isCountry(parts[1] ?? '')) parts.shift()
  return parts
}

/** `USA - Texas - Austin`; a name of a town has no blanks beside its hyphens. */
const DASH = /\s+[-–—>]\s+/

/** Databases begin with the country (`United States, Ohio, Dayton`); `Lebanon, Tennessee` and `Georgia, USA` do not. */
function smallestFirst(parts: readonly string[]): readonly string[] {
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const country = /^(?:[A-Z]{2}|.{3,})$/su.test(first) ? countryCode(first) : null
  if (parts.length < 2 || country === null || last.length <= 2) return parts
  if (usStateCode(last) !== null) return country === 'US' ? parts.toReversed() : parts
  return countryCode(last) === null ? parts.toReversed() : parts
}

/** Whether a town is in a state of the USA rather than in a country of the same name or code: `Dublin, GA`, not `Berlin, DE`. */
function isOfState(town: string, area: string): boolean {
  const [state, country] = [usStateCode(area), countryCode(area)]
  if (state === null || country === null) return state !== null
  return cityPlace(town, 'US', state)?.state === state || cityPlace(town, country, null) === null
}

/** Longer texts describe a place. */
const MAX_PLACE = 200

/**
 * Where a company is: the first place in each cell is its seat.
 * @param cells its country, its place in one text, its city and its state; '' where the file says nothing
 */
export function companyPlaces(cells: readonly string[]): { seat: CompanyPlace; others: OtherLocation[] } {
  const [countryCells = [], said = [], cities = [], states = []] = cells.map((cell) =>
    placesIn(cell).filter((place) => place.length <= MAX_PLACE),
  )
  const texts = said.length < 2 ? said : knownFirst(said)
  const [city = ''] = cities
  const spread = texts[0] ?? (city.includes(',') ? city : '')
  const place = spread === '' ? NOWHERE : placeOf(spread)
  const town = city === '' || city.includes(',') ? place.city : named(city)
  const country =
    countryOfCell(countryCells[0] ?? '') ?? place.country ?? countryOfPart(states[0] ?? place.state ?? '', town)
  const seat = { country, state: stateOf(states[0] ?? '', country) ?? place.state, city: town }
  const isAlone = [countryCells, texts, cities].every(({ length }) => length < 2)
  return {
    seat,
    others: isAlone ? [] : otherLocations(seat, placesBehind(country, { countryCells, texts, cities, states })),
  }
}

/** Of several places in a cell those from the first on that can be one; what else is in it is no place. */
function knownFirst(texts: readonly string[]): readonly string[] {
  const at = texts.findIndex((text) => {
    const { country, city } = placeOf(text)
    return country !== null || (city !== null && isCityName(city))
  })
  return at === -1 ? [] : texts.slice(at)
}

/** The only country with a part of this name and a town of that one in it: `Quebec` and `Quebec City`. */
function countryOfPart(part: string, town: string | null): string | null {
  if (town === null || part.length <= 3 || NUMBERED.test(part)) return null
  const countries = countriesWithPart(part).filter((country) =>
    [town, town.replace(/ city$/i, '')].some((name) => cityPlace(name, country, null) !== null),
  )
  return countries.length === 1 ? (countries[0] ?? null) : null
}

type PlaceLists = Record<'countryCells' | 'texts' | 'cities' | 'states', readonly string[]>

/** All places but the first of each cell. A cell with as many countries as another has towns says where each of those is. */
function placesBehind(country: string | null, { countryCells, texts, cities, states }: PlaceLists): CompanyPlace[] {
  const towns = [texts, cities].flatMap((list) => {
    const beside = (areas: readonly string[], at: number): string =>
      areas.length === list.length ? (areas[at] ?? '') : ''
    return list
      .slice(1)
      .flatMap(
        (town, at) =>
          settled(inArea(placeOf(town), beside(countryCells, at + 1), beside(states, at + 1)), country) ?? [],
      )
  })
  if ([texts, cities].some(({ length }) => length === countryCells.length)) return towns
  const areas = countryCells.slice(1).map((name) => ({ ...NOWHERE, country: countryCode(name) }))
  return [...towns, ...areas.filter((area) => area.country !== null)]
}

const NOWHERE: CompanyPlace = { country: null, state: null, city: null }

function inArea(place: CompanyPlace, countryCell: string, state: string): CompanyPlace {
  const country = countryCode(countryCell) ?? place.country
  return { country, state: stateOf(state, country) ?? place.state, city: place.city }
}

/** A town alone is in the country of the seat if that has one of its name; null if no country has. */
function settled(place: CompanyPlace, country: string | null): CompanyPlace | null {
  if (place.country !== null) return place
  if (place.city === null) return null
  if (country !== null && cityPlace(place.city, country, null) !== null) return { ...place, country }
  return isCityName(place.city) ? place : null
}

/** `D-10115 Berlin`, `1012 AB Amsterdam`, `114 55 Stockholm`: not the number of a house, which has a street behind it. */
const CODE_BEFORE = /^(?:[A-Z]{1,2}-)?(?:\d{4,6}|\d{2,3}[ -]\d{2,3})(?: [A-Z]{2}(?= ))? (?=\p{L})/u
/** `York YO1 7HH`, `Québec QC G1R 4P5`, `Perth 6000`. */
const CODE_BEHIND = /(?:^| )(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4,6}(?:-\d{3,4})?)$/
const MAX_PARTS = 12

/** A town's name without the postal code written before or behind it. */
export const withoutPostalCode = (text: string): string => text.replace(CODE_BEFORE, '').replace(CODE_BEHIND, '').trim()

/**
 * The town of an address, unless the country has none of that name. Null if neither the address nor `given` tells the country.
 * @param given the country, if another column has it
 */
export function townOfAddress(address: string, given = ''): CompanyPlace | null {
  const american = given === '' || countryCode(given) === 'US' ? townBeforeZip(address) : null
  if (american !== null) return { ...american, city: american.city === null ? null : named(american.city) }
  const parts = address
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(-MAX_PARTS)
  if (parts.length > 1 && withoutPostalCode(parts.at(-1) ?? '') === '') parts.pop()
  const [town = '', area = ''] = parts.slice(-2).map(withoutPostalCode)
  const isState = parts.length > 1 ? isOfState(town, area) : usStateCode(town) !== null
  const told = parts.length > 1 && !isState ? countryCode(parts.at(-1) ?? '') : null
  if (told !== null) parts.pop()
  const country = told ?? countryCode(given) ?? (isState ? 'US' : null)
  if (country === null) return null
  const areas = parts.slice(-3).map(withoutPostalCode)
  const state = country === 'US' ? (areas.map(usStateCode).findLast((one) => one !== null) ?? null) : null
  const city = areas.findLast((area) => area !== '' && !/\d/.test(area) && cityPlace(area, country, state) !== null)
  return city === undefined ? null : { country, state, city }
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
