import { longestAt } from './words/phrase-index.ts'
import { phraseBefore, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isHead, isStop, isTopicVerb, subjects } from './words/subject-words.ts'

/** What a question says besides the trade of the companies: who is behind them, whom they serve, what they have. */

/** `funded by Sequoia`: who is behind the companies, not what they do. */
export const isPassive = (query: QueryText, at: number): boolean =>
  wordAt(query, at) === 'by' &&
  ['funded', 'backed', 'financed', 'owned', 'acquired', 'founded'].includes(wordAt(query, at - 1))

/** Words before the customers of a company. */
const SERVING = phraseSet('for, serving, helping, help, helps, serve, serves, targeting')
/** `looking for dentists`: what the question is after, not whom companies serve. */
const SEARCHING = phraseSet('looking, look, search, searching, hunting, ask, asking, need')

export const isServing = (query: QueryText, at: number): boolean =>
  SERVING.has(wordAt(query, at)) && phraseBefore(query, at, SEARCHING, 1) === 0

const OWNED = phraseSet('owned, led, run, controlled, operated, managed')

/**
 * Where `veteran owned` or `founder-led` ends, which says who owns or leads a company; null if no such phrase begins here. A
 * listed phrase, such as `women owned`, is a topic.
 */
export function ownedUntil(query: QueryText, at: number): number | null {
  const [owner, owned] = [query.tokens[at], query.tokens[at + 1]]
  if (owner === undefined || owned === undefined || !OWNED.has(owned.text)) return null
  if (owner.kind !== 'word' || isStop(owner.text) || isHead(owner.text) || isTopicVerb(owner.text)) return null
  if (owned.gap !== 'space' && owned.gap !== 'hyphen') return null
  const next = query.tokens[at + 2]
  const isBeforeNoun = next?.kind === 'word' && next.gap === 'space' && !isStop(next.text)
  if (!isBeforeNoun) return null
  const known = longestAt(subjects(), query, at)
  // `AI-led` says what a company does, `doctor-led` who leads it.
  const isWhose = known === null || (known.count === 1 && (known.values[0]?.industries.length ?? 0) > 0)
  return isWhose ? at + 1 : null
}

/** Whether the words name something a company has besides its trade, in words of no list: `with a free trial`. */
export function isWithUnknown(query: QueryText, first: number, last: number): boolean {
  const article = ['a', 'an'].includes(wordAt(query, first - 1)) ? 1 : 0
  return wordAt(query, first - 1 - article) === 'with' && isUnlisted(query, first, last)
}

/** Whether none of the words is listed as a trade. */
export function isUnlisted(query: QueryText, first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) if (longestAt(subjects(), query, at) !== null) return false
  return true
}
