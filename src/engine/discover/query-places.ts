import type { Place } from '../../lib/companies/company-filters.ts'
import { isUsState } from '../../lib/companies/regions.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { subdivisions } from '../../lib/vocabulary/places/subdivisions.ts'
import { isInsidePhrase, WORD_CITIES } from './words/longer-phrases.ts'
import { isAllSmall, isMeant, isNameOf, isWordToo, SMALL_CITY_THOUSANDS } from './words/meant-places.ts'
import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import type { NamedPlace } from './words/place-names.ts'
import { ambiguousPlace, besideDenied, besideOthers, isDwarfed, ofTongue, othersOf } from './ambiguous-places.ts'
import type { AmbiguousPlace } from './ambiguous-places.ts'
import { rawText } from './query-companies.ts'
import {
  besideParts,
  isCityIn,
  isJoinedTo,
  isOfArea,
  isOnSide,
  isSideOf,
  narrowest,
  originsIn,
  stateAt,
  withSurroundings,
} from './place-sightings.ts'
import type { Sighting } from './place-sightings.ts'
import { codeAt, codeInList, stateInList } from './place-codes.ts'
import { asTyped } from './query-leftovers.ts'
import { isDeniedAlone, townAlone, townWithin } from './query-towns.ts'
import type { TownSighting } from './query-towns.ts'
import { alsoElsewhere, elsewhereFrom } from './places-elsewhere.ts'
import { take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import type { Token } from './words/query-tokens.ts'
import { isStop } from './words/subject-words.ts'

export interface Places {
  include: Place[]
  exclude: Place[]
  /** First and last word of each place that is not a seat. */
  elsewhere: (readonly [number, number])[]
  /** Places that no filter can express: the words, and the ISO code of the smallest known area around the place. */
  widened: WidenedPlace[]
  ambiguous: AmbiguousPlace[]
}

export interface WidenedPlace {
  said: string
  to: string
}

/**
 * Where companies are based, included and excluded. The words of all places are then taken, even of those that are not a seat.
 */
export function readPlaces(query: QueryText): Places {
  const seenPlaces: Sighting[] = []
  const elsewhere: Places['elsewhere'] = []
  for (let at = 0; at < query.tokens.length && seenPlaces.length < MAX_SIGHTINGS; at += 1) {
    if (query.taken[at] === true) continue
    const before = seenPlaces.at(-1)
    const found = withinPlaceBefore(query, at, before) ?? sightingAt(query, at) ?? besideCity(query, at, before)
    if (found === null) continue
    const sighting = withSurroundings(query, found)
    const led = elsewhereFrom(query, sighting) ?? alsoElsewhere(query, sighting, elsewhere.at(-1))
    // Excluding a place does not exclude everything around it.
    const isTooMuch = sighting.negated && sighting.isWidened
    if (led === null && !isTooMuch) seenPlaces.push(sighting)
    else elsewhere.push([led ?? sighting.first, sighting.last])
    take(query, led ?? sighting.first, sighting.last)
    at = sighting.last
  }
  const origins = originsIn(query, seenPlaces)
  const seats = seenPlaces.filter((sighting) => !origins.has(sighting))
  for (const { first, last } of origins) elsewhere.push([first, last])
  const sightings = seats
    .map((sighting) => besideParts(query, sighting, seats))
    .map((sighting, _, all) => besideOthers(sighting, all))
    .map((sighting, _, all) => besideDenied(sighting, namedAt(query, sighting), all))
  const include = distinct(
    narrowest(
      query,
      sightings.filter(({ negated }) => !negated),
    ),
  )
  const exclude = distinct(sightings.filter(({ negated }) => negated).flatMap(({ locations }) => locations))
  const ambiguous = sightings.flatMap((sighting) =>
    ambiguousPlace(sighting, rawText(query, sighting.first, sighting.last)),
  )
  const widened = sightings.filter(({ isWidened }) => isWidened).map((sighting) => widenedPlace(query, sighting))
  return { include, exclude, elsewhere, widened, ambiguous }
}

/** Everything that the words of a place may name. */
const namedAt = ({ singulars }: QueryText, { first, last }: Sighting): readonly NamedPlace[] =>
  placeNames().values.get(singulars.slice(first, last + 1).join(' ')) ?? []

/** `illinois springfield`: directly after the area it is in, a city needs no preposition. */
function withinPlaceBefore(query: QueryText, at: number, before: Sighting | undefined): Sighting | null {
  const [area] = before?.locations ?? []
  if (before === undefined || area === undefined || area.city !== undefined || before.last !== at - 1) return null
  if (!['space', 'comma'].includes(query.tokens[at]?.gap ?? 'stop') || before.isWidened) return null
  const match = longestAt(placeNames(), query, at)
  if (match === null || isWordToo(query, at)) return null
  const inside = match.values.filter(
    ({ kind, thousands, locations, part }) =>
      kind === 'city' && thousands >= SMALL_CITY_THOUSANDS && isCityIn(locations[0], part, area),
  )
  const [city] = inside.toSorted((one, other) => other.thousands - one.thousands)
  return city === undefined ? null : seen(query, at, at + match.count - 1, city)
}

/**
 * `in bristol and bath`, typed without capitals: the other city of a pair, if it is in the same country, and in the United
 * States in the same state. Behind a comma a word may be anything: `agencies in austin, mobile`.
 */
function besideCity(query: QueryText, at: number, before: Sighting | undefined): Sighting | null {
  const [city] = before?.locations ?? []
  if (before === undefined || city?.city === undefined || !isJoinedTo(query, at, before.last)) return null
  if (!isAllSmall(query) || !WORD_CITIES.has(wordAt(query, at)) || wordAt(query, before.first - 1) !== 'in') return null
  const match = longestAt(placeNames(), query, at)
  if (match === null || (query.tokens[at + match.count]?.gap === 'space' && !isStop(wordAt(query, at + match.count))))
    return null
  const inside = match.values.filter(
    ({ kind, locations: [one] }) => kind === 'city' && one?.country === city.country && one?.state === city.state,
  )
  const [largest] = inside.toSorted((one, other) => other.thousands - one.thousands)
  return largest === undefined ? null : seen(query, at, at + match.count - 1, largest)
}

const widenedPlace = (query: QueryText, { first, last, locations: [area] }: Sighting): WidenedPlace => ({
  said: asTyped(query, first, last),
  to: area?.subdivision ?? (area?.state === undefined ? (area?.country ?? '') : `US-${area.state}`),
})

function sightingAt(query: QueryText, at: number): Sighting | null {
  const listed = codeInList(query, at) ?? stateInList(query, at)
  if (listed !== null) return codeSighting(query, at, listed)
  const code = codeAt(query, at)
  const match = longestAt(placeNames(), query, at)
  // `in WA`: more likely the state than a city with so short a name.
  if (code !== null && (match === null || (match.count === 1 && match.values.every(({ kind }) => kind === 'city'))))
    return codeSighting(query, at, code)
  if (isInsidePhrase(query, at)) return null
  // `canton of Zug` is not Canton; `district of Columbia` is a name.
  if ((match?.count ?? 1) === 1 && isOfArea(query, at) && longestAt(placeNames(), query, at + 2) !== null) return null
  if (match === null) return townSighting(query, at, townWithin(query, at) ?? townAlone(query, at))
  if (isSideOf(query, at, match.count)) return null
  const last = at + match.count - 1
  // `eastern washington`: the state, which alone means the city.
  const onSide = match.count === 1 && isOnSide(query, at) ? stateAt(query, at) : null
  if (onSide !== null && match.values.every(({ kind }) => kind === 'city'))
    return seen(query, at, last, { locations: [onSide.area] })
  // `Viana do Castelo` is not `Viana`.
  const least = match.count + 1
  const longer = townWithin(query, at, least) === null ? townAlone(query, at, least) : null
  if (longer !== null) return townSighting(query, at, longer)
  // `in sales, UK` is not in Sale.
  const called = match.values.filter(
    ({ kind, locations: [place] }) => kind !== 'city' || last > at || isNameOf(place, wordAt(query, at)),
  )
  const values = asWritten(query, at, last, called)
  const isWord = match.count === 1 && WORD_CITIES.has(wordAt(query, at))
  const places = values.filter((place) => isMeant(query, place, at, last))
  const inPart = cityInPart(values, query.tokens[last + 1])
  if (inPart !== null) return seen(query, at, last + 1, { locations: [inPart] })
  const within = cityWithin(query, isWord ? places : values, last)
  if (within !== null) return seen(query, at, within.last, { locations: [within.location] })
  const isCity = values.some(({ kind }) => kind === 'city')
  const town = townSighting(query, at, townWithin(query, at, isCity ? 1 : match.count + 1))
  if (town !== null) return town
  const state = partBefore(query, values, last)
  if (state !== null) return seen(query, at, state.last, state.place)
  if (places.length === 0) return code === null ? null : codeSighting(query, at, code)
  const largest = ofTongue(query, places, largestOf(places))
  return { ...seen(query, at, last, largest), others: othersOf(largest, called) }
}

const codeSighting = (query: QueryText, at: number, code: Place): Sighting =>
  seen(query, at, at + (wordAt(query, at + 1) === 'state' ? 1 : 0), { locations: [code] })
const townSighting = (query: QueryText, at: number, town: TownSighting | null): Sighting | null =>
  town === null
    ? null
    : { ...seen(query, at, town.last, { locations: [town.place] }), part: town.part, others: town.others }

/** Someone who types a name with its accents means the name written that way: `Münster` is not `Munster`. */
function asWritten(
  query: QueryText,
  first: number,
  last: number,
  places: readonly NamedPlace[],
): readonly NamedPlace[] {
  const raw = rawText(query, first, last).toLowerCase()
  if (dropMarks(raw) === raw) return places
  const exact = places.filter(({ locations: [place] }) => namesOf(place).some((name) => name.toLowerCase() === raw))
  return exact.length > 0 && !isDwarfed(exact, places) ? exact : places
}

const namesOf = ({ city, subdivision = '' }: Place = {}): readonly string[] =>
  city === undefined ? (subdivisions().get(subdivision)?.names ?? []) : [city]

const seen = (
  query: QueryText,
  first: number,
  last: number,
  { locations, part, isWidened = false }: Pick<NamedPlace, 'locations' | 'part' | 'isWidened'>,
): Sighting => ({
  first,
  last,
  locations,
  negated: query.negatedBy[first] !== -1,
  part: part ?? null,
  isWidened,
  others: [],
})

const largestOf = (places: readonly NamedPlace[]): NamedPlace =>
  places.reduce((one, other) => (rank(other) > rank(one) ? other : one))

/** Ranks regions, countries and states above cities, larger cities above smaller ones, and metro areas above all. */
function rank({ kind, thousands }: NamedPlace): number {
  if (kind === 'metro') return Number.MAX_SAFE_INTEGER
  if (kind === 'state') return Number.MAX_SAFE_INTEGER - 1
  return kind === 'city' ? thousands / 2 : Number.MAX_SAFE_INTEGER - 2
}

/** `Cambridge, MA`, `Paris, Texas`, `Birmingham UK`: the city of that name in the place that follows. */
function cityWithin(
  query: QueryText,
  places: readonly NamedPlace[],
  last: number,
): { location: Place; last: number } | null {
  const gap = query.tokens[last + 1]?.gap ?? 'stop'
  const cities = places.filter(({ kind }) => kind === 'city' || kind === 'metro')
  if (cities.length === 0 || !['comma', 'space', 'open'].includes(gap) || isDeniedAlone(query, last)) return null
  const { areas, isCode, count, named } = areasBehind(query, cities, last)
  for (const area of named === null ? areas : [...areas, named.area]) {
    const inside = cities.filter(({ locations: [city], part }) => isCityIn(city, part, area))
    const location = inside.sort((one, other) => other.thousands - one.thousands)[0]?.locations[0]
    if (location !== undefined) return { location, last: last + Math.max(count, named?.count ?? 1) }
  }
  // A city too small to be listed takes the state that follows it.
  const isSpelt = !/^[A-Z]{2}$/.test(query.tokens[last]?.raw ?? '')
  const state = isSpelt && (gap === 'comma' || !isCode) ? areas.find((area) => area.state) : undefined
  return state === undefined ? null : { location: { ...state, city: cityName(cities) }, last: last + count }
}

/** The places without a city that follow a city: a state by its code, or all that its words name. */
function areasBehind(query: QueryText, cities: readonly NamedPlace[], last: number) {
  const { raw = '' } = query.tokens[last + 1] ?? {}
  const state = raw.toUpperCase()
  if (isUsState(state) && (raw === state || cities.some(({ part }) => part === `US-${state}`)))
    return { areas: [{ country: 'US', state }], isCode: true, count: 1, named: null }
  const match = longestAt(placeNames(), query, last + 1)
  const count = match?.count ?? 1
  const meant = match?.values.filter((place) => isMeant(query, place, last + 1, last + count)) ?? []
  const areas = meant.flatMap(({ locations }) => locations).filter(({ city }) => city === undefined)
  return { areas, isCode: false, count, named: stateAt(query, last + 1) }
}

/** `georgia usa`: the part of the country that is named behind it. */
function partBefore(
  query: QueryText,
  places: readonly NamedPlace[],
  last: number,
): { place: NamedPlace; last: number } | null {
  if (!['space', 'comma'].includes(query.tokens[last + 1]?.gap ?? 'stop')) return null
  if (!places.some(({ kind }) => kind === 'country')) return null
  const behind = longestAt(placeNames(), query, last + 1)
  const countries =
    behind?.values.flatMap(({ kind, locations: [area] }) => (kind === 'country' ? area?.country : [])) ?? []
  const place = places.find(({ kind, locations: [area] }) => kind === 'state' && countries.includes(area?.country))
  return place === undefined || behind === null ? null : { place, last: last + behind.count }
}

/** `vancouver bc`, `Sydney NSW`: the city in the part of its country that the code stands for. */
function cityInPart(places: readonly NamedPlace[], next: Token | undefined): Place | null {
  if (next === undefined || !['comma', 'space'].includes(next.gap)) return null
  const { raw, text } = next
  const code = raw.toUpperCase()
  if (!/^[A-Z]{2,3}$/.test(code) || (raw !== code && isStop(text))) return null
  const inside = places.filter(
    ({ kind, locations: [city], part }) =>
      kind === 'city' && city?.country !== 'US' && part === `${city?.country}-${code}`,
  )
  return inside.toSorted((one, other) => other.thousands - one.thousands)[0]?.locations[0] ?? null
}

/** The spelling of a name shared with other cities: `Paris` of `Paris, Texas`. */
const cityName = ([first]: readonly NamedPlace[]): string => first?.locations[0]?.city ?? ''

function distinct(locations: readonly Place[]): Place[] {
  const byText = new Map(locations.map((location) => [JSON.stringify(location), location]))
  return [...byText.values()].slice(0, MAX_LOCATIONS)
}

/** Each is compared with every other; no question names more places. */
const MAX_SIGHTINGS = 60
const MAX_LOCATIONS = 100
