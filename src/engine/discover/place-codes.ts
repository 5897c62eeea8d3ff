import type { Place } from '../../lib/companies/company-filters.ts'
import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { isUsState, kindOfCodes } from '../../lib/companies/regions.ts'
import { subdivisions } from '../../lib/vocabulary/places/subdivisions.ts'
import { isOnSide } from './place-sightings.ts'
import { isListedOn } from './query-towns.ts'
import { isRest } from './words/longer-phrases.ts'
import { isAllSmall } from './words/meant-places.ts'
import { wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isHead } from './words/subject-words.ts'

/** Codes that people write alone in capitals after "in"; `IT`, `AI` and the like keep their other meaning. */
const LONE_CODES = new Set('DE FR ES NL DK PL BR JP KR SG CN AE CZ PT AU NZ ZA MX'.split(' '))
/** State codes that are also words or mean something else, in capitals and in lower case. */
const WORDS = new Set(['IN', 'OR', 'ME', 'AI', 'ID', 'PR', 'HI', 'OK'])
const SMALL_WORDS = new Set([...WORDS, 'DE', 'LA', 'AL', 'CO', 'MS', 'AS', 'AR', 'OH', 'HR', 'IT'])
/** Parts of other countries that are known by their codes, as states of the United States are. */
const PARTS = new Map(
  ['CA-BC', 'CA-AB', 'CA-QC', 'AU-NSW', 'AU-QLD', 'AU-VIC', 'AU-TAS'].map((code) => [code.slice(3), code]),
)
const CUES = new Set(['in', 'from', 'based', 'outside'])

/** `excluding NY, NJ and CT`: a code in capitals that is no other word, so that a list of what is denied goes on. */
export const isPlaceCode = (query: QueryText, at: number): boolean => {
  const raw = rawAt(query, at)
  return /^[A-Z]{2}$/.test(raw) && !WORDS.has(raw) && (isUsState(raw) || LONE_CODES.has(raw))
}

/** Codes of states that people also use for a city. */
const CITY_CODES = new Set(['NY', 'LA'])
const isPlainState = (query: QueryText, at: number): boolean =>
  isPlaceCode(query, at) && !CITY_CODES.has(rawAt(query, at))
const rawAt = (query: QueryText, at: number): string => query.tokens[at]?.raw ?? ''

const isJoining = (query: QueryText, at: number): boolean => ['and', 'or'].includes(wordAt(query, at))
/** Where the place before this one is, in `TX, OK` and in `TX or OK`. */
const listedBefore = (query: QueryText, at: number): number => at - (isJoining(query, at - 1) ? 2 : 1)

/** `NY, NJ and CT`: in a list of codes of states `NY` is one, and not a city of the state behind it. */
export function stateInList(query: QueryText, at: number): Place | null {
  const state = rawAt(query, at)
  if (!CITY_CODES.has(state)) return null
  const next = at + (isJoining(query, at + 1) ? 2 : 1)
  // `LA, CA` is the city.
  const isCityOf = state === 'LA' && rawAt(query, next) === 'CA'
  const isListed = [next, listedBefore(query, at)].some(
    (place) => isPlainState(query, place) && isUsState(rawAt(query, place)),
  )
  return isListed && !isCityOf ? { country: 'US', state } : null
}

/** `except TX`: right behind what denies it. */
const isDeniedHere = ({ negatedBy }: QueryText, at: number): boolean => negatedBy[at] !== -1 && negatedBy[at - 1] === -1

/**
 * The place that a code stands for: `in TX`, `in DE`, `in NSW`, in capitals after a preposition or in a list of places;
 * `in tx`, `nj based`, `upstate ny` and `wa state` in a question without capitals. Null if there is none.
 */
export function codeAt(query: QueryText, at: number): Place | null {
  const raw = rawAt(query, at)
  if (!/^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(raw)) return null
  const code = raw.toUpperCase()
  return raw === code ? capitalCodeAt(query, at, code) : smallCodeAt(query, at, code)
}

function capitalCodeAt(query: QueryText, at: number, code: string): Place | null {
  const cued =
    isCued(query, at, code) ||
    wordAt(query, at - 1) === 'to' ||
    (isPlaceCode(query, at) && isDeniedHere(query, at)) ||
    isFirstCode(query, at, code)
  if (!cued) return null
  const isCountryHere = LONE_CODES.has(code) || isListedCountry(query, at, code) || isSlashed(query, at, code)
  const isListedPart = isBrazilian(query, code) && isBrazilian(query, wordAt(query, at - 2).toUpperCase())
  if (isCountryHere && !isListedPart) return { country: code }
  const isNoWord = !WORDS.has(code) || isAfterState(query, at) || isNextCode(query, at, code)
  return partOf(query, code) ?? (isNoWord ? stateOf(code) : null)
}

function smallCodeAt(query: QueryText, at: number, code: string): Place | null {
  if (!isAllSmall(query)) return null
  const next = wordAt(query, at + 1)
  if (next === 'based' && isUsState(code)) return stateOf(code)
  if (isSlashed(query, at, code) && !isRest(query, at + 1)) return { country: code }
  if (isPaired(query, at, code)) return { country: code }
  if (query.isTranslated || !isCued(query, at, code)) return null
  if (SMALL_WORDS.has(code) && !isNextCode(query, at, code)) return null
  if (next !== 'state' && !isOnSide(query, at) && isRest(query, at + 1)) return null
  return partOf(query, code) ?? stateOf(code)
}

/** Whether something beside a code says that it is a place, in capitals or not. */
const isCued = (query: QueryText, at: number, code: string): boolean =>
  CUES.has(wordAt(query, at - 1)) ||
  (code !== 'LA' && isOnSide(query, at)) ||
  isListedOn(query, at) ||
  (isBrazilian(query, code) && isLast(query, at)) ||
  isBehindTrade(query, at, code) ||
  isNextCode(query, at, code)

/** Nobody lists more. */
const MOST_LISTED = 12
/** In commas other words stand beside each other as well: `saas, it, de`. */
const LEAST_IN_COMMAS = 3

/** The place that a code in a list stands for, where the list tells which of them it is: `us/ca`, `or/wa`, `mi,oh,in`. */
export function codeInList(query: QueryText, at: number): Place | null {
  const isCode = (place: number): boolean => /^(?:[A-Z]{2}|[a-z]{2})$/.test(rawAt(query, place))
  const gaps = new Set([query.tokens[at]?.gap, query.tokens[at + 1]?.gap])
  const gap = gaps.has('slash') ? 'slash' : 'comma'
  if (!gaps.has(gap) || !isCode(at)) return null
  let [first, last] = [at, at]
  while (query.tokens[first]?.gap === gap && isCode(first - 1) && last - first < MOST_LISTED) first -= 1
  while (query.tokens[last + 1]?.gap === gap && isCode(last + 1) && last - first < MOST_LISTED) last += 1
  const listed = query.tokens.slice(first, last + 1).map(({ raw }) => raw.toUpperCase())
  if (gap === 'comma' && listed.length < LEAST_IN_COMMAS) return null
  const code = rawAt(query, at).toUpperCase()
  const kind = kindOfCodes(listed)
  if (kind === 'country') return { country: code === 'UK' ? 'GB' : code }
  return kind === 'state' ? stateOf(code) : null
}

const stateOf = (code: string): Place | null => (isUsState(code) ? { country: 'US', state: code } : null)

function partOf(query: QueryText, code: string): Place | null {
  const part = isBrazilian(query, code) ? `BR-${code}` : PARTS.get(code)
  return part === undefined ? null : { country: part.slice(0, 2), subdivision: part }
}

/** `BR, MX, CO`: behind the code of a country, which no state has, another one. */
function isListedCountry(query: QueryText, at: number, code: string): boolean {
  return isListedOn(query, at) && isCountryOnly(rawAt(query, listedBefore(query, at))) && isCountry(code)
}

/** `UK/IE`, `DE/AT/CH`: behind a country and a slash, but for `CA/AZ`. */
function isSlashed(query: QueryText, at: number, code: string): boolean {
  const before = rawAt(query, at) === code ? rawAt(query, at - 1) : rawAt(query, at - 1).toUpperCase()
  if (query.tokens[at]?.gap !== 'slash' || query.taken[at - 1] !== true || !isCountry(code)) return false
  return (before === 'UK' || isCountry(before)) && !(isUsState(before) && isUsState(code))
}

/** `uk or ie`, `de and at`: at the end, behind a country that is called by its code as well. */
function isPaired(query: QueryText, at: number, code: string): boolean {
  const before = rawAt(query, at - 2).toUpperCase()
  const isLastWord = (query.tokens[at + 1]?.gap ?? 'comma') !== 'space'
  return (
    isJoining(query, at - 1) && isLastWord && query.taken[at - 2] === true && kindOfCodes([before, code]) === 'country'
  )
}
const isCountry = (code: string): boolean => COUNTRIES.some((country) => country.code === code)
const isCountryOnly = (code: string): boolean => /^[A-Z]{2}$/.test(code) && isCountry(code) && !isUsState(code)

/** `in WA or OR`, `TX, OK`: in a list of codes in capitals, what is else a word is one of them. */
const isAfterState = (query: QueryText, at: number): boolean => isUsState(rawAt(query, listedBefore(query, at)))

/** `NL FR`, `tx ok la`: behind a code that is read, another one of its kind. */
function isNextCode(query: QueryText, at: number, code: string): boolean {
  const [before, token, next] = [query.tokens[at - 1], query.tokens[at], query.tokens[at + 1]]
  if (before === undefined || token === undefined || query.taken[at - 1] !== true || token.gap !== 'space') return false
  if (!/^(?:[A-Z]{2}|[a-z]{2})$/.test(before.raw) || (before.raw === before.raw.toUpperCase()) !== (token.raw === code))
    return false
  if (token.raw === code) return LONE_CODES.has(code) || isUsState(before.raw)
  const isEnd = next === undefined || next.gap !== 'space' || isUsState(next.raw.toUpperCase())
  return isUsState(before.raw.toUpperCase()) && isUsState(code) && !GRAMMAR.has(token.text) && isEnd
}

/** `software companies DE FR ES`, `dentists GA, FL`: the first of several in capitals, where other words are not. */
function isFirstCode(query: QueryText, at: number, code: string): boolean {
  const next = query.tokens[at + 1]
  if (next === undefined || !['space', 'comma', 'slash'].includes(next.gap) || !/^[A-Z]{2}$/.test(next.raw))
    return false
  if (query.tokens.every(({ raw }) => raw === raw.toUpperCase())) return false
  if (next.gap === 'slash' && LONE_CODES.has(code) && isCountry(next.raw) && !isUsState(next.raw)) return true
  return LONE_CODES.has(code) ? LONE_CODES.has(next.raw) || next.raw === 'UK' : isUsState(code) && isUsState(next.raw)
}

const GRAMMAR = new Set(['in', 'or', 'me', 'hi', 'de', 'co', 'as'])

/** `plumbers tx`, `trucking firms nj and pa`: what has no vowel is not a word. */
const isBehindTrade = (query: QueryText, at: number, code: string): boolean =>
  isUsState(code) &&
  !query.isTranslated &&
  !/[AEIOU]/.test(code) &&
  query.tokens[at]?.gap === 'space' &&
  (isHead(wordAt(query, at - 1)) || query.singulars[at - 1] !== wordAt(query, at - 1)) &&
  ((query.tokens[at + 1]?.gap ?? 'comma') !== 'space' ||
    query.tokens[at + 1]?.kind !== 'word' ||
    ['and', 'or', 'with'].includes(wordAt(query, at + 1)) ||
    isUsState(wordAt(query, at + 1).toUpperCase()))

/** In questions in Portuguese: `padarias em SP`, `clínicas RJ`. */
const isBrazilian = ({ languages }: QueryText, code: string): boolean =>
  languages.includes('pt') && subdivisions().has(`BR-${code}`)

const isLast = (query: QueryText, at: number): boolean =>
  (query.tokens[at + 1]?.gap ?? 'comma') !== 'space' || ['capital', 'with', 'founded'].includes(wordAt(query, at + 1))
