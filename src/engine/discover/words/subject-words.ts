import { INDUSTRIES } from '../../../lib/companies/industries.ts'
import { headedWords, listLines } from '../../../lib/vocabulary/list-lines.ts'
import { wordFile } from './word-file.ts'
import { addPhrase, phraseIndex } from './phrase-index.ts'
import type { PhraseIndex } from './phrase-index.ts'
import { lazily } from '../../../lib/process/lazily.ts'

/** What a phrase says about a company's business: names of industries, or words for the full text. */
export interface Subject {
  industries: readonly string[]
  keywords: readonly string[]
}

/** The names of industries and what people call them. */
export const subjects = lazily(readSubjects)

function readSubjects(): PhraseIndex<Subject> {
  const found = phraseIndex<Subject>()
  for (const line of listLines(wordFile('subjects'))) {
    const [values = '', phrases = ''] = line.split(' < ')
    const parts = values.split(' | ')
    const keywords = parts.filter((part) => part.startsWith('~')).map((part) => part.slice(1))
    const industries = parts.filter((part) => !part.startsWith('~'))
    for (const phrase of phrases.split(', ')) {
      addPhrase(found, phrase, { industries, keywords })
      // An ampersand is no word: "oil & gas".
      if (phrase.includes(' and ')) addPhrase(found, phrase.replaceAll(' and ', ' '), { industries, keywords })
    }
  }
  for (const name of INDUSTRIES) {
    addPhrase(found, name, { industries: [name], keywords: [] })
    if (name.includes(',')) addPhrase(found, name.replaceAll(',', ''), { industries: [name], keywords: [] })
  }
  return found
}

/** What people call each industry, besides its name: industry → words. */
export const calledIndustries = lazily((): Readonly<Record<string, readonly string[]>> => {
  const called = new Map<string, string[]>()
  for (const line of listLines(wordFile('subjects'))) {
    const [values = '', phrases = ''] = line.split(' < ')
    for (const value of values.split(' | ').filter((part) => !part.startsWith('~')))
      called.set(value, [...(called.get(value) ?? []), ...phrases.split(', ')])
  }
  return Object.fromEntries([...called].map(([value, words]) => [value, [...new Set(words)]]))
})

const WEAK = headedWords(wordFile('weak-words'))

/** Words for a company itself, in the singular and the plural. */
export const headWords = (): readonly string[] => [...(WEAK['heads'] ?? [])]

/** Words for a company itself: platform, startup, vendor. */
export const isHead = (word: string): boolean => WEAK['heads']?.has(word) ?? false
/** Words of grammar and of the rest of the query. */
export const isStop = (word: string): boolean => WEAK['stop']?.has(word) ?? false
/** Verbs that lead to what a company does. */
export const isTopicVerb = (word: string): boolean => WEAK['topic']?.has(word) ?? false
/** Words that begin what a company lived through, or is beside. */
export const isTale = (word: string): boolean => WEAK['tale']?.has(word) ?? false
