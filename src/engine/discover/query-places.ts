import type { Place } from '../../lib/companies/company-filters.ts'
import { BUSINESS_REGIONS, CONTINENTS, isUsState } from '../../lib/companies/regions.ts'
import { listLines } from './list-lines.ts'
import { longestAt } from './phrase-index.ts'
import { placeNames } from './place-names.ts'
import type { NamedPlace } from './place-names.ts'
import { phraseAt, phraseBefore, phraseSet, take, wordAt } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import { isAllCapitals, isCapital } from './query-tokens.ts'

interface Sighting {
  first: number
  last: number
  locations: readonly Place[]
  negated: boolean
}

const CUES = phraseSet(
  'in, from, near, around, based, based in, headquartered in, located in, hq in, hqd in, out of, across, within, throughout, outside, outside of, at, of, into, inside, between, excluding, except, not, ex, non, greater, central, downtown, city of, the, country, countries, market, hq, hqs, headquarters in, region, like, and, or, domiciled in, registered in, place',
)
/** A place after these is not where the company sits. */
const ELSEWHERE_BEFORE = phraseSet(
  'serving, serve, serves, expanding to, expanding into, expand to, expand into, expanded to, expanded into, entering, sell to, sells to, selling to, sell into, sells into, selling into, exporting to, exports to, export to, customers in, clients in, users in, markets in, investors from, investors in, funding from, vcs from, backed by, competing with, compete with, shipping to, deliver to, delivering to, delivers to, competes with, importing from, imports from, outsourcing to, targeting, raised from, launched in the, alumni of, sourced from, imported from, imports to',
)
/** A place that describes these is not where the company sits either. */
const ELSEWHERE_AFTER = phraseSet(
  'vc, vcs, investor, investors, exchange, exchanges, stock exchange, market, markets, expansion, customers, customer, clients, client, presence, subsidiary, subsidiaries, dollars, dollar, army, military, fund, funds, cuisine, food, restaurant, language, speakers, stock market, stock, operations, users, consumers, roots, parent, owner, founders, founder, tariffs, sanctions, invasion, war, cars, market entry, listing, venture capital, accelerator, ukraine war',
)
/** Names that are words too: they need a capital letter and no more. */
const NEEDS_CAPITAL = new Set([
  'turkey',
  'polish',
  'china',
  'chile',
  'jordan',
  'chad',
  'guinea',
  'gulf',
  'levant',
  'emirates',
  'malt',
  'cyprus',
  'us',
  'usa',
  'america',
  'rio',
  'kiwi',
  'frankfurt',
])
const WORD_CITIES = new Set(listLines('word-cities').flatMap((line) => line.split(' ')))
/** Codes that people write alone in capitals after "in"; `IT`, `AI` and the like stay what they mean elsewhere. */
const LONE_CODES = new Set([
  'DE',
  'FR',
  'ES',
  'NL',
  'DK',
  'PL',
  'BR',
  'JP',
  'KR',
  'SG',
  'CN',
  'AE',
  'CZ',
  'PT',
  'AU',
  'NZ',
  'ZA',
  'MX',
])
/** Without a word of place before it, a smaller city is more likely something else. */
const KNOWN_CITY_THOUSANDS = 250

export interface Places {
  include: Place[]
  exclude: Place[]
  /** First and last word of each place that is none of a seat. */
  elsewhere: (readonly [number, number])[]
}

/** Where companies sit, in and out. The words of all places are then taken, those that are no seat as well. */
export function readPlaces(query: QueryText): Places {
  const sightings: Sighting[] = []
  const elsewhere: Places['elsewhere'] = []
  for (let at = 0; at < query.tokens.length && sightings.length < MAX_SIGHTINGS; at += 1) {
    if (query.taken[at] === true) continue
    const sighting = sightingAt(query, at)
    if (sighting === null) continue
    if (isElsewhere(query, sighting)) elsewhere.push([sighting.first, sighting.last])
    else sightings.push(sighting)
    take(query, sighting.first, sighting.last)
    at = sighting.last
  }
  const include = distinct(
    narrowest(
      query,
      sightings.filter(({ negated }) => !negated),
    ),
  )
  const exclude = distinct(sightings.filter(({ negated }) => negated).flatMap(({ locations }) => locations))
  return { include, exclude, elsewhere }
}

function sightingAt(query: QueryText, at: number): Sighting | null {
  const code = codeAt(query, at)
  const match = longestAt(placeNames(), query, at)
  if (match === null) return code === null ? null : seen(query, at, at, [code])
  const last = at + match.count - 1
  const places = match.values.filter((place) => isMeant(query, place, at, last))
  if (places.length === 0) return code === null ? null : seen(query, at, at, [code])
  const within = cityWithin(query, places, last)
  if (within !== null) return seen(query, at, within.last, [within.location])
  const largest = places.reduce((one, other) => (rank(other) > rank(one) ? other : one))
  return seen(query, at, last, largest.locations)
}

const seen = (query: QueryText, first: number, last: number, locations: readonly Place[]): Sighting => ({
  first,
  last,
  locations,
  negated: query.negatedBy[first] !== -1,
})

/** Regions, countries and states before cities, among cities the largest; what was singled out by hand stands first. */
function rank({ kind, thousands }: NamedPlace): number {
  if (kind === 'metro') return Number.MAX_SAFE_INTEGER
  if (kind === 'state') return Number.MAX_SAFE_INTEGER - 1
  return kind === 'city' ? thousands / 2 : Number.MAX_SAFE_INTEGER - 2
}

/** `in TX`, `in DE`: a code in capitals after a word of place. */
function codeAt(query: QueryText, at: number): Place | null {
  const token = query.tokens[at]
  if (
    token === undefined ||
    !/^[A-Z]{2}$/.test(token.raw) ||
    !['in', 'from', 'based', 'outside'].includes(wordAt(query, at - 1))
  )
    return null
  if (LONE_CODES.has(token.raw)) return { country: token.raw }
  return isUsState(token.raw) && !['IN', 'OR', 'ME', 'AI', 'ID', 'PR', 'HI', 'OK'].includes(token.raw)
    ? { country: 'US', state: token.raw }
    : null
}

function isMeant(query: QueryText, { kind, inCapitals, thousands }: NamedPlace, first: number, last: number): boolean {
  const token = query.tokens[first]
  if (token === undefined) return false
  const cued = isCued(query, first, last)
  if (token.text === 'us' && first === last) return isAllCapitals(token) || cued
  if (inCapitals)
    return last === first && (isAllCapitals(token) || (wordAt(query, first - 1) === 'in' && isAllSmall(query)))
  if (first === last && NEEDS_CAPITAL.has(token.text) && !isCapital(token)) return cued && token.text !== 'polish'
  if (kind !== 'city') return true
  if (first === last && WORD_CITIES.has(token.text)) return isCapital(token) && cued && first > 0
  if (cued && first > 0) return isCapital(token) || thousands >= KNOWN_CITY_THOUSANDS || last > first
  return thousands >= KNOWN_CITY_THOUSANDS && (isCapital(token) || thousands >= 2 * KNOWN_CITY_THOUSANDS)
}

/** Who types no capitals at all means `in sf` as others mean `in SF`. */
const isAllSmall = ({ tokens }: QueryText): boolean => tokens.every(({ raw }) => raw === raw.toLowerCase())

/** A word of place stands before it, or `-based` after it. */
const isCued = (query: QueryText, first: number, last: number): boolean =>
  phraseBefore(query, first, CUES, 2) > 0 ||
  wordAt(query, last + 1) === 'based' ||
  wordAt(query, last + 1) === 'area' ||
  query.tokens[first]?.gap === 'comma'

/** `Cambridge, MA`, `Paris, Texas`, `Birmingham UK`: the city of that name in the place that follows. */
function cityWithin(
  query: QueryText,
  places: readonly NamedPlace[],
  last: number,
): { location: Place; last: number } | null {
  const next = query.tokens[last + 1]
  const cities = places.filter(({ kind }) => kind === 'city' || kind === 'metro')
  if (next === undefined || cities.length === 0 || !['comma', 'space', 'open'].includes(next.gap)) return null
  const code: Place[] | null =
    isUsState(next.raw) && /^[A-Z]{2}$/.test(next.raw) ? [{ country: 'US', state: next.raw }] : null
  const match = code === null ? longestAt(placeNames(), query, last + 1) : null
  const areas =
    code ??
    match?.values
      .filter((place) => isMeant(query, place, last + 1, last + match.count))
      .flatMap(({ locations }) => locations) ??
    []
  for (const area of areas) {
    if (area.city !== undefined) continue
    const inside = cities.filter(
      ({ locations: [city] }) =>
        city?.country === area.country && (area.state === undefined || city?.state === area.state),
    )
    const location = inside.sort((one, other) => other.thousands - one.thousands)[0]?.locations[0]
    if (location !== undefined) return { location, last: last + (match?.count ?? 1) }
    if (area.state !== undefined && next.gap === 'comma')
      return { location: { ...area, city: cityName(cities) }, last: last + (match?.count ?? 1) }
  }
  return null
}

/** The spelling of a name that stands for other cities as well: `Paris` of `Paris, Texas`. */
const cityName = ([first]: readonly NamedPlace[]): string => first?.locations[0]?.city ?? ''

function isElsewhere(query: QueryText, { first, last, locations }: Sighting): boolean {
  const before = wordAt(query, first - 1) === 'the' ? first - 1 : first
  const lead = phraseBefore(query, before, ELSEWHERE_BEFORE, 3)
  // The users of a technology are the companies themselves.
  if (lead > 0 && !(wordAt(query, before - lead) === 'users' && query.taken[before - lead] === true)) return true
  const next = query.tokens[last + 1]
  const isOne = locations.length === 1 || next?.gap === 'space'
  return isOne && (next?.gap === 'space' || next?.gap === 'hyphen') && phraseAt(query, last + 1, ELSEWHERE_AFTER, 2) > 0
}

/** `European startup in Berlin` asks for Berlin; `Europe and Berlin` for both. */
function narrowest(query: QueryText, sightings: readonly Sighting[]): Place[] {
  const kept = sightings.filter(
    (wide) => !sightings.some((narrow) => narrow !== wide && contains(wide, narrow) && !areJoined(query, wide, narrow)),
  )
  return kept.flatMap(({ locations }) => locations)
}

const contains = (wide: Sighting, narrow: Sighting): boolean =>
  narrow.locations.every((inner) => wide.locations.some((outer) => holds(outer, inner))) &&
  !wide.locations.every((inner) => narrow.locations.some((outer) => holds(outer, inner)))

function holds(outer: Place, inner: Place): boolean {
  const countries = areaCountries(outer)
  if (countries !== null) return inner.country !== undefined && countries.includes(inner.country)
  if (outer.country !== inner.country) return false
  if (outer.city !== undefined) return outer.city === inner.city && outer.state === inner.state
  return outer.state === undefined || outer.state === inner.state
}

function areaCountries({ continent, business_region: region }: Place): readonly string[] | null {
  if (continent !== undefined) return Object.entries(CONTINENTS).find(([name]) => name === continent)?.[1] ?? []
  if (region !== undefined) return Object.entries(BUSINESS_REGIONS).find(([name]) => name === region)?.[1] ?? []
  return null
}

/** Only "and", "or" and their like stand between the two. */
function areJoined(query: QueryText, one: Sighting, other: Sighting): boolean {
  const [left, right] = one.first < other.first ? [one, other] : [other, one]
  const between = query.tokens.slice(left.last + 1, right.first).map(({ text }) => text)
  return (
    between.length > 0 &&
    between.every((word) => ['and', 'or', 'the', 'in', 'plus'].includes(word)) &&
    between.some((word) => word !== 'in' && word !== 'the')
  )
}

function distinct(locations: readonly Place[]): Place[] {
  const byText = new Map(locations.map((location) => [JSON.stringify(location), location]))
  return [...byText.values()].slice(0, MAX_LOCATIONS)
}

/** Each is compared with each; nobody names more places. */
const MAX_SIGHTINGS = 60
/** As many as a filter takes. */
const MAX_LOCATIONS = 100
