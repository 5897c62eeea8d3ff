import type { CompanyTopic } from '../../lib/companies/company-filters.ts'
import { companyWords } from '../../lib/companies/company-words.ts'
import { INDUSTRIES } from '../../lib/companies/industries.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { BARE_HEADS, BARE_TRADES } from '../../lib/vocabulary/bare-trades.ts'
import { isFaint } from '../../lib/vocabulary/topics.ts'
import type { Topic } from './query-subjects.ts'
import { wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isStop } from './words/subject-words.ts'
import { singular } from './words/singular.ts'

/** Limits of the filter. */
const MAX_WORDS = 30
const MAX_LENGTH = 100

/**
 * The topics of the companies as conditions; topics joined by `or` are one condition, and so are topics of the same industries.
 */
export function topicsOf(query: QueryText, read: readonly Topic[]): CompanyTopic[] {
  const groups: Topic[][] = []
  const wanted = read.filter(({ negated }) => !negated)
  const listed = listedTopics(query, wanted)
  for (const topic of wanted) {
    const before = groups.at(-1)?.at(-1)
    const same = groups.find((group) => group.some((one) => isAlike(one, topic)))
    const isAlso = before !== undefined && listed.has(before) && listed.get(before) === listed.get(topic)
    if (isAlso || (before !== undefined && isAlternative(query, before, topic))) groups.at(-1)?.push(topic)
    else if (same !== undefined) same.push(topic)
    else groups.push([topic])
  }
  return groups.map(conditionOf)
}

const isAlike = (one: Topic, other: Topic): boolean =>
  one.said === other.said || (one.industries.length > 0 && one.industries.join() === other.industries.join())

/** `hotels or hostels`, `hotels/hostels` */
function isAlternative(query: QueryText, { last }: Topic, { first }: Topic): boolean {
  if (query.tokens[first]?.gap === 'slash') return true
  for (let at = last + 1; at < first; at += 1) if (wordAt(query, at) === 'or') return first - last <= 3
  return false
}

/** A list of fewer trades may mean that a company has both: `logistics, software`. */
const LEAST_LISTED = 3

/**
 * The lists whose trades are alternatives, by the first of each: `fintech, insurtech, regtech`, `any of insurance, banking`.
 * Hardly a company is in three trades.
 */
function listedTopics(query: QueryText, topics: readonly Topic[]): ReadonlyMap<Topic, Topic> {
  const found = new Map<Topic, Topic>()
  for (let at = 0; at < topics.length; at += 1) {
    const first = topics[at]
    if (first === undefined || found.has(first)) continue
    let end = at + 1
    while (isNextListed(query, topics[end - 1], topics[end])) end += 1
    const list = topics.slice(at, end)
    const isOpen = wordAt(query, first.first - 2) === 'any' && wordAt(query, first.first - 1) === 'of'
    const areTrades = list.length >= LEAST_LISTED && list.filter(isTradeOf).length >= LEAST_TRADES
    if (list.length > 1 && (isOpen || areTrades)) for (const topic of list) found.set(topic, first)
  }
  return found
}
const LEAST_TRADES = 2
const isTradeOf = ({ industries }: Topic): boolean => industries.length > 0

const isNextListed = ({ tokens }: QueryText, before: Topic | undefined, next: Topic | undefined): boolean =>
  before !== undefined &&
  next !== undefined &&
  (next.first === before.last + 1 ? tokens[next.first]?.gap === 'comma' : isListEnd(tokens, before.last, next.first))

/** `a, b and c` */
const isListEnd = (tokens: QueryText['tokens'], last: number, next: number): boolean =>
  next === last + 2 && tokens[last + 1]?.text === 'and'

function conditionOf(group: readonly Topic[]): CompanyTopic {
  const industries = distinct(group.flatMap((topic) => topic.industries))
  const words = distinct(group.flatMap(({ said, words: all }) => [said, ...all]))
  const isOnlyTag = (word: string): boolean => industries.length > 0 && !word.includes(' ') && isVague(singular(word))
  const tags = words.filter(isOnlyTag)
  const keywords = words.filter((word) => !isOnlyTag(word))
  return {
    said: group
      .map(({ said }) => said)
      .join(' or ')
      .slice(0, MAX_LENGTH),
    ...(industries.length > 0 && { industries }),
    ...(keywords.length > 0 && { keywords: keywords.slice(0, MAX_WORDS) }),
    ...(tags.length > 0 && { tags: tags.slice(0, MAX_WORDS) }),
    ...(group.some(({ isKnown }) => isKnown) ? {} : { known: false as const }),
  }
}

/**
 * Whether the word also occurs in descriptions of other companies or in the names of other industries, which are searched too.
 */
const isVague = (word: string): boolean => isFaint(word) || wordsOfIndustries().has(word)

const wordsOfIndustries = lazily(
  () => new Set(INDUSTRIES.flatMap((name) => companyWords(name).split(' ').map(singular))),
)

const distinct = (words: readonly string[]): string[] => [...new Set(words)]

/**
 * What a question that names no trade asks for by its word for companies alone: where nothing but the place, the size and the
 * like is said of them. Null if that is just companies.
 */
export function bareTrade(query: QueryText): Topic | { told: string } | null {
  const at = query.tokens.findIndex(
    ({ text }, place) => query.taken[place] !== true && query.negatedBy[place] === -1 && isBare(text),
  )
  const { text = '', raw = '' } = query.tokens[at] ?? {}
  const before = query.tokens[at - 1]
  // `zuntal makers`: of some kind, which no list has.
  const isOfSome = before?.kind === 'word' && query.taken[at - 1] !== true && !isStop(before.text)
  if (at === -1 || isOfSome) return null
  const trade = BARE_TRADES.find(({ heads }) => heads.includes(text))
  if (trade === undefined) return { told: raw }
  const words = [text, singular(text)]
  return { ...trade, keywords: [], words, isKnown: true, said: text, first: at, last: at, negated: false }
}
const isBare = (word: string): boolean => BARE_HEADS.has(word) || BARE_TRADES.some(({ heads }) => heads.includes(word))
