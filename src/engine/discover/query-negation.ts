import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import { technologies } from './query-kinds.ts'
import { phraseAt, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'

const CUES = phraseSet(
  "not, no, without, excluding, exclude, excludes, except, except for, outside, outside of, other than, apart from, rather than, instead of, aside from, never, isn't, aren't, wasn't, weren't, don't, doesn't, didn't, won't, neither, nor, avoid, avoiding, skip, but not, besides, minus, cannot, can't",
)
/** What makes a cue something else: `not only`, `no more than`, `no later than`, `no-code`, `not for profit`. */
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
  'larger',
  'merely',
  'simply',
  'necessarily',
])
/** What has not happened says nothing of the place that follows: `has not raised yet in Denmark`. */
export const STORY = new Set([
  'raised',
  'raising',
  'funded',
  'backed',
  'acquired',
  'hiring',
  'launched',
  'profitable',
  'sold',
])
const ENDS = new Set(['but', 'that', 'which', 'who', 'with', 'while', 'and'])
/** A negation reaches no further than this. */
const REACH = 12

/** Marks every token that a negation governs with the place of that negation. */
export function markNegations(query: QueryText): void {
  for (let at = 0; at < query.tokens.length; at += 1) {
    const count = cueAt(query, at)
    if (count > 0) {
      markFrom(query, at, at + count)
      take(query, at, at + count - 1)
    } else if (isPrefix(query, at)) markPrefixed(query, at)
  }
}

function cueAt(query: QueryText, at: number): number {
  const count = phraseAt(query, at, CUES, 2)
  if (count === 0) return 0
  const next = wordAt(query, at + count)
  if (HARMLESS_NEXT.has(next) || (next === 'for' && wordAt(query, at + count + 1) === 'profit')) return 0
  // "Outside" of what is no place says something else.
  return wordAt(query, at) !== 'outside' || placeFollows(query, at + count) ? count : 0
}

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
  }
}

/** What is not used is said before the place where: `not using Shopify in Ireland`, `without Shopify in Ireland`. */
const WHERE = new Set(['in', 'from', 'based', 'located', 'headquartered'])

/** Conjunctions and commas end a negation, but for lists of places: `excluding Germany, Austria and Switzerland`. */
function endsAt(query: QueryText, at: number, start: number): boolean {
  const token = query.tokens[at]
  if (token === undefined || ['stop', 'close', 'open', 'dash'].includes(token.gap)) return true
  if (WHERE.has(token.text) && [start, start + 1].some((from) => longestAt(technologies(), query, from))) return true
  if (WHERE.has(token.text) && [start, start + 1].some((from) => STORY.has(wordAt(query, from)))) return true
  const isList = placeFollows(query, start)
  if (token.text === 'and') return !(isList && placeFollows(query, at + 1)) && !isShortList(query, at, start)
  if (token.gap === 'comma') return !(isList && (placeFollows(query, at) || ['and', 'or'].includes(token.text)))
  return ENDS.has(token.text)
}

/** `excluding crypto and gambling`: one word on each side, and nothing after. */
const isShortList = (query: QueryText, at: number, start: number): boolean =>
  at - start <= 2 && (query.tokens[at + 2] === undefined || query.tokens[at + 2]?.gap === 'comma')

function placeFollows(query: QueryText, at: number): boolean {
  for (let next = at; next < at + 3; next += 1) {
    if (longestAt(placeNames(), query, next) !== null) return true
    if (!['the', 'in', 'from', 'of', 'based', 'companies', 'any', 'and'].includes(wordAt(query, next))) return false
  }
  return false
}
