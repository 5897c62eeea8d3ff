import { isCountryCode } from '../../../lib/companies/regions.ts'
import type { Place } from '../../../lib/companies/company-filters.ts'
import { citySpellings } from '../../../lib/vocabulary/places/city-spellings.ts'
import { isInLongerPhrase, isOnlyNameInCapitals, ORDINARY_CITIES, runsOn, WORD_CITIES } from './longer-phrases.ts'
import { longestAt } from './phrase-index.ts'
import { placeNames } from './place-names.ts'
import type { NamedPlace } from './place-names.ts'
import { phraseBefore, phraseSet, wordAt } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import { isAllCapitals, isCapital } from './query-tokens.ts'
import type { Token } from './query-tokens.ts'
import { isHead, isStop, isTale, subjects } from './subject-words.ts'

const CUES = phraseSet(
  'in, from, near, around, based, based in, headquartered in, located in, hq in, hqd in, out of, across, within, throughout, outside, outside of, at, of, into, inside, between, excluding, except, not, ex, non, greater, central, downtown, city of, the, country, countries, market, hq, hqs, headquarters in, region, like, and, or, domiciled in, registered in, place',
)
/** Names that are also words: a capital letter is all they need. */
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
  'america',
  'rio',
  'kiwi',
  'frankfurt',
])
/** Without a preposition before it, a smaller city more likely means something else. */
const KNOWN_CITY_THOUSANDS = 250
/** Shorter names are also other words. */
const LEAST_LETTERS = 4
/** `ldn`: without a vowel it is not a word. */
const isShortened = (word: string): boolean => !/[aeiouy]/.test(word)
/** A name this long of a part of a country is not also a word. */
const LONG_NAME = 6
/** In a question without capitals, smaller cities count too after a preposition, and so do names that are not also words. */
export const SMALL_CITY_THOUSANDS = 100

/** Whether the name is also a word, and so means nothing without a preposition. */
export function isWordToo(query: QueryText, at: number): boolean {
  const word = wordAt(query, at)
  return WORD_CITIES.has(word) || ORDINARY_CITIES.has(word) || longestAt(subjects(), query, at) !== null
}

/** Where the name of a place stands in a question. */
interface Standing {
  query: QueryText
  first: number
  last: number
  /** Its first word. */
  token: Token
  isOneWord: boolean
  isCued: boolean
}

/** Whether the name of a place means that place where it is written. */
export function isMeant(query: QueryText, place: NamedPlace, first: number, last: number): boolean {
  const token = query.tokens[first]
  if (token === undefined) return false
  if (place.endsInS === true && !wordAt(query, last).endsWith('s')) return false
  const isOneWord = first === last
  const standing = { query, first, last, token, isOneWord, isCued: isCued(query, first, last) }
  if (isOneWord && token.text === 'us')
    return (
      isAllCapitals(token) ||
      (standing.isCued && wordAt(query, first - 1) !== 'like') ||
      isSlashAhead(query, last) ||
      isSmallUs(query, first)
    )
  // `empresas que usa shopify`
  if (isOneWord && token.text === 'usa') return isAllCapitals(token) || standing.isCued || !query.isTranslated
  if (place.inCapitals) return isOneWord && isShortMeant(standing, place)
  if (isOneWord && NEEDS_CAPITAL.has(token.text) && !isCapital(token)) return standing.isCued && token.text !== 'polish'
  const isForeignPart = place.kind === 'state' && place.locations[0]?.state === undefined
  if (isForeignPart && isOneWord) return isPartMeant(standing)
  return place.kind !== 'city' || isCityMeant(standing, place)
}

/** `SF`, and `sf` where nothing is written in capitals and its neighbours say so. */
function isShortMeant({ query, first, token }: Standing, { locations }: NamedPlace): boolean {
  if (isAllCapitals(token)) return true
  return (
    isAllSmall(query) &&
    (wordAt(query, first - 1) === 'in' ||
      isShortened(token.text) ||
      isNextOfPlaces(query, first) ||
      isBehindPlural(query, first) ||
      locations[0]?.subdivision !== undefined)
  )
}

/** A part of a country other than the United States, named in one word. */
function isPartMeant({ query, first, token, isCued }: Standing): boolean {
  if (WORD_CITIES.has(token.text)) return isCued && isOnlyPlaceWritten(query, first, token)
  return isCapital(token) || isCued || (isAllSmall(query) && token.text.length >= LONG_NAME)
}

function isCityMeant(standing: Standing, { thousands, locations }: NamedPlace): boolean {
  const { query, first, last, token, isOneWord, isCued } = standing
  if (isInLongerPhrase(query, first, last)) return false
  if (isOneWord && !isNameOf(locations[0], token.text)) return false
  const isBehindCue = isCued && first > 0
  if (isOneWord && !(query.isTranslated && isCued)) {
    if (ORDINARY_CITIES.has(token.text)) return (isCapital(token) && thousands >= KNOWN_CITY_THOUSANDS) || isBehindCue
    if (WORD_CITIES.has(token.text)) {
      if (runsOn(query, last) && !isOnlyNameInCapitals(query, first, last)) return false
      return isBehindCue && isOnlyPlaceWritten(query, first, token)
    }
  }
  return isBehindCue ? isCuedCityMeant(standing, thousands) : isCityMeantAlone(standing, thousands)
}

function isCuedCityMeant({ query, token, isOneWord }: Standing, thousands: number): boolean {
  const least = isAllSmall(query) ? SMALL_CITY_THOUSANDS : KNOWN_CITY_THOUSANDS
  return !isOneWord || isCapital(token) || thousands >= least
}

/** A city without a preposition. */
function isCityMeantAlone({ query, first, last, token, isOneWord }: Standing, thousands: number): boolean {
  if (isAllSmall(query)) {
    const isLong = !isOneWord || token.text.length >= LEAST_LETTERS || isShortened(token.text)
    return isLong && thousands >= SMALL_CITY_THOUSANDS
  }
  if (!isCapital(token)) return thousands >= 2 * KNOWN_CITY_THOUSANDS
  const least = query.isTranslated ? SMALL_CITY_THOUSANDS : KNOWN_CITY_THOUSANDS
  return thousands >= least || isBehindTrade(query, first, last)
}

/** A name that is also a word: with a capital, or directly behind `in` where nobody writes capitals. */
const isOnlyPlaceWritten = (query: QueryText, at: number, token: Token): boolean =>
  isCapital(token) || (isAllSmall(query) && isOnlyPlace(query, at))

/** `dentists Bern`, `biotech Basel, 50+`: directly behind a trade or its noun, and before nothing that it could belong to. */
export function isBehindTrade(query: QueryText, first: number, last: number): boolean {
  const [begin, before, next] = [query.tokens[first], query.tokens[first - 1], query.tokens[last + 1]]
  if (begin?.gap !== 'space' || before === undefined || (isCapital(before) && !query.isTranslated)) return false
  if (next?.kind === 'word' && next.gap === 'space' && !isStop(next.text) && !isTale(next.text)) return false
  // `at least 50 employees Parma`: behind a size or a year that is read, and at the end.
  if (query.taken[first - 1] === true && next === undefined) return true
  return isAfterTrade(query, first)
}

/** Behind companies in the plural, or the name of a trade. */
function isAfterTrade(query: QueryText, first: number): boolean {
  if (isHead(wordAt(query, first - 1))) return query.singulars[first - 1] !== wordAt(query, first - 1)
  for (let at = Math.max(0, first - LONGEST_TRADE); at < first; at += 1)
    if (longestAt(subjects(), query, at)?.count === first - at) return true
  return false
}
const LONGEST_TRADE = 4

/** `in bath`, `near reading`: directly after a preposition, and neither a trade nor a word for companies. */
const isOnlyPlace = (query: QueryText, at: number): boolean =>
  phraseBefore(query, at, IN, 2) > 0 && !isHead(wordAt(query, at)) && longestAt(subjects(), query, at) === null

const IN = phraseSet('in, near, from, around, based in, located in, headquartered in')

/** `sales` is not `Sale`, nor is `gene` the French name of Genoa. */
export const isNameOf = ({ country, state, city = '' }: Place = {}, word: string): boolean =>
  citySpellings(country, city, state).includes(word)

/** Someone who types no capitals except in abbreviations means by `in sf` what others mean by `in SF`. */
export const isAllSmall = ({ tokens }: QueryText): boolean =>
  tokens.some(({ raw }) => raw !== raw.toUpperCase()) &&
  tokens.every((token) => token.raw === token.raw.toLowerCase() || isAllCapitals(token))

/**
 * `us law firms`, `top us banks`, `bakeries us`, where nothing is written in capitals: first, right before a trade or its noun, or
 * last behind one; whoever is asked to `find us banks` or competes `with us` is not there.
 */
function isSmallUs(query: QueryText, at: number): boolean {
  if (!isAllSmall(query) || query.isTranslated) return false
  const [token, next] = [query.tokens[at], query.tokens[at + 1]]
  if (at === 0) return next !== undefined
  if (token?.gap !== 'space') return false
  // `dentists us not chains`, `saas us series b`: whatever has been read ends the trade.
  if (isBehindTrade(query, at, at) || (query.taken[at + 1] === true && isAfterTrade(query, at))) return true
  if (next === undefined) return false
  const isTradeAhead = isHead(next.text) || longestAt(subjects(), query, at + 1) !== null
  return isTradeAhead && !ASKS_FOR_US.has(wordAt(query, at - 1))
}
const ASKS_FOR_US = phraseSet(
  'find, show, give, get, help, tell, send, bring, let, make, offer, list, teach, call, email, contact, join, pay, like, than',
)

/** `us/uk`, where nothing is written in capitals. */
const isSlashAhead = (query: QueryText, last: number): boolean =>
  query.tokens[last + 1]?.gap === 'slash' &&
  (longestAt(placeNames(), query, last + 1) !== null || isCountryCode(wordAt(query, last + 1).toUpperCase()))

/** `anywhere but china`: directly after a negation. */
const isFirstDenied = ({ negatedBy }: QueryText, at: number): boolean =>
  negatedBy[at] !== -1 && negatedBy[at] !== negatedBy[at - 1]

/** `in sf or la`: in an English question the next of a list. */
const isNextOfPlaces = (query: QueryText, at: number): boolean =>
  !query.isTranslated && ['and', 'or'].includes(wordAt(query, at - 1)) && query.taken[at - 2] === true

/** `law firms la, 50+`: in an English question, behind companies and before nothing that it could belong to. */
const isBehindPlural = (query: QueryText, at: number): boolean =>
  !query.isTranslated &&
  query.singulars[at - 1] !== wordAt(query, at - 1) &&
  (query.tokens[at + 1]?.gap !== 'space' || query.tokens[at + 1]?.kind !== 'word')

/** Whether a preposition or a negation comes before it, or `-based` after it. */
const isCued = (query: QueryText, first: number, last: number): boolean =>
  phraseBefore(query, first, CUES, 2) > 0 ||
  wordAt(query, last + 1) === 'based' ||
  wordAt(query, last + 1) === 'area' ||
  isFirstDenied(query, first) ||
  query.tokens[first]?.gap === 'comma'
