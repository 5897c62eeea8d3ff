import { isClosedWord } from '../../../lib/vocabulary/company-status.ts'
import { longestAt } from './phrase-index.ts'
import { joined, phraseSet, take, wordAt } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import { isHead, subjects } from './subject-words.ts'

/** The longest phrase is `out of business`. */
const MOST_WORDS = 3
/** Before a trade, these are part of it: `dissolved gas analysis`. */
const OF_MATTER = phraseSet('dead, inactive, dissolved')
const LINKS = phraseSet('that, which, who, are, is, were, was, have, has, been, went, gone, now, since, permanently')
/** After `closed`, anything else is what was closed: a round, a deal. */
const GO_ON = phraseSet('in, near, from, since, between, around, after, before, during, and, with, founded, based')

/** Takes the words that ask for closed companies. Returns whether there are any without a negation. */
export function readClosed(query: QueryText): boolean {
  let isAsked = false
  for (let at = 0; at < query.tokens.length; at += 1) {
    const count = closedAt(query, at)
    if (count === 0) continue
    isAsked ||= query.negatedBy[at] === -1
    take(query, at, at + count - 1)
    at += count - 1
  }
  return isAsked
}

/** How many words from `at` on say that companies are closed. */
function closedAt(query: QueryText, at: number): number {
  for (let count = MOST_WORDS; count > 0; count -= 1) {
    const said = joined(query, at, count)
    if (isClosedWord(said) && (isBefore(query, at, count, said) || isAfter(query, at, count))) return count
  }
  return 0
}

/** `closed breweries`, but not `closed-end funds`. */
function isBefore(query: QueryText, at: number, count: number, said: string): boolean {
  const next = query.tokens[at + count]
  if (next === undefined || next.gap === 'hyphen' || (longestAt(subjects(), query, at)?.count ?? 0) > count)
    return false
  return isHead(next.text) || (!OF_MATTER.has(said) && longestAt(subjects(), query, at + count) !== null)
}

/** `breweries that have closed`, `entreprises fermées`. */
function isAfter(query: QueryText, at: number, count: number): boolean {
  const next = wordAt(query, at + count)
  if (at === 0 || (next !== '' && !GO_ON.has(next))) return false
  const before = wordAt(query, at - 1)
  return LINKS.has(before) || isHead(before) || longestAt(subjects(), query, at - 1) !== null
}
