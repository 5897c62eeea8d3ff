import { rawText } from './query-companies.ts'
import { STORY } from './query-negation.ts'
import { phraseSet } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isJoined } from './words/query-tokens.ts'
import { isHead, isStop, isTopicVerb } from './words/subject-words.ts'

/** An answer names no more than this of what it did not understand. */
const MAX_LEFTOVERS = 20

/** The stretches of a query that no rule has understood, as they were typed; words of grammar alone are none. */
export function leftovers(query: QueryText): string[] {
  const found: string[] = []
  for (let at = 0; at < query.tokens.length && found.length < MAX_LEFTOVERS; at += 1) {
    if (isDenied(query, at)) {
      found.push(rawText(query, query.negatedBy[at] ?? at, at))
      continue
    }
    if (isEmpty(query, at)) continue
    let last = at
    for (let next = at + 1; isOpen(query, next); next += 1) if (!isEmpty(query, next)) last = next
    found.push(rawText(query, at, last))
    at = last
  }
  return found
}

/** What has not happened is no filter: `not raised`, told to its last word. */
const isDenied = ({ negatedBy, tokens }: QueryText, at: number): boolean => {
  const isStory = (place: number): boolean =>
    negatedBy[place] !== -1 && negatedBy[place] === negatedBy[at] && STORY.has(tokens[place]?.text ?? '')
  return isStory(at) && !tokens.some((_, place) => place > at && isStory(place))
}

const isOpen = (query: QueryText, at: number): boolean => {
  const token = query.tokens[at]
  return token !== undefined && query.taken[at] !== true && isJoined(token.gap)
}

function isEmpty(query: QueryText, at: number): boolean {
  const word = query.tokens[at]?.text ?? ''
  return query.taken[at] === true || isStop(word) || isHead(word) || isTopicVerb(word)
}

const CURRENCIES = phraseSet('€, £, ¥, ₹, eur, euro, euros, gbp, pounds, chf, cad, aud, sgd, francs')

/** Amounts are compared in US dollars without any rate: whoever asks in another currency is told so. */
export const foreignMoney = ({ tokens }: QueryText): string[] =>
  tokens
    .filter(({ text }) => CURRENCIES.has(text))
    .slice(0, 1)
    .map(({ raw }) => `${raw} (amounts are compared in US dollars)`)
