import { lazily } from '../../../lib/process/lazily.ts'
import { amountNouns } from '../../../lib/vocabulary/amount-nouns.ts'
import { longestAt } from './phrase-index.ts'
import { wordAt } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import { isJoined } from './query-tokens.ts'
import { singular } from './singular.ts'
import { isStop, subjects } from './subject-words.ts'

const WORTH: ReadonlySet<string> = new Set(amountNouns('worth', ['en']))

/** Whether the word means a kind of money that no filter covers: revenue, valuation. */
export const isWorth = (word: string): boolean => WORTH.has(word)

/** `revenue 10m manufacturers`: the amount does not count the trade after it. */
function isTradeBehindAmount(query: QueryText, at: number): boolean {
  if (longestAt(subjects(), query, at) === null) return false
  let first = at - 1
  while (query.tokens[first]?.kind !== 'word' || isStop(wordAt(query, first))) if (--first < 0) return false
  return WORTH.has(wordAt(query, first))
}

/** `5m arr` */
export const hasNumberBefore = (query: QueryText, at: number): boolean =>
  query.tokens[at - 1]?.kind === 'number' || query.tokens[at - 2]?.kind === 'number'

/** Whether a number counts this word, which is neither money nor staff: `80 attorneys`, `300m in deposits`. */
export function isCounted(query: QueryText, at: number): boolean {
  const isNumber = (place: number): boolean =>
    wordAt(query, place - 1) !== 'iso' && query.tokens[place]?.kind === 'number' && query.taken[place] !== true
  const isBehind = isJoined(query.tokens[at]?.gap ?? 'stop') && isNumber(at - 1) && !isTradeBehindAmount(query, at)
  return isNumber(at) || isBehind || (isNumber(at - 2) && ['in', 'of', 'on'].includes(wordAt(query, at - 1)))
}

const UNITS = lazily(() => new Set(amountNouns('other', ['en']).map((noun) => singular(noun))))

/** `200-bed hospitals`: a number, or the unit behind it, that describes the trade which follows and is sought. */
export function isOfUnit(query: QueryText, at: number): boolean {
  const unit = query.tokens[at]?.kind === 'number' ? at + 1 : at
  return (
    isCounted(query, unit) &&
    UNITS().has(query.singulars[unit] ?? '') &&
    isJoined(query.tokens[unit + 1]?.gap ?? 'stop') &&
    longestAt(subjects(), query, unit + 1) !== null
  )
}
