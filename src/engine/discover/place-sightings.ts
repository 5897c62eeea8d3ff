import type { Place } from '../../lib/companies/company-filters.ts'
import { BUSINESS_REGIONS, CONTINENTS } from '../../lib/companies/regions.ts'
import { subdivisionNamed } from '../../lib/vocabulary/places/subdivisions.ts'
import { usStateCode } from '../../lib/companies/us-states.ts'
import { isStop } from './words/subject-words.ts'
import { rawText } from './query-companies.ts'
import { phraseAt, phraseBefore, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'

/** The words of a query that name a place. */
export interface Sighting {
  first: number
  last: number
  locations: readonly Place[]
  negated: boolean
  /** ISO 3166-2 code of the part of the country in which a city is. */
  part: string | null
  isWidened: boolean
  /** Places of the same name that may also be meant. */
  others: Place[]
}

/** `the county of Kent`, `city of Leeds`: before a name, of a part of a country or of a city. */
const AREAS = phraseSet(
  'county, canton, province, district, region, city, town, state, prefecture, republic, municipality, commune',
)

/** Whether the word only says what kind of place follows: `canton of`. */
export const isOfArea = (query: QueryText, at: number): boolean =>
  AREAS.has(wordAt(query, at)) && wordAt(query, at + 1) === 'of'

/** From which word on the kind of place is said, in words that belong to its name. */
function withKind(query: QueryText, sighting: Sighting): Sighting {
  const of = sighting.first - 2
  if (of >= 0 && isOfArea(query, of)) return { ...sighting, first: of, negated: query.negatedBy[of] !== -1 }
  return wordAt(query, sighting.first - 1) === 'county' ? { ...sighting, first: sighting.first - 1 } : sighting
}

const SURROUNDINGS = phraseSet('metro, metro area, metropolitan area, metropolitan region, area, region, metroplex')

/** Sides of a country or of a part of one, whose borders are not agreed on. */
const SIDES = phraseSet(
  'north, south, east, west, northern, southern, eastern, western, northeast, northwest, southeast, southwest, northeastern, northwestern, southeastern, southwestern, central, upstate, downstate, north east, north west, south east, south west, mid, rural, urban, coastal, inland, mainland, rest, north coast, south coast, east coast, west coast',
)

/** Whether `upstate`, `western` or the like is right before a word, which then is no city: `upstate ny`, `eastern washington`. */
export const isOnSide = (query: QueryText, at: number): boolean => phraseBefore(query, at, SIDES, 2) > 0

/** `west coast of Ireland`: what stands before another place with `of` is a side of that place, whatever else its name means. */
export const isSideOf = (query: QueryText, at: number, count: number): boolean =>
  phraseAt(query, at, SIDES, 2) === count && wordAt(query, at + count) === 'of'

/** `southern France`, `the south of France`, `the rest of the UK`: takes the whole country. */
function withSide(query: QueryText, sighting: Sighting): Sighting {
  const [area] = sighting.locations
  const isArea = area?.country !== undefined && sighting.locations.length === 1 && !sighting.isWidened
  const of = phraseBefore(query, sighting.first, OF, 2)
  const side = isArea ? phraseBefore(query, sighting.first - of, SIDES, 2) : 0
  if (side === 0) return sighting
  const first = sighting.first - of - side
  return { ...sighting, first, isWidened: true, negated: query.negatedBy[first] !== -1 }
}

const OF = phraseSet('of, of the')

/**
 * `orange county florida`, `Essex, Maryland`: several states have a county of one name, so the state behind it says where it
 * is, not a second place.
 */
function inStateBehind(query: QueryText, sighting: Sighting): Sighting {
  const next = query.tokens[sighting.last + 1]
  if (!sighting.isWidened || next === undefined || !['space', 'comma'].includes(next.gap)) return sighting
  const state = stateNamed(query, sighting.last + 1)
  if (state === null) return sighting
  return {
    ...sighting,
    last: sighting.last + state.count,
    locations: [{ country: 'US', state: state.code }],
    others: [],
  }
}

function stateNamed(query: QueryText, at: number): { code: string; count: number } | null {
  for (const count of [2, 1]) {
    const said = rawText(query, at, at + count - 1)
    const code = usStateCode(said)
    const isShort = said.length <= LONGEST_CODE
    if (code !== null && !(isShort && said !== code && isStop(said.toLowerCase()))) return { code, count }
  }
  return null
}
const LONGEST_CODE = 2

/** `greater Boston`, `Dallas metro`, `the Chicago area`, `the DACH region`: extends the place to all words that belong to it. */
export function withSurroundings(query: QueryText, alone: Sighting): Sighting {
  const sighting = inStateBehind(query, withAround(query, withKind(query, alone)))
  if (sighting.locations.every(({ city }) => city === undefined)) return withSide(query, sighting)
  const first =
    sighting.first - (['greater', 'downtown', 'central'].includes(wordAt(query, sighting.first - 1)) ? 1 : 0)
  return { ...sighting, first }
}

function withAround(query: QueryText, sighting: Sighting): Sighting {
  const next = query.tokens[sighting.last + 1]
  const isBeside = next?.gap === 'space' || next?.gap === 'hyphen'
  return isBeside
    ? { ...sighting, last: sighting.last + phraseAt(query, sighting.last + 1, SURROUNDINGS, 2) }
    : sighting
}

/** Whether a city is in an area. */
export const isCityIn = (city: Place | undefined, part: string | undefined, area: Place): boolean =>
  city?.country === area.country &&
  (area.state === undefined || city?.state === area.state) &&
  (area.subdivision === undefined || part === area.subdivision)

/** `European startup in Berlin` asks for Berlin, `Europe and Berlin` for both. */
export function narrowest(query: QueryText, sightings: readonly Sighting[]): Place[] {
  const kept = sightings.filter(
    (wide) => !sightings.some((narrow) => narrow !== wide && contains(wide, narrow) && !areJoined(query, wide, narrow)),
  )
  return kept.flatMap(({ locations }) => locations)
}

const SEAT = phraseSet('in, in the, near, around, based in, located in, headquartered in, from')
const JOINS = new Set(['and', 'or', '&'])

/**
 * `Japanese restaurants in Berlin`: of places that contain neither the other, the one with a preposition is the seat; one before
 * the noun says where the goods or the owners are from.
 */
export function originsIn(query: QueryText, sightings: readonly Sighting[]): ReadonlySet<Sighting> {
  const found = new Set<Sighting>()
  const isSeat = ({ first, negated }: Sighting): boolean => !negated && phraseBefore(query, first, SEAT, 2) > 0
  const isOrigin = (one: Sighting): boolean => {
    if (one.negated || one.locations.some(({ city }) => city !== undefined) || isCued(query, one)) return false
    const seats = sightings.filter((other) => other.first > one.last && isSeat(other))
    if (seats.length === 0 || seats.some((seat) => contains(one, seat) || contains(seat, one))) return false
    const next = query.tokens[one.last + 1]
    // `restaurantes mexicanos en Berlín`: in other languages it stands behind the noun, in small letters.
    if (query.isTranslated && SEAT.has(next?.text ?? '') && isBehindNoun(query, one)) return true
    const joined = sightings.find(({ first }) => first === one.last + 2)
    if (JOINS.has(next?.text ?? '')) return joined !== undefined && found.has(joined)
    return next?.kind === 'word' && next.gap === 'space' && !NO_NOUN.has(next.text)
  }
  for (const one of sightings.toReversed()) if (isOrigin(one)) found.add(one)
  return found
}

function isBehindNoun({ tokens, typed }: QueryText, { first }: Sighting): boolean {
  const [noun, token] = [tokens[first - 1], tokens[first]]
  if (token?.gap !== 'space' || noun?.kind !== 'word' || isStop(noun.text)) return false
  return (typed.get(token.raw) ?? [token.raw]).some((said) => said === said.toLowerCase())
}

/** What says where a company is, after its place. */
const NO_NOUN = new Set(['based', 'headquartered', 'located', 'in', 'near', 'but', 'not', 'with', 'who', 'that'])
const CUE = phraseSet(
  'in, in the, from, near, around, based, based in, located in, headquartered in, across, within, outside, throughout',
)
const isCued = (query: QueryText, { first }: Sighting): boolean => phraseBefore(query, first, CUE, 2) > 0

/** Whether one names an area around the other. */
export const contains = (wide: Sighting, narrow: Sighting): boolean =>
  narrow.locations.every((inner) => wide.locations.some((outer) => holds(outer, inner, narrow.part))) &&
  !wide.locations.every((inner) => narrow.locations.some((outer) => holds(outer, inner, wide.part)))

/** @param part part of the country in which the inner place is */
function holds(outer: Place, inner: Place, part: string | null): boolean {
  const countries = areaCountries(outer)
  if (countries !== null) return inner.country !== undefined && countries.includes(inner.country)
  if (outer.country !== inner.country) return false
  if (outer.city !== undefined) return outer.city === inner.city && outer.state === inner.state
  if (outer.subdivision !== undefined) return [inner.subdivision, part].includes(outer.subdivision)
  return outer.state === undefined || outer.state === inner.state
}

function areaCountries({ continent, business_region: region }: Place): readonly string[] | null {
  if (continent !== undefined) return Object.entries(CONTINENTS).find(([name]) => name === continent)?.[1] ?? []
  if (region !== undefined) return Object.entries(BUSINESS_REGIONS).find(([name]) => name === region)?.[1] ?? []
  return null
}

/** Whether only "and", "or" and the like separate the two. */
function areJoined(query: QueryText, one: Sighting, other: Sighting): boolean {
  const [left, right] = one.first < other.first ? [one, other] : [other, one]
  const between = query.tokens.slice(left.last + 1, right.first).map(({ text }) => text)
  return (
    between.length > 0 &&
    between.every((word) => ['and', 'or', 'the', 'in', 'plus'].includes(word)) &&
    between.some((word) => word !== 'in' && word !== 'the')
  )
}

/** Parts of countries that are hardly more than their city. */
const CITY_STATES = new Set(['DE-BE', 'DE-HB', 'DE-HH', 'AT-9', 'CH-BS', 'BR-DF', 'US-DC'])

/** `Murcia y Andalucía`, `oregon and washington`: in a list with a part of its country, a name of both a city and a part is the part. */
export function besideParts(query: QueryText, sighting: Sighting, all: readonly Sighting[]): Sighting {
  const [{ country = '', city } = {}] = sighting.locations
  if (city === undefined || sighting.locations.length !== 1) return sighting
  const area = subdivisionNamed(country, rawText(query, sighting.first, sighting.last))
  const isListed = all.some((one) => isPartOf(one, country) && areListed(query, one, sighting))
  if (area === null || !isListed || CITY_STATES.has(area.code)) return sighting
  const place = country === 'US' ? { country, state: area.code.slice(3) } : { country, subdivision: area.code }
  return { ...sighting, locations: [place], part: null, others: [] }
}

const isPartOf = ({ locations: [place], isWidened }: Sighting, country: string): boolean =>
  place?.country === country &&
  place.city === undefined &&
  !isWidened &&
  (place.state ?? place.subdivision) !== undefined

const areListed = (query: QueryText, one: Sighting, other: Sighting): boolean => {
  const [left, right] = one.first < other.first ? [one, other] : [other, one]
  return areJoined(query, one, other) || (right.first === left.last + 1 && query.tokens[right.first]?.gap === 'comma')
}

/** A state by its bare name, which alone means the city: `Seattle, Washington`, `Buffalo, New York`. */
export function stateAt(query: QueryText, at: number): { area: Place; count: number } | null {
  for (const count of [2, 1]) {
    const words = Array.from({ length: count }, (_, place) => wordAt(query, at + place))
    const state = words.some((word) => word.length < LEAST_STATE) ? null : usStateCode(words.join(' '))
    if (state !== null) return { area: { country: 'US', state }, count }
  }
  return null
}
/** Shorter words are codes, or words of grammar that look like one. */
const LEAST_STATE = 3

/** Whether `and`, `or` or a slash joins a word to what ends at `last`. */
export const isJoinedTo = (query: QueryText, at: number, last: number): boolean =>
  (last === at - 2 && ['and', 'or'].includes(wordAt(query, at - 1))) ||
  (last === at - 1 && ['slash', 'ampersand'].includes(query.tokens[at]?.gap ?? 'space'))
