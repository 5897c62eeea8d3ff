import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import type { NamedPlace } from './words/place-names.ts'
import { companyKinds, technologies } from './query-kinds.ts'
import { isPlaceCode } from './place-codes.ts'
import { isOnSide } from './place-sightings.ts'
import { deniesBound } from './query-quantities.ts'
import { phraseAt, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isHead, isStop, isTopicVerb, subjects } from './words/subject-words.ts'

const CUES = phraseSet(
  "not, no, none, none of, none of them, nowhere, nowhere near, without, excluding, exclude, excludes, except, except for, outside, outside of, other than, apart from, rather than, elsewhere than, instead of, aside from, anything but, everything but, anyone but, everyone but, anywhere but, everywhere but, all but, never, isn't, haven't, hasn't, aren't, wasn't, weren't, don't, doesn't, didn't, won't, neither, nor, avoid, avoiding, skip, lacking, lacks, lack, missing, but not, besides, minus, cannot, can't, nothing, nobody, no one, omit, omitting, ignore, ignoring, leave out, leaving out, barring, save for, steer clear of, stay away from",
)
/** What makes a cue something else: `not only`, `no more than`, `no later than`, `no-code`, `nothing but`, `not for profit`. */
const HARMLESS_NEXT = new Set([
  'only',
  'just',
  'more',
  'less',
  'fewer',
  'later',
  'earlier',
  'over',
  'under',
  'before',
  'after',
  'code',
  'profit',
  'longer',
  'above',
  'below',
  'exceeding',
  'merely',
  'simply',
  'necessarily',
  'but',
])
/** `no bigger than 50` is a bound; `no bigger companies` denies. */
const COMPARED = new Set(['larger', 'bigger', 'greater', 'higher', 'smaller', 'lower', 'older', 'younger', 'newer'])
/** What has not happened says nothing of the place that follows: `has not raised yet in Denmark`. */
export const STORY = new Set([
  'raise',
  'raised',
  'raising',
  'funded',
  'backed',
  'acquired',
  'hiring',
  'launched',
  'profitable',
  'sold',
  'funding',
  'investment',
  'investors',
  'capital',
  'money',
  'vc',
])
const ENDS = new Set(['but', 'that', 'which', 'who', 'with', 'while', 'and'])
/** A negation reaches no further than this. */
const REACH = 12

/** Marks every token that a negation governs with the place of that negation; `raised nothing` denies what is before. */
export function markNegations(query: QueryText): void {
  for (let at = 0; at < query.tokens.length; at += 1) {
    const count = cueAt(query, at)
    if (count > 0 && wordAt(query, at) === 'nothing' && STORY.has(wordAt(query, at - 1))) query.negatedBy[at] = at
    else if (count > 0) {
      markFrom(query, at, at + count)
      take(query, at, at + count - 1)
    } else if (isPrefix(query, at)) markPrefixed(query, at)
  }
}

function cueAt(query: QueryText, at: number): number {
  const count = isButPlace(query, at) ? 1 : phraseAt(query, at, CUES, 3)
  if (count === 0) return 0
  if (deniesBound(query, at)) return 0
  const next = wordAt(query, at + count)
  if (COMPARED.has(next) && wordAt(query, at + count + 1) === 'than') return 0
  if (HARMLESS_NEXT.has(next) || (next === 'for' && ['profit', 'profits'].includes(wordAt(query, at + count + 1))))
    return 0
  // "Outside" of what is not a place and no trade says something else.
  const isBare = wordAt(query, at) !== 'outside' || placeFollows(query, at + count)
  return isBare || (count === 2 && longestAt(subjects(), query, at + count) !== null) ? count : 0
}

/** `anywhere in europe but germany`, `any industry but mining` */
const isButPlace = (query: QueryText, at: number): boolean =>
  wordAt(query, at) === 'but' &&
  (longestAt(placeNames(), query, at + 1) !== null ||
    (FIELDS.has(wordAt(query, at - 1)) && longestAt(subjects(), query, at + 1) !== null)) &&
  [2, 3, 4, 5].some((back) => EVERY.has(wordAt(query, at - back)))
const FIELDS = phraseSet('industry, industries, sector, sectors, trade, trades, business, businesses, field, fields')
const EVERY = new Set(['anywhere', 'everywhere', 'all', 'any', 'every', 'whole'])

/** `non-European`, `ex-US`: governs the next phrase only. */
const isPrefix = (query: QueryText, at: number): boolean =>
  wordAt(query, at) === 'non' || (wordAt(query, at) === 'ex' && longestAt(placeNames(), query, at + 1) !== null)

function markPrefixed(query: QueryText, at: number): void {
  const count = longestAt(placeNames(), query, at + 1)?.count ?? 1
  for (let next = at + 1; next <= at + count; next += 1) query.negatedBy[next] = at
  if (longestAt(placeNames(), query, at + 1) !== null) take(query, at, at)
}

function markFrom(query: QueryText, cue: number, start: number): void {
  for (let at = start; at < Math.min(query.tokens.length, start + REACH); at += 1) {
    const token = query.tokens[at]
    if (token === undefined || (at > start && endsAt(query, at, start))) return
    query.negatedBy[at] = cue
    // `not listed banks`: the kind is denied, not the trade.
    const kind = longestAt(companyKinds(), query, at)?.count ?? 0
    for (let next = at + 1; next < at + kind; next += 1) query.negatedBy[next] = cue
    if (kind > 0 && !['or', 'nor'].includes(wordAt(query, at + kind))) return
    // `not yet funded fintechs`: what has not happened is denied, not the trade.
    if (STORY.has(token.text) && !STORY.has(wordAt(query, at + 1))) return
  }
}

/** What is denied is before the place where: `without crypto in Ireland`; `not based in Ireland` denies the place. */
const WHERE = new Set(['in', 'at', 'from', 'near', 'based', 'located', 'headquartered'])

/** Between a negation and its place these deny nothing: `no companies based in Ireland`. */
const FILLERS = new Set(
  'the a an any all got yet of to be is are being currently interested looking keen company companies firm firms startup startups business businesses one ones those founded established started launched incorporated office offices seat headquarters'.split(
    ' ',
  ),
)

function isPastDenied(query: QueryText, at: number, start: number): boolean {
  if (!WHERE.has(wordAt(query, at)) || wordAt(query, at - 1) === 'as') return false
  // `that are not startups in Lisbon`
  if (IS.has(wordAt(query, start - 2)) && wordAt(query, start - 1) === 'not' && isHead(wordAt(query, start)))
    return true
  // `no startups in Lisbon` is about Lisbon, `scaleups but no startups in Lisbon` is not.
  const isFiller = (text: string): boolean => FILLERS.has(text) && (!YOUNG.has(text) || isOpening(query, start))
  return query.tokens.slice(start, at).some(({ text }) => !WHERE.has(text) && !isFiller(text))
}
const IS = new Set(['are', 'is', 'were', 'was'])
/** Companies by how far they have come, which no filter holds: `no startups` leaves nobody out. */
export const YOUNG = phraseSet('startup, startups, start up, start ups, scaleup, scaleups')

/** Conjunctions and commas end a negation, but for lists of places: `excluding Germany, Austria and Switzerland`. */
function endsAt(query: QueryText, at: number, start: number): boolean {
  const token = query.tokens[at]
  if (token === undefined || ['stop', 'close', 'open', 'dash'].includes(token.gap)) return true
  if (
    cueAt(query, at) > 0 ||
    isPastDenied(query, at, start) ||
    isPastPlace(query, at, start) ||
    isPastTrade(query, at, start)
  )
    return true
  // `without Shopify selling furniture`
  if (isTopicVerb(token.text) && token.text.endsWith('ing') && longestAt(technologies(), query, at - 1) !== null)
    return true
  const isList = placeFollows(query, start)
  if (token.text === 'and') return !(isList && placeFollows(query, at + 1)) && !isShortList(query, at, start)
  if (token.gap === 'comma')
    return (
      !(isList && (placeFollows(query, at) || ['and', 'or'].includes(token.text))) ||
      isHead(token.text) ||
      isSought(query, at, start)
    )
  return ENDS.has(token.text)
}

/**
 * `not in London, UK fintechs`, `outside Germany, Austrian breweries`: where a question begins with what is denied, the
 * companies themselves follow, and with them the area around it or where they come from.
 */
function isSought(query: QueryText, at: number, start: number): boolean {
  const match = longestAt(placeNames(), query, at)
  const [area] = match?.values[0]?.locations ?? []
  if (match === null || area === undefined || !isOpening(query, start)) return false
  const next = at + match.count
  const isBeforeTrade = isHead(wordAt(query, next)) || longestAt(subjects(), query, next) !== null
  if (query.tokens[next]?.gap !== 'space' || !isBeforeTrade) return false
  const denied = longestAt(placeNames(), query, firstPlace(query, start))?.values ?? []
  const isAround = denied.some(
    ({ kind, locations: [inner] }) => kind !== 'country' && area.city === undefined && inner?.country === area.country,
  )
  return isAround || (WHERE.has(wordAt(query, start)) && isDemonym(wordAt(query, at), match.values))
}

/** Whether nothing but a negation stands before it. */
const isOpening = (query: QueryText, start: number): boolean =>
  [1, 2, 3].some((count) => count === start && phraseAt(query, 0, CUES, count) === count)

const firstPlace = (query: QueryText, start: number): number => {
  const back = [0, 1, 2, 3].find((past) => longestAt(placeNames(), query, start + past) !== null)
  return start + (back ?? 0)
}

/** `Austrian`, not `Austria` or `UK`. */
const isDemonym = (word: string, places: readonly NamedPlace[]): boolean =>
  places.some(({ kind }) => kind === 'country') && word.length > LONGEST_CODE && !countryNames().has(word)
const LONGEST_CODE = 3
const countryNames = lazily(() => new Set(COUNTRIES.map(({ name }) => dropMarks(name))))

/** `not in Munich software`: behind a place that is denied nothing else is, but for more places. */
function isPastPlace(query: QueryText, at: number, start: number): boolean {
  if (placeFollows(query, at) || query.tokens[at]?.gap === 'comma' || JOINS.has(wordAt(query, at))) return false
  for (let first = start; first < at; first += 1)
    if (first + (longestAt(placeNames(), query, first)?.count ?? 0) === at) return first < at
  return false
}
const JOINS = new Set(['and', 'or', 'nor', 'based', 'area', 'region', 'metro'])

/** `saas not agencies uk`, `no food Malta`: a place right behind a trade that is denied is where companies are sought. */
function isPastTrade(query: QueryText, at: number, start: number): boolean {
  if (query.tokens[at]?.gap !== 'space' || at === start || isPlaceBetween(query, start, at)) return false
  if (longestAt(placeNames(), query, at) === null && !isPlaceCode(query, at)) return false
  const before = wordAt(query, at - 1)
  const isNoun =
    at === start + 1 && !isStop(before) && !WHERE.has(before) && !isOnSide(query, at) && !AROUND.has(before)
  if (isHead(before) || isNoun) return true
  for (let first = Math.max(start, at - LONGEST_TRADE); first < at; first += 1)
    if (longestAt(subjects(), query, first)?.count === at - first) return true
  return false
}
const LONGEST_TRADE = 4
/** What belongs to the name of a place behind it. */
const AROUND = phraseSet('greater, downtown, metro, continental, republic, county, state, city, province')

const isPlaceBetween = (query: QueryText, start: number, end: number): boolean =>
  query.tokens.slice(start, end).some((_, place) => placeFollows(query, start + place))

/** `excluding crypto and gambling`, `no banks and insurers in Malta`: a trade on each side, and nothing more of a trade after. */
function isShortList(query: QueryText, at: number, start: number): boolean {
  const count = longestAt(subjects(), query, at + 1)?.count ?? 1
  const next = query.tokens[at + count + 1]
  const isWhere = next?.gap === 'space' && longestAt(placeNames(), query, at + count + 1) !== null
  if (next === undefined || next.gap === 'comma' || isWhere) return at - start <= 2 || count > 1
  return at - start <= 3 && WHERE.has(next.text) && longestAt(subjects(), query, at + 1) !== null
}

function placeFollows(query: QueryText, at: number): boolean {
  for (let next = at; next < at + 3; next += 1) {
    if (longestAt(placeNames(), query, next) !== null || isPlaceCode(query, next)) return true
    if (!['the', 'in', 'from', 'of', 'based', 'companies', 'any', 'and', 'greater'].includes(wordAt(query, next)))
      return false
  }
  return false
}
