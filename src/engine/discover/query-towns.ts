import type { Place } from '../../lib/companies/company-filters.ts'
import { isCountryCode, isUsState } from '../../lib/companies/regions.ts'
import { citiesNamed, countriesWithCity } from '../../lib/vocabulary/places/city-places.ts'
import { hasSubdivisions } from '../../lib/vocabulary/places/subdivisions.ts'
import { townsNamed } from '../../lib/vocabulary/places/towns.ts'
import type { ForeignLanguage } from '../../lib/vocabulary/foreign-languages.ts'
import type { Town } from '../../lib/vocabulary/places/towns.ts'
import { rawText } from './query-companies.ts'
import { ORDINARY_CITIES, WORD_CITIES } from './words/longer-phrases.ts'
import { isAllSmall } from './words/meant-places.ts'
import { longestAt } from './words/phrase-index.ts'
import { isPlaceLookalike } from './words/place-lookalikes.ts'
import { placeNames } from './words/place-names.ts'
import { phraseBefore, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isAllCapitals, isCapital, isJoined } from './words/query-tokens.ts'
import { isHead, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

/** Where a query names a town that is too small for the list of cities. */
export interface TownSighting {
  last: number
  place: Place
  /** ISO 3166-2 code of the part of the country in which it lies, where that is known. */
  part: string | null
  others: Place[]
}

/** Smaller towns are meant only directly after these. */
const CUES = phraseSet('in, near, from, around, outside, based in, located in, headquartered in, outside of, out of')
const LONGEST_NAME = 6
const MOST_OTHERS = 2
/** `in March 2020`: months and seasons are no towns. */
const TIMES = phraseSet(
  'january, february, march, april, may, june, july, august, september, october, november, december, spring, summer, autumn, fall, winter',
)

/**
 * `Kilkenny, Ireland`: a town of the area behind it. An area without a list of towns takes what a comma leads to.
 * @param least as many words as the name must have
 */
export function townWithin(query: QueryText, at: number, least = 1): TownSighting | null {
  for (let count = LONGEST_NAME; count >= least; count -= 1) {
    const last = at + count - 1
    if (!isUnread(query, at, last)) continue
    const area = areaAfter(query, last)
    if (area === null) continue
    const name = rawText(query, at, last)
    const city = isMeantAsTown(query, at, last) ? firstOf(area.places, (place) => cityIn(place, name)) : null
    if (city !== null) return { last: area.last, place: city, part: null, others: [] }
    if (!isName(query, at, last)) continue
    const town = firstOf(area.places, (place) => townsNamed(name).find((one) => isWithin(one, place)) ?? null)
    if (town !== null) return sighting(area.last, town, [])
    const state = area.places.find(isStateOfUs)
    if (state !== undefined && isUnlistedTown(query, at, last))
      return { last: area.last, place: { ...state, city: name }, part: null, others: [] }
  }
  return null
}

/**
 * `in Kilkenny`: with a capital, directly after a word of place, and no word of anything else.
 * @param least as many words as the name must have
 */
export function townAlone(query: QueryText, at: number, least = 1): TownSighting | null {
  if (phraseBefore(query, at, CUES, 2) === 0 && !isListedOn(query, at)) return null
  for (let count = LONGEST_NAME; count >= least; count -= 1) {
    const last = at + count - 1
    if (!isName(query, at, last) || !isProper(query, at, last)) continue
    const name = rawText(query, at, last)
    const [town, ...others] = townsNamed(name)
    if (town !== undefined) return sighting(last, town, others)
    const city = loneCity(query, name)
    if (city !== null) return { last, place: city, part: null, others: [] }
  }
  return null
}

/**
 * A city of 10,000 people or more in a country of whose towns there is no other list: the only one of its name, or the one where
 * the language of the question is spoken.
 */
function loneCity({ languages }: QueryText, name: string): Place | null {
  const all = countriesWithCity(name, (country) => country === 'US' || !hasSubdivisions(country))
  const own = all.filter((country) => languages.some((language) => HOMES[language]?.includes(country) === true))
  const [country, ...more] = own.length > 0 ? own : all
  if (country === undefined || country === 'US' || more.length > 0) return null
  return { country, city: citiesNamed(name, country)[0]?.name ?? name }
}
const HOMES: Partial<Record<ForeignLanguage, readonly string[]>> = {
  es: ['AR', 'CL', 'CO', 'CR', 'DO', 'EC', 'GT', 'PE', 'UY', 'VE'],
  pt: ['PT', 'AO', 'MZ'],
  fr: ['LU', 'MA', 'TN', 'SN', 'CI'],
  da: ['DK'],
  nb: ['NO'],
  fi: ['FI'],
}

/** `in Bregenz or Dornbirn`: behind what is understood, the next of a list. */
export const isListedOn = (query: QueryText, at: number): boolean =>
  ['comma', 'slash'].includes(query.tokens[at]?.gap ?? 'stop')
    ? query.taken[at - 1] === true
    : ['and', 'or'].includes(wordAt(query, at - 1)) && query.taken[at - 2] === true

/** Of several of one name in the United States, none is chosen. */
function cityIn({ country = '', state, subdivision }: Place, name: string): Place | null {
  if (subdivision !== undefined) return null
  const named = citiesNamed(name, country).filter((city) => state === undefined || city.state === state)
  const [city] = named
  if (city === undefined) return null
  const isOnly = city.state !== '' && named.every((other) => other.state === city.state)
  return isOnly ? { country, state: city.state, city: city.name } : { country, city: city.name }
}

/** Behind a word of place, before a comma, or with a capital; and what is known as something else with all three. */
function isMeantAsTown(query: QueryText, first: number, last: number): boolean {
  const cued = phraseBefore(query, first, CUES, 2) > 0 || isListedOn(query, first)
  const parted = query.tokens[last + 1]?.gap !== 'space'
  const [begin, end] = [query.tokens[first], query.tokens[last]]
  const coded = isUsState(query.tokens[last + 1]?.raw.toUpperCase() ?? '')
  const capitals = begin !== undefined && end !== undefined && isCapital(begin) && isCapital(end)
  return isWordElsewhere(query, first, last) ? cued && parted && capitals : cued || parted || capitals || coded
}

function isWordElsewhere(query: QueryText, first: number, last: number): boolean {
  const word = wordAt(query, first)
  const isKnown = first === last && (isHead(word) || TIMES.has(word) || isPlaceLookalike(word) || isStop(word))
  return isKnown || (longestAt(subjects(), query, first)?.count ?? 0) > last - first
}

const sighting = (last: number, town: Town, others: readonly Town[]): TownSighting => ({
  last,
  place: placeOf(town),
  part: town.part,
  others: others.map(placeOf).slice(0, MOST_OTHERS),
})

const placeOf = ({ country, name }: Town): Place => ({ country, city: name })

const isWithin = ({ country, part }: Town, area: Place): boolean =>
  country === area.country && (area.subdivision === undefined || area.subdivision === part)

/** The first that is found in one of several places. */
function firstOf<T>(places: readonly Place[], find: (place: Place) => T | null): T | null {
  for (const place of places) {
    const found = find(place)
    if (found !== null) return found
  }
  return null
}

/** `not in London, UK fintechs`: what follows the name is not denied with it, and so says nothing of it. */
export const isDeniedAlone = (query: QueryText, last: number): boolean =>
  query.negatedBy[last] !== -1 && query.negatedBy[last + 1] === -1

/** States or countries that the words directly behind a name stand for. */
function areaAfter(query: QueryText, last: number): { places: Place[]; last: number } | null {
  const next = query.tokens[last + 1]
  if (next === undefined || !['comma', 'space', 'open'].includes(next.gap) || isDeniedAlone(query, last)) return null
  if (isAllCapitals(next) && next.gap === 'comma') {
    const state = isUsState(next.raw) ? [{ country: 'US', state: next.raw }] : []
    const country = isCountryCode(next.raw) ? [{ country: next.raw }] : []
    if (state.length + country.length > 0) return { places: [...state, ...country], last: last + 1 }
  }
  const code = next.raw.toUpperCase()
  if (next.gap === 'space' && isUsState(code) && !isStop(next.text))
    return { places: [{ country: 'US', state: code }], last: last + 1 }
  const match = longestAt(placeNames(), query, last + 1)
  if (match === null) return null
  const places = match.values
    .filter(
      ({ kind, isWidened, inCapitals }) =>
        (kind === 'country' || kind === 'state') && isWidened !== true && !inCapitals,
    )
    .flatMap(({ locations }) => (locations.length === 1 ? locations : []))
  return places.length === 0 ? null : { places, last: last + match.count }
}

/** In a state of the United States, whose towns are not listed: `in Ridgefield, Connecticut`. */
const isUnlistedTown = (query: QueryText, at: number, last: number): boolean =>
  query.tokens[last + 1]?.gap === 'comma' &&
  phraseBefore(query, at, CUES, 2) > 0 &&
  isProper(query, at, last) &&
  // `in Houston and Midland, TX`: two towns.
  !query.tokens.slice(at, last + 1).some(({ text }) => text === 'and' || text === 'or')

const isStateOfUs = ({ country, state }: Place): boolean => country === 'US' && state !== undefined

/** Words that belong together, none of which is understood. */
function isUnread(query: QueryText, first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) {
    const token = query.tokens[at]
    if (token === undefined || token.kind !== 'word' || query.taken[at] === true) return false
    if (at > first && !isJoined(token.gap)) return false
  }
  return true
}

/** The same, and none of them grammar. */
function isName(query: QueryText, first: number, last: number): boolean {
  if (!isUnread(query, first, last)) return false
  const [begin, end] = [wordAt(query, first), wordAt(query, last)]
  return ![begin, end].some((word) => word.length < 2 || isStop(word) || isTopicVerb(word) || isTale(word))
}

/** Written as a name, and known as nothing else. */
function isProper(query: QueryText, first: number, last: number): boolean {
  const word = wordAt(query, first)
  const isKnown = first === last && (isHead(word) || TIMES.has(word) || isPlaceLookalike(word))
  const ends = [query.tokens[first], query.tokens[last]]
  return (
    !isKnown &&
    ends.every((token) => token !== undefined && isCapital(token)) &&
    longestAt(subjects(), query, first) === null
  )
}

/** `subsidiaries of larkmoor`: another company, not what they do. */
const OTHERS = phraseSet(
  'subsidiary, subsidiaries, supplier, suppliers, partner, partners, customer, customers, client, clients, division, divisions, part, arm, owned, backed, founded, acquired, investors, resellers, dealers',
)
const LINKS = phraseSet('of, to, by')

/** `in zuntal`: more likely where, than what. */
const WHERE = phraseSet('in, in the, near, near the, around, around the, at, at the, across, across the, on the')
/** Words of trades end so: `in agrivoltaics`. */
const TRADE_ENDING = /(?:ics?|ing|tech|ware|tion|logy|ment|graphy|nomy|ity)s?$/

/** `in agrivoltaics`, `in reading glasses`: by its ending, or as things of some kind. */
function isTradeLike(query: QueryText, first: number, last: number): boolean {
  if (TRADE_ENDING.test(wordAt(query, last))) return true
  const isWord = WORD_CITIES.has(wordAt(query, first)) || ORDINARY_CITIES.has(wordAt(query, first))
  return last > first && (isWord || query.singulars[last] !== wordAt(query, last))
}

/** Words that no list has, where a place or another company is rather named than a trade. */
export function isElsewhere(query: QueryText, first: number, last: number): boolean {
  if (OTHERS.has(wordAt(query, first - 2)) && LINKS.has(wordAt(query, first - 1))) return true
  if (first < 2 || (phraseBefore(query, first, WHERE, 2) === 0 && !(first === last && isListedOn(query, first))))
    return false
  const isName = query.tokens[first]?.raw !== wordAt(query, first)
  return isName || (isAllSmall(query) && !isTradeLike(query, first, last))
}
