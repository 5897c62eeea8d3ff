import type { Place } from '../../lib/companies/company-filters.ts'
import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { isUsState } from '../../lib/companies/regions.ts'
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
  const { raw = '' } = query.tokens[at] ?? {}
  return /^[A-Z]{2}$/.test(raw) && !WORDS.has(raw) && (isUsState(raw) || LONE_CODES.has(raw))
}

/** Codes of states that people also use for a city. */
const CITY_CODES = new Set(['NY', 'LA'])
const isPlainState = (query: QueryText, at: number): boolean =>
  isPlaceCode(query, at) && !CITY_CODES.has(rawAt(query, at))
const rawAt = (query: QueryText, at: number): string => query.tokens[at]?.raw ?? ''

/** `NY, NJ and CT`: in a list of codes of states `NY` is one, and not a city of the state behind it. */
export function stateInList(query: QueryText, at: number): Place | null {
  const state = rawAt(query, at)
  if (!CITY_CODES.has(state)) return null
  const isAnd = (place: number): boolean => ['and', 'or'].includes(wordAt(query, place))
  const next = at + (isAnd(at + 1) ? 2 : 1)
  const before = at - (isAnd(at - 1) ? 2 : 1)
  // `LA, CA` is the city.
  const isCityOf = state === 'LA' && rawAt(query, next) === 'CA'
  const isListed = [next, before].some((place) => isPlainState(query, place) && isUsState(rawAt(query, place)))
  return isListed && !isCityOf ? { country: 'US', state } : null
}

/** `except TX`: right behind what denies it. */
const isDeniedHere = ({ negatedBy }: QueryText, at: number): boolean => negatedBy[at] !== -1 && negatedBy[at - 1] === -1

/**
 * The place that a code stands for: `in TX`, `in DE`, `in NSW`, in capitals after a preposition or in a list of places;
 * `in tx`, `nj based`, `upstate ny` and `wa state` in a question without capitals. Null if there is none.
 */
export function codeAt(query: QueryText, at: number): Place | null {
  const { raw = '' } = query.tokens[at] ?? {}
  if (!/^(?:[A-Z]{2,3}|[a-z]{2,3})$/.test(raw)) return null
  const code = raw.toUpperCase()
  const next = wordAt(query, at + 1)
  const isSmall = raw !== code
  if (isSmall && !isAllSmall(query)) return null
  if (isUsState(code) && isSmall && next === 'based') return { country: 'US', state: code }
  const cued =
    CUES.has(wordAt(query, at - 1)) ||
    (code !== 'LA' && isOnSide(query, at)) ||
    (isPlaceCode(query, at) && isDeniedHere(query, at)) ||
    isListedOn(query, at) ||
    (!isSmall && wordAt(query, at - 1) === 'to') ||
    (isBrazilian(query, code) && isLast(query, at)) ||
    isBehindTrade(query, at, code) ||
    isNextCode(query, at, code) ||
    (!isSmall && isFirstCode(query, at, code))
  const slashed = isSlashed(query, at, code)
  if (isSmall && slashed && !isRest(query, at + 1)) return { country: code }
  if (!cued || (isSmall && (query.isTranslated || (SMALL_WORDS.has(code) && !isNextCode(query, at, code))))) return null
  const isState = next === 'state'
  if (isSmall && !isState && !isOnSide(query, at) && isRest(query, at + 1)) return null
  const isListedPart = isBrazilian(query, code) && isBrazilian(query, wordAt(query, at - 2).toUpperCase())
  const isAlone = LONE_CODES.has(code) || isListedCountry(query, at, code) || slashed
  if (!isSmall && isAlone && !isListedPart) return { country: code }
  const part = isBrazilian(query, code) ? `BR-${code}` : PARTS.get(code)
  if (part !== undefined) return { country: part.slice(0, 2), subdivision: part }
  return isUsState(code) && (!WORDS.has(code) || isAfterState(query, at) || isNextCode(query, at, code))
    ? { country: 'US', state: code }
    : null
}

/** `BR, MX, CO`: behind the code of a country, which no state has, another one. */
function isListedCountry(query: QueryText, at: number, code: string): boolean {
  const before = query.tokens[['and', 'or'].includes(wordAt(query, at - 1)) ? at - 2 : at - 1]?.raw ?? ''
  return isListedOn(query, at) && isCountryOnly(before) && isCountry(code)
}

/** `UK/IE`, `DE/AT/CH`: behind a country and a slash, but for `CA/AZ`. */
function isSlashed(query: QueryText, at: number, code: string): boolean {
  const { raw = '' } = query.tokens[at - 1] ?? {}
  const before = query.tokens[at]?.raw === code ? raw : raw.toUpperCase()
  if (query.tokens[at]?.gap !== 'slash' || query.taken[at - 1] !== true || !isCountry(code)) return false
  return (before === 'UK' || isCountry(before)) && !(isUsState(before) && isUsState(code))
}
const isCountry = (code: string): boolean => COUNTRIES.some((country) => country.code === code)
const isCountryOnly = (code: string): boolean => /^[A-Z]{2}$/.test(code) && isCountry(code) && !isUsState(code)

/** `in WA or OR`, `TX, OK`: in a list of codes in capitals, what is else a word is one of them. */
const isAfterState = (query: QueryText, at: number): boolean =>
  query.tokens[at]?.raw === query.tokens[at]?.raw.toUpperCase() &&
  isUsState(query.tokens[['and', 'or'].includes(wordAt(query, at - 1)) ? at - 2 : at - 1]?.raw ?? '')

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
