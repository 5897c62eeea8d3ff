import type { Place } from '../../lib/companies/company-filters.ts'
import { isUsState } from '../../lib/companies/regions.ts'
import { townsNamed } from '../../lib/vocabulary/places/towns.ts'
import type { Town } from '../../lib/vocabulary/places/towns.ts'
import { rawText } from './query-companies.ts'
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
const LONGEST_NAME = 3
const MOST_OTHERS = 2
/** `in March 2020`: months and seasons are no towns. */
const TIMES = phraseSet(
  'january, february, march, april, may, june, july, august, september, october, november, december, spring, summer, autumn, fall, winter',
)

/** `Kilkenny, Ireland`: a town of the area behind it. An area without a list of towns takes what a comma leads to. */
export function townWithin(query: QueryText, at: number): TownSighting | null {
  for (let count = LONGEST_NAME; count > 0; count -= 1) {
    const last = at + count - 1
    if (!isName(query, at, last)) continue
    const area = areaAfter(query, last)
    if (area === null) continue
    const name = rawText(query, at, last)
    const town = townsNamed(name).find(
      ({ country, part }) =>
        country === area.place.country && (area.place.subdivision === undefined || area.place.subdivision === part),
    )
    if (town !== undefined) return sighting(area.last, town, [])
    if (isUnlistedTown(query, at, last))
      return { last: area.last, place: inArea(area.place, name), part: null, others: [] }
  }
  return null
}

/** `in Kilkenny`: with a capital, directly after a word of place, and no word of anything else. */
export function townAlone(query: QueryText, at: number): TownSighting | null {
  if (phraseBefore(query, at, CUES, 2) === 0 && !isListedOn(query, at)) return null
  for (let count = LONGEST_NAME; count > 0; count -= 1) {
    const last = at + count - 1
    if (!isName(query, at, last) || !isProper(query, at, last)) continue
    const [town, ...others] = townsNamed(rawText(query, at, last))
    if (town !== undefined) return sighting(last, town, others)
  }
  return null
}

/** `in Bregenz or Dornbirn`: behind what is understood, the next of a list. */
const isListedOn = (query: QueryText, at: number): boolean =>
  query.tokens[at]?.gap === 'comma'
    ? query.taken[at - 1] === true
    : ['and', 'or'].includes(wordAt(query, at - 1)) && query.taken[at - 2] === true

const sighting = (last: number, town: Town, others: readonly Town[]): TownSighting => ({
  last,
  place: placeOf(town),
  part: town.part,
  others: others.map(placeOf).slice(0, MOST_OTHERS),
})

const placeOf = ({ country, name }: Town): Place => ({ country, city: name })

const inArea = (area: Place, city: string): Place => ({ ...area, city })

/** A state or country directly behind a name. */
function areaAfter(query: QueryText, last: number): { place: Place; last: number } | null {
  const next = query.tokens[last + 1]
  if (next === undefined || !['comma', 'space', 'open'].includes(next.gap)) return null
  if (isAllCapitals(next) && isUsState(next.raw) && next.gap === 'comma')
    return { place: { country: 'US', state: next.raw }, last: last + 1 }
  const match = longestAt(placeNames(), query, last + 1)
  const area = match?.values.find(
    ({ kind, locations, isWidened, inCapitals }) =>
      ['country', 'state'].includes(kind) && locations.length === 1 && isWidened !== true && !inCapitals,
  )
  const place = area?.locations[0]
  return match === null || place === undefined ? null : { place, last: last + match.count }
}

/** In a state of the United States, of whose towns there is no list: `in Ridgefield, Connecticut`. */
const isUnlistedTown = (query: QueryText, at: number, last: number): boolean =>
  query.tokens[last + 1]?.gap === 'comma' &&
  phraseBefore(query, at, CUES, 2) > 0 &&
  isProper(query, at, last) &&
  isStateOfUs(areaAfter(query, last)?.place)

const isStateOfUs = (place: Place | undefined): boolean => place?.country === 'US' && place.state !== undefined

/** Words that belong together, none of which is grammar or understood. */
function isName(query: QueryText, first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) {
    const token = query.tokens[at]
    if (token === undefined || token.kind !== 'word' || query.taken[at] === true) return false
    if (at > first && !isJoined(token.gap)) return false
  }
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
