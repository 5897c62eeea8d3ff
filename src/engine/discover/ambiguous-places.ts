import type { Place } from '../../lib/companies/company-filters.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { citySpellings } from '../../lib/vocabulary/places/city-spellings.ts'
import type { ForeignLanguage } from '../../lib/vocabulary/foreign-languages.ts'
import type { QueryText } from './words/query-text.ts'
import { contains } from './place-sightings.ts'
import type { Sighting } from './place-sightings.ts'
import type { NamedPlace } from './words/place-names.ts'

/** A name shared by several places: the one taken, and those it may also mean. */
export interface AmbiguousPlace {
  said: string
  taken: Place
  others: Place[]
}

/** For both cities of a name to be possible, the other needs at least this share of the taken city's population. */
const SHARE = 0.2
const MOST_OTHERS = 2
/** A city this large, in thousands, may be meant by the name of a part of another country. */
const LARGE_THOUSANDS = 100

const keyOf = (place: Place | undefined): string => JSON.stringify(place)

/**
 * Other places a name may mean: for a city those of comparable size, for a state countries and other states, for a country
 * states.
 */
export function othersOf(taken: NamedPlace, named: readonly NamedPlace[]): Place[] {
  const own = keyOf(taken.locations[0])
  const least = SHARE * peopleIn(own, named)
  const isAbroad = ([place]: readonly Place[]): boolean => place?.country !== taken.locations[0]?.country
  const isOther = ({ kind, thousands, inCapitals, locations }: NamedPlace): boolean => {
    if (inCapitals) return false
    if (taken.kind === 'city' && kind === 'city') return thousands >= least
    return taken.kind === 'state'
      ? kind === 'country' || kind === 'state' || (thousands >= LARGE_THOUSANDS && isAbroad(locations))
      : taken.kind === 'country' && kind === 'state'
  }
  const others = named.filter(isOther).flatMap(({ locations }) => locations.slice(0, 1))
  const byKey = new Map(others.map((place) => [keyOf(place), place]))
  const [{ country: inside = '', state: of, city: name = '' } = {}] = taken.locations
  const isSame = ({ country, state, city = '' }: Place): boolean =>
    country === inside && state === of && citySpellings(inside, name, of).includes(dropMarks(city))
  for (const [key, place] of byKey) if (key === own || isSame(place)) byKey.delete(key)
  return [...byKey.values()].slice(0, MOST_OTHERS)
}

/** Thousands of people in a place; one singled out by hand is also in the list of cities, with its real number. */
const peopleIn = (key: string, named: readonly NamedPlace[]): number =>
  Math.min(...named.filter(({ locations }) => keyOf(locations[0]) === key).map(({ thousands }) => thousands))

/**
 * Picks the place that the rest of the question suggests: one in a country that is also named. A state that nothing supports
 * gives way to the country of the same name.
 */
export function besideOthers(sighting: Sighting, all: readonly Sighting[]): Sighting {
  const [taken] = sighting.locations
  if (taken === undefined || sighting.others.length === 0) return sighting
  const around = all.filter((one) => one !== sighting).flatMap(({ locations }) => locations)
  const countries = new Set(around.map(({ country }) => country))
  if (countries.has(taken.country)) return sighting
  const isState = taken.state !== undefined && taken.city === undefined
  const meant =
    sighting.others.find(({ country }) => countries.has(country)) ??
    (isState ? sighting.others.find(({ city }) => city === undefined) : undefined)
  if (meant === undefined) return sighting
  const others = [taken, ...sighting.others.filter((place) => place !== meant)]
  return { ...sighting, locations: [meant], part: null, others }
}

/**
 * Picks the place of the name that the other side of the question leaves: `Cambridge, not the UK one` is outside of what is
 * denied, and in `Ontario, not in London` what is denied is inside.
 */
export function besideDenied(sighting: Sighting, named: readonly NamedPlace[], all: readonly Sighting[]): Sighting {
  const others = all.filter(({ negated }) => negated !== sighting.negated)
  const isInside = (one: Sighting): boolean => others.some((area) => contains(area, one))
  const [taken] = sighting.locations
  if (taken === undefined || others.length === 0) return sighting
  // What is denied inside of what is asked for can only be the one inside.
  if (isInside(sighting) === sighting.negated) return sighting.negated ? { ...sighting, others: [] } : sighting
  const possible = named
    .filter(({ inCapitals, isWidened }) => !inCapitals && isWidened !== true)
    .map((place) => ({ thousands: place.thousands, as: { ...sighting, ...place, part: place.part ?? null } }))
    .filter(({ as }) => isInside(as) === sighting.negated)
    .toSorted((one, other) => other.thousands - one.thousands)
  const [meant, next] = possible
  if (meant === undefined) return sighting
  const own = keyOf(meant.as.locations[0])
  const besides = [...(next?.as.locations ?? []).slice(0, 1), taken].filter((place) => keyOf(place) !== own)
  return { ...sighting, locations: meant.as.locations, part: null, others: besides }
}

export function ambiguousPlace({ locations, others }: Sighting, said: string): AmbiguousPlace[] {
  const [taken] = locations
  return taken === undefined || others.length === 0 ? [] : [{ said, taken, others }]
}

/** Where each language is spoken; those that are translated together are told apart no further. */
const SPOKEN_IN: Partial<Record<ForeignLanguage, readonly string[]>> = {
  de: ['DE', 'AT', 'CH', 'LI'],
  fr: ['FR', 'BE', 'CH', 'LU', 'MC', 'CA', 'MA', 'TN', 'SN', 'CI'],
  es: 'ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY'.split(' '),
  it: ['IT', 'CH', 'SM'],
  nl: ['NL', 'BE'],
  pt: ['PT', 'BR', 'AO', 'MZ'],
  pl: ['PL'],
}
/** A town of this share of the larger city's people is still the one that is meant where its language is asked in. */
const OWN_SHARE = 0.1

/** `pymes en Toledo`: of cities of one name the largest in which the language of the question is spoken, unless it is dwarfed. */
export function ofTongue({ languages }: QueryText, places: readonly NamedPlace[], largest: NamedPlace): NamedPlace {
  const homes = new Set(languages.flatMap((language) => SPOKEN_IN[language] ?? []))
  const isHome = ({ locations: [place] }: NamedPlace): boolean => homes.has(place?.country ?? '')
  if (homes.size === 0 || largest.kind !== 'city' || isHome(largest)) return largest
  const least = OWN_SHARE * peopleIn(keyOf(largest.locations[0]), places)
  const own = places.filter((place) => place.kind === 'city' && isHome(place) && place.thousands >= least)
  return own.reduce((one, other) => (isHome(one) && one.thousands >= other.thousands ? one : other), largest)
}

/** Whether another city of the name is so much larger that its spelling tells the smaller one from nothing. */
export const isDwarfed = (exact: readonly NamedPlace[], all: readonly NamedPlace[]): boolean => {
  const most = (places: readonly NamedPlace[]): number =>
    Math.max(0, ...places.filter(({ kind }) => kind === 'city').map(({ thousands }) => thousands))
  return exact.every(({ kind }) => kind === 'city') && most(exact) < OWN_SHARE * most(all)
}
