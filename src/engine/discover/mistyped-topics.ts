import { lazily } from '../../lib/process/lazily.ts'
import { listLines } from '../../lib/vocabulary/list-lines.ts'
import { byFirstLetter, nearestWord } from './words/near-words.ts'
import { nearestTopic } from './words/near-topics.ts'
import type { NearWord } from './words/near-words.ts'
import { longestAt } from './words/phrase-index.ts'
import type { PhraseIndex } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import { companyKinds, technologies } from './query-kinds.ts'
import { wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isCapital } from './words/query-tokens.ts'
import { isHead, isMood, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'
import { wordFile } from './words/word-file.ts'

/** A word that was read as another. */
export interface Correction {
  said: string
  read_as: string
}

const MOST_CORRECTIONS = 5

/** Ordinary words that only look like a mistyped trade. */
const lookalikes = lazily(() => new Set(listLines(wordFile('topic-lookalikes')).flatMap((line) => line.split(' '))))

/** Words of which phrases for trades are made: `electrical contractor`. */
const parts = lazily(() => {
  const words = [...subjects().values.keys()].flatMap((key) => (key.includes(' ') ? key.split(' ') : []))
  return byFirstLetter([...new Set(words)].map((key) => ({ key, weight: 0 })))
})

/** `electical contractors`: a word that, once it is mended, is a phrase for a trade with the word beside it. */
function partMeant(query: QueryText, at: number): NearWord | null {
  const meant = nearestWord(parts(), query.singulars[at] ?? '')
  if (meant === null) return null
  const mended = { ...query, singulars: query.singulars.with(at, meant.key), phrases: [] }
  // A word for companies is beside any word: `skipping companies` are not in shipping.
  const isPhrase = (first: number, beside: number): boolean =>
    !isHead(wordAt(query, beside)) && (longestAt(subjects(), mended, first)?.count ?? 0) > 1
  return isPhrase(at, at + 1) || isPhrase(at - 1, at - 1) ? meant : null
}

/** Corrects words for trades and companies in English questions. Names and words of any list stay unchanged. */
export function withTopicsMended(query: QueryText): { query: QueryText; corrected: Correction[] } {
  const corrected: Correction[] = []
  if (query.isTranslated) return { query, corrected }
  const tokens = [...query.tokens]
  const singulars = [...query.singulars]
  for (let at = 0; at < tokens.length && corrected.length < MOST_CORRECTIONS; at += 1) {
    const known = LISTS.map((list) => longestAt(list(), query, at)?.count ?? 0)
    const longest = Math.max(0, ...known)
    if (longest > 0) {
      at += longest - 1
      continue
    }
    const token = tokens[at]
    const singular = singulars[at] ?? ''
    const meant =
      token === undefined ? null : isOddPlural(token.text, singular) ? { key: singular } : meantAt(query, at)
    if (token === undefined || meant === null) continue
    const isPlural = singular !== token.text && !meant.key.endsWith('s')
    const text = isPlural ? pluralOf(meant.key) : meant.key
    corrected.push({ said: token.raw, read_as: text })
    tokens[at] = { ...token, text, raw: text }
    singulars[at] = meant.key
  }
  return corrected.length === 0
    ? { query, corrected }
    : { query: { ...query, tokens, singulars, phrases: [] }, corrected }
}

const meantAt = (query: QueryText, at: number): NearWord | null =>
  isOpen(query, at) ? (partMeant(query, at) ?? nearestTopic(query.singulars[at] ?? '')) : null

/** `companys` */
const isOddPlural = (text: string, singular: string): boolean =>
  isHead(singular) && !isHead(text) && text !== pluralOf(singular)

const LISTS: readonly (() => PhraseIndex<unknown>)[] = [subjects, placeNames, technologies, companyKinds]

const pluralOf = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`)

/** A capitalised word is a name, except a plural at the beginning of a question: `Resturants in Ghent`. */
function isName({ tokens, singulars }: QueryText, at: number): boolean {
  const token = tokens[at]
  if (token === undefined || !isCapital(token)) return false
  return at > 0 || tokens.length === 1 || singulars[at] === token.text
}

function isOpen(query: QueryText, at: number): boolean {
  const token = query.tokens[at]
  if (token === undefined || token.kind !== 'word' || isName(query, at)) return false
  const { text } = token
  if (isHead(text) || isStop(text) || isTale(text) || isMood(text) || isTopicVerb(text)) return false
  return !lookalikes().has(query.singulars[at] ?? '')
}
