import { companyKey } from '../classify/company-name.ts'
import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import { isMany } from './query-companies.ts'
import type { QueriedCompany } from './query-companies.ts'
import { MAX_QUERY_LENGTH, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { askedAbout } from './words/one-company.ts'
import { isCapital } from './words/query-tokens.ts'
import type { Token } from './words/query-tokens.ts'
import { isHead, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

/** Companies of the index by the keys of their names (`companyKey`), or by the first part of their domain. */
export type KnownNames = ReadonlyMap<string, { name: string } | { domain: string }>

export const NOBODY_KNOWN: KnownNames = new Map()

interface LeadingName {
  /** As a name, as a domain is written, and split at its capitals: `heimdall power`, `heimdallpower`. */
  keys: readonly string[]
  words: number
  isCapital: boolean
  /** The rest of the question. */
  rest: string
}

const MAX_NAME_WORDS = 4
/** Words that, after a name, begin a question about companies other than that one. */
const GRAMMAR = phraseSet(
  'in, from, with, for, using, that, which, and, or, of, by, near, based, founded, raised, similar, like, competitors, alternatives, rivals, peers',
)
/** A name ends at these. */
const ENDS = /[,;:()?!–—]$/

/** What a question may call a company: its first words, or the first after those that ask about one; longest stretch first. */
export function leadingNames(text: string): LeadingName[] {
  const all = wordsOf(askedAbout(text.slice(0, MAX_QUERY_LENGTH)) ?? text)
  const words = all.slice(0, MAX_NAME_WORDS)
  const found: LeadingName[] = []
  for (let count = 1; count <= words.length; count += 1) {
    const said = words.slice(0, count).join(' ')
    const key = companyKey(said.replace(ENDS, ''))
    const parted = companyKey(said.replace(ENDS, '').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    if (key !== '' && !isCutShort(said, key))
      found.push({
        keys: [...new Set([key, key.replaceAll(' ', ''), parted])],
        words: count,
        isCapital: /^[\p{Lu}\p{N}]/u.test(said),
        rest: all.slice(count).join(' '),
      })
    if (ENDS.test(said)) break
  }
  return found.toReversed()
}

/** `Sanctuary as in`: a legal form is capitalised like the name before it. */
const isCutShort = (said: string, key: string): boolean =>
  /^\p{Lu}.*\s\p{Ll}\S*$/u.test(said) && key.split(' ').length < said.split(/\s+/).length

const wordsOf = (text: string): string[] => text.slice(0, MAX_QUERY_LENGTH).trim().split(/\s+/)

/**
 * A company of the index with which the question begins, whether explained or not: `Larkmoor payments company`.
 * @param isAsked words that ask about one company stood before it
 */
export function leadingCompany(
  text: string,
  query: QueryText,
  names: KnownNames,
  isAsked: boolean,
): QueriedCompany | null {
  if (names.size === 0) return null
  const words = wordsOf(text)
  for (const { keys, words: count, isCapital } of leadingNames(text)) {
    const known = keys.map((key) => names.get(key)).find((one) => one !== undefined)
    const next = words[count]?.toLowerCase()
    const isExplained =
      isAsked || (isCapital && next !== undefined) || ARTICLES.has(next ?? '') || isNounPhrase(query, count)
    if (known === undefined || isListed(query, count, isExplained)) continue
    const isQuestion = query.tokens.some((_, at) => at >= count && isMany(query, at))
    return isQuestion || (next !== undefined && GRAMMAR.has(next)) ? null : known
  }
  return null
}

const ARTICLES = phraseSet('the, a, an')
/** A shorter word that is nothing else is more often missing from the lists than a name. */
const LONG_NAME = 9

/**
 * `harbourlight billing software`: one long word of no list, followed to the end by words that explain it, including a trade.
 */
function isNounPhrase(query: QueryText, count: number): boolean {
  const rest = query.tokens.slice(count)
  const isPlain = ({ kind, gap, text }: Token): boolean => kind === 'word' && gap === 'space' && !isGrammar(text)
  const isTrade = rest.some((_, at) => longestAt(subjects(), query, count + at) !== null)
  return count === 1 && wordAt(query, 0).length >= LONG_NAME && isTrade && rest.every(isPlain)
}

const isGrammar = (word: string): boolean => isStop(word) || isTale(word) || isTopicVerb(word)

/** Whether the words mean something else. A single word may still be a name if it is explained. */
function isListed(query: QueryText, count: number, isExplained: boolean): boolean {
  const words = query.tokens.slice(0, count)
  if (words.every(({ text }) => isHead(text) || isGrammar(text))) return true
  if (count > 1)
    return !words.every(isCapital) && words.every((token, at) => isHead(token.text) || isSubject(query, at))
  return !isExplained || isSubject(query, 0) || longestAt(placeNames(), query, 0) !== null
}

const isSubject = (query: QueryText, at: number): boolean => longestAt(subjects(), query, at) !== null
