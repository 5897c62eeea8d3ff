import { isJoined, readTokens } from './query-tokens.ts'
import type { Token } from './query-tokens.ts'
import { singular } from './singular.ts'

/** Phrases and their meanings, matched longest first. */
export interface PhraseIndex<Value> {
  values: Map<string, Value[]>
  /** By first word, the number of words in the longest phrase that begins with it. */
  longest: Map<string, number>
}

export const phraseIndex = <Value>(): PhraseIndex<Value> => ({ values: new Map(), longest: new Map() })

export function addPhrase<Value>(index: PhraseIndex<Value>, phrase: string, value: Value): void {
  const { words, key } = keyOf(phrase)
  const [first] = words
  if (first === undefined) return
  const values = index.values.get(key)
  if (values === undefined) index.values.set(key, [value])
  else values.push(value)
  index.longest.set(first, Math.max(index.longest.get(first) ?? 0, words.length))
}

/** Nearly all phrases of the lists are words separated by spaces; the others are read like a question. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/

function keyOf(phrase: string): { words: string[]; key: string } {
  if (PLAIN.test(phrase)) {
    const words = phrase.split(' ').map(singular)
    return { words, key: words.join(' ') }
  }
  const tokens = readTokens(phrase)
  const words = tokens.map(({ text }) => singular(text))
  const key = words
    .map((word, at) => (at === 0 ? word : tokens[at]?.gap === 'comma' ? `, ${word}` : ` ${word}`))
    .join('')
  return { words, key }
}

/** Words in which phrases are looked for. */
export interface WordsRead {
  tokens: readonly Token[]
  /** Their texts without plural endings. */
  singulars: readonly string[]
  /** For each word whether something has used it already. */
  taken: readonly boolean[]
}

export interface PhraseMatch<Value> {
  count: number
  values: readonly Value[]
}

/** The longest phrase at a position, made of words not yet taken. A comma counts only if the phrase has one. */
export function longestAt<Value>(index: PhraseIndex<Value>, query: WordsRead, at: number): PhraseMatch<Value> | null {
  const start = query.singulars[at]
  const limit = start === undefined ? 0 : (index.longest.get(start) ?? 0)
  let found: PhraseMatch<Value> | null = null
  let key = start ?? ''
  for (let count = 1; count <= limit; count += 1) {
    const place = at + count - 1
    const token = query.tokens[place]
    if (token === undefined || query.taken[place] === true) break
    if (count > 1) {
      if (!isJoined(token.gap) && token.gap !== 'comma' && token.gap !== 'slash') break
      key += `${token.gap === 'comma' ? ',' : ''} ${query.singulars[place]}`
    }
    const values = index.values.get(key)
    if (values !== undefined) found = { count, values }
  }
  return found
}
