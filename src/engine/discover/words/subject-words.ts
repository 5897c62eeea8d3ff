import { INDUSTRIES } from '../../../lib/companies/industries.ts'
import { headedWords } from '../../../lib/vocabulary/list-lines.ts'
import { allTopics } from '../../../lib/vocabulary/topics.ts'
import { wordFile } from './word-file.ts'
import { addPhrase, phraseIndex } from './phrase-index.ts'
import type { PhraseIndex } from './phrase-index.ts'
import { lazily } from '../../../lib/process/lazily.ts'

/** What a phrase says about a company's business: names of industries, or words for the full-text search. */
export interface Subject {
  industries: readonly string[]
  /** What the keyword filter looks for; empty for a trade. */
  keywords: readonly string[]
  /** All words that reveal the topic in a name, a description or a tag. */
  words: readonly string[]
}

/** The names of industries and what people call them. */
export const subjects = lazily(readSubjects)

function readSubjects(): PhraseIndex<Subject> {
  const found = phraseIndex<Subject>()
  for (const { kind, phrases, industries, tags } of allTopics()) {
    const subject = { industries, keywords: kind === 'trade' ? [] : tags, words: [...new Set([...phrases, ...tags])] }
    for (const phrase of phrases) {
      addPhrase(found, phrase, subject)
      // An ampersand is not a word: "oil & gas".
      if (phrase.includes(' and ')) addPhrase(found, phrase.replaceAll(' and ', ' '), subject)
    }
  }
  for (const name of INDUSTRIES) {
    const subject = { industries: [name], keywords: [], words: [name.toLowerCase()] }
    addPhrase(found, name, subject)
    if (name.includes(',')) addPhrase(found, name.replaceAll(',', ''), subject)
  }
  return found
}

/** What people call each industry besides its name: industry → words. */
export const calledIndustries = lazily((): Readonly<Record<string, readonly string[]>> => {
  const called = new Map<string, string[]>()
  for (const { industries, phrases } of allTopics())
    for (const industry of industries) called.set(industry, [...(called.get(industry) ?? []), ...phrases])
  return Object.fromEntries([...called].map(([value, words]) => [value, [...new Set(words)]]))
})

const WEAK = headedWords(wordFile('weak-words'))

/** Words for a company itself, in the singular and the plural. */
export const headWords = (): readonly string[] => [...(WEAK['heads'] ?? [])]

/** Whether it is a word for a company itself: platform, startup, vendor. */
export const isHead = (word: string): boolean => WEAK['heads']?.has(word) ?? false
/** Whether it is a word of grammar or of the rest of the query. */
export const isStop = (word: string): boolean => WEAK['stop']?.has(word) ?? false
/** Whether it is a verb that introduces what a company does. */
export const isTopicVerb = (word: string): boolean => WEAK['topic']?.has(word) ?? false
/** Whether it is a word that begins what happened to a company, or what it is beside. */
export const isTale = (word: string): boolean => WEAK['tale']?.has(word) ?? false
/** Whether it is an opinion about a company, which no filter covers. */
export const isMood = (word: string): boolean => WEAK['mood']?.has(word) ?? false
/** Whether it is a way to reach a company, or someone it may employ. */
export const isWay = (word: string): boolean => WEAK['ways']?.has(word) ?? false
/** Whether it is a word for a position in a field: crossroads, corner. */
export const isStructure = (word: string): boolean => WEAK['structure']?.has(word) ?? false
