import { isUsState } from '../../../lib/companies/regions.ts'
import { listLines } from '../../../lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../lib/vocabulary/places/place-file.ts'
import { longestAt } from './phrase-index.ts'
import { placeNames } from './place-names.ts'
import { phraseSet, wordAt } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import { isCapital, isJoined } from './query-tokens.ts'
import { isHead, isMood, isStop, isStructure, isTale, isTopicVerb, isWay, subjects } from './subject-words.ts'

export const WORD_CITIES = wordsOf('word-cities')
export const ORDINARY_CITIES = wordsOf('ordinary-cities')

function wordsOf(file: 'word-cities' | 'ordinary-cities'): ReadonlySet<string> {
  return new Set(listLines(placeFile(file)).flatMap((line) => line.split(' ')))
}

/** Words for companies that also name products: after another word they form a phrase with it, `smart devices`. */
const PRODUCTS = phraseSet(
  'app, application, platform, tool, solution, product, service, system, tech, technology, device, offering',
)

/** `in mobile phones`: whether the words at a position begin a longer phrase that is listed as a trade. */
export const isInLongerPhrase = (query: QueryText, first: number, last: number): boolean =>
  (longestAt(subjects(), query, first)?.count ?? 0) > last - first + 1

/** `credit unions`: whether the word is a later one of a phrase that is listed as a trade. */
export const isInsidePhrase = (query: QueryText, at: number): boolean =>
  [1, 2].some((back) => (at < back ? 0 : (longestAt(subjects(), query, at - back)?.count ?? 0)) > back)

/**
 * `in orange juice`: a city whose name is also a word, and which runs on into another word, is that word. `in reading and
 * writing` runs on after a conjunction. Anything else that follows a city is its area, a company or the grammar of the
 * question.
 */
export function runsOn(query: QueryText, last: number): boolean {
  const next = wordAt(query, last + 1)
  return (
    isRest(query, last + 1) || (['and', 'or'].includes(next) && isRest(query, last + 2) && !isPlace(query, last + 2))
  )
}

/** Whether the word forms one phrase with the one before it. */
export function isRest(query: QueryText, at: number): boolean {
  const token = query.tokens[at]
  if (token === undefined || token.kind !== 'word' || !isJoined(token.gap) || query.taken[at] === true) return false
  if (PRODUCTS.has(query.singulars[at] ?? '')) return true
  const { text, raw } = token
  const isGrammar = isStop(text) || isTopicVerb(text) || isTale(text) || isMood(text)
  return (
    !isGrammar &&
    !isHead(text) &&
    !isStructure(text) &&
    !isWay(text) &&
    !isUsState(raw.toUpperCase()) &&
    !isPlace(query, at)
  )
}

/** Whether a place is named here whose name is not an ordinary word. */
function isPlace(query: QueryText, at: number): boolean {
  const match = longestAt(placeNames(), query, at)
  if (match === null) return false
  const word = wordAt(query, at)
  return match.count > 1 || !(WORD_CITIES.has(word) || ORDINARY_CITIES.has(word))
}

/** Capitalised as names are, while the word after it is not: `in Reading software firms`. */
export const isOnlyNameInCapitals = (query: QueryText, first: number, last: number): boolean => {
  const [name, next] = [query.tokens[first], query.tokens[last + 1]]
  return name !== undefined && isCapital(name) && (next === undefined || !isCapital(next))
}
