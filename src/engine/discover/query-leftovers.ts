import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'
import { rawText } from './query-companies.ts'
import { STORY, YOUNG } from './query-negation.ts'
import { phraseSet } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isJoined } from './words/query-tokens.ts'
import { isHead, isStop, isTopicVerb, isWay } from './words/subject-words.ts'

/** An answer names no more than this of what it did not understand. */
const MAX_LEFTOVERS = 20

/** The stretches of a query that no rule has understood, as they were typed; words of grammar alone are none. */
export function leftovers(query: QueryText, isFundingRead: boolean): string[] {
  const found: string[] = []
  for (let at = 0; at < query.tokens.length && found.length < MAX_LEFTOVERS; at += 1) {
    const denied = deniedUntil(query, at)
    if (denied !== null) {
      found.push(asTyped(query, query.negatedBy[at] ?? at, denied))
      at = denied
      continue
    }
    if (isEmpty(query, at, isFundingRead)) continue
    let last = at
    for (let next = at + 1; isOpen(query, next); next += 1) if (!isEmpty(query, next, isFundingRead)) last = next
    found.push(asTyped(query, at, last))
    at = last
  }
  return found
}

/** Words that are translations are told in the language of the question, each of its phrases once. */
export function asTyped(query: QueryText, first: number, last: number): string {
  if (query.typed.size === 0) return rawText(query, first, last)
  let text = ''
  let before = ''
  for (let at = first; at <= last; at += 1) {
    const token = query.tokens[at]
    if (token === undefined) break
    const { raw, gap } = token
    const said = query.typed.get(raw)
    const earlier = query.tokens.slice(0, at).filter((one) => one.raw === raw).length
    const word = said === undefined ? raw : (said[earlier] ?? said.at(-1) ?? raw)
    if (word !== before) text += (text === '' ? '' : gap === 'hyphen' ? '-' : ' ') + word
    before = word
  }
  return text
}

/** What has not happened, or what a company lacks, is not a filter (`not raised`, `without a website`): it is reported whole. */
function deniedUntil({ negatedBy, tokens, taken }: QueryText, at: number): number | null {
  const cue = negatedBy[at]
  if (cue === undefined || cue === -1) return null
  // `no startups in Lisbon` denies the place.
  const isOfPlace = negatedBy.some((one, place) => one === cue && place > at && taken[place] === true)
  const isTold = (text: string): boolean => isWay(text) || (YOUNG.has(text) && !isOfPlace)
  const last = tokens.findLastIndex(
    ({ text }, place) => negatedBy[place] === cue && (STORY.has(text) || (isTold(text) && taken[place] !== true)),
  )
  return last < at ? null : last
}

const isOpen = (query: QueryText, at: number): boolean => {
  const token = query.tokens[at]
  return token !== undefined && query.taken[at] !== true && isJoined(token.gap)
}

/** What says that companies have investors; without a stage, an amount or a date no filter holds it. */
const FUNDED = phraseSet('backed, funded, raised, raising, vc, vcs')

/** Companies by what they are worth, which no filter holds. */
const VALUED = phraseSet('unicorn, unicorns, decacorn, decacorns')

const COUNTED: ReadonlySet<string> = new Set([
  ...'year, years, month, months, week, weeks, day, days, decade, decades'.split(', '),
  ...amountNouns('other', ['en']),
])

function isEmpty(query: QueryText, at: number, isFundingRead: boolean): boolean {
  const word = query.tokens[at]?.text ?? ''
  if (query.taken[at] === true) return true
  // `50 stores`, `five years`: a number is told with its noun.
  const isCounted = query.tokens[at - 1]?.kind === 'number' && query.taken[at - 1] !== true
  if (isCounted && COUNTED.has(word)) return false
  if (isStop(word) || isTopicVerb(word)) return isFundingRead || !FUNDED.has(word)
  if (VALUED.has(word)) return false
  return isHead(word) && !isCounted
}

const CURRENCIES = phraseSet(
  '€, £, ¥, ₹, eur, euro, euros, gbp, pounds, chf, cad, aud, sgd, hkd, nzd, brl, inr, sek, nok, dkk, pln, zar, kr, zloty, rand, francs',
)

/** Amounts are compared in US dollars without any rate: a question in another currency is told so. */
export const foreignMoney = ({ tokens }: QueryText): string[] =>
  tokens
    .filter(({ text }) => CURRENCIES.has(text))
    .slice(0, 1)
    .map(({ raw }) => `${raw} (amounts are compared in US dollars)`)

const MARKETS = phraseSet(
  'nasdaq, nyse, amex, lse, aim, asx, tsx, euronext, ftse, dax, mdax, sdax, tecdax, cac, ibex, smi, stoxx, nikkei, sensex, nifty, otc',
)

/** Being listed is a filter, where and in which index is none: `NYSE-listed`, `FTSE 100`. */
export const marketsNamed = (query: QueryText): string[] =>
  query.tokens.flatMap(({ text }, at) => {
    if (!MARKETS.has(text) || query.taken[at] !== true) return []
    const next = query.tokens[at + 1]
    return [asTyped(query, at, next?.kind === 'number' && next.gap === 'space' ? at + 1 : at)]
  })
