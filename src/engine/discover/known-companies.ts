import { companyKey } from '../classify/company-name.ts'
import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import type { QueriedCompany } from './query-companies.ts'
import { MAX_QUERY_LENGTH, phraseSet } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isCapital } from './words/query-tokens.ts'
import { isHead, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

/** Companies of the index by the keys of their names (`companyKey`), or by the first part of their domain. */
export type KnownNames = ReadonlyMap<string, { name: string } | { domain: string }>

export const NOBODY_KNOWN: KnownNames = new Map()

interface LeadingName {
  /** As a name, and as domains are written: `heimdall power`, `heimdallpower`. */
  keys: readonly string[]
  words: number
  isCapital: boolean
}

const MAX_NAME_WORDS = 4
/** What follows a name and begins a question about others than that company. */
const GRAMMAR = phraseSet(
  'in, from, with, for, using, that, which, and, or, of, by, near, based, founded, raised, similar, like, competitors, alternatives, rivals, peers',
)
/** Nothing of a name comes after these. */
const ENDS = /[,;:()?!–—]$/

/** What a question may call a company by: its first words, the longest stretch first. */
export function leadingNames(text: string): LeadingName[] {
  const words = wordsOf(text)
  const found: LeadingName[] = []
  for (let count = 1; count <= Math.min(MAX_NAME_WORDS, words.length); count += 1) {
    const said = words.slice(0, count).join(' ')
    const key = companyKey(said.replace(ENDS, ''))
    if (key !== '')
      found.push({
        keys: [...new Set([key, key.replaceAll(' ', '')])],
        words: count,
        isCapital: /^[\p{Lu}\p{N}]/u.test(said),
      })
    if (ENDS.test(said)) break
  }
  return found.toReversed()
}

const wordsOf = (text: string): string[] =>
  text
    .slice(0, MAX_QUERY_LENGTH)
    .trim()
    .split(/\s+/)
    .slice(0, MAX_NAME_WORDS + 1)

/** A company of the index that the question begins with, and explains or not: `Larkmoor payments company`. */
export function leadingCompany(text: string, query: QueryText, names: KnownNames): QueriedCompany | null {
  if (names.size === 0) return null
  const words = wordsOf(text)
  for (const { keys, words: count, isCapital } of leadingNames(text)) {
    const known = keys.map((key) => names.get(key)).find((one) => one !== undefined)
    const next = words[count]?.toLowerCase()
    if (known === undefined || isListed(query, count, isCapital && next !== undefined)) continue
    const isQuestion = query.tokens.some((_, at) => at >= count && isMany(query, at))
    return isQuestion || (next !== undefined && GRAMMAR.has(next)) ? null : known
  }
  return null
}

/** Where many are asked for, the words before them are no name: `vendors`, `hospitals`. */
function isMany(query: QueryText, at: number): boolean {
  const token = query.tokens[at]
  const word = token?.text ?? ''
  // `Acme Labs` goes on being a name.
  if (token === undefined || isCapital(token)) return false
  // `logistics` is one thing.
  if (!word.endsWith('s') || word.endsWith('ics') || query.singulars[at] === word) return false
  return (
    isHead(word) || longestAt(subjects(), query, at)?.values.some(({ industries }) => industries.length > 0) === true
  )
}

/** Words that mean something else. A single one may be a name all the same where it is written so, and explained. */
function isListed(query: QueryText, count: number, isExplained: boolean): boolean {
  const isGrammar = (word: string): boolean => isHead(word) || isStop(word) || isTale(word) || isTopicVerb(word)
  if (query.tokens.slice(0, count).every(({ text }) => isGrammar(text))) return true
  if (count > 1) return false
  return !isExplained || longestAt(subjects(), query, 0) !== null || longestAt(placeNames(), query, 0) !== null
}
